//! One story: an operation stops, and then anything happens, in any order.

use super::dice::Dice;
use super::people::unknown_steps;
use super::receivers::{Answer, Books};
use super::source::{Flight, Operation, Worker};
use super::world::World;
use bytes::Bytes;
use holdpoint::domain::ids::CaseId;
use holdpoint::domain::time::Timestamp;
use holdpoint::service::decide::Seen;
use holdpoint::service::report_stop::{Channel, Delivered, Delivery, Received, report_stop};
use holdpoint::worker::sweeper::drain;
use serde_json::{Value, json};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
/// Short and long enough to meet the ends of leases, of settling times and of windows, on either side.
const SPANS: [Duration; 9] = [
    SECOND,
    Duration::from_secs(20),
    Duration::from_secs(31),
    Duration::from_secs(61),
    Duration::from_secs(115),
    Duration::from_secs(4 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(19 * 60),
    Duration::from_secs(25 * 60),
];

/// An operation, everything that is under way, and everybody who has to do with it.
pub struct Story<'w> {
    pub world: &'w World,
    pub dice: Dice,
    pub operation: Operation,
    pub books: Books,
    pub flights: Vec<Flight>,
    /// Reports on their way.
    pub reports: Vec<Value>,
    pub workers: [Worker; 2],
    /// What the person has on their screen, since whenever.
    pub pages: Vec<Option<(CaseId, Seen)>>,
    pub deeds: Deeds,
    /// What happened, for whoever has to find out why it went wrong.
    pub tale: Vec<String>,
}

/// What came about, so that a proof can say that it was about something.
#[derive(Debug, Clone, Copy, Default)]
pub struct Deeds {
    pub steps: usize,
    pub decisions: usize,
    pub refused_decisions: usize,
    pub answers: usize,
    pub takings: usize,
    pub renewals: usize,
    pub withdrawn: usize,
    pub outcomes: usize,
    pub resolved: usize,
}

impl<'w> Story<'w> {
    pub fn begin(world: &'w World, seed: u64) -> Self {
        let mut dice = Dice::of(seed);
        let key = format!("op:{seed}");
        Self {
            operation: Operation::new(key, &mut dice),
            world,
            dice,
            books: Books::default(),
            flights: Vec::new(),
            reports: Vec::new(),
            workers: [Worker::Idle, Worker::Idle],
            pages: vec![None; world.people.len()],
            deeds: Deeds::default(),
            tale: Vec::new(),
        }
    }

    pub fn note(&mut self, what: impl FnOnce() -> String) {
        let now = self.world.now();
        self.tale.push(format!("{now} {}", what()));
    }

    /// Fails, and tells everything that happened.
    pub fn fail(&self, why: &str) -> ! {
        let books: Vec<String> = self.books.0.iter().map(|e| format!("{e:?}")).collect();
        panic!(
            "{why}: {}\n{}\nbooks:\n{}",
            self.operation.key,
            self.tale.join("\n"),
            books.join("\n")
        )
    }

    /// The source runs the operation, until it gets no further.
    pub fn first_run(&mut self) {
        for step in 0..self.operation.chain.len() {
            if self.dice.happens(8) || !self.first_try(step) {
                break;
            }
        }
        self.make_report();
    }

    /// Whether the source goes on after this step. Where the receiver has keys, it may try again under the same one; where
    /// it has none, only after a look that proves that there is nothing.
    fn first_try(&mut self, step: usize) -> bool {
        for _ in 0..3 {
            let key = self.operation.own_key(step);
            let attempt = self.write(step, key, "source".to_owned(), None);
            if self.dice.happens(55) {
                let flight = self.flights.len() - 1;
                let flight = self.flights.swap_remove(flight);
                let answer = self.arrive(flight);
                self.operation.log[attempt].answer = Some(answer.clone());
                return answer != Answer::Refused;
            }
            // It may have given up here, and begun again in another process: that report is on its way all the same.
            if self.dice.happens(50) || !self.may_try_again(step) {
                break;
            }
        }
        let seconds = u32::try_from(self.dice.below(32)).expect("small");
        self.pass(SECOND * seconds);
        false
    }

    fn may_try_again(&mut self, step: usize) -> bool {
        let promise = self.operation.chain[step];
        if self.operation.own_key(step).is_some() {
            self.pass(31 * SECOND);
            return true;
        }
        self.pass(promise.settling + promise.lag + SECOND);
        self.source_looks(step);
        self.make_report();
        let key = self.operation.key.clone();
        let now = self.world.now();
        self.books.shown(&key, step, now, promise.lag).is_none()
    }

    /// Writes an attempt down, and sends it.
    pub fn write(
        &mut self,
        step: usize,
        key: Option<String>,
        by: String,
        worker: Option<usize>,
    ) -> usize {
        let now = self.world.now();
        let attempt = self.operation.write(step, key, by, now);
        self.note(|| format!("attempt {attempt} at step {step} is sent"));
        self.flights.push(Flight {
            attempt,
            sent_at: now,
            worker,
        });
        attempt
    }

    pub fn make_report(&mut self) {
        let quantity = if self.dice.happens(4) { 2 } else { 1 };
        let now = self.world.now();
        let report = self.operation.report(now, quantity, &mut self.dice);
        self.reports.push(report);
    }

    /// Anything happens.
    pub async fn go_on(&mut self) {
        self.deeds.steps += 1;
        match self.dice.below(100) {
            0..=12 => self.report_arrives().await,
            13..=14 => self.report_is_lost(),
            15..=18 => self.make_report(),
            19..=33 => self.network(),
            34..=42 => self.somebody_checks().await,
            43..=62 => self.somebody_acts().await,
            63..=84 => self.worker_acts().await,
            85..=87 => self.source_asks(),
            88..=93 => self.time_passes(),
            94..=98 => self.all_at_once().await,
            _ => self.sweep().await,
        }
        self.inspect();
    }

    /// No decision of this world orders a second effect under the same operation key.
    pub fn inspect(&self) {
        for step in 0..self.operation.chain.len() {
            let effects = self.books.of(&self.operation.key, step).count();
            if effects > 1 {
                self.fail(&format!("{effects} effects of step {step}"));
            }
        }
    }

    async fn report_arrives(&mut self) {
        if self.reports.is_empty() {
            return;
        }
        let which = self.dice.below(self.reports.len());
        let report = if self.dice.happens(25) {
            self.reports[which].clone()
        } else {
            self.reports.swap_remove(which)
        };
        self.deliver(report).await;
    }

    pub async fn deliver(&mut self, report: Value) {
        let delivered = Delivered {
            channel: Channel::Call,
            clock_ahead: 0,
        };
        let delivery = Delivery::of_line(Bytes::from(report.to_string()));
        let world = self.world;
        let received = report_stop(&world.services, &world.source, delivered, delivery).await;
        match received.expect("an answer") {
            Received::Kept(receipt) => self.note(|| format!("report: {}", receipt.answer)),
            other @ (Received::Conflict(_) | Received::Refused(_)) => {
                self.fail(&format!("a report is not kept: {other:?} {report}"))
            }
        }
    }

    fn report_is_lost(&mut self) {
        if self.reports.len() > 1 {
            let which = self.dice.below(self.reports.len());
            self.reports.swap_remove(which);
        }
    }

    /// A request arrives, or is lost.
    fn network(&mut self) {
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
    fn arrive(&mut self, flight: Flight) -> Answer {
        let attempt = self.operation.log[flight.attempt].clone();
        let promise = self.operation.chain[attempt.step];
        let asked = (
            self.operation.key.as_str(),
            attempt.step,
            attempt.key.as_deref(),
        );
        let now = self.world.now();
        let answer = self.books.receive(promise, asked, now, &mut self.dice);
        self.note(|| format!("attempt {} arrives: {answer:?}", flight.attempt));
        let awaited = flight
            .worker
            .is_some_and(|worker| self.answered(worker, flight.attempt));
        if awaited || self.dice.happens(30) {
            self.operation.log[flight.attempt].answer = Some(answer.clone());
        }
        answer
    }

    /// A request arrives, and its answer gets back, whatever else is lost elsewhere.
    pub fn arrives_for_sure(&mut self, flight: Flight) {
        let answer = self.arrive(flight);
        self.operation.log[flight.attempt].answer = Some(answer);
        for worker in &mut self.workers {
            match worker {
                Worker::Runs(run) => run.waiting = run.waiting.filter(|at| *at != flight.attempt),
                Worker::Idle | Worker::Wants { .. } | Worker::Tells { .. } => {}
            }
        }
    }

    /// Whether a worker still waits for this answer, and gets it.
    fn answered(&mut self, worker: usize, attempt: usize) -> bool {
        let gets_there = self.dice.happens(75);
        match &mut self.workers[worker] {
            Worker::Runs(run) if run.waiting == Some(attempt) && gets_there => {
                run.waiting = None;
                true
            }
            Worker::Runs(_) | Worker::Idle | Worker::Wants { .. } | Worker::Tells { .. } => false,
        }
    }

    /// The source asks a receiver by the look-up that its contract names. It shows everything that is old enough.
    fn source_asks(&mut self) {
        let step = self.dice.below(self.operation.chain.len());
        self.source_looks(step);
    }

    fn source_looks(&mut self, step: usize) {
        let (promise, now) = (self.operation.chain[step], self.world.now());
        let key = &self.operation.key;
        let found = self.books.shown(key, step, now, promise.lag);
        let mut seen = json!({
            "system": promise.system, "step": super::source::step_name(step), "how": "look_up",
            "look_up": promise.look_up, "by": key, "observed_at": now.to_string(), "seen": "absent",
        });
        if let Some(effect) = found {
            seen["seen"] = "found".into();
            seen["object"] = json!({"type": "effect", "id": effect.id});
            seen["matches"] = true.into();
        }
        self.note(|| format!("the source looks: {seen}"));
        self.operation.seen.push(seen);
    }

    fn time_passes(&mut self) {
        let span = *self.dice.pick(&SPANS).expect("a span");
        let span = match self.moment() {
            Some(moment) if self.dice.happens(35) => moment.since(self.world.now()),
            Some(_) | None => span,
        };
        self.pass(span);
        if self.dice.happens(3) {
            self.pass(24 * 60 * MINUTE);
        }
    }

    /// A moment at which something is about to end: the protection of a key, or the wait after which an absence is proof.
    fn moment(&mut self) -> Option<Timestamp> {
        let which = self.dice.below(self.operation.log.len());
        let attempt = self.operation.log.get(which)?;
        let promise = self.operation.chain[attempt.step];
        let before = *self
            .dice
            .pick(&[1, 2, 15, 31, 59, 62, 90])
            .expect("seconds");
        let end = match promise.window {
            Some(window) if self.dice.happens(80) => attempt.started.plus(window),
            Some(_) | None => attempt.started.plus(promise.settling),
        };
        let moment = end.minus(Duration::from_secs(before));
        // A key that is known for ever has no such moment.
        let now = self.world.now();
        (now < moment && moment < now.plus(30 * 24 * 60 * MINUTE)).then_some(moment)
    }

    /// Somebody in a hurry looks, claims and decides, and a worker is at it already.
    async fn all_at_once(&mut self) {
        let person = self.dice.below(3);
        let Some(case) = self.world.case(&self.operation.key).await else {
            return;
        };
        let facts = self.world.facts(&case).await;
        for step in self.world.reviewed(&facts, unknown_steps) {
            self.check(person, step, true).await;
        }
        self.claims(person).await;
        self.opens_page(person).await;
        self.resumes(person).await;
        if self.operation.kind == "payout" {
            self.answers(2).await;
        }
        for _ in 0..2 {
            self.work(0).await;
        }
    }

    /// Time passes. What is in flight arrives within the settling time, or never.
    pub fn pass(&mut self, span: Duration) {
        let end = self.world.now().plus(span);
        let mut due = Vec::new();
        for flight in std::mem::take(&mut self.flights) {
            let step = self.operation.log[flight.attempt].step;
            let last = flight.sent_at.plus(self.operation.chain[step].settling);
            if last >= end {
                self.flights.push(flight);
            } else if self.dice.happens(60) {
                let left = last.since(self.world.now());
                let after = left / 100 * u32::try_from(self.dice.below(101)).expect("small");
                due.push((self.world.now().plus(after), flight));
            }
        }
        due.sort_by_key(|(at, _)| *at);
        for (at, flight) in due {
            let now = self.world.now();
            self.world.services.clock.advance(at.since(now));
            self.arrive(flight);
        }
        let now = self.world.now();
        self.world.services.clock.advance(end.since(now));
        self.note(|| format!("{span:?} passed"));
    }

    pub async fn sweep(&mut self) {
        drain(&self.world.services).await;
        self.note(|| "what ran out is ended".to_owned());
    }
}
