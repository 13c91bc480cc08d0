use super::world::{NOW, World, minutes};
use crate::support::database::{Database, on_both};
use holdpoint::domain::ids::{OperationId, ReportId};
use holdpoint::store::contents::{self, ContentRow};
use holdpoint::store::refused_reports::{self, NewRefusedReport};
use holdpoint::store::reports::{self, NewReport};

impl World {
    fn report(&self, id: &str, operation: OperationId) -> NewReport {
        NewReport {
            source_id: self.source.id,
            report_id: ReportId::from(id),
            digest: format!("sha256:{id}"),
            operation_id: operation,
            case_id: None,
            document: format!("{{\"report_id\":\"{id}\",\"n\":10.10,\"zero\":\"\\u0000\"}}"),
            arrived_at: NOW,
            answer_status: 201,
            answer: "{}".to_owned(),
        }
    }
}

on_both!(
    a_report_id_is_kept_once_and_its_repeats_are_counted,
    async |database: &Database| {
        let world = World::on(database).await;
        let operation = world.operation("a").await.id;
        let mut tx = world.begin().await;
        let two = [world.report("r1", operation), world.report("r2", operation)];
        reports::insert(&mut tx, &two).await.expect("kept");
        let again = [world.report("r2", operation), world.report("r3", operation)];
        let kept = reports::insert(&mut tx, &again).await.expect("kept");
        assert_eq!(kept, [ReportId::from("r3")]);

        let r2 = ReportId::from("r2");
        let found = reports::find(&mut tx, world.source.id, &r2)
            .await
            .expect("read")
            .expect("there");
        assert_eq!(found.document, two[1].document, "as it was sent");
        reports::count_repeat(&mut tx, found.id, minutes(5))
            .await
            .expect("counted");
        reports::count_repeats(&mut tx, &[(found.id, 3), (0, 1)], minutes(6))
            .await
            .expect("counted");
        reports::count_refused_repeat(&mut tx, found.id)
            .await
            .expect("counted");
        let wanted = ["r2", "r9"].map(ReportId::from);
        let found = reports::find_many(&mut tx, world.source.id, &wanted)
            .await
            .expect("read");
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].deliveries, found[0].refused_repeats), (5, 1));
        assert_eq!(found[0].last_delivered_at, minutes(6));
        let counts = reports::counts_of_operation(&mut tx, operation)
            .await
            .expect("counted");
        assert_eq!(counts, (3, 7));
    }
);

on_both!(
    the_reports_of_an_operation_come_in_pages,
    async |database: &Database| {
        let world = World::on(database).await;
        let operations = world.operations(&["a", "b"]).await;
        let mut tx = world.begin().await;
        let many: Vec<_> = (0..7)
            .map(|n| world.report(&format!("r{n}"), operations[n % 2].id))
            .collect();
        reports::insert(&mut tx, &many).await.expect("kept");
        let mut after = 0;
        let mut seen = Vec::new();
        loop {
            let page = reports::of_operation(&mut tx, operations[0].id, after, 3)
                .await
                .expect("read");
            let Some(last) = page.last() else { break };
            after = last.id;
            seen.extend(page.into_iter().map(|r| r.report_id.to_string()));
        }
        assert_eq!(seen, ["r0", "r2", "r4", "r6"]);
    }
);

on_both!(
    a_refused_report_keeps_every_byte,
    async |database: &Database| {
        let world = World::on(database).await;
        let refused = |n: u8| NewRefusedReport {
            source_id: world.source.id,
            arrived_at: NOW,
            report_id: None,
            channel: "call".to_owned(),
            document: vec![n, 0, 0xff, 0xfe, b'{'],
            faults: "[]".to_owned(),
            digest: n.to_string(),
            deliveries: 1,
        };
        let mut tx = world.begin().await;
        refused_reports::insert(&mut tx, &[refused(1), refused(2), refused(3)])
            .await
            .expect("kept");
        let first = refused_reports::list(&mut tx, world.source.id, None, 2)
            .await
            .expect("read");
        let before = first.last().map(|r| r.id);
        let second = refused_reports::list(&mut tx, world.source.id, before, 2)
            .await
            .expect("read");
        let bytes: Vec<_> = first
            .iter()
            .chain(&second)
            .map(|r| r.document.clone())
            .collect();
        assert_eq!(bytes, [3, 2, 1].map(|n| refused(n).document));
        let one = refused_reports::get(&mut tx, second[0].id)
            .await
            .expect("read");
        assert_eq!(one.as_ref(), second.first());
    }
);

on_both!(
    a_content_stays_as_it_came_first,
    async |database: &Database| {
        let world = World::on(database).await;
        let operation = world.operation("a").await.id;
        let content = |digest: &str, payload: &str, at| ContentRow {
            operation_id: operation,
            digest: digest.to_owned(),
            payload: payload.to_owned(),
            arrived_at: minutes(at),
        };
        let mut tx = world.begin().await;
        let first = [
            content("d2", "{\"q\": 1.0}", 0),
            content("d1", "{\"q\": 2}", 1),
        ];
        contents::insert(&mut tx, &first).await.expect("kept");
        contents::insert(&mut tx, &[content("d2", "{\"q\":1}", 9)])
            .await
            .expect("kept");
        let all = contents::of_operation(&mut tx, operation)
            .await
            .expect("read");
        assert_eq!(all, first);
        let one = contents::get(&mut tx, operation, "d1").await.expect("read");
        assert_eq!(one.as_ref(), Some(&first[1]));
    }
);
