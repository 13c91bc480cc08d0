//! What people and workers do in the small world.

use super::known::{Sent, TakingState};
use super::rules::{Model, bounds, seconds};
use super::world::{LEASE, Order, Request, STEPS, Sender, Standing, Worker, World};
use crate::domain::instruction::{InstructionStanding, Lease, renew, take};
use crate::domain::tests::facts::at;

impl World {
    /// People look in the receivers, and resume whenever they may.
    pub(super) fn people(&self, model: &Model, all: &mut Vec<Self>) {
        if self.standing == Standing::None {
            return;
        }
        if self.looks > 0 {
            for step in 0..STEPS.len() {
                self.with(all, |w| {
                    w.looks -= 1;
                    w.known.looks.push((step, w.now, w.effects[step] > 0));
                    let changed = match &w.standing {
                        Standing::Offered(order) => model.basis(w) != order.basis,
                        Standing::None
                        | Standing::ToReview
                        | Standing::Taken(..)
                        | Standing::Resolved => false,
                    };
                    if changed {
                        w.standing = Standing::ToReview;
                    }
                });
            }
        }
        if self.standing == Standing::ToReview
            && self.decisions > 0
            && let Some(order) = model.resume(self)
        {
            self.with(all, |w| {
                w.decisions -= 1;
                w.standing = Standing::Offered(order);
            });
        }
    }

    /// A worker takes, renews, sends, tells the outcome, or dies.
    pub(super) fn worker(&self, i: usize, model: &Model, all: &mut Vec<Self>) {
        match (&self.workers[i], &self.standing) {
            (Worker::Idle, Standing::Offered(order)) => {
                let standing = InstructionStanding::Offered;
                let same = model.basis(self) == order.basis;
                if let Ok(granted) = take(
                    &standing,
                    bounds(order),
                    &i.to_string(),
                    LEASE,
                    same,
                    at(self.now),
                ) {
                    self.with(all, |w| w.taken(i, order, seconds(granted.until)));
                }
            }
            (Worker::Runs { .. }, _) => {
                self.with(all, |w| w.workers[i] = Worker::Dead);
                self.run(i, model, all);
            }
            (Worker::Idle | Worker::Dead, _) => {}
        }
    }

    pub(super) fn taken(&mut self, i: usize, order: &Order, lease_until: i64) {
        let run = order.run.clone();
        self.workers[i] = Worker::Runs {
            rest: run.clone(),
            lease_until,
            renewed: true,
            waiting: false,
            sent: Vec::new(),
        };
        self.known
            .takings
            .push((self.now, lease_until, run, TakingState::Running));
        self.standing = Standing::Taken(order.clone(), i, self.now, lease_until);
    }

    pub(super) fn run(&self, i: usize, model: &Model, all: &mut Vec<Self>) {
        let Worker::Runs {
            rest,
            lease_until,
            renewed,
            waiting,
            ..
        } = &self.workers[i]
        else {
            return;
        };
        // It may tell what it has at any time: what it sent, with the answers it got.
        self.with(all, |w| w.outcome(i));
        if *waiting || rest.is_empty() {
            return;
        }
        if *renewed {
            if self.now < *lease_until {
                self.with(all, |w| w.send(i));
            }
        } else if let Some(until) = self.renewal(i, model) {
            self.with(all, |w| w.let_go_on(i, until));
        }
    }

    /// The end of the new lease, if Holdpoint lets the worker go on.
    pub(super) fn renewal(&self, i: usize, model: &Model) -> Option<i64> {
        let Standing::Taken(order, holder, taken_at, until) = &self.standing else {
            return None;
        };
        let standing = InstructionStanding::Taken(Lease {
            worker: holder.to_string(),
            token_hash: holder.to_string(),
            taken_at: at(*taken_at),
            until: at(*until),
        });
        let same = model.basis_without_taking(self) == order.basis;
        renew(
            &standing,
            bounds(order),
            &i.to_string(),
            LEASE,
            same,
            at(self.now),
        )
        .ok()
        .map(seconds)
    }

    pub(super) fn let_go_on(&mut self, i: usize, until: i64) {
        if let Worker::Runs {
            renewed,
            lease_until,
            ..
        } = &mut self.workers[i]
        {
            *renewed = true;
            *lease_until = until;
        }
        if let Standing::Taken(_, _, _, lease) = &mut self.standing {
            *lease = until;
        }
        if let Some(taking) = self.known.takings.last_mut() {
            taking.1 = until;
        }
    }

    pub(super) fn send(&mut self, i: usize) {
        let now = self.now;
        if let Worker::Runs {
            rest,
            renewed,
            waiting,
            sent,
            ..
        } = &mut self.workers[i]
        {
            let step = rest.remove(0);
            *renewed = false;
            *waiting = true;
            sent.push(Sent {
                step,
                started: now,
                answered: false,
            });
            self.requests.push(Request {
                step,
                sent_at: now,
                by: Sender::Worker(i),
            });
        }
    }

    /// The outcome: facts in any case; it ends the taking if that is still the worker's.
    pub(super) fn outcome(&mut self, i: usize) {
        let worker = std::mem::replace(&mut self.workers[i], Worker::Idle);
        let Worker::Runs { rest, sent, .. } = worker else {
            return;
        };
        let done = rest.is_empty() && sent.iter().all(|s| s.answered);
        let news = sent.iter().filter(|s| self.known.learn(**s)).count() > 0;
        match &self.standing {
            Standing::Taken(_, holder, ..) if *holder == i => {
                // Nothing told for a step it could have sent: only an attempt speaks for it.
                let told = !sent.is_empty() || rest.is_empty();
                self.end_taking(if told {
                    TakingState::Reported
                } else {
                    TakingState::WithoutOutcome
                });
                self.standing = if done {
                    Standing::Resolved
                } else {
                    Standing::ToReview
                };
            }
            Standing::Offered(_) if news => self.standing = Standing::ToReview,
            Standing::Resolved if news => self.standing = Standing::ToReview,
            Standing::None
            | Standing::ToReview
            | Standing::Offered(_)
            | Standing::Taken(..)
            | Standing::Resolved => {}
        }
    }
}
