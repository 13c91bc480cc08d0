//! What people do at the desk in the scenarios, and what the scene waits for.

use super::Scene;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::sample::{Dies, PATIENCE, Process, Worker, look_again, operation, until_gate};
use crate::support::world::PASSWORD;
use holdpoint::worker::sweeper::drain;
use serde_json::Value;
use std::time::{Duration, Instant};

/// What everybody writes who decides.
pub const WORDS: &str = "I asked the warehouse on the phone, and it is so.";
/// A little longer than a worker's lease.
pub const LEASE: Duration = Duration::from_secs(121);
/// A little longer than it takes until somebody's empty look at a list proves something.
pub const SETTLING: Duration = Duration::from_secs(16 * 60);
/// A little longer than the warehouse knows a key.
pub const WAREHOUSE_WINDOW: Duration = Duration::from_secs(2 * 3_600 + 60);

/// A form's fields by hand.
pub fn fields(named: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    named.iter().map(owned).collect()
}

/// The token that the forms of this person's session carry.
pub fn token(page: &Page) -> String {
    let sign_out = page.proposed("/sign-out").expect("somebody is signed in");
    let token = sign_out.into_iter().find(|(name, _)| name == "token");
    token.expect("a token").1
}

/// The same form as somebody else would send it, with these fields filled in.
pub fn forged(
    theirs: &[(String, String)],
    own: &Page,
    filled: &[(&str, &str)],
) -> Vec<(String, String)> {
    let mut form = theirs.to_vec();
    let token = token(own);
    let own = [&[("token", &*token)], filled].concat();
    form.retain(|(name, _)| own.iter().all(|(filled, _)| filled != name));
    form.extend(fields(&own));
    form
}

impl Scene {
    /// One of several connectors.
    pub fn worker(&self, worker: Worker) -> Process {
        let address = self.holdpoint.address();
        self.sample.worker(address, self.shop.token(), worker)
    }

    /// Somebody buys something, and the next request to that system meets this fault, so that the connector asks a person.
    pub async fn stopped_by(&self, system: &str, fault: &str) -> String {
        self.sample.fault(system, fault, Some(1)).await;
        let order = self.sample.buy().await;
        until_gate(&self.shop, &order, "held").await;
        order
    }

    /// The same, and the connector is not there any more when a person looks.
    pub async fn left_alone_by(&self, system: &str, fault: &str) -> String {
        let connector = self.connector(Dies::Not);
        let order = self.stopped_by(system, fault).await;
        drop(connector);
        order
    }

    /// Lets time pass for everybody, and what ran out meanwhile is ended.
    pub async fn let_run_out(&mut self, span: Duration) {
        self.let_pass(span).await;
        drain(self.holdpoint.services()).await;
    }

    /// Whoever has nobody's session any more signs in again.
    pub async fn sign_in_again(&mut self) {
        self.irina = self.holdpoint.signed_in("irina").await;
    }

    /// Waits until a page shows this.
    pub async fn until_shows(&self, path: &str, text: &str) -> Page {
        let began = Instant::now();
        loop {
            let page = self.irina.open(path).await;
            if page.shows(text) {
                return page;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "{text:?} never came:\n{}",
                page.text()
            );
            look_again().await;
        }
    }

    /// Another order goes through all systems, so that the connector has heard everything that was said before it.
    pub async fn goes_on(&self) {
        let next = self.sample.buy().await;
        self.sample.until_counts(&next, [1, 1, 1, 1]).await;
    }

    /// What Holdpoint's gate says of an order now.
    pub async fn gate(&self, order: &str) -> Value {
        let path = format!("/gate?operation_key={}", operation(order));
        self.shop.get(&path).await.body
    }

    /// Records that irina looked at a system's own list, and there is nothing.
    pub async fn not_there(&self, case: &Page, order: &str, step: &str) -> Page {
        let fields = [
            ("step", step),
            ("place", "their own list, with the storekeeper"),
            ("by_other", order),
            ("seen", "absent"),
            ("at_once", "yes"),
        ];
        let checks = case.below("checks");
        let page = self.irina.submit(case, &checks, &fields).await;
        assert_eq!(page.status, 200, "{}", page.text());
        page
    }
}

/// Fills in the form for a new operation, with all that it wants acknowledged.
pub async fn propose_another(by: &Reviewer, case: &Page, order: &str) -> Page {
    let path = case.below("new-operation");
    let form = by.open(&path).await;
    let reference = format!("{order} / S-{order}");
    let acknowledged: Vec<_> = (1..=4)
        .map(|n| format!("ack_{n}"))
        .filter(|name| form.html.contains(&format!("name=\"{name}\"")))
        .collect();
    let mut fields = vec![
        ("reason", "key_cannot_go_on"),
        ("justification", WORDS),
        ("reference", reference.as_str()),
        ("password", PASSWORD),
    ];
    fields.extend(acknowledged.iter().map(|name| (name.as_str(), "yes")));
    let page = by.submit(&form, &path, &fields).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page
}

/// Answers somebody's proposal.
pub async fn answer(by: &Reviewer, case: &Page, verdict: &str) -> Page {
    let path = case.below("approval");
    let form = by.open(&path).await;
    let fields = [("verdict", verdict), ("words", WORDS)];
    let page = by.submit(&form, &path, &fields).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page
}

/// Decides to undo these steps, by their numbers in the chain.
pub async fn undo(by: &Reviewer, case: &Page, steps: &[usize]) -> Page {
    let path = case.below("compensate");
    let form = by.open(&path).await;
    let names: Vec<_> = steps.iter().map(|n| format!("undo_{n}")).collect();
    let mut fields = vec![("reason", "order_cancelled"), ("justification", WORDS)];
    fields.extend(names.iter().map(|name| (name.as_str(), "yes")));
    let page = by.submit(&form, &path, &fields).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page
}
