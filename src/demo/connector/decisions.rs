//! Decisions on their way from Holdpoint: taken, carried out step by step, and their outcome told.

use super::instruction::{prepare, sent_in, set_outcome, unanswered};
use super::journal::Journal;
use super::order::{CHAIN, Job, list, new_operation, text};
use super::{Connector, LONG_POLL, POLL_PATIENCE, SHORT_POLL, Sent, finish, pause};
use crate::demo::mishap::Moment;
use anyhow::Result;
use chrono::{DateTime, Utc};
use rand::{RngExt, distr::Alphanumeric};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

impl Connector {
    pub(super) async fn follow_decisions(&self, journal: &Mutex<Journal>) -> Result<Infallible> {
        let mut cursor = 0;
        loop {
            let mut known = journal.lock().await;
            for taking in known.open_takings() {
                self.carry_out(&mut known, taking).await?;
            }
            let all_told = known.open_takings().is_empty();
            drop(known);
            let wait = if all_told { LONG_POLL } else { SHORT_POLL };
            let path = format!("instructions?state=offered&after={cursor}&wait={wait}");
            let request = self.http.get(self.holdpoint(&path)).timeout(POLL_PATIENCE);
            let Some((200, offered)) = self.call(request).await else {
                pause().await;
                continue;
            };
            let mut journal = journal.lock().await;
            for offer in list(&offered["instructions"]) {
                let id = text(&offer["instruction_id"]);
                let taking = self.begin_taking(&journal, id, &offer["case"]);
                // Rule 4: the token is on the disk before anybody hears of it. An answer that is lost is asked for again.
                journal.keep(&taking)?;
                self.carry_out(&mut journal, taking).await?;
            }
            cursor = offered["cursor"].as_i64().unwrap_or(cursor);
        }
    }

    fn begin_taking(&self, journal: &Journal, instruction: &str, case: &Value) -> Value {
        if let Some(begun) = journal.takings.get(instruction) {
            return begun.clone();
        }
        // If we know of a later attempt than the decision did, the decision is not to be carried out.
        let attempts = journal
            .of_case(case)
            .map(|operation| list(&operation["report"]["attempts"]));
        let last = attempts.and_then(<[Value]>::last).map(
            |a| json!({"step": a["step"], "number": a["number"], "started_at": a["started_at"]}),
        );
        let request = json!({
            "worker": self.settings.worker, "take_token": made_up_token(), "last_attempt": last,
        });
        json!({"instruction": instruction, "request": request, "outcome": null, "over": false})
    }

    /// Takes an instruction, does what it orders, and tells the outcome; after a restart, from where the journal ends.
    async fn carry_out(&self, journal: &mut Journal, mut taking: Value) -> Result<()> {
        if taking["outcome"].is_null() {
            self.dies(Moment::BeforeTaking, "")?;
            let id = text(&taking["instruction"]);
            let request = self
                .http
                .post(self.holdpoint(&format!("instructions/{id}/take")));
            let answer = self.call(request.json(&taking["request"])).await;
            self.dies(Moment::AfterTaking, "")?;
            match answer {
                Some((200, order)) => self.execute(journal, &mut taking, &order).await?,
                Some((400..=499, problem)) => self.turned_away(journal, &mut taking, &problem)?,
                Some(_) | None => return Ok(()),
            }
        }
        if taking["outcome"].is_null() {
            return Ok(());
        }
        self.tell(journal, &mut taking).await
    }

    /// The lease is over, or the decision was taken back. What we sent inside the taking is told all the same.
    fn turned_away(
        &self,
        journal: &mut Journal,
        taking: &mut Value,
        problem: &Value,
    ) -> Result<()> {
        tracing::info!(
            "{} is not ours: {}",
            taking["instruction"],
            problem["title"]
        );
        let operation = journal.operations.get(text(&taking["operation"]));
        match operation.filter(|operation| !sent_in(taking, operation).is_empty()) {
            Some(operation) => set_outcome(taking, operation, "unknown"),
            None => taking["over"] = json!(true),
        }
        journal.keep(taking)
    }

    async fn execute(
        &self,
        journal: &mut Journal,
        taking: &mut Value,
        order: &Value,
    ) -> Result<()> {
        let action = text(&order["action"]);
        let what = &order[action];
        let key = match action {
            "new_operation" => &what["key"],
            _ => &order["operation_key"],
        };
        let mut operation = journal.operations.get(text(key)).cloned();
        if action == "new_operation" {
            // The old operation is over for good; the new one has keys of its own, in every step.
            if let Some(mut old) = journal.operations.get(text(&what["supersedes"])).cloned() {
                finish(journal, &mut old)?;
            }
            let content = &what["content"]["payload"];
            operation.get_or_insert_with(|| new_operation(text(key), content, &self.now()));
        }
        let Some(mut operation) = operation else {
            // Not one of ours, so we send nothing; when the lease is over, the case goes back to people.
            tracing::error!("{key} is an operation that the journal does not know");
            taking["over"] = json!(true);
            return journal.keep(taking);
        };
        let run = prepare(&mut operation, action, what, &self.now());
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
        set_outcome(taking, &operation, word);
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
            let before = sent_in(taking, operation);
            match before
                .iter()
                .find(|attempt| attempt["step"] == ordered["step"])
            {
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
            let renewed = self.renew(taking).await;
            let lease = match renewed {
                Some((200, lease)) => lease["seconds_left"].as_u64().unwrap_or_default(),
                // Something became known, or the lease is over: whoever decides next has to know where we stand.
                Some((400..=499, _)) => return Ok(Some(Sent::Unknown)),
                Some(_) | None => return Ok(None),
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

    async fn renew(&self, taking: &Value) -> Option<(u16, Value)> {
        let path = format!("instructions/{}/renew", text(&taking["instruction"]));
        let body = json!({"take_token": taking["request"]["take_token"]});
        self.call(self.http.post(self.holdpoint(&path)).json(&body))
            .await
    }

    fn is_too_late(&self, job: &Job) -> bool {
        let end = job.not_after.as_deref().map(str::parse::<DateTime<Utc>>);
        end.is_some_and(|end| end.is_ok_and(|end| self.settings.clock.now().to_utc() > end))
    }

    /// Tells the outcome until Holdpoint has heard it (rule 6).
    async fn tell(&self, journal: &mut Journal, taking: &mut Value) -> Result<()> {
        self.dies(Moment::BeforeTelling, "")?;
        let path = format!("instructions/{}/outcome", text(&taking["instruction"]));
        let answer = self
            .call(
                self.http
                    .post(self.holdpoint(&path))
                    .json(&taking["outcome"]),
            )
            .await;
        self.dies(Moment::AfterTelling, "")?;
        match answer {
            Some((200..=299, _)) => {}
            Some((400..=499, problem)) => tracing::error!("an outcome is refused: {problem}"),
            Some(_) | None => return Ok(()),
        }
        taking["over"] = json!(true);
        journal.keep(taking)?;
        // If an answer was lost again, whoever looks at the case next gets what we can see.
        let key = text(&taking["operation"]);
        let operation = journal
            .operations
            .get(key)
            .filter(|o| o["waits"] == true)
            .cloned();
        match operation {
            Some(mut operation) => self.look_and_report(journal, &mut operation).await,
            None => Ok(()),
        }
    }

    async fn look_and_report(&self, journal: &mut Journal, operation: &mut Value) -> Result<()> {
        let lost = unanswered(operation).map(str::to_owned);
        let Some(link) = CHAIN.iter().find(|link| lost.as_deref() == Some(link.name)) else {
            return Ok(());
        };
        self.look(journal, operation, link).await?;
        let stop = json!({"kind": "result_unknown", "step": link.name});
        self.stop(journal, operation, stop).await
    }
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
