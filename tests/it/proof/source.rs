//! The source: the durable log that it writes before it sends, the reports that it makes of it, and its workers.

use super::dice::Dice;
use super::receivers::{Answer, PROMISES, Promise};
use holdpoint::domain::ids::InstructionId;
use holdpoint::domain::time::Timestamp;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// One operation, as its source knows it.
#[derive(Debug, Clone)]
pub struct Operation {
    pub key: String,
    /// One of those of the policy.
    pub kind: &'static str,
    /// Of each step, its receiving system.
    pub chain: Vec<Promise>,
    pub log: Vec<Attempt>,
    /// What the source saw when it asked the receivers.
    pub seen: Vec<Value>,
    /// How many reports it made.
    pub reports: usize,
}

/// An attempt, written down before it is sent.
#[derive(Debug, Clone)]
pub struct Attempt {
    pub step: usize,
    pub number: usize,
    pub started: Timestamp,
    pub key: Option<String>,
    pub worker: String,
    /// `None`: no answer came.
    pub answer: Option<Answer>,
}

/// A request under way.
#[derive(Debug, Clone, Copy)]
pub struct Flight {
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
        id: InstructionId,
        token: String,
    },
    Runs(Box<Run>),
    /// It has something to tell, once or more often.
    Tells {
        id: InstructionId,
        body: Value,
    },
}

/// A worker inside its taking.
#[derive(Debug, Clone)]
pub struct Run {
    pub id: InstructionId,
    pub token: String,
    pub rest: VecDeque<(usize, Option<String>)>,
    /// No request starts after it.
    pub until: Timestamp,
    /// It was let go on for the next step.
    pub may_go_on: bool,
    pub waiting: Option<usize>,
    pub sent: Vec<usize>,
}

pub fn step_name(step: usize) -> String {
    format!("step_{step}")
}

pub fn step_of(name: &str) -> usize {
    let number = name.strip_prefix("step_").and_then(|n| n.parse().ok());
    number.expect("a step of this world")
}

impl Operation {
    pub fn new(key: String, dice: &mut Dice) -> Self {
        let steps = 1 + dice.below(3);
        let chain = (0..steps).map(|_| PROMISES[dice.below(PROMISES.len())]);
        let chain = chain.collect();
        Self {
            key,
            kind: if dice.happens(25) {
                "payout"
            } else {
                "shipment"
            },
            chain,
            log: Vec::new(),
            seen: Vec::new(),
            reports: 0,
        }
    }

    /// The key that the source gives a step; where the receiver has no keys, none.
    pub fn own_key(&self, step: usize) -> Option<String> {
        self.chain[step].window?;
        Some(format!("{}#{step}", self.key))
    }

    /// Writes an attempt down, and gives its place.
    pub fn write(
        &mut self,
        step: usize,
        key: Option<String>,
        worker: String,
        now: Timestamp,
    ) -> usize {
        let number = 1 + self.log.iter().filter(|a| a.step == step).count();
        self.log.push(Attempt {
            step,
            number,
            started: now,
            key,
            worker,
            answer: None,
        });
        self.log.len() - 1
    }

    /// Everything that the source knows now.
    pub fn report(&mut self, now: Timestamp, quantity: usize, dice: &mut Dice) -> Value {
        self.reports += 1;
        let steps: Vec<Value> = (0..self.chain.len())
            .map(|step| self.step(step, dice))
            .collect();
        let attempts: Vec<Value> = self.log.iter().map(Attempt::told).collect();
        json!({
            "report_id": format!("{}:{}", self.key, self.reports),
            "stopped_at": now.to_string(),
            "stop": {"kind": dice.pick(&["result_unknown", "next_step_pending", "payload_conflict"]), "code": "timeout"},
            "operation": {
                "key": self.key, "type": self.kind, "references": {"shipment": self.key},
                "payload": {"lines": [{"sku": "TEA-01", "qty": quantity}]},
            },
            "steps": steps,
            "attempts": attempts,
            "observations": self.seen,
        })
    }

    /// What the source claims is sometimes less than it knows, and never a promise that it breaks.
    fn step(&self, step: usize, dice: &mut Dice) -> Value {
        let of_step = || self.log.iter().filter(move |a| a.step == step);
        let done = of_step().find_map(|a| match &a.answer {
            Some(Answer::Done(id)) => Some(id),
            Some(Answer::Refused) | None => None,
        });
        let last = of_step().next_back().map(|a| &a.answer);
        let state = match (done, last) {
            (Some(_), _) => "completed",
            _ if dice.happens(5) => "unknown",
            _ if dice.happens(5) => "pending",
            (None, Some(Some(_))) => "refused",
            (None, Some(None)) => "unknown",
            (None, None) => "pending",
        };
        let results: Vec<Value> = done
            .iter()
            .map(|id| json!({"type": "effect", "id": id}))
            .collect();
        json!({
            "name": step_name(step), "system": self.chain[step].system, "state": state,
            "idempotency_key": self.own_key(step), "results": results, "compensable": step == 0,
        })
    }

    /// The results of these attempts, as an outcome names them.
    pub fn results(&self, attempts: &[usize]) -> Vec<Value> {
        let done = attempts
            .iter()
            .filter_map(|at| match &self.log[*at].answer {
                Some(Answer::Done(id)) => {
                    Some(json!({"step": step_name(self.log[*at].step), "type": "effect", "id": id}))
                }
                Some(Answer::Refused) | None => None,
            });
        done.collect()
    }
}

impl Attempt {
    pub fn told(&self) -> Value {
        let silent = ["timeout", "connection_lost", "crashed"];
        let outcome = match &self.answer {
            Some(Answer::Done(_)) => "acknowledged",
            Some(Answer::Refused) => "refused",
            None => silent[(self.step + self.number) % silent.len()],
        };
        json!({
            "step": step_name(self.step), "number": self.number, "started_at": self.started.to_string(),
            "outcome": outcome, "idempotency_key": self.key, "worker": self.worker,
        })
    }
}
