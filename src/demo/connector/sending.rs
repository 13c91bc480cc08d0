//! What goes to the receiving systems: a request, once, and a look for what a lost answer may have done.

use super::journal::Journal;
use super::order::{Job, Link, complete, list, push, step_mut, text};
use super::{Connector, Sent};
use crate::demo::mishap::Moment;
use anyhow::Result;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

impl Connector {
    /// Sends one request, once.
    pub(super) async fn send(
        &self,
        journal: &mut Journal,
        operation: &mut Value,
        job: &Job,
    ) -> Result<Sent> {
        // Rule 1. The attempt is called crashed until we know better: if we die now, that is the truth.
        self.begin_attempt(operation, job);
        journal.keep(operation)?;
        self.dies(Moment::BeforeSending, &job.step)?;
        let mut request = self.http.post(self.system(job.path)).json(&job.content);
        if let Some(key) = &job.key {
            request = request.header("Idempotency-Key", key);
        }
        let answer = request.send().await;
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
        self.end_attempt(operation, job, (outcome, status), &body);
        journal.keep(operation)?;
        Ok(sent)
    }

    fn begin_attempt(&self, operation: &mut Value, job: &Job) {
        let attempts = list(&operation["report"]["attempts"]);
        let before = attempts.iter().filter(|a| a["step"] == *job.step).count();
        let attempt = json!({
            "step": job.step, "number": before + 1, "started_at": self.now(), "outcome": "crashed",
            "idempotency_key": job.key, "worker": self.settings.worker,
        });
        push(&mut operation["report"]["attempts"], attempt);
        if let Some(step) = step_mut(operation, &job.step) {
            step["state"] = json!("unknown");
            step["idempotency_key"] = json!(job.key);
        }
    }

    fn end_attempt(
        &self,
        operation: &mut Value,
        job: &Job,
        (outcome, status): (&str, Option<u16>),
        body: &Value,
    ) {
        let attempts = operation["report"]["attempts"].as_array_mut();
        if let Some(attempt) = attempts.and_then(|all| all.last_mut()) {
            attempt["finished_at"] = json!(self.now());
            attempt["outcome"] = json!(outcome);
            attempt["http_status"] = json!(status);
            attempt["detail"] = body["error"].clone();
        }
        match (outcome, step_mut(operation, &job.step)) {
            ("acknowledged", _) => complete(operation, &job.step, body, &self.now()),
            ("refused", Some(step)) => step["state"] = json!("refused"),
            _ => {}
        }
    }

    /// Looks for what a lost answer may have done (rule 2). Only a find by the operation's own reference settles it here:
    /// what an empty answer proves, and from when on, Holdpoint judges by the receiver's contract.
    pub(super) async fn look(
        &self,
        journal: &mut Journal,
        operation: &mut Value,
        link: &Link,
    ) -> Result<Sent> {
        let Some(look_up) = link.look_up else {
            return Ok(Sent::Unknown);
        };
        let content = Job::of(link, operation).content;
        let by = format!("reference={}", text(&content["reference"]));
        let url = self.system(&format!("{}?{by}", link.path));
        let answer = body_of(self.http.get(url).send().await).await;
        let items = answer.as_ref().map(|answer| list(&answer["items"]));
        let sight = |seen: &str, object: Option<&Value>| {
            json!({"system": link.system, "step": link.name, "how": "look_up", "look_up": look_up, "by": by,
                   "seen": seen, "object": object, "matches": object.map(|_| true), "observed_at": self.now()})
        };
        let seen = match items {
            None => vec![sight("inconclusive", None)],
            Some([]) => vec![sight("absent", None)],
            Some(all) => all.iter().map(|item| sight("found", Some(item))).collect(),
        };
        for one in seen {
            push(&mut operation["report"]["observations"], one);
        }
        let sent = match items {
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
}

/// The JSON of an answer, of whatever status.
async fn json_of(answer: reqwest::Result<Response>) -> Option<Value> {
    answer.ok()?.json().await.ok()
}

/// The JSON of a good answer.
pub(super) async fn body_of(answer: reqwest::Result<Response>) -> Option<Value> {
    json_of(answer.and_then(Response::error_for_status)).await
}
