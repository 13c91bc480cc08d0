//! Somebody is in a hurry, and so is a worker.

use super::ending::unknown_steps;
use super::source::Worker;
use super::story::Story;
use super::world::{MANAGER, SENIOR};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

impl Story<'_> {
    /// Somebody in a hurry looks, claims and decides, and a worker is at it already.
    pub async fn all_at_once(&mut self) {
        let Some(case) = self.case().await else {
            return;
        };
        let person = self.somebody(&case);
        let facts = self.world.facts(&case).await;
        let unknown = self.world.reviewed(&facts, unknown_steps);
        if self.dice.happens(60) {
            self.look_at(person, &unknown).await;
        }
        self.decides(person).await;
        if self.operation().kind == "payout" {
            self.answers(MANAGER).await;
        }
        if self.dice.happens(40) {
            self.something_comes_between().await;
        }
        for _ in 0..2 {
            self.work(0).await;
        }
    }

    /// Nothing happens until it is nearly too late.
    pub async fn begins_late(&mut self) {
        if let Some(report) = self.reports.pop() {
            self.deliver(report).await;
        }
        self.at_the_last_moment().await;
    }

    /// The protection of a key is about to end, and somebody decides to send again, without another look. A worker takes
    /// the instruction, and goes to the end of its lease.
    pub async fn at_the_last_moment(&mut self) {
        let (Some(end), Some(case)) = (self.end_of_window(), self.case().await) else {
            return;
        };
        let before = Duration::from_secs(61) + SECOND * self.dice.percent();
        let moment = end.minus(before);
        if self.is_near(moment) {
            self.pass(moment.since(self.world.now()));
        }
        let person = self.somebody(&case);
        self.resumes_at_once(person).await;
        if self.habits.slow {
            self.pass(31 * SECOND);
        }
    }

    /// Something comes to light after a decision, and before its instruction is taken.
    async fn something_comes_between(&mut self) {
        self.network();
        self.logs_are_read();
        if self.dice.happens(50) {
            return self.somebody_checks().await;
        }
        self.make_report();
        if let Some(report) = self.reports.pop() {
            self.deliver(report).await;
        }
    }

    /// A taking ended, its worker may still be at it, and somebody would rather have another operation.
    pub async fn somebody_starts_another(&mut self) {
        if !self.dice.happens(30) {
            return;
        }
        self.claims(SENIOR).await;
        self.opens_page(SENIOR).await;
        self.starts_another(SENIOR).await;
        if self.operation().kind == "payout" {
            self.answers(MANAGER).await;
        }
        let idle = |worker: &Worker| matches!(worker, Worker::Idle);
        if let Some(idle) = self.workers.iter().position(idle) {
            self.work(idle).await;
        }
    }

    /// The first of several reports is decided about, and its source had tried again since.
    pub async fn begins_with_an_old_report(&mut self) {
        if self.reports.len() < 2 || self.dice.happens(30) {
            return;
        }
        let report = self.reports.remove(0);
        self.deliver(report).await;
        self.resumes_at_once(SENIOR).await;
    }

    async fn resumes_at_once(&mut self, person: usize) {
        self.claims(person).await;
        self.opens_page(person).await;
        self.resumes(person).await;
        if self.operation().kind == "payout" {
            self.answers(MANAGER).await;
        }
        for _ in 0..3 {
            self.work(0).await;
        }
    }
}
