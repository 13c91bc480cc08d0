//! How the receiving systems act: keys, repeats, look-ups, and what goes wrong.

use super::books::{Answer, Books, Effect, Line};
use super::fault::{Fault, Faults};
use super::system::{OnRepeat, System};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

/// The lag of a search whose index has fallen behind.
const SLOW_INDEX: Duration = Duration::from_secs(3_600);

/// A request that is to create something.
#[derive(Debug, Clone)]
pub struct Request {
    pub system: System,
    pub collection: String,
    pub key: Option<String>,
    pub content: Value,
}

/// What becomes of a request, as its sender sees it.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard {
    Answer(Answer),
    /// The connection breaks without a word.
    Nothing,
}

/// A request that reached a system, whatever became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Call {
    #[serde(with = "super::at")]
    pub at: DateTime<Utc>,
    pub system: System,
    pub collection: String,
    pub key: Option<String>,
    pub reference: String,
    /// The status that its sender heard; `None` if the connection broke.
    pub answered: Option<u16>,
}

/// All receiving systems with their books and faults.
#[derive(Debug, Default)]
pub struct Receivers {
    pub books: Books,
    /// What reached them since they were started: the books do not tell of a repeat that did nothing.
    pub calls: Vec<Call>,
    pub faults: BTreeMap<System, Faults>,
    /// Where the search lags otherwise than usually.
    pub lags: BTreeMap<System, Duration>,
}

impl Receivers {
    /// Does what a request asks, or what goes wrong instead.
    ///
    /// # Errors
    /// If the books cannot be written; then nothing was done.
    pub fn receive(&mut self, request: Request, now: DateTime<Utc>) -> io::Result<Heard> {
        let mut call = Call {
            at: now,
            system: request.system,
            collection: request.collection.clone(),
            key: request.key.clone(),
            reference: reference(&request.content),
            answered: None,
        };
        let heard = self.answer(request, now)?;
        if let Heard::Answer(answer) = &heard {
            call.answered = Some(answer.status);
        }
        self.calls.push(call);
        Ok(heard)
    }

    fn answer(&mut self, request: Request, now: DateTime<Utc>) -> io::Result<Heard> {
        let Some(made) = collection(request.system, &request.collection) else {
            return Ok(Heard::Answer(error(404, "there is no such thing here")));
        };
        let faults = self.faults.entry(request.system).or_default();
        if faults.is_on(Fault::Outage) {
            return Ok(Heard::Answer(error(503, "out of service")));
        }
        let fault = faults.strike();
        if fault == Some(Fault::ExistsAlready) {
            return Ok(Heard::Answer(error(409, "this exists already")));
        }
        if let Some(answer) = self.known(&request, now) {
            return Ok(match fault {
                Some(Fault::AnswerLost | Fault::RequestLost) => Heard::Nothing,
                Some(_) | None => Heard::Answer(answer),
            });
        }
        let acts = match fault {
            Some(Fault::RequestLost) => return Ok(Heard::Nothing),
            Some(Fault::Refuses) => {
                return Ok(Heard::Answer(error(
                    422,
                    "not accepted: the item is blocked",
                )));
            }
            Some(Fault::ErrorBeforeEffect) => false,
            Some(
                Fault::AnswerLost
                | Fault::ErrorAfterEffect
                | Fault::ExistsAlready
                | Fault::SlowIndex
                | Fault::Outage,
            )
            | None => true,
        };
        let broken = matches!(
            fault,
            Some(Fault::ErrorAfterEffect | Fault::ErrorBeforeEffect)
        );
        let answer = self.act(request, made, acts, broken, now)?;
        Ok(if fault == Some(Fault::AnswerLost) {
            Heard::Nothing
        } else {
            Heard::Answer(answer)
        })
    }

    fn act(
        &mut self,
        request: Request,
        (object_type, prefix): (&str, &str),
        acts: bool,
        broken: bool,
        now: DateTime<Utc>,
    ) -> io::Result<Answer> {
        let number = self.books.next();
        let effect = acts.then(|| Effect {
            object_type: object_type.to_owned(),
            id: format!("{prefix}-{}", 1_000 + number),
        });
        let answer = match &effect {
            Some(effect) if !broken => created(effect),
            Some(_) | None => error(500, "something went wrong here"),
        };
        self.books.write(Line {
            number,
            at: now,
            system: request.system,
            collection: request.collection,
            key: request.key,
            reference: reference(&request.content),
            content: request.content,
            effect,
            answer: answer.clone(),
        })?;
        Ok(answer)
    }

    /// The answer to a request whose key is known.
    fn known(&self, request: &Request, now: DateTime<Utc>) -> Option<Answer> {
        let repeat = request.system.on_repeat();
        let key = request
            .key
            .as_ref()
            .filter(|_| repeat != OnRepeat::ActsAgain)?;
        let in_window = |line: &&Line| match request.system.key_window() {
            Some(window) => (now - line.at).to_std().is_ok_and(|age| age <= window),
            None => true,
        };
        let mut with_key = (self.books.lines().iter())
            .filter(|line| line.system == request.system && line.key.as_ref() == Some(key))
            .filter(in_window);
        let first = with_key.next()?;
        if first.content != request.content || first.collection != request.collection {
            return Some(error(422, "this key came with other content"));
        }
        match repeat {
            OnRepeat::ReplaysFirstAnswer => Some(first.answer.clone()),
            // A request that failed without an effect is worked on when it comes again.
            OnRepeat::ReturnsPresentState => {
                let done = std::iter::once(first)
                    .chain(with_key)
                    .find_map(|l| l.effect.as_ref());
                done.map(|effect| Answer {
                    status: 200,
                    ..created(effect)
                })
            }
            OnRepeat::ActsAgain => None,
        }
    }

    /// What the system's search shows for a reference: not what is newer than its index.
    pub fn look_up(
        &self,
        system: System,
        collection: &str,
        reference: &str,
        now: DateTime<Utc>,
    ) -> Answer {
        let slow = self.is_on(system, Fault::SlowIndex);
        if self.is_on(system, Fault::Outage) {
            return error(503, "out of service");
        }
        let usual = self.lags.get(&system).copied();
        let usual = usual.unwrap_or_else(|| system.usual_lag());
        let lag = if slow { SLOW_INDEX } else { usual };
        let shown = |line: &&Line| (now - line.at).to_std().is_ok_and(|age| age >= lag);
        let items: Vec<_> = (self.books.lines().iter())
            .filter(|line| line.system == system && line.collection == collection)
            .filter(|line| line.reference == reference)
            .filter(shown)
            .filter_map(|line| line.effect.as_ref())
            .map(|effect| json!({"type": effect.object_type, "id": effect.id, "reference": reference}))
            .collect();
        Answer {
            status: 200,
            body: json!({ "items": items }),
        }
    }

    fn is_on(&self, system: System, fault: Fault) -> bool {
        self.faults.get(&system).is_some_and(|f| f.is_on(fault))
    }
}

fn collection(system: System, name: &str) -> Option<(&'static str, &'static str)> {
    let known = system
        .collections()
        .iter()
        .find(|(path, _, _)| *path == name);
    known.map(|(_, object_type, prefix)| (*object_type, *prefix))
}

fn reference(content: &Value) -> String {
    let given = content.get("reference").and_then(Value::as_str);
    given.unwrap_or_default().to_owned()
}

fn created(effect: &Effect) -> Answer {
    Answer {
        status: 201,
        body: json!({"type": effect.object_type, "id": effect.id}),
    }
}

fn error(status: u16, words: &str) -> Answer {
    Answer {
        status,
        body: json!({ "error": words }),
    }
}
