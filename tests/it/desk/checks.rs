//! Checks: what a person saw, and what it changes.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::absence::{Absence, NotProof};
use holdpoint::domain::check::Saw;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::instruction::NoTaking;
use holdpoint::domain::knowledge::{Knowledge, WhyNotDone, WhyUnknown};
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::{CaseState, InstructionState};
use holdpoint::service::ServiceError;
use holdpoint::service::record_check::{Worth, record_check};
use holdpoint::service::renew::renew;
use holdpoint::store::instructions;
use serde_json::json;
use std::time::Duration;

on_both!(
    a_find_by_an_own_identifier_counts_and_any_other_is_a_hint,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let found = || Saw::Found(task("WT-1"));

        let phone = look("+7 900", found());
        let hint = record_check(&world.services, &world.irina, case, &phone).await;
        assert_eq!(hint.expect("kept").worth, Worth::Hint);
        let unknown = Knowledge::Unknown(WhyUnknown::Unanswered);
        assert_eq!(world.known(case, TASK).await, unknown);

        let own = look("S-104/8817", found());
        let find = record_check(&world.services, &world.boris, case, &own).await;
        assert_eq!(find.expect("kept").worth, Worth::Find);
        assert_eq!(world.known(case, TASK).await, Knowledge::Done);
        let row = world.case(case).await;
        assert_eq!(row.details.resume_step, Some("notify_customer".into()));
        // What becomes known does not change why a person was needed.
        assert_eq!(row.details.kind, StopKind::ResultUnknown);

        let (kind, document) = world.entries(case).await.pop().expect("an entry");
        assert_eq!(kind, EntryKind::CheckRecorded);
        assert_eq!(document["by"], "shipment_id=S-104/8817");
        assert_eq!(
            document["knowledge"],
            json!([{"step": TASK, "was": "unknown: unanswered", "is": "done"}])
        );
        world.must_verify().await;
    }
);

on_both!(
    an_absence_says_what_it_proves_and_from_when_on,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        // For people the report's arrival counts, and then 30 seconds of settling.
        let absent = look("S-104/8817", Saw::Absent);
        let early = record_check(&world.services, &world.irina, case, &absent).await;
        let proof_from = world.services.now().plus(Duration::from_secs(30));
        let why = NotProof::TooEarly { proof_from };
        let nothing_yet = Worth::Absence(Absence::NothingYet(why));
        assert_eq!(early.expect("kept").worth, nothing_yet);

        world.pass(MINUTE);
        let observed_at = world.services.now();
        let late = record_check(&world.services, &world.irina, case, &absent).await;
        let proven = Worth::Absence(Absence::Proven { observed_at });
        assert_eq!(late.expect("kept").worth, proven);
        let not_done = Knowledge::NotDone(WhyNotDone::AbsenceProven { observed_at });
        assert_eq!(world.known(case, TASK).await, not_done);

        let by_manager = record_check(&world.services, &world.olga, case, &absent).await;
        assert!(matches!(by_manager, Err(ServiceError::NotAllowed)));
    }
);

on_both!(
    s29_a_find_after_the_decision_withdraws_it_and_says_so,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        assert_eq!(world.on_offer().await, 1);

        let find = look("ship:8817:S-104#wms", Saw::Found(task("WT-1")));
        let kept = record_check(&world.services, &world.boris, case, &find).await;
        assert!(kept.expect("kept").withdrew_decision);
        assert_eq!(
            refused(world.take(&instruction, "t").await),
            NoTaking::Withdrawn
        );
        assert_eq!(world.on_offer().await, 0);
        let row = world.case(case).await;
        assert_eq!(row.details.state, CaseState::Waiting);
        assert_eq!(row.details.resume_step, Some("notify_customer".into()));
        let (kind, document) = world.entries(case).await.pop().expect("an entry");
        assert_eq!(kind, EntryKind::InstructionWithdrawn);
        assert_eq!(document["because"], "facts_changed");
        assert_eq!(
            document["cause"],
            json!({"check": "found", "step": TASK, "by": "boris"})
        );
        world.must_verify().await;
    }
);

on_both!(
    a_note_that_changes_nothing_leaves_the_decision_and_a_find_stops_the_worker,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        let instruction = world.resume(&world.irina, case).await;
        let unclear = look("S-104/8817", Saw::Inconclusive);
        let kept = record_check(&world.services, &world.boris, case, &unclear).await;
        assert!(!kept.expect("kept").withdrew_decision);

        world
            .take(&instruction, "t")
            .await
            .expect("the instruction");
        renew(&world.services, &world.source, &instruction, "t")
            .await
            .expect("its own taking is no new fact");
        let find = look("S-104/8817", Saw::Found(task("WT-1")));
        let kept = record_check(&world.services, &world.boris, case, &find).await;
        assert!(!kept.expect("kept").withdrew_decision);
        for _ in 0..2 {
            let renewed = renew(&world.services, &world.source, &instruction, "t").await;
            assert_eq!(refused(renewed), NoTaking::FactsChanged);
        }
        let told = world.told(case).await;
        let refusals = told.iter().filter(|k| **k == EntryKind::RenewalRefused);
        assert_eq!(refusals.count(), 1, "{told:?}");

        let mut connection = world.services.db.read().await.expect("a connection");
        let row = instructions::get(&mut connection, &instruction).await;
        let state = row.expect("read").expect("there").state;
        assert_eq!(state, InstructionState::Taken, "until the worker tells");
    }
);

on_both!(
    what_a_person_finds_after_the_end_opens_a_linked_case_and_what_changes_nothing_does_not,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        let closed = world
            .try_close(&world.irina, case, "no_longer_wanted", "")
            .await;
        let close = closed
            .expect("a decision")
            .instruction()
            .cloned()
            .expect("an offer");
        world.take(&close, "c").await.expect("the instruction");

        let unclear = look("S-104/8817", Saw::Inconclusive);
        let kept = record_check(&world.services, &world.irina, case, &unclear).await;
        assert_eq!(kept.expect("kept").case, case);
        let find = look("S-104/8817", Saw::Found(task("WT-1")));
        let kept = record_check(&world.services, &world.irina, case, &find).await;
        let opened = kept.expect("kept").case;
        let row = world.case(opened).await;
        assert_eq!(row.origin.previous_case_id, Some(case));
        assert_eq!(row.details.stop_code, "late_check");
        assert_eq!(row.details.state, CaseState::Waiting);

        // From now on the open case is the one that checks are about, whichever page they come from.
        let kept = record_check(&world.services, &world.irina, case, &unclear).await;
        assert_eq!(kept.expect("kept").case, opened);
        world.resume(&world.irina, opened).await;
        world.must_verify().await;
    }
);
