//! The reference connector: from the shop through four systems, and to Holdpoint when it may not go on by itself.
//!
//! Written to be copied. All that it decides is in this file, which reads from top to bottom: what the shop says, the chain of
//! steps, the stop, and decisions on their way back. Beside it are tools: `journal.rs` is what we know and how it is written
//! down, `wire.rs` has one function for each call, `shop.rs` is what is particular to this shop. Six rules keep it honest, each
//! marked where it is kept:
//!
//! 1. **Written down before it is sent.** The journal says what *may* have been sent, whatever moment we die at.
//! 2. **A lost answer is neither success nor failure.** We look where looking is safe, and else report the stop.
//! 3. **The gate is asked before each retry of our own.** No clear answer means: do nothing.
//! 4. **Nothing is sent for a decision outside a taking**, and its token is written down before we take.
//! 5. **The lease is renewed before each step**, and no step begins after it, nor after the step's `not_after`.
//! 6. **Reports and outcomes are written down whole before they go out**, so that a repeat is the same to the letter.

mod journal;
mod shop;
mod wire;

use super::mishap::{Mishaps, Moment};
use crate::clock::Clock;
use anyhow::Result;
use chrono::{DateTime, SecondsFormat, Utc};
use journal::{
    Journal, begin_attempt, complete, end_attempt, last_outcome, list, push, sent_in, step, text,
};
use journal::{outcome_of, prepare, unanswered};
use rand::{RngExt, distr::Alphanumeric};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use shop::{CHAIN, Job, Link, key_of, new_operation};
use std::convert::Infallible;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use wire::{Heard, Wire, json_of};

/// A long poll ends by itself after so many seconds, or sooner where something is still to be told.
const LONG_POLL: u64 = 20;
const SHORT_POLL: u64 = 1;
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

struct Connector {
    settings: Settings,
    wire: Wire,
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
    let wire = Wire::new(&settings)?;
    let connector = Connector { settings, wire };
    connector.recover(&mut *journal.lock().await).await?;
    // News and decisions come independently; the lock on the journal lets us do one thing at a time about them.
    let news = connector.follow_the_shop(&journal);
    let decisions = connector.follow_decisions(&journal);
    Ok(tokio::try_join!(news, decisions)?.0)
}

/// What the shop says.
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
            let Some(news) = self.wire.news(after, wait).await else {
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

    /// An event came. The operation is what was authorised, not the message: a second event about one order leads to the same
    /// operation, whatever its id.
    async fn hear(&self, journal: &mut Journal, event: &Value) -> Result<()> {
        let (order, key, now) = (&event["order"], key_of(&event["order"]), self.now());
        let known = journal.operations.get(&key).cloned();
        let is_new = known.is_none();
        let mut operation = known.unwrap_or_else(|| new_operation(&key, order, &now));
        operation["last_event"] = event["number"].clone();
        let heard =
            json!({"id": event["id"], "type": event["type"], "received_at": now, "payload": order});
        push(&mut operation["report"]["events"], heard);
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

    /// May we go on by ourselves? No answer means no (rule 3).
    async fn gate(&self, operation: &Value) -> String {
        match self.wire.gate(text(&operation["key"])).await {
            Heard::Said(answer) => text(&answer["state"]).to_owned(),
            Heard::Refused(_) | Heard::Nothing => "held".to_owned(),
        }
    }
}

/// The chain of steps, and the stop.
impl Connector {
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
            let stop = json!({"kind": kind, "step": link.name, "code": last_outcome(operation)});
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

    /// Sends one request, once.
    async fn send(&self, journal: &mut Journal, operation: &mut Value, job: &Job) -> Result<Sent> {
        // Rule 1. The attempt is called crashed until we know better: if we die now, that is the truth.
        begin_attempt(operation, job, &self.settings.worker, &self.now());
        journal.keep(operation)?;
        self.dies(Moment::BeforeSending, &job.step)?;
        let answer = self.wire.send(job).await;
        self.dies(Moment::BeforeSaving, &job.step)?;
        let status = answer.as_ref().ok().map(Response::status);
        let (outcome, sent) = match &answer {
            Ok(heard) if heard.status().is_success() => ("acknowledged", Sent::Done),
            // Rule 2: after a 5xx nobody knows.
            Ok(heard) if heard.status().is_server_error() => ("server_error", Sent::Unknown),
            // It exists, or it was done: perhaps by our own lost attempt, perhaps by somebody else's.
            Ok(heard) if heard.status() == StatusCode::CONFLICT => ("duplicate", Sent::Unknown),
            Ok(_) => ("refused", Sent::Refused),
            Err(why) if why.is_connect() => ("refused", Sent::Unreached),
            Err(why) if why.is_timeout() => ("timeout", Sent::Unknown),
            Err(_) => ("connection_lost", Sent::Unknown),
        };
        let status = status.map(|status| status.as_u16());
        let body = json_of(answer).await.unwrap_or_default();
        end_attempt(operation, job, (outcome, status), &body, &self.now());
        journal.keep(operation)?;
        Ok(sent)
    }

    /// Looks for what a lost answer may have done (rule 2). Only a find by the operation's own reference settles it here:
    /// what an empty answer proves, and from when on, Holdpoint judges by the receiver's contract.
    async fn look(
        &self,
        journal: &mut Journal,
        operation: &mut Value,
        link: &Link,
    ) -> Result<Sent> {
        let Some(look_up) = link.look_up else {
            return Ok(Sent::Unknown);
        };
        let reference = text(&Job::of(link, operation).content["reference"]).to_owned();
        let items = self.wire.look_up(link.path, &reference).await;
        let sight = |seen: &str, object: Option<&Value>| {
            json!({"system": link.system, "step": link.name, "how": "look_up", "look_up": look_up,
                   "by": format!("reference={reference}"), "seen": seen, "object": object,
                   "matches": object.map(|_| true), "observed_at": self.now()})
        };
        let seen = match items.as_deref() {
            None => vec![sight("inconclusive", None)],
            Some([]) => vec![sight("absent", None)],
            Some(all) => all.iter().map(|item| sight("found", Some(item))).collect(),
        };
        for one in seen {
            push(&mut operation["report"]["observations"], one);
        }
        let sent = match items.as_deref() {
            Some([one]) => {
                complete(operation, link.name, one, &self.now());
                Sent::Done
            }
            // Two are one too many: a person says which of them counts.
            Some(_) | None => Sent::Unknown,
        };
        journal.keep(operation)?;
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
        self.dies(Moment::BeforeReporting, "")?;
        let answer = self.wire.report(&operation["to_report"]).await;
        self.dies(Moment::AfterReporting, "")?;
        match answer {
            Heard::Said(receipt) => operation["case"] = receipt["case"].clone(),
            // Holdpoint keeps it on a list that people see. To send it again would change nothing.
            Heard::Refused(problem) => tracing::error!("a report is refused: {problem}"),
            Heard::Nothing => return Ok(()),
        }
        operation["to_report"] = Value::Null;
        journal.keep(operation)
    }
}

/// Decisions on their way back.
impl Connector {
    async fn follow_decisions(&self, journal: &Mutex<Journal>) -> Result<Infallible> {
        let mut cursor = 0;
        loop {
            let mut known = journal.lock().await;
            for taking in known.open_takings() {
                self.carry_out(&mut known, taking).await?;
            }
            let all_told = known.open_takings().is_empty();
            drop(known);
            let wait = if all_told { LONG_POLL } else { SHORT_POLL };
            let Heard::Said(offered) = self.wire.offered(cursor, wait).await else {
                pause().await;
                continue;
            };
            let mut journal = journal.lock().await;
            for offer in list(&offered["instructions"]) {
                let taking = self.begin_taking(&journal, offer);
                // Rule 4: the token is on the disk before anybody hears of it. An answer that is lost is asked for again.
                journal.keep(&taking)?;
                self.carry_out(&mut journal, taking).await?;
            }
            cursor = offered["cursor"].as_i64().unwrap_or(cursor);
        }
    }

    fn begin_taking(&self, journal: &Journal, offer: &Value) -> Value {
        let instruction = &offer["instruction_id"];
        if let Some(begun) = journal.takings.get(text(instruction)) {
            return begun.clone();
        }
        // If we know of a later attempt than the decision did, the decision is not to be carried out.
        let last = journal.last_attempt_of_case(&offer["case"]);
        let request = json!({"worker": self.settings.worker, "take_token": made_up_token(), "last_attempt": last});
        json!({"instruction": instruction, "request": request, "outcome": null, "over": false})
    }

    /// Takes an instruction, does what it orders, and tells the outcome; after a restart, from where the journal ends.
    async fn carry_out(&self, journal: &mut Journal, mut taking: Value) -> Result<()> {
        if taking["outcome"].is_null() {
            self.dies(Moment::BeforeTaking, "")?;
            let answer = self.wire.take(&taking).await;
            self.dies(Moment::AfterTaking, "")?;
            match answer {
                Heard::Said(order) => self.execute(journal, &mut taking, &order).await?,
                Heard::Refused(problem) => turned_away(journal, &mut taking, &problem)?,
                Heard::Nothing => {}
            }
        }
        if taking["outcome"].is_null() {
            return Ok(());
        }
        self.tell(journal, &mut taking).await
    }

    /// Does what an instruction orders. Without an outcome at the end, there is nothing to tell, or not yet.
    async fn execute(
        &self,
        journal: &mut Journal,
        taking: &mut Value,
        order: &Value,
    ) -> Result<()> {
        let (action, now) = (text(&order["action"]), self.now());
        let what = &order[action];
        let Some(mut operation) = operation_of(journal, order, &now)? else {
            // Not one of ours, so we send nothing; when the lease is over, the case goes back to people.
            tracing::error!("the journal does not know {}", order["operation_key"]);
            taking["over"] = json!(true);
            return journal.keep(taking);
        };
        let run = prepare(&mut operation, action, what, &now);
        if taking["operation"].is_null() {
            taking["operation"] = operation["key"].clone();
            taking["attempts_before"] = json!(list(&operation["report"]["attempts"]).len());
        }
        operation["waits"] = json!(false);
        operation["case"] = order["case"].clone();
        journal.keep(&operation)?;
        journal.keep(taking)?;
        if run.is_empty() {
            // To close, or to confirm that all is done: the taking itself was the answer.
            taking["over"] = json!(true);
            finish(journal, &mut operation)?;
            return journal.keep(taking);
        }
        let Some(sent) = self.run(journal, taking, &mut operation, &run).await? else {
            return Ok(());
        };
        let word = match sent {
            Sent::Done => "done",
            Sent::Refused | Sent::Unreached => "refused",
            Sent::Unknown => "unknown",
        };
        taking["outcome"] = outcome_of(taking, &operation, word);
        let all_done = sent == Sent::Done && what["stops_before"].is_null();
        operation["over"] = json!(all_done);
        operation["waits"] = json!(!all_done);
        journal.keep(&operation)?;
        journal.keep(taking)
    }

    /// Sends the steps that were ordered, one after the other; `None` if Holdpoint cannot be reached to ask for more time.
    async fn run(
        &self,
        journal: &mut Journal,
        taking: &Value,
        operation: &mut Value,
        run: &[Value],
    ) -> Result<Option<Sent>> {
        for ordered in run {
            // After a restart: what this taking sent already is not sent again, and an answer that is missing stays missing.
            let mut before = sent_in(taking, operation).iter();
            match before.find(|attempt| attempt["step"] == ordered["step"]) {
                Some(attempt) if attempt["outcome"] == "acknowledged" => continue,
                Some(attempt) if attempt["outcome"] == "refused" => return Ok(Some(Sent::Refused)),
                Some(_) => return Ok(Some(Sent::Unknown)),
                None => {}
            }
            let Some(job) = Job::ordered(ordered, operation) else {
                return Ok(Some(Sent::Unknown));
            };
            // Rule 5. Counted from before the call, by a clock that nobody sets.
            let asked = Instant::now();
            let lease = match self.wire.renew(taking).await {
                Heard::Said(lease) => lease["seconds_left"].as_u64().unwrap_or_default(),
                // Something became known, or the lease is over: whoever decides next has to know where we stand.
                Heard::Refused(_) => return Ok(Some(Sent::Unknown)),
                Heard::Nothing => return Ok(None),
            };
            if asked.elapsed() >= Duration::from_secs(lease) || self.is_too_late(&job) {
                return Ok(Some(Sent::Unknown));
            }
            let sent = self.send(journal, operation, &job).await?;
            if sent != Sent::Done {
                return Ok(Some(sent));
            }
        }
        Ok(Some(Sent::Done))
    }

    fn is_too_late(&self, job: &Job) -> bool {
        let end = job.not_after.as_deref().map(str::parse::<DateTime<Utc>>);
        end.is_some_and(|end| end.is_ok_and(|end| self.settings.clock.now().to_utc() > end))
    }

    /// Tells the outcome until Holdpoint has heard it (rule 6).
    async fn tell(&self, journal: &mut Journal, taking: &mut Value) -> Result<()> {
        self.dies(Moment::BeforeTelling, "")?;
        let answer = self.wire.tell(taking).await;
        self.dies(Moment::AfterTelling, "")?;
        match answer {
            Heard::Said(_) => {}
            Heard::Refused(problem) => tracing::error!("an outcome is refused: {problem}"),
            Heard::Nothing => return Ok(()),
        }
        taking["over"] = json!(true);
        journal.keep(taking)?;
        // If an answer was lost again, whoever looks at the case next gets what we can see.
        let operation = journal.operations.get(text(&taking["operation"]));
        let Some(mut operation) = operation.filter(|o| o["waits"] == true).cloned() else {
            return Ok(());
        };
        let lost = unanswered(&operation).map(str::to_owned);
        let Some(link) = CHAIN.iter().find(|link| lost.as_deref() == Some(link.name)) else {
            return Ok(());
        };
        self.look(journal, &mut operation, link).await?;
        let stop =
            json!({"kind": "result_unknown", "step": link.name, "code": last_outcome(&operation)});
        self.stop(journal, &mut operation, stop).await
    }

    fn now(&self) -> String {
        let now = self.settings.clock.now().to_utc();
        now.to_rfc3339_opts(SecondsFormat::Micros, true)
    }

    fn dies(&self, moment: Moment, about: &str) -> Result<()> {
        Ok(self.settings.mishaps.may_die(moment, about)?)
    }
}

/// The operation that an instruction is about; a new one begins here.
fn operation_of(journal: &mut Journal, order: &Value, now: &str) -> Result<Option<Value>> {
    if order["action"] != "new_operation" {
        let known = journal.operations.get(text(&order["operation_key"]));
        return Ok(known.cloned());
    }
    // The old operation is over for good; the new one has keys of its own, in every step.
    let what = &order["new_operation"];
    if let Some(mut old) = journal.operations.get(text(&what["supersedes"])).cloned() {
        finish(journal, &mut old)?;
    }
    let key = text(&what["key"]);
    let known = journal.operations.get(key).cloned();
    let begun = || new_operation(key, &what["content"]["payload"], now);
    Ok(Some(known.unwrap_or_else(begun)))
}

/// The lease is over, or the decision was taken back. What we sent inside the taking is told all the same.
fn turned_away(journal: &mut Journal, taking: &mut Value, problem: &Value) -> Result<()> {
    tracing::info!(
        "{} is not ours: {}",
        taking["instruction"],
        problem["title"]
    );
    let operation = journal.operations.get(text(&taking["operation"]));
    match operation.filter(|operation| !sent_in(taking, operation).is_empty()) {
        Some(operation) => taking["outcome"] = outcome_of(taking, operation, "unknown"),
        None => taking["over"] = json!(true),
    }
    journal.keep(taking)
}

/// Nothing more will be sent for the operation.
fn finish(journal: &mut Journal, operation: &mut Value) -> Result<()> {
    operation["over"] = json!(true);
    operation["waits"] = json!(false);
    journal.keep(operation)
}

/// Nobody else can guess it, so whoever has it is the worker that took the instruction.
#[expect(
    clippy::disallowed_methods,
    reason = "a token has to be one that nobody can foresee"
)]
fn made_up_token() -> String {
    let letters = rand::rng().sample_iter(Alphanumeric).take(32);
    letters.map(char::from).collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "whoever does not answer is asked again a moment later, and not at once"
)]
async fn pause() {
    tokio::time::sleep(Duration::from_secs(1)).await;
}
