use super::world::{NOW, World};
use crate::support::database::{Database, on_both};
use holdpoint::domain::history::{ActorKind, ChainFault, EntryKind, Verifier};
use holdpoint::domain::ids::{CaseId, HistoryNumber, OperationId};
use holdpoint::on;
use holdpoint::store::history::{self, NewEntry};
use serde_json::json;

fn noted(case: i64, note: &str) -> NewEntry {
    NewEntry {
        at: NOW,
        case: Some(CaseId(case)),
        operation: Some(OperationId(7)),
        actor_kind: ActorKind::Person,
        actor: "irina".to_owned(),
        kind: EntryKind::Noted,
        document: json!({"note": note}),
    }
}

impl World {
    async fn note(&self, case: i64, notes: &[&str]) -> Vec<i64> {
        let mut tx = self.begin().await;
        let entries = notes.iter().map(|note| noted(case, note)).collect();
        let numbers = history::append(&mut tx, entries).await.expect("appended");
        tx.commit().await.expect("committed");
        numbers.into_iter().map(|number| number.0).collect()
    }

    async fn verified(&self) -> Result<i64, ChainFault> {
        let mut conn = self.db.read().await.expect("a connection");
        let mut verifier = Verifier::new();
        let mut last = HistoryNumber(0);
        loop {
            let rows = history::after(&mut conn, last, 3).await.expect("read");
            let Some(row) = rows.last() else { break };
            last = HistoryNumber(row.number);
            for row in &rows {
                verifier.check(&row.chain_row())?;
            }
        }
        let head = history::head(&mut conn).await.expect("read");
        verifier.finish(head.number, &head.hash)
    }
}

on_both!(
    entries_of_many_at_once_make_one_chain_without_gaps,
    async |database: &Database| {
        let world = World::on(database).await;
        assert_eq!(world.verified().await, Ok(0));
        let writers = (0..8).map(|case| world.note(case, &["first\0", "вторая"]));
        let numbers = futures_util::future::join_all(writers).await;
        let mut numbers: Vec<i64> = numbers.into_iter().flatten().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=16).collect::<Vec<_>>());
        assert_eq!(world.verified().await, Ok(16));
    }
);

on_both!(
    a_transaction_that_was_dropped_leaves_no_gap,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut tx = world.begin().await;
        history::append(&mut tx, vec![noted(1, "lost")])
            .await
            .expect("appended");
        drop(tx);
        assert_eq!(world.note(1, &["kept"]).await, [1]);
        assert_eq!(world.note(1, &[]).await, [0_i64; 0]);
        assert_eq!(world.verified().await, Ok(1));
    }
);

on_both!(
    an_entry_changed_by_hand_is_named,
    async |database: &Database| {
        let world = World::on(database).await;
        world.note(1, &["a", "b", "c"]).await;
        let by_hand = async |sql: &'static str| {
            let mut conn = world.db.write().await.expect("a connection");
            on!((&mut conn).into(), |c| sqlx::query(sql)
                .execute(c)
                .await
                .map(|_| ()))
            .expect("done");
        };
        by_hand("UPDATE history SET actor = 'somebody' WHERE number = 2").await;
        assert_eq!(
            world.verified().await,
            Err(ChainFault::Changed { number: 2 })
        );
        by_hand("UPDATE history SET actor = 'irina' WHERE number = 2").await;
        assert_eq!(world.verified().await, Ok(3));
        by_hand("DELETE FROM history WHERE number = 3").await;
        assert_eq!(
            world.verified().await,
            Err(ChainFault::HeadNumber { head: 3, found: 2 })
        );
    }
);

on_both!(
    the_history_of_a_case_is_read_from_its_end,
    async |database: &Database| {
        let world = World::on(database).await;
        world.note(1, &["a", "b"]).await;
        world.note(2, &["of another case"]).await;
        world.note(1, &["c"]).await;
        let mut conn = world.db.read().await.expect("a connection");
        let latest = history::of_case(&mut conn, CaseId(1), None, 2)
            .await
            .expect("read");
        assert_eq!(
            latest.iter().map(|row| row.number).collect::<Vec<_>>(),
            [4, 2]
        );
        let before = Some(HistoryNumber(2));
        let earlier = history::of_case(&mut conn, CaseId(1), before, 2)
            .await
            .expect("read");
        assert_eq!(
            earlier.iter().map(|row| row.number).collect::<Vec<_>>(),
            [1]
        );
        let all = history::of_operation(&mut conn, OperationId(7), None, 9)
            .await
            .expect("read");
        assert_eq!(all.len(), 4);
        let noted = history::count_since(&mut conn, EntryKind::Noted, NOW)
            .await
            .expect("counted");
        assert_eq!(noted, 4);
    }
);
