//! An exhaustive search of a small world: an operation of two steps, two workers, requests that are lost or late,
//! answers that are lost or late, reports in every order, people who look and resume whenever they may, a worker
//! that dies, and time that passes. A receiver never gets to a second effect, for no decision here orders one.
//!
//! The world keeps its contracts: a request arrives within the settling time or never, and a receiver with keys
//! recognises one for at least its window from the first attempt.

use super::facts::*;
use crate::domain::basis::basis;
use crate::domain::case::{CaseStanding, ReportEffect, report_effect};
use crate::domain::contract::{Contract, KeyPromise};
use crate::domain::facts::{Facts, Taking, TakingEnd};
use crate::domain::ids::{InstructionId, StepName};
use crate::domain::instruction::{Bounds, InstructionStanding, Lease, renew, take};
use crate::domain::report::{AttemptOutcome, Seen, StepClaim};
use crate::domain::resume::{ResumeOrder, plan};
use crate::domain::review::{Review, review};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::time::Duration;

const STEPS: [&str; 2] = ["a", "b"];
const TICK: i64 = 60;
const SETTLING: i64 = 90;
const LEASE: Duration = Duration::from_secs(100);

/// What the people of this world may do at most, so that the search ends.
#[derive(Clone, Copy)]
struct Limits {
    ticks: u8,
    looks: u8,
    decisions: u8,
}

/// Two receivers, one a step; `window` in seconds, or `None` for a receiver without keys.
#[derive(Clone, Copy)]
struct Receivers {
    window: [Option<i64>; 2],
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct World {
    now: i64,
    ticks: u8,
    looks: u8,
    decisions: u8,
    effects: [u8; 2],
    /// When each receiver first got the step's key.
    key_known_since: [Option<i64>; 2],
    requests: Vec<Request>,
    answers: Vec<Answer>,
    /// The source's own first run, and its durable log.
    first_run: FirstRun,
    log: Vec<Sent>,
    /// Reports on their way: how much of the log each tells.
    reports: Vec<Vec<Sent>>,
    known: Known,
    standing: Standing,
    workers: [Worker; 2],
}

/// What Holdpoint knows, in the order of arrival.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Known {
    reported: bool,
    sent: Vec<Sent>,
    looks: Vec<(usize, i64, bool)>,
    takings: Vec<(i64, i64, Vec<usize>, TakingState)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum TakingState {
    Running,
    Reported,
    WithoutOutcome,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Request {
    step: usize,
    sent_at: i64,
    by: Sender,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Answer {
    step: usize,
    by: Sender,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Sender {
    Source,
    Worker(usize),
}

/// An attempt as it is written down: before it is sent, and with its answer once there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Sent {
    step: usize,
    started: i64,
    answered: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum FirstRun {
    At(usize),
    Waiting(usize),
    Stopped,
}

/// The case, and its live instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Standing {
    None,
    ToReview,
    Offered(Order),
    Taken(Order, usize, i64, i64),
    Resolved,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Order {
    run: Vec<usize>,
    not_after: Option<i64>,
    basis: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Worker {
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
    fn start(limits: Limits) -> Self {
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
    fn next(&self, model: &Model) -> Vec<Self> {
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

    fn with(&self, all: &mut Vec<Self>, change: impl FnOnce(&mut Self)) {
        let mut next = self.clone();
        change(&mut next);
        all.push(next);
    }

    /// Requests arrive or are lost; answers arrive or are lost.
    fn network(&self, model: &Model, all: &mut Vec<Self>) {
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
    fn arrive(&mut self, step: usize, model: &Model) {
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

    fn answered(&mut self, answer: Answer) {
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
    fn source(&self, all: &mut Vec<Self>) {
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

    fn stop(&mut self) {
        self.first_run = FirstRun::Stopped;
        self.reports.push(self.log.clone());
    }

    /// A report comes in: its facts join what is known, and what it does follows from where the case stands.
    fn report(&mut self, told: &[Sent]) {
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
        match report_effect(newest, adds, adds) {
            ReportEffect::OpensCase | ReportEffect::WithdrawsDecision => {
                self.standing = Standing::ToReview;
            }
            ReportEffect::EndsTaking => {
                self.end_taking(TakingState::WithoutOutcome);
                self.standing = Standing::ToReview;
            }
            ReportEffect::JoinsCase | ReportEffect::Late => {}
        }
    }

    fn end_taking(&mut self, end: TakingState) {
        if let Some(taking) = self.known.takings.last_mut() {
            taking.3 = end;
        }
    }

    /// People look in the receivers, and resume whenever they may.
    fn people(&self, model: &Model, all: &mut Vec<Self>) {
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
    fn worker(&self, i: usize, model: &Model, all: &mut Vec<Self>) {
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

    fn taken(&mut self, i: usize, order: &Order, lease_until: i64) {
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

    fn run(&self, i: usize, model: &Model, all: &mut Vec<Self>) {
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
    fn renewal(&self, i: usize, model: &Model) -> Option<i64> {
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

    fn let_go_on(&mut self, i: usize, until: i64) {
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

    fn send(&mut self, i: usize) {
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
    fn outcome(&mut self, i: usize) {
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

    /// Time passes; a request is in flight no longer than the settling time, and a lease ends by the clock.
    fn time(&self, _: &Model, all: &mut Vec<Self>) {
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

impl Known {
    /// Takes an attempt over; whether it, or its answer, is new.
    fn learn(&mut self, sent: Sent) -> bool {
        let same = |s: &&mut Sent| s.step == sent.step && s.started == sent.started;
        match self.sent.iter_mut().find(same) {
            Some(known) if known.answered || !sent.answered => false,
            Some(known) => {
                known.answered = true;
                true
            }
            None => {
                self.sent.push(sent);
                self.sent.sort_by_key(|s| (s.started, s.step));
                true
            }
        }
    }

    fn facts(&self, with_running: bool) -> Facts {
        let mut facts = operation(&STEPS);
        for (i, name) in STEPS.iter().enumerate() {
            let sent = |s: &&Sent| s.step == i;
            facts.steps[i].claims = vec![claim(StepClaim::Pending)];
            if self.sent.iter().filter(sent).any(|s| s.answered) {
                facts.steps[i].results = vec![told(result("effect"), 0)];
            }
            for s in self.sent.iter().filter(sent) {
                let outcome = if s.answered {
                    AttemptOutcome::Acknowledged
                } else {
                    AttemptOutcome::Timeout
                };
                let mut attempt = attempt(name, s.started, outcome);
                attempt.arrival = arrived(s.started);
                facts.attempts.push(attempt);
            }
        }
        for (step, seconds, there) in &self.looks {
            let mut looked = person_look(STEPS[*step], *seconds, Seen::Absent);
            if *there {
                looked.fact.seen = Seen::Found;
                looked.fact.object = Some(result("effect"));
                looked.fact.matches = Some(true);
            }
            facts.observations.push(looked);
        }
        for (taken, until, run, end) in &self.takings {
            if *end == TakingState::Running && !with_running {
                continue;
            }
            facts.takings.push(Taking {
                instruction: InstructionId::new("01J"),
                worker: "w".into(),
                taken_at: at(*taken),
                lease_until: at(*until),
                run: run
                    .iter()
                    .map(|i| (StepName::new(STEPS[*i]), Some(key(STEPS[*i]))))
                    .collect(),
                end: match end {
                    TakingState::Running => TakingEnd::Running,
                    TakingState::Reported => TakingEnd::Reported,
                    TakingState::WithoutOutcome => TakingEnd::WithoutOutcome,
                },
            });
        }
        facts
    }
}

fn bounds(order: &Order) -> Bounds {
    Bounds {
        take_before: at(100_000),
        not_after: order.not_after.map(at),
    }
}

fn seconds(time: crate::domain::time::Timestamp) -> i64 {
    (time.0 - at(0).0) / 1_000_000
}

/// Enough of the basis to tell two apart.
fn fingerprint(review: &Review<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    basis(review).to_string().hash(&mut hasher);
    hasher.finish()
}

/// The rules under which the worlds move.
struct Model {
    receivers: Receivers,
    contracts: TestContracts,
}

impl Model {
    fn new(receivers: Receivers) -> Self {
        let contract_of = |window: Option<i64>| -> Contract {
            let promise = window.map_or(KeyPromise::NoKey, |seconds| {
                KeyPromise::Exact(Duration::from_secs(seconds.unsigned_abs()))
            });
            Contract {
                settling: Some(Duration::from_secs(SETTLING.unsigned_abs())),
                ..contract(promise)
            }
        };
        let named = STEPS.iter().zip(receivers.window);
        Self {
            receivers,
            contracts: TestContracts(
                named
                    .map(|(step, window)| ((*step).to_owned(), contract_of(window)))
                    .collect(),
            ),
        }
    }

    fn rules(&self) -> crate::domain::rules::Rules<'_> {
        crate::domain::rules::Rules {
            safety_margin: Duration::from_secs(5),
            settling_for_people: Some(Duration::from_secs(SETTLING.unsigned_abs())),
            ..self.contracts.rules()
        }
    }

    fn basis(&self, world: &World) -> u64 {
        let facts = world.known.facts(true);
        fingerprint(&review(&facts, self.rules(), at(world.now)))
    }

    /// The basis as it was before the running taking began.
    fn basis_without_taking(&self, world: &World) -> u64 {
        let facts = world.known.facts(false);
        fingerprint(&review(&facts, self.rules(), at(world.now)))
    }

    /// The order of a resume, if the facts allow one.
    fn resume(&self, world: &World) -> Option<Order> {
        let facts = world.known.facts(true);
        let review = review(&facts, self.rules(), at(world.now));
        let plan = plan(&review, &ResumeOrder::default()).ok()?;
        let index = |name: &StepName| STEPS.iter().position(|s| *s == name.as_str());
        Some(Order {
            run: plan.run.iter().filter_map(|r| index(&r.step)).collect(),
            not_after: plan.not_after.map(seconds),
            basis: fingerprint(&review),
        })
    }
}

/// Walks every world that can come to be; returns how many there were, and how many resolved with each step once.
fn search(receivers: Receivers, limits: Limits) -> (usize, usize) {
    let model = Model::new(receivers);
    let start = Rc::new(World::start(limits));
    let mut came_from = HashMap::from([(start.clone(), None)]);
    let mut open = vec![start];
    let mut resolved = 0;
    while let Some(world) = open.pop() {
        assert!(
            world.effects.iter().all(|n| *n <= 1),
            "a second effect, receivers {:?}: {}",
            receivers.window,
            story(&world, &came_from)
        );
        resolved += usize::from(world.standing == Standing::Resolved && world.effects == [1, 1]);
        for next in world.next(&model) {
            let next = Rc::new(next);
            if !came_from.contains_key(&next) {
                came_from.insert(next.clone(), Some(world.clone()));
                open.push(next);
            }
        }
    }
    (came_from.len(), resolved)
}

/// How a world came to be, one world a line.
fn story(world: &Rc<World>, came_from: &HashMap<Rc<World>, Option<Rc<World>>>) -> String {
    let mut worlds = vec![world];
    while let Some(Some(before)) = worlds.last().map(|w| &came_from[*w]) {
        worlds.push(before);
    }
    let lines = worlds.iter().rev().map(|w| format!("\n{w:?}"));
    lines.collect()
}

#[test]
fn no_order_of_events_leads_to_a_second_effect() {
    let keyless = None;
    // Two windows: one that ends while people still review, and one that outlasts them.
    let (short, long) = (Some(200), Some(10_000));
    for (window, ticks, decisions) in [
        ([keyless, keyless], 4, 1),
        ([short, keyless], 3, 1),
        ([long, short], 2, 1),
    ] {
        let limits = Limits {
            ticks,
            looks: 1,
            decisions,
        };
        let (worlds, resolved) = search(Receivers { window }, limits);
        println!("{window:?}: {worlds} worlds, {resolved} resolved");
        assert!(worlds > 10_000, "the search has somewhere to go");
        assert!(resolved > 0, "and operations do get done");
    }
}
