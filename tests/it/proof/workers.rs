//! Workers of the source: they take, renew before each step, send inside their lease, and tell. They lose answers, tell
//! late and again, and die.

use super::receivers::Answer;
use super::source::{Run, Worker, step_of};
use super::story::Story;
use holdpoint::domain::ids::{HistoryNumber, InstructionId, StepName};
use holdpoint::domain::instruction::{LastAttempt, NoTaking};
use holdpoint::domain::report_parse::TakeRequest;
use holdpoint::service::ServiceError;
use holdpoint::service::offered::offered;
use holdpoint::service::outcome::{OutcomeRefused, outcome};
use holdpoint::service::renew::renew;
use holdpoint::service::take::{Taken, take};
use serde_json::{Value, json};
use std::time::Duration;

/// What a worker does next.
enum Next {
    Nothing,
    Dies,
    Tells(&'static str),
    Sends,
    Renews,
}

impl Story<'_> {
    pub async fn worker_acts(&mut self) {
        let which = self.dice.below(self.workers.len());
        self.work(which).await;
    }

    pub async fn work(&mut self, which: usize) {
        match self.workers[which].clone() {
            Worker::Idle => self.looks_for_work(which).await,
            Worker::Wants { id, token } => self.takes(which, id, token).await,
            Worker::Runs(run) => self.runs(which, *run).await,
            Worker::Tells { id, body } => self.tells(which, id, body).await,
        }
    }

    async fn looks_for_work(&mut self, which: usize) {
        let world = self.world;
        let listed = offered(
            &world.services,
            &world.source,
            HistoryNumber(0),
            Duration::ZERO,
        );
        let listed = listed.await.expect("a list");
        let offer = self
            .dice
            .pick(&listed)
            .map(|offer| offer.instruction.clone());
        if let Some(id) = offer {
            let token = format!("{}-token-{which}-{}", self.operation.key, self.tale.len());
            self.takes(which, id, token).await;
        }
    }

    async fn takes(&mut self, which: usize, id: InstructionId, token: String) {
        let world = self.world;
        let request = TakeRequest {
            worker: format!("worker-{which}"),
            take_token: token.clone(),
            last_attempt: self.last_attempt(),
        };
        let before = world.now();
        let taken = take(&world.services, &world.source, &id, &request).await;
        self.note(|| format!("worker {which} takes: {taken:?}"));
        self.workers[which] = match taken {
            Ok(_) if self.dice.happens(8) => Worker::Wants { id, token },
            Ok(taken) => {
                self.deeds.takings += 1;
                Worker::taken(taken, token, before)
            }
            Err(ServiceError::Database(_) | ServiceError::Document(_)) => self.fail("not taken"),
            Err(ServiceError::Refused(NoTaking::FactsChanged)) => {
                // The source knows of something that the decision did not.
                self.make_report();
                Worker::Idle
            }
            Err(_) => Worker::Idle,
        };
    }

    fn last_attempt(&self) -> Option<LastAttempt> {
        let last = self.operation.log.last()?;
        Some(LastAttempt {
            step: StepName::from(super::source::step_name(last.step).as_str()),
            number: i64::try_from(last.number).ok(),
            started_at: last.started,
        })
    }

    async fn runs(&mut self, which: usize, run: Run) {
        match self.next_of(&run) {
            Next::Nothing => {}
            Next::Dies => {
                self.note(|| format!("worker {which} dies"));
                self.workers[which] = Worker::Idle;
            }
            Next::Tells(word) => {
                let body = self.body(&run, word);
                self.tells(which, run.id, body).await;
            }
            Next::Sends => self.sends(which, run),
            Next::Renews => self.renews(which, run).await,
        }
    }

    fn next_of(&mut self, run: &Run) -> Next {
        let refused = |at: &usize| self.operation.log[*at].answer == Some(Answer::Refused);
        if run.waiting.is_some() {
            return if self.dice.happens(20) {
                Next::Tells("unknown")
            } else {
                Next::Nothing
            };
        }
        if run.sent.last().is_some_and(refused) {
            return Next::Tells("refused");
        }
        if run.rest.is_empty() {
            return Next::Tells("done");
        }
        match self.dice.below(100) {
            0..=3 => Next::Dies,
            4..=8 => Next::Tells("unknown"),
            _ if run.may_go_on && self.world.now() < run.until => Next::Sends,
            _ => Next::Renews,
        }
    }

    fn sends(&mut self, which: usize, mut run: Run) {
        let Some((step, key)) = run.rest.pop_front() else {
            return;
        };
        let attempt = self.write(step, key, format!("worker-{which}"), Some(which));
        run.sent.push(attempt);
        run.waiting = Some(attempt);
        run.may_go_on = false;
        self.workers[which] = Worker::Runs(Box::new(run));
    }

    async fn renews(&mut self, which: usize, mut run: Run) {
        let world = self.world;
        let before = world.now();
        let renewed = renew(&world.services, &world.source, &run.id, &run.token).await;
        self.note(|| format!("worker {which} asks to go on: {renewed:?}"));
        match renewed {
            Ok(_) if self.dice.happens(8) => {}
            Ok(seconds) => {
                self.deeds.renewals += 1;
                run.until = before.plus(Duration::from_secs(seconds));
                run.may_go_on = true;
                self.workers[which] = Worker::Runs(Box::new(run));
            }
            Err(_) => {
                let body = self.body(&run, "unknown");
                self.workers[which] = Worker::Tells { id: run.id, body };
            }
        }
    }

    fn body(&self, run: &Run, word: &str) -> Value {
        let attempts: Vec<Value> = (run.sent.iter())
            .map(|at| self.operation.log[*at].told())
            .collect();
        json!({
            "take_token": run.token, "outcome": word,
            "results": self.operation.results(&run.sent), "attempts": attempts,
        })
    }

    async fn tells(&mut self, which: usize, id: InstructionId, body: Value) {
        self.workers[which] = Worker::Idle;
        if self.dice.happens(15) {
            // Not now.
            self.workers[which] = Worker::Tells { id, body };
            return;
        }
        let world = self.world;
        let told = outcome(&world.services, &world.source, &id, body.clone(), 0).await;
        self.note(|| format!("worker {which} tells {}: {told:?}", body["outcome"]));
        match told {
            Ok(_) => self.deeds.outcomes += 1,
            Err(ServiceError::Refused(OutcomeRefused::Invalid(faults))) => {
                self.fail(&format!("an outcome with faults: {faults:?}"))
            }
            Err(ServiceError::Database(_) | ServiceError::Document(_)) => self.fail("not told"),
            Err(_) => {}
        }
        if self.dice.happens(20) {
            self.workers[which] = Worker::Tells { id, body };
        }
    }
}

impl Worker {
    /// A worker that was given an instruction. Where nothing is to be sent, that was all.
    fn taken(taken: Taken, token: String, before: holdpoint::domain::time::Timestamp) -> Self {
        let run = taken.order.run().iter();
        let rest: std::collections::VecDeque<_> = run
            .map(|run| {
                let key = run
                    .idempotency_key
                    .as_ref()
                    .map(|key| key.as_str().to_owned());
                (step_of(run.step.as_str()), key)
            })
            .collect();
        if rest.is_empty() {
            return Self::Idle;
        }
        // It never had an answer to this token before, so it knows that it sent nothing.
        Self::Runs(Box::new(Run {
            id: taken.instruction,
            token,
            rest,
            until: before.plus(Duration::from_secs(taken.seconds_left)),
            may_go_on: true,
            waiting: None,
            sent: Vec::new(),
        }))
    }
}
