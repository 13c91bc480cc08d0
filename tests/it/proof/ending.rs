//! How a story ends: everything comes to rest, careful people see the operation through, and the books are compared.

use super::people::unknown_steps;
use super::source::Worker;
use super::story::Story;
use holdpoint::domain::facts::Facts;
use holdpoint::domain::standing::{CaseState, Resolution};
use holdpoint::store::cases::CaseRow;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);
/// Receivers refuse now and then, so it takes some rounds.
const ROUNDS: usize = 40;

impl Story<'_> {
    /// Everything that was under way arrives or never will; whatever can run out has run out.
    pub async fn comes_to_rest(&mut self) {
        self.pass(HOUR);
        self.flights.clear();
        for which in 0..self.workers.len() {
            while matches!(self.workers[which], Worker::Tells { .. }) {
                self.work(which).await;
            }
            self.workers[which] = Worker::Idle;
        }
        self.make_report();
        while let Some(report) = self.reports.pop() {
            self.deliver(report).await;
        }
        self.pass(30 * HOUR);
        self.sweep().await;
        self.inspect();
    }

    /// Fails if the operation is lost, or has two open cases or live instructions.
    pub async fn settle_accounts(&mut self) {
        let world = self.world;
        let key = self.operation.key.clone();
        let open = "SELECT COUNT(*) FROM cases WHERE stage < 2 AND operation_key = $1";
        let live = "SELECT COUNT(*) FROM instructions i JOIN operations o ON o.id = i.operation_id
            WHERE i.state IN ('offered', 'taken') AND o.key = $1";
        for (what, sql) in [("open cases", open), ("live instructions", live)] {
            let n = world.count(sql, &key).await;
            if n > 1 {
                self.fail(&format!("{n} {what}"));
            }
        }
        let Some(case) = world.case(&key).await else {
            self.fail("the operation is lost: it has no case");
        };
        let facts = world.facts(&case).await;
        if let Some(step) = self.lost_step(&case, &facts) {
            self.fail(&format!(
                "step {step} is lost: it is called done, and is not"
            ));
        }
    }

    /// A step without effect of an operation that is called complete.
    fn lost_step(&self, case: &CaseRow, facts: &Facts) -> Option<usize> {
        match case.details.resolution {
            Some(Resolution::Resumed | Resolution::ConfirmedComplete | Resolution::CarriedOut) => {
                let is_lost = |step: &usize| {
                    let name = super::source::step_name(*step);
                    let skipped = facts.skipped.iter().any(|(s, _)| s.as_str() == name);
                    !skipped && self.books.of(&self.operation.key, *step).next().is_none()
                };
                (0..self.operation.chain.len()).find(is_lost)
            }
            Some(
                Resolution::Closed
                | Resolution::NewOperation
                | Resolution::Compensated
                | Resolution::Lapsed,
            )
            | None => None,
        }
    }

    /// Careful people, workers that do not die, and a network that loses nothing: the operation gets to its end.
    pub async fn is_seen_through(&mut self) {
        for _ in 0..ROUNDS {
            let world = self.world;
            let Some(case) = world.case(&self.operation.key).await else {
                return;
            };
            if case.details.state == CaseState::Resolved {
                self.deeds.resolved += 1;
                return;
            }
            while let Some(report) = self.reports.pop() {
                self.deliver(report).await;
            }
            self.pass(HOUR);
            self.sweep().await;
            self.review_carefully(&case).await;
            self.carry_out().await;
            self.inspect();
        }
        self.fail("nobody can see it through");
    }

    async fn review_carefully(&mut self, case: &CaseRow) {
        let facts = self.world.facts(case).await;
        for step in self.world.reviewed(&facts, unknown_steps) {
            self.check(0, step, true).await;
        }
        self.claims(0).await;
        self.opens_page(0).await;
        self.resumes(0).await;
        self.answers(2).await;
        self.answers(3).await;
    }

    async fn carry_out(&mut self) {
        for _ in 0..ROUNDS {
            self.work(0).await;
            while let Some(flight) = self.flights.pop() {
                self.arrives_for_sure(flight);
            }
            if matches!(self.workers[0], Worker::Idle) {
                return;
            }
        }
    }
}
