//! The source: what it writes down before it sends, the reports that it makes of it, and its workers.

use super::dice::Dice;
use super::receivers::{Answer, PROMISES, Promise};
use holdpoint::domain::digest::sha256_hex;
use holdpoint::domain::ids::{InstructionId, OperationId, StepName};
use holdpoint::domain::instruction::LastAttempt;
use holdpoint::domain::time::Timestamp;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// What this source is like.
#[derive(Debug, Clone, Copy)]
pub struct Habits {
    /// Before it stops for the first time it repeats blindly, whatever comes of it.
    pub careless: bool,
    /// Each worker keeps what it wrote down to itself until it tells an outcome, and nobody tells a last attempt.
    pub forgetful: bool,
    /// Its workers use their leases to the last second.
    pub slow: bool,
    /// Its operations are looked at when the window of a key is about to end.
    pub late: bool,
}

/// One operation, as its source knows it.
#[derive(Debug, Clone)]
pub struct Operation {
    pub key: String,
    /// What Holdpoint calls it, once it knows it.
    pub id: Option<OperationId>,
    /// What people know it by.
    pub reference: String,
    /// One of those of the policy.
    pub kind: &'static str,
    /// The chain, and behind it what undoes its steps.
    pub steps: Vec<Step>,
    pub log: Vec<Attempt>,
    /// What the source saw when it asked the receivers.
    pub seen: Vec<Value>,
    /// How many reports it made.
    pub reports: usize,
    /// The content that it goes on with.
    pub quantity: usize,
}

#[derive(Debug, Clone)]
pub struct Step {
    pub name: String,
    pub promise: Promise,
    /// `None`: the receiver has no keys.
    pub key: Option<String>,
    /// The step of the chain that it undoes.
    pub undoes: Option<usize>,
    pub compensable: bool,
}

/// An attempt, written down before it is sent.
#[derive(Debug, Clone)]
pub struct Attempt {
    pub step: usize,
    pub number: usize,
    pub started: Timestamp,
    pub key: Option<String>,
    pub quantity: usize,
    pub worker: String,
    /// `None`: no answer came.
    pub answer: Option<Answer>,
    /// Written where the whole source reads it; otherwise only its worker has it.
    pub shared: bool,
}

/// A report on its way, or one that arrived.
#[derive(Debug, Clone)]
pub struct Report {
    pub operation: usize,
    pub number: usize,
    pub quantity: usize,
    pub document: Value,
}

/// A request under way.
#[derive(Debug, Clone, Copy)]
pub struct Flight {
    pub operation: usize,
    /// Its place in the log.
    pub attempt: usize,
    pub sent_at: Timestamp,
    /// The worker that waits for the answer; `None`: nobody does.
    pub worker: Option<usize>,
}

/// A worker of the source, and what it is at. It obeys the protocol, and dies whenever it likes.
#[derive(Debug, Clone, Default)]
pub enum Worker {
    #[default]
    Idle,
    /// It asked for an instruction, and no answer came.
    Wants {
        operation: usize,
        id: InstructionId,
        token: String,
    },
    Runs(Box<Run>),
    /// It has something to tell, once or more often.
    Tells(Box<Telling>),
}

/// A worker inside its taking.
#[derive(Debug, Clone)]
pub struct Run {
    pub operation: usize,
    pub id: InstructionId,
    pub token: String,
    pub rest: VecDeque<(usize, Option<String>)>,
    pub quantity: usize,
    /// No request starts after it.
    pub until: Timestamp,
    /// It was let go on for the next step.
    pub may_go_on: bool,
    pub waiting: Option<usize>,
    pub sent: Vec<usize>,
}

/// An outcome that a worker tells.
#[derive(Debug, Clone)]
pub struct Telling {
    pub operation: usize,
    pub id: InstructionId,
    /// What it sent.
    pub sent: Vec<usize>,
    pub body: Value,
}

impl Habits {
    pub fn of(dice: &mut Dice) -> Self {
        Self {
            careless: dice.happens(15),
            forgetful: dice.happens(40),
            slow: dice.happens(50),
            late: dice.happens(25),
        }
    }
}

/// The payload with that quantity.
pub fn payload(quantity: usize) -> Value {
    json!({"lines": [{"sku": "TEA-01", "qty": quantity}]})
}

/// The same as text whose SHA-256 is the content's digest: members sorted, no spaces.
fn canonical(quantity: usize) -> String {
    format!(r#"{{"lines":[{{"qty":{quantity},"sku":"TEA-01"}}]}}"#)
}

/// What contents of this world are called.
pub fn content_digest(quantity: usize) -> String {
    format!("sha256:{}", sha256_hex(canonical(quantity)))
}

/// The quantity of a content of that digest.
pub fn quantity_of(digest: &str) -> Option<usize> {
    (1..=4).find(|quantity| content_digest(*quantity) == digest)
}

impl Operation {
    pub fn new(key: String, dice: &mut Dice) -> Self {
        let mut operation = Self {
            reference: key.clone(),
            kind: if dice.happens(30) {
                "payout"
            } else {
                "shipment"
            },
            steps: Vec::new(),
            log: Vec::new(),
            seen: Vec::new(),
            reports: 0,
            quantity: 1,
            id: None,
            key,
        };
        for _ in 0..=dice.below(4) {
            operation.add_step(dice);
        }
        for undone in 0..operation.steps.len() {
            if dice.happens(15) {
                operation.add_undoing(undone, dice);
            }
        }
        operation
    }

    fn add_step(&mut self, dice: &mut Dice) {
        // The first one has the windows that end.
        let promise = PROMISES[if dice.happens(35) {
            0
        } else {
            dice.below(PROMISES.len())
        }];
        let step = self.steps.len();
        let key = promise.window.map(|_| format!("{}#{step}", self.key));
        self.steps.push(Step {
            name: format!("step_{step}"),
            promise,
            key,
            undoes: None,
            compensable: dice.happens(60),
        });
    }

    /// A step of the source's own that undoes another.
    fn add_undoing(&mut self, undone: usize, dice: &mut Dice) {
        let promise = PROMISES[dice.below(PROMISES.len())];
        let key = promise
            .window
            .map(|_| format!("{}#back_{undone}", self.key));
        self.steps.push(Step {
            name: format!("back_{undone}"),
            promise,
            key,
            undoes: Some(undone),
            compensable: false,
        });
    }

    /// Another operation in its place, of which nothing was sent.
    pub fn successor(&self, key: String, quantity: usize) -> Self {
        Self {
            key,
            id: None,
            quantity,
            log: Vec::new(),
            seen: Vec::new(),
            reports: 0,
            ..self.clone()
        }
    }

    pub fn step_of(&self, name: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.name == name)
    }

    /// The steps of the chain.
    pub fn chain(&self) -> impl Iterator<Item = usize> + use<> {
        let forward = |(at, step): (usize, &Step)| step.undoes.is_none().then_some(at);
        let chain: Vec<usize> = self.steps.iter().enumerate().filter_map(forward).collect();
        chain.into_iter()
    }

    /// Writes an attempt down, and gives its place.
    pub fn write(&mut self, attempt: Attempt) -> usize {
        let number = 1 + self.log.iter().filter(|a| a.step == attempt.step).count();
        self.log.push(Attempt { number, ..attempt });
        self.log.len() - 1
    }

    /// The last attempt that the whole source knows of.
    pub fn last_attempt(&self) -> Option<LastAttempt> {
        let last = self.log.iter().rfind(|a| a.shared)?;
        Some(LastAttempt {
            step: StepName::from(self.steps[last.step].name.as_str()),
            number: i64::try_from(last.number).ok(),
            started_at: last.started,
        })
    }

    /// Everything that the source knows now. Sometimes it comes with another content, whole or as a message.
    pub fn report(&mut self, now: Timestamp, dice: &mut Dice) -> (usize, Value) {
        self.reports += 1;
        let other = self.quantity % 3 + 1;
        let odds = if self.log.is_empty() { 30 } else { 6 };
        let (quantity, message) = match (dice.happens(odds), dice.happens(50)) {
            (true, true) => (self.quantity, Some(other)),
            (true, false) if self.reports > 1 => (other, None),
            (true, false) | (false, _) => (self.quantity, None),
        };
        let steps = 0..self.steps.len();
        let steps: Vec<Value> = steps.map(|step| self.step(step, dice)).collect();
        let shared = self.log.iter().filter(|a| a.shared);
        let attempts: Vec<Value> = shared.map(|a| self.told(a)).collect();
        let mut report = json!({
            "report_id": format!("{}:{}", self.key, self.reports),
            "stopped_at": now.to_string(),
            "stop": {"kind": dice.pick(&["result_unknown", "next_step_pending", "payload_conflict"]), "code": "timeout"},
            "operation": {
                "key": self.key, "type": self.kind, "references": {"shipment": self.reference},
                "payload": payload(quantity),
            },
            "steps": steps,
            "attempts": attempts,
            "observations": self.seen,
        });
        if let Some(other) = message {
            report["message"] =
                json!({"event_id": format!("evt-{}", self.reports), "payload": payload(other)});
        }
        (message.unwrap_or(quantity), report)
    }

    /// What the source claims is sometimes less than it knows, and never a promise that it breaks.
    fn step(&self, at: usize, dice: &mut Dice) -> Value {
        let of_step = || self.log.iter().filter(move |a| a.step == at && a.shared);
        let done: Vec<&String> = of_step().filter_map(Attempt::result).collect();
        let state = match (done.is_empty(), of_step().next_back().map(|a| &a.answer)) {
            (false, _) => "completed",
            // That something may have been undone is no small word.
            _ if self.steps[at].undoes.is_none() && dice.happens(5) => "unknown",
            _ if dice.happens(5) => "pending",
            (true, Some(Some(_))) => "refused",
            (true, Some(None)) => "unknown",
            (true, None) => "pending",
        };
        let results = done.iter().map(|id| json!({"type": "effect", "id": id}));
        let step = &self.steps[at];
        json!({
            "name": step.name, "system": step.promise.system, "state": state,
            "idempotency_key": step.key, "results": results.collect::<Vec<_>>(),
            "compensable": step.compensable,
            "undoes": step.undoes.map(|undone| &self.steps[undone].name),
        })
    }

    /// The results of these attempts, as an outcome names them.
    pub fn results(&self, attempts: &[usize]) -> Vec<Value> {
        let sent = attempts.iter().map(|at| &self.log[*at]);
        let result = |a: &Attempt| {
            let id = a.result()?;
            Some(json!({"step": self.steps[a.step].name, "type": "effect", "id": id}))
        };
        sent.filter_map(result).collect()
    }

    pub fn told(&self, attempt: &Attempt) -> Value {
        let silent = ["timeout", "connection_lost", "crashed"];
        let outcome = match &attempt.answer {
            Some(Answer::Done(_)) => "acknowledged",
            Some(Answer::Refused) => "refused",
            None => silent[(attempt.step + attempt.number) % silent.len()],
        };
        json!({
            "step": self.steps[attempt.step].name, "number": attempt.number,
            "started_at": attempt.started.to_string(), "outcome": outcome,
            "idempotency_key": attempt.key, "worker": attempt.worker,
        })
    }
}

impl Attempt {
    /// What it created, as far as anybody was told.
    pub fn result(&self) -> Option<&String> {
        match &self.answer {
            Some(Answer::Done(id)) => Some(id),
            Some(Answer::Refused) | None => None,
        }
    }
}
