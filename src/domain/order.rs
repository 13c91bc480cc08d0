//! What a decision orders, as its instruction carries it, and what a taking changes about the facts (`domain.md` §4, §5).

use super::compensate::CompensatePlan;
use super::facts::{ContentStanding, Facts, Taking, TakingEnd};
use super::ids::{IdempotencyKey, InstructionId, OperationKey, StepName};
use super::knowledge::Knowledge;
use super::new_operation::NewOperationPlan;
use super::policy::ReasonCode;
use super::report::ResultRef;
use super::resume::{DoneStep, ResumePlan, RunStep, WhichContent};
use super::review::{Review, StepReview};
use super::standing::{DecisionKind, Resolution};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What the worker that takes the instruction is told to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub enum Order {
    /// Continue the old operation. Nothing to run: it is confirmed complete.
    Resume(ResumePlan),
    /// Undo what is done.
    Compensate(CompensatePlan),
    /// Start another operation in its place.
    NewOperation(NewOperationPlan),
    /// Nothing more will be done.
    Close(CloseOrder),
}

/// How an operation was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseOrder {
    pub outcome: ReasonCode,
    /// What was done by other means, where the reason names it.
    pub reference: Option<String>,
    /// The operation that this one duplicates, where the reason names it.
    pub duplicate_of: Option<OperationKey>,
    /// Steps of which it stays uncertain whether they had their effect.
    pub stays_uncertain: Vec<StepName>,
    /// Of each step that was done more than once, every result but the first.
    pub surplus: Vec<DoneStep>,
}

impl Order {
    /// The decision that it carries.
    pub fn kind(&self) -> DecisionKind {
        match self {
            Self::Resume(_) => DecisionKind::Resume,
            Self::NewOperation(_) => DecisionKind::NewOperation,
            Self::Compensate(_) => DecisionKind::Compensate,
            Self::Close(_) => DecisionKind::Close,
        }
    }

    /// What may be sent inside the taking.
    pub fn run(&self) -> &[RunStep] {
        match self {
            Self::Resume(plan) => &plan.run,
            Self::NewOperation(plan) => &plan.run,
            Self::Compensate(plan) => &plan.run,
            Self::Close(_) => &[],
        }
    }

    /// The results with which the operation goes on.
    pub fn done(&self) -> &[DoneStep] {
        match self {
            Self::Resume(plan) => &plan.done,
            Self::NewOperation(_) | Self::Compensate(_) | Self::Close(_) => &[],
        }
    }

    /// Results beyond the ones that the operation goes on with, or ends with.
    pub fn surplus(&self) -> &[DoneStep] {
        match self {
            Self::Resume(plan) => &plan.surplus,
            Self::Compensate(plan) => &plan.surplus,
            Self::NewOperation(plan) => &plan.surplus,
            Self::Close(close) => &close.surplus,
        }
    }

    /// A step that turns out to have more results than this order accounts for.
    pub fn done_more_than_once<'r>(&self, review: &'r Review<'_>) -> Option<&'r StepName> {
        let accounted = |step: &StepReview<'_>, known: &ResultRef| {
            let named = self.done().iter().chain(self.surplus());
            named
                .filter(|done| done.step == step.step.name)
                .any(|done| {
                    done.result.object_type == known.object_type && done.result.id == known.id
                })
        };
        let surprising = |step: &&StepReview<'_>| {
            step.known.knowledge == Knowledge::Done
                && step.known.more_than_once()
                && step
                    .known
                    .results
                    .iter()
                    .any(|k| !accounted(step, &k.result))
        };
        review.steps.iter().find(surprising).map(|s| &s.step.name)
    }

    /// Where nothing is sent, the taking is the acknowledgement and resolves the case, in this way.
    pub fn resolved_by_taking(&self) -> Option<Resolution> {
        match self {
            Self::Resume(plan) if plan.run.is_empty() => Some(Resolution::ConfirmedComplete),
            Self::Resume(_) | Self::NewOperation(_) | Self::Compensate(_) => None,
            Self::Close(_) => Some(Resolution::Closed),
        }
    }

    /// How the case ends once all that was to be sent is done.
    pub fn when_done(&self) -> Resolution {
        match self {
            Self::Resume(_) => Resolution::Resumed,
            Self::NewOperation(_) => Resolution::CarriedOut,
            Self::Compensate(_) => Resolution::Compensated,
            Self::Close(_) => Resolution::Closed,
        }
    }

    /// The operation that the decision was about, where its instruction goes on with another one.
    pub fn supersedes(&self) -> Option<&OperationKey> {
        match self {
            Self::NewOperation(plan) => Some(&plan.supersedes),
            Self::Resume(_) | Self::Compensate(_) | Self::Close(_) => None,
        }
    }

    /// After this nothing may be sent.
    pub fn not_after(&self) -> Option<Timestamp> {
        match self {
            Self::Resume(plan) => plan.not_after,
            Self::Compensate(plan) => plan.not_after,
            Self::NewOperation(_) | Self::Close(_) => None,
        }
    }
}

/// A worker's claim on an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Take {
    pub instruction: InstructionId,
    pub worker: String,
    pub at: Timestamp,
    /// The last moment at which the worker may start a request.
    pub lease_until: Timestamp,
}

impl Facts {
    /// What follows from a taking: only now do skips, new keys, undoings and the choice of a content hold, for until now
    /// the decision could be taken back.
    pub fn begin_taking(&mut self, order: &Order, take: Take) {
        match order {
            Order::Resume(plan) => self.apply(plan),
            Order::Compensate(plan) => self.add_undoings(plan),
            // These are the facts of the new operation, which has its keys from the beginning.
            Order::NewOperation(_) | Order::Close(_) => {}
        }
        if order.run().is_empty() {
            return;
        }
        self.takings.push(Taking {
            instruction: take.instruction,
            worker: take.worker,
            taken_at: take.at,
            lease_until: take.lease_until,
            run: run_keys(order.run()),
            end: TakingEnd::Running,
        });
    }

    /// Moves the end of a running taking's lease on.
    pub fn renew_taking(&mut self, instruction: &InstructionId, lease_until: Timestamp) {
        for taking in self.running(instruction) {
            taking.lease_until = lease_until;
        }
    }

    /// Ends a taking. One that ended without a known outcome is settled when its outcome arrives late.
    pub fn end_taking(&mut self, instruction: &InstructionId, end: TakingEnd) {
        for taking in &mut self.takings {
            if taking.instruction == *instruction {
                taking.end = end;
            }
        }
    }

    /// The facts as they would be without this taking: those that its decision was made on.
    #[must_use]
    pub fn without_taking(&self, instruction: &InstructionId) -> Self {
        let mut facts = self.clone();
        facts.takings.retain(|t| t.instruction != *instruction);
        facts
    }

    fn running(&mut self, instruction: &InstructionId) -> impl Iterator<Item = &mut Taking> {
        self.takings
            .iter_mut()
            .filter(move |t| t.instruction == *instruction && t.end == TakingEnd::Running)
    }

    fn apply(&mut self, plan: &ResumePlan) {
        for skip in &plan.skip {
            if !self.skipped.iter().any(|(step, _)| *step == skip.step) {
                self.skipped.push((skip.step.clone(), skip.reason.clone()));
            }
        }
        for change in &plan.new_keys {
            let step = self.steps.iter_mut().find(|s| s.name == change.step);
            if let Some(step) = step {
                step.ordered_key = Some(change.new.clone());
            }
        }
        self.settle_contents(plan);
    }

    /// The chosen content is the agreed one from here on, and every other is refused.
    fn settle_contents(&mut self, plan: &ResumePlan) {
        let chosen = |standing: ContentStanding, digest: &Option<String>| match plan.content.which {
            WhichContent::Agreed => standing == ContentStanding::Agreed,
            WhichContent::Changed => *digest == plan.content.digest,
        };
        for content in &mut self.contents {
            content.standing = if chosen(content.standing, &content.digest) {
                ContentStanding::Agreed
            } else {
                ContentStanding::Refused
            };
        }
    }
}

fn run_keys(run: &[RunStep]) -> Vec<(StepName, Option<IdempotencyKey>)> {
    run.iter()
        .map(|step| (step.step.clone(), step.idempotency_key.clone()))
        .collect()
}
