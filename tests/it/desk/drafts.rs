//! Drafts: each person's own, until they send or discard them, or touch them no more.

use super::world::*;
use crate::support::database::{Database, on_both};
use holdpoint::domain::draft::{DraftForm, Fields, KEPT_FOR};
use holdpoint::domain::ids::CaseId;
use holdpoint::service::drafts::{discard, draft, forget_old, keep, of_case};
use holdpoint::service::{Person, ServiceError};

fn fields(pairs: &[(&str, &str)]) -> Fields {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    pairs.iter().map(owned).collect()
}

async fn written(world: &World, person: &Person, case: CaseId) -> Option<Fields> {
    let found = draft(&world.services, person, case, DraftForm::Resume).await;
    found.expect("an answer").map(|draft| draft.fields)
}

on_both!(
    a_draft_is_its_writers_own_and_goes_with_the_decision,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        let form = DraftForm::Resume;
        let sent = fields(&[
            ("token", "secret"),
            ("password", "secret"),
            ("justification", "The task\u{0} \u{202e}"),
        ]);
        keep(services, &world.irina, case, form, &sent)
            .await
            .expect("kept");
        let kept = fields(&[("justification", "The task\u{0} \u{202e}")]);
        assert_eq!(written(&world, &world.irina, case).await, Some(kept));
        assert_eq!(written(&world, &world.boris, case).await, None);
        let forms = of_case(services, &world.irina, case).await;
        let forms: Vec<_> = forms
            .expect("a list")
            .into_iter()
            .map(|(form, _)| form)
            .collect();
        assert_eq!(forms, [form]);

        // Another's decision leaves it; one's own is what it was for.
        world.resume(&world.boris, case).await;
        assert!(written(&world, &world.irina, case).await.is_some());
        let other = world.stop(stopped_shipment("8818")).await;
        keep(services, &world.irina, other, form, &sent)
            .await
            .expect("kept");
        world.resume(&world.irina, other).await;
        assert_eq!(written(&world, &world.irina, other).await, None);
        assert!(written(&world, &world.irina, case).await.is_some());

        discard(services, &world.irina, case, form)
            .await
            .expect("discarded");
        assert_eq!(written(&world, &world.irina, case).await, None);
        let nowhere = keep(services, &world.irina, CaseId(1), form, &sent).await;
        assert!(matches!(nowhere, Err(ServiceError::NotFound)));
    }
);

on_both!(
    who_writes_keeps_their_claim_and_old_drafts_are_forgotten,
    async |database: &Database| {
        let world = World::on(database).await;
        let services = &world.services;
        let case = world.stop(stopped_shipment("8817")).await;
        let version = world.claim(&world.irina, case).await;
        let sent = fields(&[("justification", "Looking")]);
        let write = || keep(services, &world.irina, case, DraftForm::Resume, &sent);
        world.pass(20 * MINUTE);
        write().await.expect("kept");
        let row = world.case(case).await;
        let lease = services.policy.margins().claim_lease;
        assert_eq!(row.details.claimed_until, Some(services.now().plus(lease)));
        assert_eq!(row.version, version);

        // A claim that ran out does not come to life again by writing.
        world.pass(lease);
        write().await.expect("kept");
        let after = world.case(case).await;
        assert_eq!(after.details.claimed_until, row.details.claimed_until);

        world.pass(KEPT_FOR);
        forget_old(services).await.expect("kept for so long");
        assert!(written(&world, &world.irina, case).await.is_some());
        world.pass(MINUTE);
        forget_old(services).await.expect("forgotten");
        assert_eq!(written(&world, &world.irina, case).await, None);
    }
);
