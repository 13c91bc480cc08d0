//! Fifty people at once: each case has exactly one winner, and nobody's text is lost.

use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::World;
use futures_util::future::join_all;
use holdpoint::service::verify_audit::{Options, verify};

const PEOPLE: usize = 50;

fn order(n: usize) -> String {
    (8_800 + n).to_string()
}

fn key(n: usize) -> String {
    format!("ship:{}:S-104", order(n))
}

/// What one of them writes.
fn words(n: usize) -> String {
    format!("Reviewer {n} is sure that the warehouse still knows this key.")
}

async fn crowd(world: &World) -> Vec<Reviewer> {
    let mut all = Vec::with_capacity(PEOPLE);
    for n in 0..PEOPLE {
        all.push(world.reviewer(&format!("reviewer-{n}")).await);
    }
    all
}

fn fields(named: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    named.iter().map(owned).collect()
}

/// The token that the forms of this person's session carry.
fn token(page: &Page) -> String {
    let sign_out = page.proposed("/sign-out").expect("somebody is signed in");
    let token = sign_out.into_iter().find(|(name, _)| name == "token");
    token.expect("a token").1
}

/// Sends all the forms at once: each person's own.
async fn all_send(crowd: &[Reviewer], path: &str, forms: &[Vec<(String, String)>]) -> Vec<Page> {
    let sent = crowd.iter().zip(forms);
    join_all(sent.map(|(reviewer, form)| reviewer.post(path, form))).await
}

/// The one for whom it worked; everybody else was told that it did not.
fn winner(answers: &[Page]) -> usize {
    let mut won: Vec<usize> = Vec::new();
    for (n, answer) in answers.iter().enumerate() {
        match answer.status {
            200 => won.push(n),
            409 => {}
            other => panic!("reviewer {n} is answered with {other}: {}", answer.text()),
        }
    }
    assert_eq!(won.len(), 1, "exactly one wins");
    won[0]
}

async fn must_verify(world: &World) {
    let verified = verify(world.services(), &Options::default(), |_| {}).await;
    verified.expect("a whole history");
}

on_all!(
    fifty_people_decide_on_fifty_cases_at_once_and_every_decision_counts,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        for n in 0..PEOPLE {
            assert_eq!(shop.report(&stopped_shipment(&order(n))).await.status, 201);
        }
        let crowd = crowd(&world).await;
        let decide = crowd.iter().enumerate().map(async |(n, reviewer)| {
            let case = reviewer.claim(&key(n)).await;
            reviewer.resume(&case, "protected_repeat").await
        });
        join_all(decide).await;

        let mut cases: Vec<_> = (shop.offered().await.iter())
            .map(|offer| offer["case"].as_i64())
            .collect();
        cases.sort_unstable();
        cases.dedup();
        assert_eq!(cases.len(), PEOPLE, "each case has its instruction");
        assert_eq!(shop.offered().await.len(), PEOPLE, "and no second one");
        must_verify(&world).await;
    }
);

on_all!(
    fifty_people_want_one_case_and_one_decides_and_nobody_loses_a_word,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        assert_eq!(shop.report(&stopped_shipment(&order(0))).await.status, 201);
        let crowd = crowd(&world).await;
        let case = crowd[0].find_case(&key(0)).await;
        let look = crowd.iter().map(|reviewer| reviewer.open(&case.path));
        let tokens: Vec<String> = join_all(look).await.iter().map(token).collect();

        let claims: Vec<_> = tokens.iter().map(|t| fields(&[("token", t)])).collect();
        let claimed = all_send(&crowd, &case.below("claim"), &claims).await;
        let holder = winner(&claimed);
        for (n, answer) in claimed.iter().enumerate() {
            if n != holder {
                answer.must_show(&format!("reviewer-{holder}"));
            }
        }

        // Everybody decides, on what the holder's page shows.
        let resume = case.below("resume");
        let page = crowd[holder].open(&resume).await;
        let proposed = page.proposed(&resume).expect("the holder's form");
        let forms: Vec<_> = tokens
            .iter()
            .enumerate()
            .map(|(n, token)| {
                let words = words(n);
                let own = [
                    ("token", &**token),
                    ("reason", "protected_repeat"),
                    ("justification", &*words),
                ];
                let mut form = proposed.clone();
                form.retain(|(name, _)| own.iter().all(|(filled, _)| filled != name));
                form.extend(fields(&own));
                form
            })
            .collect();
        let decided = all_send(&crowd, &resume, &forms).await;
        assert_eq!(winner(&decided), holder, "only who holds the case decides");
        assert_eq!(shop.offered().await.len(), 1);
        crowd[0].open(&case.path).await.must_show(&words(holder));

        // What the others wrote waits for them.
        for (n, reviewer) in crowd.iter().enumerate().filter(|(n, _)| *n != holder) {
            let page = reviewer.open(&resume).await;
            assert!(
                page.html.contains(&words(n)),
                "the words of reviewer {n}: {}",
                page.text()
            );
        }
        must_verify(&world).await;
    }
);
