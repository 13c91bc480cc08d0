//! What runs out is ended, once, and says so.

use super::world::*;
use crate::support::database::{Database, on_both};
use futures_util::future::join_all;
use holdpoint::domain::history::{EntryKind, Vouched};
use holdpoint::domain::instruction::NoTaking;
use holdpoint::domain::knowledge::{Knowledge, WhyUnknown};
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::CaseState;
use holdpoint::on;
use holdpoint::service::sweep::Swept;
use holdpoint::service::verify_audit::{AuditFault, Options, verify};
use holdpoint::worker::sweeper::drain;

on_both!(
    s17_a_taking_that_nobody_tells_of_ends_and_all_that_it_could_have_sent_is_unknown,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut report = stopped_shipment("8817");
        // Nothing was sent for the task: the operation waits for its next step.
        report["attempts"] = serde_json::json!([]);
        report["steps"][1]["state"] = "pending".into();
        let case = world.stop(report).await;
        let kind = world.case(case).await.details.kind;
        assert_eq!(kind, StopKind::NextStepPending);
        let instruction = world.resume(&world.irina, case).await;
        world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        world.pass(2 * MINUTE);

        // Several instances come round at once.
        let swept = join_all((0..4).map(|_| world.sweep())).await;
        let ended = |s: &&Swept| **s == Swept::TakingEnded(case);
        assert_eq!(swept.iter().filter(ended).count(), 1, "{swept:?}");
        assert_eq!(world.sweep().await, Swept::Nothing);

        let row = world.case(case).await;
        assert_eq!(row.details.state, CaseState::Waiting);
        assert_eq!(row.details.kind, StopKind::ResultUnknown);
        assert_eq!(row.details.stop_code, "taking_without_outcome");
        for step in [TASK, "notify_customer"] {
            let why = WhyUnknown::TakingWithoutOutcome;
            assert_eq!(world.known(case, step).await, Knowledge::Unknown(why));
        }
        assert_eq!(world.on_offer().await, 0);
        assert_eq!(
            refused(world.take(&instruction, "t").await),
            NoTaking::Ended
        );
        let other = refused(world.take(&instruction, "u").await);
        assert!(matches!(other, NoTaking::AlreadyTaken { .. }));
        assert_eq!(
            world.told(case).await[3..],
            [
                EntryKind::TakingLapsed,
                EntryKind::Reopened,
                EntryKind::KindChanged
            ]
        );
        world.must_verify().await;
    }
);

on_both!(
    claims_and_offers_that_ran_out_are_given_back,
    async |database: &Database| {
        let world = World::on(database).await;
        let claimed = world.stop(stopped_shipment("1")).await;
        world.claim(&world.irina, claimed).await;
        let offered = world.stop(stopped_shipment("2")).await;
        world.resume(&world.boris, offered).await;
        assert_eq!(world.sweep().await, Swept::Nothing);

        world.pass(HOUR);
        let given_back = Swept::ClaimsGivenBack(vec![claimed]);
        assert_eq!(world.sweep().await, given_back);
        assert_eq!(world.sweep().await, Swept::Nothing);
        world.pass(24 * HOUR);
        let ended = Swept::OfferEnded(offered);
        assert_eq!(world.sweep().await, ended);
        for case in [claimed, offered] {
            assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        }
        world.must_verify().await;
    }
);

on_both!(
    what_cannot_be_read_keeps_nothing_else_from_ending,
    async |database: &Database| {
        let world = World::on(database).await;
        let broken = world.stop(stopped_shipment("1")).await;
        world.resume(&world.irina, broken).await;
        let offered = world.stop(stopped_shipment("2")).await;
        world.resume(&world.boris, offered).await;
        forge(
            &world,
            "UPDATE operations SET facts = '{' WHERE id IN (SELECT min(operation_id) FROM cases)",
        )
        .await;

        world.pass(24 * HOUR);
        drain(&world.services).await;
        assert_eq!(world.case(offered).await.details.state, CaseState::Waiting);
        let row = world.case(broken).await;
        assert_eq!(
            row.details.state,
            CaseState::Decided,
            "nothing is half done"
        );
        assert!(matches!(world.sweep().await, Swept::Stuck(c, _) if c == broken));
    }
);

on_both!(
    s24_verification_names_the_first_bad_entry,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        world.resume(&world.irina, case).await;
        world.must_verify().await;
        forge(
            &world,
            "UPDATE history SET actor = 'boris' WHERE number = 2",
        )
        .await;
        let fault = refused(verify(&world.services, &Options::default(), |_| {}).await);
        assert!(matches!(fault, AuditFault::Chain(_)));
        assert!(
            fault.to_string().starts_with("entry 2 was changed"),
            "{fault}"
        );
    }
);

on_both!(
    s24_verification_names_the_first_row_that_is_not_what_the_history_tells,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        world.resume(&world.irina, case).await;
        world.must_verify().await;
        let forged = async |sql| {
            forge(&world, sql).await;
            refused(verify(&world.services, &Options::default(), |_| {}).await).to_string()
        };
        let came = world.first_entry(EntryKind::ReportReceived).await;
        let decided = world.first_entry(EntryKind::Decided).await;
        let there = "UPDATE reports SET document = replace(document, '8817', '9917')";
        let back = "UPDATE reports SET document = replace(document, '9917', '8817')";
        assert_eq!(
            forged(there).await,
            format!(
                "row 1 of reports was changed: its document does not give the digest that entry {came} of the history tells"
            )
        );
        forge(&world, back).await;
        world.must_verify().await;
        let not_as_told = |column| {
            format!(
                "row 1 of decisions was changed: its {column} is not what entry {decided} of the history tells"
            )
        };
        let there = "UPDATE decisions SET facts_as_seen = '{}'";
        assert_eq!(
            forged(there).await,
            format!(
                "row 1 of decisions was changed: its facts_as_seen does not give the digest that entry {decided} of the history tells"
            )
        );
        let there = "UPDATE decisions SET justification = 'FORGED', reason_code = 'never_sent'";
        assert_eq!(forged(there).await, not_as_told("reason_code"));
        let there = "UPDATE decisions SET by_name = 'x'";
        assert_eq!(forged(there).await, not_as_told("by_name"));
        let gone = "DELETE FROM instructions; DELETE FROM decisions";
        assert_eq!(
            forged(gone).await,
            format!("entry {decided} tells of decision 1, which is not there")
        );
    }
);

on_both!(
    s24_verification_finds_a_report_that_never_came,
    async |database: &Database| {
        let world = World::on(database).await;
        world.stop(stopped_shipment("8817")).await;
        let copy = "INSERT INTO reports (source_id, report_id, digest, operation_id, case_id, document, arrived_at,
                answer_status, answer, deliveries, last_delivered_at, refused_repeats)
            SELECT source_id, 'forged', digest, operation_id, case_id, document, arrived_at,
                answer_status, answer, deliveries, last_delivered_at, refused_repeats FROM reports";
        forge(&world, copy).await;
        let AuditFault::Added {
            table,
            key,
            comes_last,
        } = refused(verify(&world.services, &Options::default(), |_| {}).await)
        else {
            panic!("the report has no entry");
        };
        assert_eq!((table, key, comes_last), (Vouched::Reports, 2, true));
    }
);

/// What somebody may do who has the database, but not the program.
async fn forge(world: &World, sql: &'static str) {
    let mut connection = world.services.db.write().await.expect("a connection");
    for statement in sql.split("; ") {
        on!((&mut connection).into(), |c| sqlx::query(statement)
            .execute(c)
            .await
            .map(|_| ()))
        .expect("forged");
    }
}
