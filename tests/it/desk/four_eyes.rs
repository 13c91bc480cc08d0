//! Four eyes: a proposal orders nothing until a second person has approved it.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::approval::Stale;
use holdpoint::domain::check::Saw;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::ids::{CaseId, Version};
use holdpoint::domain::permits::NotPermitted;
use holdpoint::domain::resume::ResumeOrder;
use holdpoint::domain::standing::CaseState;
use holdpoint::service::answer_proposal::{
    AgainstAnswer, AnswerRefused, AnswerRequest, SecondAnswer, answer_proposal,
};
use holdpoint::service::claim::{ClaimRefused, claim};
use holdpoint::service::decide::Way;
use holdpoint::service::sweep::Swept;
use holdpoint::service::withdraw::{WithdrawRefused, withdraw};
use holdpoint::service::{Person, ServiceError};
use holdpoint::store::decisions;
use serde_json::Value;

const AGREED: &str = "I called the warehouse as well: it is as she says.";

fn guarded_shipment(order: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["operation"]["type"] = "guarded_shipment".into();
    report
}

impl World {
    /// A case on which a resume waits for the second person.
    async fn proposed(&self, by: &Person) -> CaseId {
        let case = self.stop(guarded_shipment("8817")).await;
        self.propose(by, case).await;
        case
    }

    async fn propose(&self, by: &Person, case: CaseId) {
        self.claim(by, case).await;
        let seen = self.seen(case).await;
        let proposed = self.try_resume(by, case, seen, ResumeOrder::default());
        let way = proposed.await.expect("a proposal").way;
        assert!(matches!(way, Way::Proposed { .. }), "{way:?}");
        assert_eq!(
            self.case(case).await.details.state,
            CaseState::AwaitingApproval
        );
    }

    async fn answer(
        &self,
        by: &Person,
        case: CaseId,
        said: SecondAnswer,
        words: &str,
    ) -> Result<Version, ServiceError<AnswerRefused>> {
        let mut connection = self.services.db.read().await.expect("a connection");
        let all = decisions::of_case(&mut connection, case).await;
        let request = AnswerRequest {
            proposal: all.expect("read").last().expect("a proposal").id,
            seen: self.seen(case).await,
            answer: said,
            words: words.to_owned(),
        };
        answer_proposal(&self.services, by, case, &request).await
    }
}

on_both!(
    what_was_proposed_is_ordered_when_a_second_person_approves_it,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.proposed(&world.irina).await;
        assert_eq!(world.on_offer().await, 0);
        let frozen = claim(&world.services, &world.boris, case).await;
        let waits = NotPermitted::AwaitingApproval;
        assert_eq!(refused(frozen), ClaimRefused::NotPermitted(waits));

        let wordless = world.answer(&world.olga, case, SecondAnswer::Approve, "ok");
        let wordless = refused(wordless.await).against;
        assert!(matches!(wordless, AgainstAnswer::Words(_)), "{wordless:?}");
        let approved = world.answer(&world.olga, case, SecondAnswer::Approve, AGREED);
        approved.await.expect("an approval");
        // A second click says the same once more: nothing is added, and nobody is told of a fault.
        let clicked = world.answer(&world.olga, case, SecondAnswer::Approve, AGREED);
        clicked.await.expect("the same approval");
        assert_eq!(
            world.told(case).await,
            [
                EntryKind::Claimed,
                EntryKind::Proposed,
                EntryKind::TurnedAway,
                EntryKind::Approved,
                EntryKind::Decided
            ]
        );
        let id = world.only_offer().await;
        let taken = world.take(&id, "t").await.expect("a taking");
        assert_eq!(taken.decided_by, "irina");
        assert_eq!(taken.approved_by.as_deref(), Some("olga"));
        world.must_verify().await;

        // Whoever comes second hears that it is over.
        let again = world.answer(&world.olga, case, SecondAnswer::Refuse, AGREED);
        assert_eq!(refused(again.await).against, AgainstAnswer::Over);
    }
);

on_both!(
    nobody_is_the_second_person_of_their_own_proposal_and_each_try_is_recorded_once,
    async |database: &Database| {
        let world = World::on(database).await;
        let vera = world.senior("vera").await;
        let case = world.proposed(&vera).await;
        for _ in 0..3 {
            let own = world.answer(&vera, case, SecondAnswer::Approve, AGREED);
            assert_eq!(refused(own.await).against, AgainstAnswer::OwnProposal);
            let reviewer = world.answer(&world.boris, case, SecondAnswer::Refuse, AGREED);
            let not_allowed = reviewer.await.expect_err("not theirs to answer");
            assert!(matches!(not_allowed, ServiceError::NotAllowed));
        }
        let entries = world.entries(case).await.into_iter();
        let turned_away = entries.filter(|(kind, _)| *kind == EntryKind::TurnedAway);
        let tried: Vec<_> = turned_away
            .map(|(_, told)| (told["tried"].clone(), told["why"].clone()))
            .collect();
        assert_eq!(
            tried,
            [
                ("approve".into(), "own_proposal".into()),
                ("refuse".into(), "role".into())
            ]
        );
        assert_eq!(world.on_offer().await, 0);
        world.must_verify().await;
    }
);

on_both!(
    a_refused_proposal_is_back_in_review_with_the_words_of_the_second_person,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.proposed(&world.irina).await;
        let answer = world.answer(&world.olga, case, SecondAnswer::Refuse, AGREED);
        answer.await.expect("an answer");
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        let last = world.entries(case).await.pop().expect("an entry");
        assert_eq!(last.0, EntryKind::ProposalRefused);
        assert_eq!(last.1["words"], AGREED);
        // It can be proposed again, and taken back by whoever proposed it.
        world.propose(&world.boris, case).await;
        let not_hers = withdraw(&world.services, &world.irina, case, WORDS).await;
        let by = "boris".to_owned();
        let not_theirs = WithdrawRefused::NotTheirs { by };
        assert_eq!(refused(not_hers), not_theirs);
        let back = withdraw(&world.services, &world.boris, case, WORDS).await;
        back.expect("taken back");
        assert_eq!(world.case(case).await.details.state, CaseState::InReview);
        world.must_verify().await;
    }
);

on_both!(
    a_proposal_stands_only_on_the_facts_it_was_made_on,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.proposed(&world.irina).await;
        let found = look("ship:8817:S-104", Saw::Found(task("WT-1")));
        let check = holdpoint::service::record_check::record_check(
            &world.services,
            &world.boris,
            case,
            &found,
        );
        check.await.expect("a check");
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        let late = world.answer(&world.olga, case, SecondAnswer::Approve, AGREED);
        assert_eq!(refused(late.await).against, AgainstAnswer::Over);
        let told = world.told(case).await;
        assert!(told.contains(&EntryKind::ProposalReturned), "{told:?}");
        world.must_verify().await;
    }
);

on_both!(
    a_proposal_ends_by_itself_when_its_time_is_over_and_once,
    async |database: &Database| {
        let world = World::on(database).await;
        let case = world.proposed(&world.irina).await;
        world.pass(4 * HOUR - MINUTE);
        assert_eq!(world.sweep().await, Swept::Nothing);
        world.pass(MINUTE);
        // Whoever is quicker than the sweeper gives it back as well, and orders nothing.
        let late = refused(
            world
                .answer(&world.olga, case, SecondAnswer::Approve, AGREED)
                .await,
        );
        let unanswered = matches!(
            late.against,
            AgainstAnswer::WentBack(Stale::Unanswered { .. })
        );
        assert!(unanswered, "{late:?}");
        assert_eq!(world.sweep().await, Swept::Nothing);

        world.propose(&world.irina, case).await;
        world.pass(4 * HOUR);
        let returned = Swept::ProposalReturned(case);
        assert_eq!(world.sweep().await, returned);
        assert_eq!(world.sweep().await, Swept::Nothing);
        assert_eq!(world.case(case).await.details.state, CaseState::Waiting);
        assert_eq!(world.on_offer().await, 0);
        world.must_verify().await;
    }
);
