//! The register against a plain computation: hundreds of decisions with random lives, and every filter over them.

mod past;
mod plain;

use super::plans::{Meter, analyse};
use super::world::{World, minutes};
use crate::support::database::{Database, on_both};
use holdpoint::domain::history::{ActorKind, EntryKind};
use holdpoint::domain::ids::{HistoryNumber, Team};
use holdpoint::domain::register::{Fate, What, words};
use holdpoint::domain::standing::DecisionKind;
use holdpoint::store::history::{self, NewEntry};
use holdpoint::store::register::{self, Cursor, Entry, Filter, MOST_COUNTED, Place};
use holdpoint::store::{Db, Pooled};
use serde_json::json;

use past::{KINDS, Past, TEAMS, TYPES};

fn numbers(entries: &[Entry]) -> Vec<i64> {
    entries.iter().map(|entry| entry.number.0).collect()
}

/// All pages to the end, and from there back to the beginning.
async fn there_and_back(
    conn: &mut Pooled,
    filter: &Filter,
    size: usize,
) -> (Vec<i64>, Option<i64>) {
    let mut pages = vec![];
    let mut place = Place::First;
    let mut all = None;
    loop {
        let found = register::find(&mut *conn, filter, place, size)
            .await
            .expect("read");
        all = all.or(found.all);
        pages.push(numbers(&found.entries));
        match found.after {
            Some(after) => place = Place::After(after),
            None => break,
        }
    }
    let there: Vec<i64> = pages.concat();
    let last = pages.pop().unwrap_or_default();
    let mut back = last.clone();
    let mut first = register::find(&mut *conn, filter, place, size)
        .await
        .expect("read")
        .before;
    while let Some(before) = first {
        let found = register::find(&mut *conn, filter, Place::Before(before), size).await;
        let found = found.expect("read");
        back = [numbers(&found.entries), back].concat();
        first = found.before;
    }
    assert_eq!(back, there, "{filter:?}: another way back");
    (there, all)
}

on_both!(
    every_filter_gives_what_a_plain_computation_gives,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut past = Past::on(&world, 25).await;
        for _ in 0..180 {
            past.live().await;
        }
        let filters = past.filters();
        let mut conn = world.db.read().await.expect("a connection");
        let mut found_some = 0;
        for filter in &filters {
            let expected = past.plainly(filter);
            let (there, all) = there_and_back(&mut conn, filter, 7).await;
            assert_eq!(there, expected, "{filter:?}");
            assert_eq!(all, i64::try_from(expected.len()).ok(), "{filter:?}");
            found_some += usize::from(!expected.is_empty());
        }
        assert!(
            found_some > filters.len() / 2,
            "{found_some} of {}",
            filters.len()
        );
    }
);

on_both!(
    what_was_decided_before_there_was_a_register_is_entered_the_same,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut past = Past::on(&world, 9).await;
        for _ in 0..40 {
            past.live().await;
        }
        let mut conn = world.db.read().await.expect("a connection");
        let all = Filter::default();
        let before = register::find(&mut conn, &all, Place::First, 900)
            .await
            .expect("read");
        drop(conn);
        let mut tx = world.begin().await;
        for sql in [
            "DELETE FROM register",
            "DELETE FROM register_words",
            "UPDATE register_fill SET until = (SELECT number FROM chain_head)",
        ] {
            holdpoint::on!((&mut tx).into(), |c| sqlx::query(sql)
                .execute(c)
                .await
                .map(|_| ()))
            .expect("emptied");
        }
        tx.commit().await.expect("committed");
        world.db.migrate().await.expect("filled");
        let mut conn = world.db.read().await.expect("a connection");
        let after = register::find(&mut conn, &all, Place::First, 900)
            .await
            .expect("read");
        assert!(before.entries.len() > 40);
        assert_eq!(after, before);
        let filter = Filter {
            words: words("склад").into_iter().collect(),
            ..Filter::default()
        };
        let (there, _) = there_and_back(&mut conn, &filter, 5).await;
        assert_eq!(there, past.plainly(&filter));
    }
);

const MANY: i64 = 30_000;
/// SQLite's steps for one question: up to 2,000 entries tried against other filters, and a thousand counted for each.
const MOST_STEPS: u64 = 300_000;
/// Rows that PostgreSQL may touch for the same, in indexes and tables. Of what leaves half in it rather reads the register by
/// time: four rows for each that is counted, passed or tried, of 2 × 1,001, 2,000 and 2,000, and two more for each test.
const MOST_ROWS: i64 = 40_000;

/// Many decisions alike but for who made them, for what reason, and when.
async fn fill(past: &Past<'_>) {
    for first in (0..MANY).step_by(1_000) {
        let entries = (first..first + 1_000).map(|n| {
            let about = past.cases[usize::try_from(n).expect("small") % past.cases.len()];
            let rare = if n % 500 == 0 { " gegenprobe" } else { "" };
            NewEntry {
                at: minutes(n),
                case: Some(about.case),
                operation: Some(about.operation),
                actor_kind: ActorKind::Person,
                actor: format!("person-{}", n % 3),
                kind: EntryKind::Decided,
                document: json!({"decision": n, "kind": KINDS[usize::try_from(n % 2).expect("small")], "role": "reviewer",
                    "reason_code": format!("code-{}", n % 2), "unknown_steps": ["pay"],
                    "justification": format!("The warehouse confirmed it{rare}.")}),
            }
        });
        let mut tx = past.world.begin().await;
        history::append(&mut tx, entries.collect())
            .await
            .expect("appended");
        tx.commit().await.expect("committed");
    }
}

fn questions(past: &Past<'_>) -> Vec<Filter> {
    let some = |text: &str| Some(text.to_owned());
    let sought = |text: &str| words(text).into_iter().collect::<Vec<_>>();
    let of = |set: &dyn Fn(&mut Filter)| {
        let mut filter = Filter::default();
        set(&mut filter);
        filter
    };
    vec![
        Filter::default(),
        of(&|f| f.what = Some(What::Decided)),
        of(&|f| f.fate = Some(Fate::Offered)),
        of(&|f| f.kind = Some(DecisionKind::Resume)),
        of(&|f| f.person = some("person-1")),
        of(&|f| f.reason_code = some("code-1")),
        of(&|f| f.basis = some("code-1")),
        of(&|f| f.operation_type = Some(TYPES[0].into())),
        of(&|f| f.source = Some(past.world.source.id)),
        of(&|f| f.owner = Some(Team::from(TEAMS[0]))),
        of(&|f| f.against_unknown = true),
        of(&|f| f.four_eyes = true),
        of(&|f| f.words = sought("warehouse confirmed")),
        of(&|f| f.words = sought("warehouse gegenprobe")),
        of(&|f| f.operations = Some(vec![past.cases[0].operation])),
        // Each leaves thousands in, and both together nothing.
        of(&|f| {
            f.kind = Some(DecisionKind::Resume);
            f.reason_code = some("code-1");
        }),
    ]
}

async fn questions_are_bounded(past: &Past<'_>, conn: &mut Pooled) {
    let middle = Cursor {
        at: minutes(MANY / 2),
        number: HistoryNumber(MANY / 2),
    };
    for filter in &questions(past) {
        for place in [Place::First, Place::After(middle), Place::Before(middle)] {
            let meter = Meter::start(conn).await;
            let found = register::find(&mut *conn, filter, place, 50)
                .await
                .expect("read");
            let what = format!("{filter:?} {place:?}");
            meter.within(conn, &what, MOST_STEPS, MOST_ROWS).await;
            assert!(found.all.is_none_or(|n| n <= MOST_COUNTED + 1));
        }
    }
    let entry = history::after(&mut *conn, HistoryNumber(MANY / 2), 1).await;
    let hash = entry.expect("read").remove(0).hash;
    let meter = Meter::start(conn).await;
    let begins: String = hash.chars().take(12).collect();
    let cases = register::by_hash(&mut *conn, &begins, 10).await;
    meter.stop(conn, "an entry by its hash").await;
    assert_eq!(cases.expect("read").len(), 1);
    let meter = Meter::start(conn).await;
    let choices = register::choices(&mut *conn, 100).await.expect("read");
    meter
        .within(conn, "the choices", MOST_STEPS, MOST_ROWS)
        .await;
    assert_eq!((choices.people.len(), choices.reasons.len()), (3, 2));
}

on_both!(
    no_question_of_the_register_reads_more_than_it_may,
    async |database: &Database| {
        let world = World::on(database).await;
        let past = Past::on(&world, 2_000).await;
        fill(&past).await;
        let mut conn = world.db.read().await.expect("a connection");
        if matches!(world.db, Db::Sqlite { .. }) {
            questions_are_bounded(&past, &mut conn).await;
        }
        analyse(&world).await;
        questions_are_bounded(&past, &mut conn).await;
        // What nobody finds at once says so, and goes on.
        let filter = Filter {
            kind: Some(DecisionKind::Resume),
            reason_code: Some("code-1".to_owned()),
            ..Filter::default()
        };
        let mut place = Place::First;
        let mut parts = 0;
        while let Some(after) = {
            let found = register::find(&mut conn, &filter, place, 50)
                .await
                .expect("read");
            assert!(found.entries.is_empty() && found.all.is_none());
            found.after
        } {
            place = Place::After(after);
            parts += 1;
        }
        assert_eq!(parts, 7, "15 000 of each filter, 2 000 at a time");
    }
);
