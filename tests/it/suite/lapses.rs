//! A mail whose acceptance is unknown: what the policy lets be, and what waits for a person.

use super::Scene;
use crate::support::database::{Database, on_all};
use serde_json::{Value, json};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 3_600);

/// What the mailing program reports that heard no answer.
fn unanswered(of_type: &str, mail: &str, now: &str) -> Value {
    json!({
        "report_id": format!("mailer:{mail}:1"),
        "stopped_at": now,
        "stop": {"kind": "result_unknown", "step": "hand_over_mail", "code": "connection_lost"},
        "operation": {"key": mail, "type": of_type, "references": {"mail_id": mail},
            "payload": {"subject": "Hello"}},
        "steps": [{"name": "hand_over_mail", "system": "Post Mail", "state": "unknown", "does": "hands the mail over"}],
        "attempts": [{"step": "hand_over_mail", "number": 1, "started_at": now, "finished_at": now,
            "outcome": "connection_lost", "worker": "mailer-1"}],
    })
}

on_all!(
    s28_the_offer_is_let_be_and_the_notice_waits_for_a_person,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let (offer, notice) = ("offer-1", "notice-1");
        for (of_type, mail) in [("marketing_offer", offer), ("service_notice", notice)] {
            scene.sample.mail_unanswered(mail).await;
            let now = scene.holdpoint.clock().now().to_string();
            let answer = scene.shop.report(&unanswered(of_type, mail, &now)).await;
            assert_eq!(answer.status, 201, "{answer:?}");
        }
        let case = scene.irina.find_case(offer).await;
        case.must_show("Let be if nobody answers");
        scene.irina.find_case(notice).await.must_show("Decide by");

        scene.let_run_out(3 * DAY).await;
        scene.sign_in_again().await;
        let gate = async |mail: &str| {
            scene
                .shop
                .get(&format!("/gate?operation_key={mail}"))
                .await
                .body
        };
        assert_eq!(gate(offer).await["state"], "closed");
        assert_eq!(gate(notice).await["state"], "held");
        let case = scene.irina.find_case(offer).await;
        for words in [
            "Let be by the policy",
            "This is not a decision",
            "types.marketing_offer.lapse = { after = \"3 d\" }",
            "An offer that may not have come harms nobody",
            "3 days after the first stop",
        ] {
            case.must_show(words);
        }
        assert!(!case.html.contains("/decisions/"), "{}", case.text());
        assert_eq!(scene.shop.offered().await, Vec::<Value>::new());

        let irina = &scene.irina;
        let waits = irina.claim(notice).await;
        irina.close(&waits, "no_longer_wanted").await;
        let taken = scene.shop.take_only_offer().await;
        assert_eq!(taken.body["action"], "close");
        assert_eq!(gate(notice).await["state"], "closed");
        let proof = "The mail provider took both mails, and both answers were lost. After three days the offer was let be by the \
            policy's rule, as no decision; the notice waited for a person, who closed it. Neither was sent again.";
        scene.prove_all("s28", proof, &[offer, notice]).await;
    }
);
