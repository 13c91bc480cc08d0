//! What a taking is in the model's own books, and what the source does with it first.

use super::source::{Run, Step, Worker};
use super::story::Story;
use holdpoint::domain::compensate::CompensatePlan;
use holdpoint::domain::ids::IdempotencyKey;
use holdpoint::domain::new_operation::NewOperationPlan;
use holdpoint::domain::order::Order;
use holdpoint::domain::resume::{ResumePlan, WhichContent};
use holdpoint::domain::time::Timestamp;
use holdpoint::service::take::Taken;
use std::collections::VecDeque;
use std::time::Duration;

impl Story<'_> {
    /// Enters a taking into the books, and does what the source does with it first. Gives the operation that it is
    /// about from here on.
    pub fn taken(&mut self, taken: &Taken, token: &str, now: Timestamp) -> usize {
        let people: Vec<&str> = self.world.people.iter().map(|p| p.name.as_str()).collect();
        if let Err(fault) = self.accounts.taken(self.at, taken, token, &people) {
            self.fail(&fault);
        }
        if taken.repeated {
            self.coverage.count("taking: again by the same token");
            return self.goes_on_with(taken);
        }
        self.count_taking(taken, now);
        match &taken.order {
            Order::Resume(plan) => self.follow_resume(plan),
            Order::NewOperation(plan) => self.follow_new_operation(plan, now),
            Order::Compensate(plan) => self.follow_compensate(plan),
            Order::Close(_) => {}
        }
        let goes_on = self.goes_on_with(taken);
        let operation = &self.operations[goes_on];
        for run in taken.order.run() {
            let step = operation.step_of(run.step.as_str());
            let key = step.and_then(|step| operation.steps[step].key.clone());
            if step.is_none() || key != text(run.idempotency_key.as_ref()) {
                self.fail(&format!("{} is to be sent under a strange key", run.step));
            }
        }
        goes_on
    }

    fn count_taking(&mut self, taken: &Taken, now: Timestamp) {
        let soon = now.plus(Duration::from_secs(180));
        if taken.order.not_after().is_some_and(|end| end < soon) {
            self.coverage
                .count("taking: near the end of a key's window");
        }
        if self.habits.forgetful {
            self.coverage
                .count("taking: by a source that tells no last attempt");
        }
        self.coverage.count(match &taken.order {
            Order::Resume(plan) if plan.run.is_empty() => "resume: confirms that all is done",
            Order::Resume(_) => "taking: resume",
            Order::NewOperation(_) => "taking: new operation",
            Order::Compensate(_) => "taking: compensate",
            Order::Close(_) => "taking: close",
        });
    }

    /// The operation that an instruction is about once it is taken.
    fn goes_on_with(&self, taken: &Taken) -> usize {
        match &taken.order {
            Order::NewOperation(plan) => {
                let begun = self
                    .operations
                    .iter()
                    .position(|o| o.key == plan.key.as_str());
                begun.expect("it was taken")
            }
            Order::Resume(_) | Order::Compensate(_) | Order::Close(_) => self.at,
        }
    }

    fn follow_resume(&mut self, plan: &ResumePlan) {
        if plan.content.which == WhichContent::Changed {
            let digest = plan.content.digest.as_deref();
            self.operations[self.at].quantity = self.quantity(digest);
        }
        let operation = &mut self.operations[self.at];
        for change in &plan.new_keys {
            let step = operation.step_of(change.step.as_str()).expect("a step");
            operation.steps[step].key = Some(change.new.to_string());
        }
        self.accounts.note_keys(&self.operations[self.at]);
    }

    /// From now on nothing is sent for the old operation: nobody may be at it still.
    fn follow_new_operation(&mut self, plan: &NewOperationPlan, now: Timestamp) {
        let at_it = |worker: &Worker| match worker {
            Worker::Runs(run) => run.operation == self.at && now < run.until,
            Worker::Idle | Worker::Wants { .. } | Worker::Tells(_) => false,
        };
        if self.workers.iter().any(at_it) {
            self.fail("an operation is superseded, and a worker may still send for it");
        }
        let quantity = self.quantity(Some(&plan.content.digest));
        let key = plan.key.to_string();
        let mut begun = self.operation().successor(key, quantity);
        for step in &mut begun.steps {
            let change = plan.step_keys.iter().find(|c| c.step.as_str() == step.name);
            step.key = change.map(|change| change.new.to_string());
        }
        self.accounts.begin(&begun);
        self.operations.push(begun);
    }

    /// Undoings that Holdpoint names are steps from now on.
    fn follow_compensate(&mut self, plan: &CompensatePlan) {
        let operation = &mut self.operations[self.at];
        for (run, undoing) in plan.run.iter().zip(&plan.undoings) {
            if operation.step_of(run.step.as_str()).is_some() {
                continue;
            }
            let undone = operation.step_of(undoing.undoes.as_str()).expect("a step");
            operation.steps.push(Step {
                name: run.step.to_string(),
                promise: operation.steps[undone].promise,
                key: text(run.idempotency_key.as_ref()),
                undoes: Some(undone),
                compensable: false,
            });
        }
        self.accounts.note_keys(&self.operations[self.at]);
    }

    /// A worker begins what it was given. Where nothing is to be sent, that was all.
    pub fn starts(
        &self,
        taken: Taken,
        (token, before): (String, Timestamp),
        operation: usize,
    ) -> Worker {
        let steps = &self.operations[operation];
        let run = taken.order.run().iter();
        let rest: VecDeque<_> = run
            .map(|run| {
                let step = steps.step_of(run.step.as_str()).expect("a step");
                (step, text(run.idempotency_key.as_ref()))
            })
            .collect();
        if rest.is_empty() {
            return Worker::Idle;
        }
        // It never had an answer to this token before, so it knows that it sent nothing.
        Worker::Runs(Box::new(Run {
            operation,
            quantity: steps.quantity,
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

fn text(key: Option<&IdempotencyKey>) -> Option<String> {
    key.map(|key| key.as_str().to_owned())
}
