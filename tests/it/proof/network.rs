//! What happens between the source and the receivers: requests arrive or are lost, and so are their answers.

use super::receivers::{Answer, Request};
use super::source::{Attempt, Flight, Operation};
use super::story::Story;
use serde_json::{Value, json};

impl Story<'_> {
    /// Writes an attempt down, and sends it.
    pub fn write(
        &mut self,
        step: usize,
        key: Option<String>,
        (by, worker): (String, Option<usize>),
        quantity: usize,
    ) -> usize {
        let now = self.world.now();
        let shared = worker.is_none() || !self.habits.forgetful;
        let attempt = self.operations[self.at].write(Attempt {
            step,
            number: 0,
            started: now,
            key,
            quantity,
            worker: by,
            answer: None,
            shared,
        });
        self.note(|| format!("attempt {attempt} at step {step} is sent"));
        self.flights.push(Flight {
            operation: self.at,
            attempt,
            sent_at: now,
            worker,
        });
        attempt
    }

    /// A request arrives, or is lost.
    pub fn network(&mut self) {
        if self.flights.is_empty() {
            return;
        }
        let which = self.dice.below(self.flights.len());
        let flight = self.flights.swap_remove(which);
        if self.dice.happens(75) {
            self.arrive(flight);
        } else {
            self.note(|| format!("attempt {} is lost", flight.attempt));
        }
    }

    /// A request arrives, and its answer gets back to whoever waits for it, or later to the log, or is lost.
    pub fn arrive(&mut self, flight: Flight) -> Answer {
        let operation = &self.operations[flight.operation];
        let attempt = operation.log[flight.attempt].clone();
        let promise = operation.steps[attempt.step].promise;
        let asked = Request {
            operation: flight.operation,
            step: attempt.step,
            key: attempt.key,
            quantity: attempt.quantity,
            ordered: attempt.worker != "source",
        };
        let now = self.world.now();
        let answer = self.books.receive(promise, asked, now, &mut self.dice);
        self.note(|| format!("attempt {} arrives: {answer:?}", flight.attempt));
        let awaited = flight
            .worker
            .is_some_and(|worker| self.answered(worker, flight));
        if awaited || self.dice.happens(30) {
            let attempt = &mut self.operations[flight.operation].log[flight.attempt];
            attempt.answer = Some(answer.clone());
        }
        answer
    }

    /// A request arrives, and its answer gets back, whatever else is lost elsewhere.
    pub fn arrives_for_sure(&mut self, flight: Flight) {
        let answer = self.arrive(flight);
        self.operations[flight.operation].log[flight.attempt].answer = Some(answer);
        for worker in &mut self.workers {
            if let Some(run) = worker.waits_for(flight) {
                run.waiting = None;
            }
        }
    }

    /// Whether a worker still waits for this answer, and gets it.
    fn answered(&mut self, worker: usize, flight: Flight) -> bool {
        let gets_there = self.dice.happens(75);
        match self.workers[worker].waits_for(flight) {
            Some(run) if gets_there => {
                run.waiting = None;
                true
            }
            Some(_) | None => false,
        }
    }

    /// The source asks a receiver by the look-up that its contract names. It shows everything that is old enough.
    pub fn source_asks(&mut self) {
        let step = self.dice.below(self.operation().steps.len());
        self.source_looks(step);
    }

    pub fn source_looks(&mut self, step: usize) {
        let now = self.world.now();
        let Operation { key, steps, .. } = self.operation();
        let promise = steps[step].promise;
        let found = self.books.shown((self.at, step), now, promise.lag);
        let mut seen = json!({
            "system": promise.system, "step": steps[step].name, "how": "look_up",
            "look_up": promise.look_up, "by": key, "observed_at": now.to_string(), "seen": "absent",
        });
        if let Some(effect) = found {
            seen["seen"] = "found".into();
            seen["object"] = json!({"type": "effect", "id": effect.id});
            // Sometimes it cannot tell whose it is.
            seen["matches"] = if self.dice.happens(85) {
                true.into()
            } else {
                Value::Null
            };
        }
        self.note(|| format!("the source looks: {seen}"));
        self.operations[self.at].seen.push(seen);
    }

    /// What workers wrote down is found, wherever it was.
    pub fn logs_are_read(&mut self) {
        let (at, some) = (self.at, self.dice.happens(50));
        for attempt in &mut self.operations[at].log {
            attempt.shared |= some;
        }
    }
}
