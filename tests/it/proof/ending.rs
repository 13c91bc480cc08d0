//! How a story ends: everything comes to rest, careful people see each operation through, and the books are compared.

use super::source::Worker;
use super::story::Story;
use super::world::{MANAGER, SENIOR};
use holdpoint::domain::review::Review;
use holdpoint::domain::standing::{CaseState, Resolution};
use holdpoint::store::cases::CaseRow;
use std::collections::HashMap;
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
            while matches!(self.workers[which], Worker::Tells(_)) {
                self.work(which).await;
            }
            self.workers[which] = Worker::Idle;
        }
        for operation in 0..self.operations.len() {
            self.at = operation;
            self.make_report();
        }
        while let Some(report) = self.reports.pop() {
            self.deliver(report).await;
        }
        self.pass(30 * HOUR);
        self.sweep().await;
        self.inspect();
    }

    /// Fails if an operation is lost, or has two open cases or live instructions.
    pub async fn settle_accounts(&mut self) {
        for operation in 0..self.operations.len() {
            self.at = operation;
            self.settle_account().await;
        }
    }

    async fn settle_account(&mut self) {
        let world = self.world;
        let key = self.operation().key.clone();
        let open = "SELECT COUNT(*) FROM cases WHERE stage < 2 AND operation_key = $1";
        let live = "SELECT COUNT(*) FROM instructions i JOIN operations o ON o.id = i.operation_id
            WHERE i.state IN ('offered', 'taken') AND o.key = $1";
        for (what, sql) in [("open cases", open), ("live instructions", live)] {
            let n = world.count(sql, &key).await;
            if n > 1 {
                self.fail(&format!("{n} {what}"));
            }
        }
        let Some(case) = self.case().await else {
            self.fail("the operation is lost: it has no case");
        };
        if case.details.state != CaseState::Resolved {
            return;
        }
        if let Some(step) = self.lost_step(&case) {
            self.fail(&format!("{step} is lost: it is called done, and is not"));
        }
        let found = "SELECT COUNT(*) FROM follow_ups f JOIN operations o ON o.id = f.operation_id
            WHERE o.key = $1";
        if world.count(found, &key).await < self.left_over() {
            self.fail("nobody has to account for an effect that is left over");
        }
    }

    /// A step without effect of an operation that is called complete.
    fn lost_step(&self, case: &CaseRow) -> Option<&str> {
        let account = &self.accounts.of[self.at];
        let steps = self.operation().steps.iter().enumerate();
        let lost = |(at, _): &(usize, &super::source::Step)| match case.details.resolution {
            Some(Resolution::Resumed | Resolution::ConfirmedComplete | Resolution::CarriedOut) => {
                self.is_lost(*at)
            }
            Some(Resolution::Compensated) => self.is_still_there(*at),
            Some(Resolution::Closed | Resolution::NewOperation | Resolution::Lapsed) | None => {
                false
            }
        };
        let skipped = |name: &str| account.skipped.contains(name);
        let mut lost = steps.filter(lost).map(|(_, step)| step.name.as_str());
        lost.find(|name| !skipped(name))
    }

    fn is_lost(&self, step: usize) -> bool {
        let undoes = self.operation().steps[step].undoes.is_some();
        !undoes && self.books.of(self.at, step).next().is_none()
    }

    /// It was to be undone, and is not.
    fn is_still_there(&self, step: usize) -> bool {
        let operation = self.operation();
        let undoing = |s: &usize| operation.steps[*s].undoes == Some(step);
        let mut undoings = (0..operation.steps.len()).filter(undoing);
        let undone = undoings.any(|s| self.books.of(self.at, s).next().is_some());
        self.accounts.of[self.at]
            .undone
            .contains(&operation.steps[step].name)
            && !undone
    }

    /// How many effects Holdpoint was told of, beyond one of each step that stays.
    fn left_over(&self) -> i64 {
        let account = &self.accounts.of[self.at];
        let mut of_steps: HashMap<&str, i64> = HashMap::new();
        for (step, _) in &account.results {
            *of_steps.entry(step).or_default() += 1;
        }
        of_steps.retain(|step, _| !account.undone.contains(*step));
        of_steps.values().map(|n| n - 1).sum()
    }

    /// Careful people, workers that do not die, and a network that loses nothing: each operation gets to its end.
    pub async fn is_seen_through(&mut self) {
        self.careful = true;
        for operation in 0..self.operations.len() {
            self.see_through(operation).await;
        }
        self.coverage.count("seen through");
    }

    async fn see_through(&mut self, operation: usize) {
        for _ in 0..ROUNDS {
            while let Some(report) = self.reports.pop() {
                self.deliver(report).await;
            }
            self.at = operation;
            let Some(case) = self.case().await else {
                return;
            };
            if case.details.state == CaseState::Resolved {
                return;
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
        let unknown = self.world.reviewed(&facts, unknown_steps);
        self.look_at(SENIOR, &unknown).await;
        self.claims(SENIOR).await;
        self.opens_page(SENIOR).await;
        let account = &self.accounts.of[self.at];
        let (over, undone) = (account.superseded, !account.undone.is_empty());
        if (over || undone) && self.dice.happens(30) {
            // However careful: it may not be possible.
            self.resumes(SENIOR).await;
        }
        if over || undone && !self.compensates(SENIOR).await {
            self.closes(SENIOR).await;
        } else if !undone {
            self.resumes(SENIOR).await;
        }
        self.answers(MANAGER).await;
    }

    /// Somebody looks for the results of these steps, where new records show at once.
    pub async fn look_at(&mut self, person: usize, steps: &[String]) {
        for step in steps {
            let step = self.operation().step_of(step).expect("a step");
            self.check(person, step, true).await;
        }
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

/// The steps whose result is not known, by their names.
pub fn unknown_steps(review: &Review<'_>) -> Vec<String> {
    let unknown = review.steps.iter().filter(|s| s.is_unknown());
    unknown.map(|s| s.step.name.to_string()).collect()
}
