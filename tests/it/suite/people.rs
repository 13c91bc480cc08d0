//! Several people, or one whose session ends: what they decide happens once, and what they may not decide does not happen.

use super::Scene;
use super::desk::{WORDS, answer, forged, propose_another};
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, operation, until_gate};
use crate::support::world::PASSWORD;
use holdpoint::domain::people::Role;
use holdpoint::web::session::IDLE;
use tokio::join;

const BORIS: &str = "The storekeeper told me that nothing of it has arrived.";

on_all!(
    s13_two_decide_at_once_and_it_happens_once,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let boris = scene.holdpoint.reviewer("boris").await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("warehouse", "answer_lost").await;

        // Both claim.
        let seen = scene.irina.find_case(&operation(&order)).await;
        let theirs = boris.find_case(&operation(&order)).await;
        let claim = seen.below("claim");
        let (hers, his) = join!(
            scene.irina.submit_once(&seen, &claim, &[]),
            boris.submit_once(&theirs, &claim, &[])
        );
        let irina_won = hers.status == 200;
        let (winner, name, loser, told) = if irina_won {
            (&scene.irina, "irina", &boris, &his)
        } else {
            (&boris, "boris", &scene.irina, &hers)
        };
        assert_eq!(
            [hers.status, his.status].iter().sum::<u16>(),
            200 + 409,
            "one wins"
        );
        told.must_show(name);

        // Both decide, on the same page.
        let resume = seen.below("resume");
        let page = winner.open(&resume).await;
        let form = page.proposed(&resume).expect("the holder's form");
        let reason = ("reason", "protected_repeat");
        let sent = forged(&form, &page, &[reason, ("justification", WORDS)]);
        let other = loser.open(&seen.path).await;
        let refused = forged(&form, &other, &[reason, ("justification", BORIS)]);
        let (won, lost) = join!(winner.post(&resume, &sent), loser.post(&resume, &refused));
        assert_eq!((won.status, lost.status), (200, 409), "{}", lost.text());
        lost.must_show(name);
        let kept = loser.open(&resume).await;
        assert!(kept.html.contains(BORIS), "{}", kept.text());

        until_gate(&scene.shop, &order, "done").await;
        let decided = loser.open(&seen.path).await;
        decided.must_show(WORDS);
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        assert_eq!(
            scene.sample.calls("warehouse", &format!("S-{order}")).await,
            2,
            "the first try and one repeat"
        );
        let proof = "Two people claimed and decided at the same moment: one decision was carried out, and the other's words \
            were kept.";
        scene.prove("s13", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s14_a_session_ends_and_nothing_is_half_decided,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "refuses").await;
        let case = scene.claim(&order).await;
        let resume = case.below("resume");
        let form = scene.irina.open(&resume).await;
        scene.let_run_out(IDLE).await;
        let connector = scene.connector(Dies::Not);

        let words = [("reason", "never_sent"), ("justification", WORDS)];
        let ended = scene.irina.submit(&form, &resume, &words).await;
        assert_eq!(ended.status, 401);
        assert_eq!(scene.gate(&order).await["state"], "held");
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 0, 0]);

        let who = [("name", "irina"), ("password", PASSWORD)];
        let back = scene.irina.submit(&ended, "/sign-in", &who).await;
        back.must_show(WORDS);
        let again = scene.irina.submit(&back, &case.below("claim"), &[]).await;
        again.must_show(WORDS);
        let sent = scene.irina.submit(&again, &resume, &words).await;
        assert_eq!(sent.status, 200, "{}", sent.text());
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "The session ended under the writer's hands: nothing was sent until she had signed in and sent her words \
            again.";
        scene.prove("s14", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s16_who_proposes_does_not_approve,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let vera = scene.holdpoint.person("vera", Role::SeniorReviewer).await;
        let olga = scene.holdpoint.person("olga", Role::Manager).await;
        let connector = scene.connector(Dies::Not);
        let order = scene.stopped_by("warehouse", "answer_lost").await;
        let case = vera.claim(&operation(&order)).await;
        propose_another(&vera, &case, &order)
            .await
            .must_show("Waits for a second person");

        // Her own page has no form for it, so she sends somebody else's.
        let approval = case.below("approval");
        let own = vera.open(&approval).await;
        assert!(own.proposed(&approval).is_none());
        let theirs = olga.open(&approval).await.proposed(&approval);
        let form = theirs.expect("a form for the second person");
        let approves = forged(&form, &own, &[("verdict", "approve"), ("words", WORDS)]);
        let refused = vera.post(&approval, &approves).await;
        assert_eq!(refused.status, 409, "{}", refused.text());
        scene.goes_on().await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 0]);
        let told = olga.find_case(&operation(&order)).await;
        told.must_show("nobody is the second person of their own proposal");

        // The second person refuses, and the old operation goes on.
        answer(&olga, &case, "refuse").await;
        let case = vera.claim(&operation(&order)).await;
        vera.resume(&case, "protected_repeat").await;
        until_gate(&scene.shop, &order, "done").await;
        assert_eq!(scene.sample.counts(&order).await, [1, 1, 1, 1]);
        let proof = "A new operation was proposed, and its proposer approved it by a request made by hand: refused, recorded, \
            and nothing was sent.";
        scene.prove("s16", proof, &order).await;
        drop(connector);
    }
);

on_all!(
    s30_one_takes_a_decision_back_and_another_is_a_second_too_late,
    async |database: &Database| {
        let scene = Scene::begin(database).await;
        let first = scene.left_alone_by("warehouse", "refuses").await;
        let second = scene.left_alone_by("warehouse", "refuses").await;
        let words = [("words", WORDS)];
        let case = scene.claim(&first).await;
        scene.irina.resume(&case, "never_sent").await;
        let withdraw = case.below("withdraw");
        let form = scene.irina.open(&withdraw).await;
        let back = scene.irina.submit(&form, &withdraw, &words).await;
        back.must_show("You , until");

        // While she reads how to take the second one back, a worker takes it (and dies with it in its hands).
        let case = scene.claim(&second).await;
        scene.irina.resume(&case, "never_sent").await;
        let withdraw = case.below("withdraw");
        let form = scene.irina.open(&withdraw).await;
        scene.connector(Dies::At("after_taking")).is_dead().await;
        let late = scene.irina.submit(&form, &withdraw, &words).await;
        assert_eq!(late.status, 409, "{}", late.text());
        late.must_show("sample-connector took it at");
        late.must_show(WORDS);

        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &second, "done").await;
        assert_eq!(scene.sample.counts(&second).await, [1, 1, 1, 1]);
        assert_eq!(scene.sample.counts(&first).await, [1, 1, 0, 0]);
        let proof = "One decision was taken back before a worker had it: nothing was sent. Another one was a second too late: \
            it was carried out.";
        scene.prove("s30-taken-back", proof, &first).await;
        scene.prove("s30-too-late", proof, &second).await;
        drop(connector);
    }
);
