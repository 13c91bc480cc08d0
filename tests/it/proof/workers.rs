//! Workers of the source: they take, renew before each step, send inside their lease, and tell. They lose answers, tell
//! late and again, and die.

use super::receivers::Answer;
use super::source::{Attempt, Flight, Run, Telling, Worker};
use super::story::Story;
use holdpoint::domain::ids::{HistoryNumber, InstructionId};
use holdpoint::domain::instruction::NoTaking;
use holdpoint::domain::report_parse::TakeRequest;
use holdpoint::service::ServiceError;
use holdpoint::service::offered::offered;
use holdpoint::service::outcome::{OutcomeRefused, outcome};
use holdpoint::service::renew::renew;
use holdpoint::service::take::take;
use serde_json::{Value, json};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

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
        let idle = |worker: &Worker| matches!(worker, Worker::Idle);
        let busy = self.workers.iter().position(|worker| !idle(worker));
        let which = match busy {
            Some(busy) if self.dice.happens(60) => busy,
            Some(_) | None => self.dice.below(self.workers.len()),
        };
        self.work(which).await;
    }

    pub async fn work(&mut self, which: usize) {
        match self.workers[which].clone() {
            Worker::Idle => self.looks_for_work(which).await,
            Worker::Wants {
                operation,
                id,
                token,
            } => {
                self.takes(which, (operation, id), token).await;
            }
            Worker::Runs(run) => self.runs(which, *run).await,
            Worker::Tells(telling) => self.tells(which, *telling).await,
        }
    }

    /// Most often what is on offer; sometimes something that it heard of before.
    async fn looks_for_work(&mut self, which: usize) {
        let offers = self.offers().await;
        let instruction = if self.dice.happens(10) {
            self.dice.pick(&self.heard).cloned()
        } else {
            self.dice.pick(&offers).cloned()
        };
        if let Some((id, operation)) = instruction {
            let token = format!("token-{which}-{}", self.tokens);
            self.tokens += 1;
            self.takes(which, (operation, id), token).await;
        }
    }

    /// What is on offer of this story's operations.
    async fn offers(&mut self) -> Vec<(InstructionId, usize)> {
        let world = self.world;
        let listed = offered(
            &world.services,
            &world.source,
            HistoryNumber(0),
            Duration::ZERO,
        );
        let mut offers = Vec::new();
        for offer in listed.await.expect("a list") {
            let key = world.key_of(offer.case).await;
            if let Some(operation) = self.operations.iter().position(|o| o.key == key) {
                offers.push((offer.instruction, operation));
            }
        }
        for offer in &offers {
            if !self.heard.contains(offer) {
                self.heard.push(offer.clone());
            }
        }
        offers
    }

    async fn takes(
        &mut self,
        which: usize,
        (operation, id): (usize, InstructionId),
        token: String,
    ) {
        let world = self.world;
        self.at = operation;
        let request = TakeRequest {
            worker: format!("worker-{which}"),
            take_token: token.clone(),
            last_attempt: if self.habits.forgetful {
                None
            } else {
                self.operation().last_attempt()
            },
        };
        let before = world.now();
        let taken = take(&world.services, &world.source, &id, &request).await;
        self.note(|| format!("worker {which} takes: {taken:?}"));
        self.workers[which] = match taken {
            Ok(taken) => {
                let goes_on = self.taken(&taken, &token, before);
                if self.dice.happens(8) {
                    Worker::Wants {
                        operation,
                        id,
                        token,
                    }
                } else {
                    self.starts(taken, (token, before), goes_on)
                }
            }
            Err(ServiceError::Database(_) | ServiceError::Document(_)) => self.fail("not taken"),
            Err(ServiceError::Refused(why)) => {
                self.not_taken(&why);
                Worker::Idle
            }
            Err(_) => Worker::Idle,
        };
    }

    fn not_taken(&mut self, why: &NoTaking) {
        match why {
            NoTaking::FactsChanged => {
                self.coverage
                    .count("taking: refused, for the facts changed");
                // The source knows of something that the decision did not.
                self.make_report();
            }
            NoTaking::TooLate => self.coverage.count("taking: refused, too late"),
            NoTaking::AlreadyTaken { .. } => {
                self.coverage.count("taking: by another token, refused");
            }
            NoTaking::Withdrawn | NoTaking::Ended | NoTaking::NotTaken => {}
        }
    }

    async fn runs(&mut self, which: usize, run: Run) {
        self.at = run.operation;
        match self.next_of(&run) {
            Next::Nothing => {}
            Next::Dies => self.dies(which, &run),
            Next::Tells(word) => {
                let telling = self.telling(&run, word);
                self.tells(which, telling).await;
            }
            Next::Sends => self.sends(which, run),
            Next::Renews => self.renews(which, run).await,
        }
    }

    fn next_of(&mut self, run: &Run) -> Next {
        let refused = |at: &usize| self.operation().log[*at].answer == Some(Answer::Refused);
        if run.waiting.is_some() {
            return match self.dice.below(100) {
                0..=14 => Next::Tells("unknown"),
                15..=24 => Next::Dies,
                _ => Next::Nothing,
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

    fn dies(&mut self, which: usize, run: &Run) {
        self.note(|| format!("worker {which} dies"));
        self.workers[which] = Worker::Idle;
        self.coverage.count("worker dies");
        let own = |at: &usize| !self.operation().log[*at].shared;
        if run.sent.iter().any(own) {
            self.coverage.count("worker dies with what it wrote down");
        }
    }

    /// Sends the next step, at once or at the last moment of the lease.
    fn sends(&mut self, which: usize, mut run: Run) {
        let last = run.until.minus(SECOND);
        if self.habits.slow && self.dice.happens(60) && self.world.now() < last {
            self.pass(last.since(self.world.now()));
            self.coverage.count("sent: at the last moment of a lease");
        }
        let Some((step, key)) = run.rest.pop_front() else {
            return;
        };
        self.coverage.count("sent");
        let again = |a: &Attempt| a.step == step && a.key == key;
        if key.is_some() && self.operation().log.iter().any(again) {
            self.coverage.count("sent: again under the same key");
        }
        if self.operation().steps[step].undoes.is_some() {
            self.coverage.count("sent: an undoing");
        }
        let by = (format!("worker-{which}"), Some(which));
        let attempt = self.write(step, key, by, run.quantity);
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
            Ok(seconds) => {
                if let Err(fault) = self.accounts.renewed(&run.id) {
                    self.fail(&fault);
                }
                self.coverage.count("renewal");
                if self.dice.happens(8) {
                    return;
                }
                run.until = before.plus(Duration::from_secs(seconds));
                run.may_go_on = true;
                self.workers[which] = Worker::Runs(Box::new(run));
            }
            Err(_) => {
                self.coverage.count("renewal: refused");
                let telling = self.telling(&run, "unknown");
                self.workers[which] = Worker::Tells(Box::new(telling));
            }
        }
    }

    fn telling(&self, run: &Run, word: &str) -> Telling {
        let operation = &self.operations[run.operation];
        let sent = run
            .sent
            .iter()
            .map(|at| operation.told(&operation.log[*at]));
        Telling {
            operation: run.operation,
            id: run.id.clone(),
            sent: run.sent.clone(),
            body: json!({
                "take_token": run.token, "outcome": word,
                "results": operation.results(&run.sent), "attempts": sent.collect::<Vec<_>>(),
            }),
        }
    }

    async fn tells(&mut self, which: usize, telling: Telling) {
        let world = self.world;
        self.at = telling.operation;
        self.workers[which] = Worker::Idle;
        if self.dice.happens(15) {
            // Not now.
            self.workers[which] = Worker::Tells(Box::new(telling));
            return;
        }
        let offered = self.live().await.0;
        let body = telling.body.clone();
        let told = outcome(&world.services, &world.source, &telling.id, body, 0).await;
        self.note(|| format!("worker {which} tells {}: {told:?}", telling.body));
        match told {
            Ok(_) => self.is_told(&telling, offered).await,
            Err(ServiceError::Refused(OutcomeRefused::Invalid(faults))) => {
                self.fail(&format!("an outcome with faults: {faults:?}"))
            }
            Err(ServiceError::Database(_) | ServiceError::Document(_)) => self.fail("not told"),
            Err(_) => {}
        }
        if self.dice.happens(20) {
            self.workers[which] = Worker::Tells(Box::new(telling));
        }
    }

    async fn is_told(&mut self, telling: &Telling, offered: bool) {
        self.coverage.count(match telling.body["outcome"].as_str() {
            Some("done") => "outcome: done",
            Some("refused") => "outcome: refused",
            _ => "outcome: unknown",
        });
        for at in &telling.sent {
            self.operations[telling.operation].log[*at].shared = true;
        }
        if self.hear(&telling.body) && offered {
            self.nothing_is_offered().await;
        }
    }

    /// Whether this tells anything new. Then no taking goes on, for its decision did not know of it.
    pub fn hear(&mut self, document: &Value) -> bool {
        let news = self.accounts.hear(self.at, document);
        if news {
            self.accounts.end_takings(self.at);
        }
        news
    }
}

impl Worker {
    /// The run in which the worker waits for the answer to that request.
    pub fn waits_for(&mut self, flight: Flight) -> Option<&mut Run> {
        match self {
            Self::Runs(run) => (run.operation == flight.operation
                && run.waiting == Some(flight.attempt))
            .then_some(&mut **run),
            Self::Idle | Self::Wants { .. } | Self::Tells(_) => None,
        }
    }
}
