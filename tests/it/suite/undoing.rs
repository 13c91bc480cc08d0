//! What is done is undone: asked for apart, and not over before the receiver's word.

use super::Scene;
use super::desk::undo;
use crate::support::database::{Database, on_all};
use crate::support::reviewer::{Page, Reviewer};
use crate::support::sample::{Dies, operation, until_gate};
use holdpoint::domain::people::Role;

// The steps by their numbers on the page.
const ORDER: usize = 1;
const PAYMENT: usize = 2;
const TASK: usize = 3;

impl Scene {
    /// An order of which everything is done but the mail, in the hands of somebody who may undo it.
    async fn undoable(&self) -> (String, Reviewer, Page) {
        let order = self.left_alone_by("mail", "refuses").await;
        assert_eq!(self.sample.counts(&order).await, [1, 1, 1, 0]);
        let sofia = self.holdpoint.person("sofia", Role::SeniorReviewer).await;
        let case = sofia.claim(&operation(&order)).await;
        (order, sofia, case)
    }
}

on_all!(
    s23_what_is_done_is_undone_once_and_the_case_stays_open_until_then,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let (order, sofia, case) = scene.undoable().await;
        undo(&sofia, &case, &[ORDER, PAYMENT, TASK]).await;
        let open = sofia.open(&case.path).await;
        assert!(!open.shows("Done, and undone again"), "{}", open.text());
        assert_eq!(scene.gate(&order).await["state"], "instructed");
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);

        let connector = scene.connector(Dies::Not);
        scene.sample.until_counts(&order, [2, 2, 2, 0]).await;
        until_gate(&scene.shop, &order, "closed").await;
        sofia
            .open(&case.path)
            .await
            .must_show("Done, and undone again");
        let refunds = scene.sample.effects("pay", &order).await;
        assert!(refunds[1].starts_with("RF-"), "{refunds:?}");
        let proof = "Order, payment and task were undone, each once and under a key of its own; until then the case was open.";
        scene.prove("s23", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s35_a_lost_answer_to_a_refund_is_as_unknown_as_any_other,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let (order, sofia, case) = scene.undoable().await;
        scene.sample.fault("pay", "answer_lost", Some(1)).await;
        undo(&sofia, &case, &[PAYMENT]).await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "held").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 2, 1, 0]);

        let case = sofia.claim(&operation(&order)).await;
        case.must_show("this operation is being taken back");
        assert!(!case.links_to("resume"), "{}", case.text());
        let refused = sofia.cannot_resume_by_hand(&case, "other").await;
        refused.must_show("The operation is being taken back, so it cannot be continued.");

        // The same refund again, under the same key: the provider gives its first answer, and no more money.
        undo(&sofia, &case, &[PAYMENT]).await;
        until_gate(&scene.shop, &order, "closed").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 2, 1, 0]);
        assert_eq!(scene.sample.calls("pay", &order).await, 3);
        let proof = "The refund's answer was lost: the case stayed open, nothing was continued, and the repeat under the same \
            key was answered with the first refund.";
        scene.prove("s35", proof, &order).await;
        drop(connector);
    }
);
