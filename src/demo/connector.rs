//! The reference connector: from the shop through four systems, and to Holdpoint when it may not go on by itself.
//!
//! Written to be copied. It reads from top to bottom and goes on in `decisions.rs`; it keeps to six rules, each marked where it
//! is kept. What is particular to this shop is in `order.rs`, one request to a receiver in `sending.rs`, and what we know in
//! `journal.rs`.
//!
//! 1. **Written down before it is sent.** The journal says what *may* have been sent, whatever moment we die at.
//! 2. **A lost answer is neither success nor failure.** We look where looking is safe, and else report the stop.
//! 3. **The gate is asked before each retry of our own.** No clear answer means: do nothing.
//! 4. **Nothing is sent for a decision outside a taking**, and its token is written down before we take.
//! 5. **The lease is renewed before each step**, and no step begins after it, nor after the step's `not_after`.
//! 6. **Reports and outcomes are written down whole before they go out**, so that a repeat is the same to the letter.

mod decisions;
mod instruction;
mod journal;
mod order;
mod sending;

use super::mishap::{Mishaps, Moment};
use crate::clock::Clock;
use anyhow::Result;
use chrono::SecondsFormat;
use instruction::unanswered;
use journal::Journal;
use order::{CHAIN, Job, Link, list, new_operation, push, step, text};
use reqwest::{Client, RequestBuilder, Url};
use sending::body_of;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::path::PathBuf;
use std::time::Duration;
use tokio::sync::Mutex;

/// A receiver that has not answered by then will not be waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// A long poll ends by itself after so many seconds, or sooner where something is still to be told.
const LONG_POLL: u64 = 20;
const SHORT_POLL: u64 = 1;
const POLL_PATIENCE: Duration = Duration::from_secs(35);
/// So often we try by ourselves to reach a system to which there is no connection.
const TRIES: usize = 3;

/// What the connector is told at its start.
#[derive(Debug, Clone)]
pub struct Settings {
    pub holdpoint: String,
    pub token: String,
    /// Where the shop and the receiving systems are.
    pub systems: String,
    pub journal: PathBuf,
    pub worker: String,
    pub clock: Clock,
    /// For those who want to see it die.
    pub mishaps: Mishaps,
}

/// What became of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Done,
    Refused,
    /// There was no connection, so nothing left this machine.
    Unreached,
    Unknown,
}

/// Works until it is dropped.
///
/// # Errors
/// If the journal cannot be read or written: without it nothing may be sent.
pub async fn run(settings: Settings) -> Result<Infallible> {
    let journal = Mutex::new(Journal::open(&settings.journal)?);
    let http = Client::builder().timeout(PATIENCE).build()?;
    let connector = Connector { settings, http };
    connector.recover(&mut *journal.lock().await).await?;
    // News and decisions come independently; the lock on the journal lets us do one thing at a time about them.
    let news = connector.follow_the_shop(&journal);
    let decisions = connector.follow_decisions(&journal);
    Ok(tokio::try_join!(news, decisions)?.0)
}

struct Connector {
    settings: Settings,
    http: Client,
}

impl Connector {
    /// After a restart, what was under way waits like everything else for the gate to be clear: going on is a retry (rule 3),
    /// and what belongs to a taking goes on only inside it (rule 4).
    async fn recover(&self, journal: &mut Journal) -> Result<()> {
        for mut operation in journal.running() {
            operation["waits"] = json!(true);
            journal.keep(&operation)?;
        }
        self.revisit(journal).await
    }

    async fn follow_the_shop(&self, journal: &Mutex<Journal>) -> Result<Infallible> {
        loop {
            let known = journal.lock().await;
            let (after, unheard) = (known.last_event, known.has_unheard_reports());
            drop(known);
            let wait = if unheard { SHORT_POLL } else { LONG_POLL };
            let url = self.system(&format!("shop/events?after={after}&wait={wait}"));
            let news = self.http.get(url).timeout(POLL_PATIENCE).send().await;
            let Some(news) = body_of(news).await else {
                pause().await;
                continue;
            };
            let mut journal = journal.lock().await;
            for event in list(&news["events"]) {
                self.hear(&mut journal, event).await?;
            }
            self.revisit(&mut journal).await?;
        }
    }

    /// An event came. The operation is what was authorised, not the message: its key is made of the order and the shipment,
    /// so that a second event leads to the same operation, whatever its id.
    async fn hear(&self, journal: &mut Journal, event: &Value) -> Result<()> {
        let (order, now) = (&event["order"], self.now());
        let key = format!(
            "order:{}:{}",
            text(&order["order"]),
            text(&order["shipment"])
        );
        let known = journal.operations.get(&key).cloned();
        let is_new = known.is_none();
        let mut operation = known.unwrap_or_else(|| new_operation(&key, order, &now));
        operation["last_event"] = event["number"].clone();
        push(
            &mut operation["report"]["events"],
            json!({"id": event["id"], "type": event["type"], "received_at": now, "payload": order}),
        );
        if is_new {
            journal.keep(&operation)?;
            return self.go_on(journal, &mut operation).await;
        }
        if operation["report"]["operation"]["payload"] != *order {
            // Which of the two contents is right is not for a program to guess.
            push(&mut operation["versions"], order.clone());
            let message = json!({"event_id": event["id"], "received_at": now, "payload": order});
            operation["report"]["message"] = message;
            let stop = json!({"kind": "payload_conflict", "code": "changed_order"});
            return self.stop(journal, &mut operation, stop).await;
        }
        journal.keep(&operation)?;
        if operation["waits"] == true {
            // Whoever looks at the case should know of this event too; the stop is still the one that was reported.
            let stop = operation["report"]["stop"].clone();
            self.stop(journal, &mut operation, stop).await?;
        }
        Ok(())
    }

    /// Those that wait: a report that did not arrive goes out again, and the gate says whether a person is still needed.
    async fn revisit(&self, journal: &mut Journal) -> Result<()> {
        for mut operation in journal.waiting() {
            if !operation["to_report"].is_null() {
                self.deliver(journal, &mut operation).await?;
                continue;
            }
            match self.gate(&operation).await.as_str() {
                "clear" => self.go_on(journal, &mut operation).await?,
                "done" | "closed" | "superseded" => finish(journal, &mut operation)?,
                // Held, instructed, executing, or no answer: somebody else's turn.
                _ => {}
            }
        }
        Ok(())
    }

    /// Goes through the chain from the first link that is not done, until all are or it has to stop.
    async fn go_on(&self, journal: &mut Journal, operation: &mut Value) -> Result<()> {
        operation["waits"] = json!(false);
        for link in &CHAIN {
            let known = step(operation, link.name);
            if known["state"] == "completed" || known["skipped"] == true {
                continue;
            }
            let mut sent = match unanswered(operation) {
                // We died before the answer was written down, or it never came.
                Some(name) if name == link.name => Sent::Unknown,
                Some(_) | None => self.send_or_retry(journal, operation, link).await?,
            };
            if sent == Sent::Unknown {
                sent = self.look(journal, operation, link).await?;
            }
            let kind = match sent {
                Sent::Done => continue,
                Sent::Refused | Sent::Unreached => "next_step_pending",
                Sent::Unknown => "result_unknown",
            };
            let stop = json!({"kind": kind, "step": link.name});
            return self.stop(journal, operation, stop).await;
        }
        finish(journal, operation)
    }

    /// Only what surely was not sent is tried again without a person, and not while anybody looks at it (rule 3).
    async fn send_or_retry(
        &self,
        journal: &mut Journal,
        operation: &mut Value,
        link: &Link,
    ) -> Result<Sent> {
        let job = Job::of(link, operation);
        let mut sent = self.send(journal, operation, &job).await?;
        for _ in 1..TRIES {
            if sent != Sent::Unreached || self.gate(operation).await != "clear" {
                break;
            }
            pause().await;
            sent = self.send(journal, operation, &job).await?;
        }
        Ok(sent)
    }

    /// We may not go on: Holdpoint is told all that we know, each time (rule 6).
    async fn stop(&self, journal: &mut Journal, operation: &mut Value, stop: Value) -> Result<()> {
        let number = operation["reports"].as_u64().unwrap_or_default() + 1;
        operation["reports"] = json!(number);
        operation["report"]["stop"] = stop;
        let mut report = operation["report"].clone();
        report["report_id"] = json!(format!("{}:{number}", text(&operation["key"])));
        report["stopped_at"] = json!(self.now());
        operation["to_report"] = report;
        operation["waits"] = json!(true);
        operation["over"] = json!(false);
        journal.keep(operation)?;
        self.deliver(journal, operation).await
    }

    /// Brings a report to Holdpoint. Where it does not arrive, it goes out again, the same to the letter.
    async fn deliver(&self, journal: &mut Journal, operation: &mut Value) -> Result<()> {
        let id = text(&operation["to_report"]["report_id"]).to_owned();
        self.dies(Moment::BeforeReporting, "")?;
        let request = self.http.put(self.holdpoint(&format!("stops/{id}")));
        let answer = self.call(request.json(&operation["to_report"])).await;
        self.dies(Moment::AfterReporting, "")?;
        match answer {
            Some((200..=299, receipt)) => operation["case"] = receipt["case"].clone(),
            // Refused: Holdpoint keeps it on a list that people see. To send it again would change nothing.
            Some((400..=499, problem)) => tracing::error!("report {id} is refused: {problem}"),
            Some(_) | None => return Ok(()),
        }
        operation["to_report"] = Value::Null;
        journal.keep(operation)
    }

    /// May we go on by ourselves? No answer means no (rule 3).
    async fn gate(&self, operation: &Value) -> String {
        let asked = [("operation_key", text(&operation["key"]))];
        let Ok(url) = Url::parse_with_params(&self.holdpoint("gate"), &asked) else {
            return "held".to_owned();
        };
        match self.call(self.http.get(url)).await {
            Some((200, answer)) => text(&answer["state"]).to_owned(),
            Some(_) | None => "held".to_owned(),
        }
    }

    /// One call to Holdpoint: the status and what was said; `None` if there was no answer to what we asked.
    async fn call(&self, request: RequestBuilder) -> Option<(u16, Value)> {
        let answer = request
            .bearer_auth(&self.settings.token)
            .send()
            .await
            .ok()?;
        let status = answer.status().as_u16();
        let said = answer.json().await.unwrap_or_default();
        if matches!(status, 401 | 403 | 429) {
            // Our token is not good, or we were too many at once: nobody has heard us yet.
            tracing::error!("we are not let in: {said}");
            return None;
        }
        Some((status, said))
    }

    fn system(&self, path: &str) -> String {
        format!("{}/{path}", self.settings.systems)
    }

    fn holdpoint(&self, path: &str) -> String {
        format!("{}/api/v1/{path}", self.settings.holdpoint)
    }

    fn now(&self) -> String {
        let now = self.settings.clock.now().to_utc();
        now.to_rfc3339_opts(SecondsFormat::Micros, true)
    }

    fn dies(&self, moment: Moment, about: &str) -> Result<()> {
        Ok(self.settings.mishaps.may_die(moment, about)?)
    }
}

/// Nothing more will be sent for the operation.
fn finish(journal: &mut Journal, operation: &mut Value) -> Result<()> {
    operation["over"] = json!(true);
    operation["waits"] = json!(false);
    journal.keep(operation)
}

#[expect(
    clippy::disallowed_methods,
    reason = "whoever does not answer is asked again a moment later, and not at once"
)]
async fn pause() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}
