//! The small world: receivers, a source, requests and answers on their way, and time that passes.

use super::known::{Known, Sent, TakingState};
use super::rules::Model;
use crate::domain::case::{CaseStanding, ReportEffect, report_effect};
use crate::domain::standing::OperationStanding;
use std::time::Duration;

pub(super) const STEPS: [&str; 2] = ["a", "b"];
pub(super) const TICK: i64 = 60;
pub(super) const SETTLING: i64 = 90;
pub(super) const LEASE: Duration = Duration::from_secs(100);

/// What the people of this world may do at most, so that the search ends.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) ticks: u8,
    pub(super) looks: u8,
    pub(super) decisions: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub(super) now: i64,
    pub(super) ticks: u8,
    pub(super) looks: u8,
    pub(super) decisions: u8,
    pub(super) effects: [u8; 2],
    /// When each receiver first got the step's key.
    pub(super) key_known_since: [Option<i64>; 2],
    pub(super) requests: Vec<Request>,
    pub(super) answers: Vec<Answer>,
    /// The source's own first run, and its durable log.
    pub(super) first_run: FirstRun,
    pub(super) log: Vec<Sent>,
    /// Reports on their way: how much of the log each tells.
    pub(super) reports: Vec<Vec<Sent>>,
    pub(super) known: Known,
    pub(super) standing: Standing,
    pub(super) workers: [Worker; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Request {
    pub(super) step: usize,
    pub(super) sent_at: i64,
    pub(super) by: Sender,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Answer {
    pub(super) step: usize,
    pub(super) by: Sender,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Sender {
    Source,
    Worker(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum FirstRun {
    At(usize),
    Waiting(usize),
    Stopped,
}

/// The case, and its live instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Standing {
    None,
    ToReview,
    Offered(Order),
    Taken(Order, usize, i64, i64),
    Resolved,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Order {
    pub(super) run: Vec<usize>,
    pub(super) not_after: Option<i64>,
    pub(super) basis: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Worker {
    Idle,
    /// Holds an instruction: the steps still to run, and whether Holdpoint has just let it go on.
    Runs {
        rest: Vec<usize>,
        lease_until: i64,
        renewed: bool,
        waiting: bool,
        sent: Vec<Sent>,
    },
    Dead,
}

impl World {
    pub(super) fn start(limits: Limits) -> Self {
        Self {
            now: 0,
            ticks: limits.ticks,
            looks: limits.looks,
            decisions: limits.decisions,
            effects: [0; 2],
            key_known_since: [None; 2],
            requests: Vec::new(),
            answers: Vec::new(),
            first_run: FirstRun::At(0),
            log: Vec::new(),
            reports: Vec::new(),
            known: Known::default(),
            standing: Standing::None,
            workers: [Worker::Idle, Worker::Idle],
        }
    }

    /// Every world that can follow from this one.
    pub(super) fn next(&self, model: &Model) -> Vec<Self> {
        let mut all = Vec::new();
        self.network(model, &mut all);
        self.source(&mut all);
        self.people(model, &mut all);
        for worker in 0..2 {
            self.worker(worker, model, &mut all);
        }
        self.time(model, &mut all);
        all
    }

    pub(super) fn with(&self, all: &mut Vec<Self>, change: impl FnOnce(&mut Self)) {
        let mut next = self.clone();
        change(&mut next);
        all.push(next);
    }

    /// Requests arrive or are lost; answers arrive or are lost.
    pub(super) fn network(&self, model: &Model, all: &mut Vec<Self>) {
        for i in 0..self.requests.len() {
            self.with(all, |w| {
                w.requests.remove(i);
            });
            self.with(all, |w| {
                let request = w.requests.remove(i);
                w.arrive(request.step, model);
                w.answers.push(Answer {
                    step: request.step,
                    by: request.by,
                });
            });
        }
        for i in 0..self.answers.len() {
            self.with(all, |w| {
                w.answers.remove(i);
            });
            self.with(all, |w| {
                let answer = w.answers.remove(i);
                w.answered(answer);
            });
        }
    }

    /// The receiver acts, unless it recognises the key.
    pub(super) fn arrive(&mut self, step: usize, model: &Model) {
        let since = self.key_known_since[step];
        let recognised = match (model.receivers.window[step], since) {
            (Some(window), Some(since)) => self.now < since + window,
            (Some(_), None) | (None, _) => false,
        };
        if !recognised {
            self.effects[step] += 1;
            self.key_known_since[step] = Some(self.now);
        }
    }

    pub(super) fn answered(&mut self, answer: Answer) {
        let mark = |log: &mut Vec<Sent>| {
            if let Some(sent) = log.iter_mut().rev().find(|s| s.step == answer.step) {
                sent.answered = true;
            }
        };
        match answer.by {
            Sender::Source => {
                mark(&mut self.log);
                if self.first_run == FirstRun::Waiting(answer.step) {
                    self.first_run = FirstRun::At(answer.step + 1);
                } else {
                    // A late answer: the source reports again.
                    self.reports.push(self.log.clone());
                }
            }
            Sender::Worker(i) => {
                if let Worker::Runs { waiting, sent, .. } = &mut self.workers[i] {
                    mark(sent);
                    *waiting = false;
                }
            }
        }
    }

    /// The source's first run: it writes an attempt down, sends it, goes on with an answer, and stops without one.
    pub(super) fn source(&self, all: &mut Vec<Self>) {
        match self.first_run {
            FirstRun::At(step) if step < STEPS.len() => {
                self.with(all, |w| {
                    w.log.push(Sent {
                        step,
                        started: w.now,
                        answered: false,
                    });
                    w.requests.push(Request {
                        step,
                        sent_at: w.now,
                        by: Sender::Source,
                    });
                    w.first_run = FirstRun::Waiting(step);
                });
                self.with(all, Self::stop);
            }
            FirstRun::Waiting(_) => self.with(all, Self::stop),
            FirstRun::At(_) | FirstRun::Stopped => {}
        }
        for i in 0..self.reports.len() {
            self.with(all, |w| {
                let report = w.reports.remove(i);
                w.report(&report);
            });
        }
    }

    pub(super) fn stop(&mut self) {
        self.first_run = FirstRun::Stopped;
        self.reports.push(self.log.clone());
    }

    /// A report comes in: its facts join what is known, and what it does follows from where the case stands.
    pub(super) fn report(&mut self, told: &[Sent]) {
        let before = self.known.clone();
        self.known.reported = true;
        for sent in told {
            self.known.learn(*sent);
        }
        let adds = before.sent != self.known.sent;
        let newest = match &self.standing {
            Standing::None => None,
            Standing::ToReview => Some(CaseStanding::Waiting),
            Standing::Offered(_) => Some(CaseStanding::Decided),
            Standing::Taken(..) => Some(CaseStanding::Executing),
            Standing::Resolved => Some(CaseStanding::Resolved),
        };
        match report_effect(newest, OperationStanding::Open, adds, adds) {
            ReportEffect::OpensCase | ReportEffect::WithdrawsDecision => {
                self.standing = Standing::ToReview;
            }
            ReportEffect::EndsTaking => {
                self.end_taking(TakingState::WithoutOutcome);
                self.standing = Standing::ToReview;
            }
            ReportEffect::JoinsCase | ReportEffect::Late | ReportEffect::Superseded => {}
        }
    }

    pub(super) fn end_taking(&mut self, end: TakingState) {
        if let Some(taking) = self.known.takings.last_mut() {
            taking.3 = end;
        }
    }

    /// Time passes; a request is in flight no longer than the settling time, and a lease ends by the clock.
    pub(super) fn time(&self, _: &Model, all: &mut Vec<Self>) {
        let later = self.now + TICK;
        let settled = self.requests.iter().all(|r| later <= r.sent_at + SETTLING);
        if self.ticks == 0 || !settled {
            return;
        }
        self.with(all, |w| {
            w.ticks -= 1;
            w.now = later;
            if let Standing::Taken(_, _, _, until) = &w.standing
                && later >= *until
            {
                w.end_taking(TakingState::WithoutOutcome);
                w.standing = Standing::ToReview;
            }
        });
    }
}
