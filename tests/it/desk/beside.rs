//! What people do with a case beside deciding: wait, hand over, note, take over, set its owner.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::desk::NoWait;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, Team};
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::permits::NotPermitted;
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::CaseState;
use holdpoint::service::ServiceError;
use holdpoint::service::desk::{DeskFault, DeskRefused, NoReceiver, Receiver};
use holdpoint::service::hand_over::hand_over;
use holdpoint::service::note::note;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people::{AddUser, add_user};
use holdpoint::service::see_case::see_case;
use holdpoint::service::set_owner::set_owner;
use holdpoint::service::sweep::Swept;
use holdpoint::service::take_next::{Lane, take_next};
use holdpoint::service::take_over::take_over;
use holdpoint::service::wait::wait;
use serde_json::{Value, json};

const REASON: &str = "The warehouse answers the phone from three on.";

async fn last_entry(world: &World, case: CaseId) -> (EntryKind, Value) {
    world.entries(case).await.pop().expect("an entry")
}

/// What `take next` gives to Boris now.
async fn next(world: &World) -> Option<CaseId> {
    let lane = Lane::whole(StopKind::ResultUnknown);
    let taken = take_next(&world.services, &world.boris, &lane).await;
    taken.expect("an answer").map(|claimed| claimed.case)
}

on_both!(
    a_case_that_waits_is_passed_over_and_comes_back_by_itself,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        let due_at = world.case(case).await.details.due_at;
        let until = services.now().plus(HOUR);
        let unheld = wait(services, &world.irina, case, until, REASON).await;
        let why = NotPermitted::NotClaimed;
        assert_eq!(refused(unheld), DeskRefused::Deed { why, holder: None });

        world.claim(&world.irina, case).await;
        wait(services, &world.irina, case, until, REASON)
            .await
            .expect("her own");
        let row = world.case(case).await;
        assert_eq!(row.details.state, CaseState::Waiting);
        assert_eq!(row.details.waits_because.as_deref(), Some(REASON));
        assert_eq!(row.details.due_at, due_at);
        assert_eq!(next(&world).await, None);

        world.pass(HOUR);
        let mut hints = services.hints.listen();
        let swept = world.sweep().await;
        assert_eq!(swept, Swept::WaitsEnded(vec![case]));
        assert_eq!(hints.recv().await.expect("a hint").case, case);
        let row = world.case(case).await;
        assert_eq!(
            (row.details.look_again_at, row.details.waits_by),
            (None, None)
        );
        assert_eq!(next(&world).await, Some(case));
        let told = [
            EntryKind::TurnedAway,
            EntryKind::Claimed,
            EntryKind::Waited,
            EntryKind::WaitEnded,
            EntryKind::Claimed,
        ];
        assert_eq!(world.told(case).await, told);
        world.must_verify().await;
    }
);

on_both!(
    a_wait_has_a_reason_and_an_end_that_the_policy_allows,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        let now = services.now();
        let irina = &world.irina;
        let faults = |until, reason| async move {
            match refused(wait(services, irina, case, until, reason).await) {
                DeskRefused::Form(faults) => faults,
                other @ DeskRefused::Deed { .. } => panic!("{other:?}"),
            }
        };
        assert_eq!(faults(now, REASON).await, [DeskFault::Until(NoWait::Past)]);
        let row = world.case(case).await;
        let (policy, _) = services.policy.operation_type(&row.origin.operation_type);
        let latest = now.plus(policy.snooze_limit);
        assert_eq!(
            faults(latest.plus(MINUTE), "later").await.len(),
            2,
            "too long, and no reason"
        );
        assert_eq!(world.told(case).await, [EntryKind::Claimed]);
        wait(services, &world.irina, case, latest, REASON)
            .await
            .expect("as long as it may");
    }
);

on_both!(
    new_facts_end_a_wait_and_so_does_taking_the_case,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        let until = services.now().plus(HOUR);
        for _ in 0..2 {
            world.claim(&world.irina, case).await;
            wait(services, &world.irina, case, until, REASON)
                .await
                .expect("her own");
        }
        let row = world.case(case).await;
        assert_eq!(row.details.look_again_at, Some(until));

        let mut again = stopped_shipment("8817");
        again["report_id"] = "shop-wms:8817:2".into();
        world.report(&again).await;
        assert_eq!(world.case(case).await.details.look_again_at, Some(until));
        again["report_id"] = "shop-wms:8817:3".into();
        again["steps"][1]["results"] = json!([{"type": "task", "id": "T-9"}]);
        world.report(&again).await;
        let (kind, document) = last_entry(&world, case).await;
        assert_eq!(kind, EntryKind::WaitEnded);
        assert_eq!(document["because"], "facts");
        assert_eq!(world.case(case).await.details.look_again_at, None);
        world.must_verify().await;
    }
);

on_both!(
    who_gets_a_case_holds_it_with_a_fresh_lease,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        world.pass(20 * MINUTE);
        let to = |name: &str| Receiver::Person(name.to_owned());
        for (name, why) in [
            ("nobody", NoReceiver::NoSuchPerson),
            ("", NoReceiver::NoSuchPerson),
            (
                "olga",
                NoReceiver::TakesNoCases {
                    who: "Full name of olga".to_owned(),
                },
            ),
            (
                "irina",
                NoReceiver::HasIt {
                    who: "Full name of irina".to_owned(),
                },
            ),
        ] {
            let answer = hand_over(services, &world.irina, case, &to(name), "See the note.").await;
            let faults = vec![DeskFault::To(why)];
            assert_eq!(refused(answer), DeskRefused::Form(faults), "{name}");
        }
        hand_over(services, &world.irina, case, &to("boris"), "See the note.")
            .await
            .expect("her own");
        let details = world.case(case).await.details;
        assert_eq!(details.holder_id, Some(world.boris.id));
        let lease = services.policy.margins().claim_lease;
        assert_eq!(details.claimed_until, Some(services.now().plus(lease)));
        assert_eq!(details.handed_by.as_deref(), Some("Full name of irina"));
        assert_eq!(details.handed_because.as_deref(), Some("See the note."));

        let again = hand_over(services, &world.irina, case, &to("boris"), "Once more.").await;
        let DeskRefused::Deed { why, holder } = refused(again) else {
            panic!("not hers any more");
        };
        assert_eq!(why, NotPermitted::HeldByOther);
        assert_eq!(holder.as_deref(), Some("Full name of boris"));
        world.must_verify().await;
    }
);

on_both!(
    a_team_gets_a_case_free_and_its_deadline_stays,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        let due_at = world.case(case).await.details.due_at;
        let to = |team: &str| Receiver::Team(Team::new(team));
        let unknown = hand_over(services, &world.irina, case, &to("Nowhere"), "For you.").await;
        let faults = vec![DeskFault::To(NoReceiver::NoSuchTeam)];
        assert_eq!(refused(unknown), DeskRefused::Form(faults));

        let owner = world.case(case).await.details.owner_team;
        let team = if owner.as_str() == "Fulfilment" {
            ""
        } else {
            "Fulfilment"
        };
        if team.is_empty() {
            set_owner(services, &world.irina, case, &Team::new(""))
                .await
                .expect("her own");
        }
        hand_over(services, &world.irina, case, &to("Fulfilment"), "For you.")
            .await
            .expect("her own");
        let details = world.case(case).await.details;
        assert_eq!(details.state, CaseState::Waiting);
        assert_eq!(details.owner_team, Team::new("Fulfilment"));
        assert_eq!(details.due_at, due_at);
        assert_eq!(next(&world).await, Some(case));
        let row = world.case(case).await;
        assert_eq!(row.details.handed_because.as_deref(), Some("For you."));

        // The note is for the review, and is over with it.
        world
            .try_close(&world.boris, case, "no_longer_wanted", "")
            .await
            .expect("his own");
        assert_eq!(world.case(case).await.details.handed_because, None);
    }
);

on_both!(
    a_manager_takes_a_case_from_its_holder_and_decides_nothing,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        let free = take_over(services, &world.olga, case, None, REASON).await;
        let why = NotPermitted::NobodyHolds;
        assert_eq!(refused(free), DeskRefused::Deed { why, holder: None });

        world.claim(&world.irina, case).await;
        let seen = world.seen(case).await;
        let by_reviewer = take_over(services, &world.boris, case, None, REASON).await;
        assert!(matches!(by_reviewer, Err(ServiceError::NotAllowed)));
        let short = take_over(services, &world.olga, case, None, "why not").await;
        assert!(matches!(refused(short), DeskRefused::Form(faults) if faults.len() == 1));
        take_over(services, &world.olga, case, Some("boris"), REASON)
            .await
            .expect("a manager");
        assert_eq!(
            world.case(case).await.details.holder_id,
            Some(world.boris.id)
        );
        let (kind, document) = last_entry(&world, case).await;
        assert_eq!(kind, EntryKind::TakenOver);
        assert_eq!(document["former"], "irina");
        assert_eq!(document["to_person"], "boris");
        let decided = world
            .try_resume(&world.irina, case, seen, Default::default())
            .await;
        refused(decided);

        take_over(services, &world.olga, case, None, REASON)
            .await
            .expect("back to the queue");
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        world.must_verify().await;
    }
);

on_both!(
    notes_are_taken_in_every_state_and_a_button_pressed_twice_is_one,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        let say = |text: &'static str| note(services, &world.irina, case, text);
        let first = say("They called: the task is there.\u{0}")
            .await
            .expect("free");
        assert_eq!(
            say("They called: the task is there.\u{0}")
                .await
                .expect("the same"),
            first
        );
        let id = world.resume(&world.boris, case).await;
        say("Decided meanwhile.").await.expect("decided");
        assert_eq!(world.on_offer().await, 1, "a note changes no fact");
        world.take(&id, "token-of-the-worker").await.expect("taken");
        say("Under way.").await.expect("executing");
        let empty = say("  ").await;
        assert!(matches!(refused(empty), DeskRefused::Form(_)));
        let by_manager = note(services, &world.olga, case, "Hello there.").await;
        assert!(matches!(by_manager, Err(ServiceError::NotAllowed)));
        let told = world.told(case).await;
        let notes = told.iter().filter(|kind| **kind == EntryKind::Noted);
        assert_eq!(notes.count(), 3);
        world.must_verify().await;
    }
);

on_both!(
    people_are_called_by_their_full_names_and_two_of_one_name_are_told_apart,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        world.claim(&world.irina, case).await;
        let called = async |name: &str| {
            let seen = see_case(services, &world.boris, case, None).await;
            seen.expect("a case").names.of(name)
        };
        assert_eq!(called("irina").await, "Full name of irina");
        assert_eq!(called("nobody").await, "nobody");
        let namesake = AddUser {
            name: UserName::parse("irina2").expect("a name"),
            full_name: "Full name of irina".to_owned(),
            role: Role::Reviewer,
            team: Team::new("Fulfilment"),
            password: "correct horse battery staple".to_owned(),
        };
        let added = add_user(services, &Passwords::default(), namesake).await;
        added.expect("a new name");
        assert_eq!(called("irina").await, "Full name of irina (irina)");
    }
);
