//! A source tells what became of a taking (`domain.md` §5).

use super::actor::{Actor, Part};
use super::case_work::{CaseWork, WorkError, commit, publish_of, written};
use super::instruction::{order, standing};
use super::take::{Locked, lock};
use super::{Answer, ServiceError, Services, Source};
use crate::domain::compensate::CompensatePlan;
use crate::domain::digest::sha256_hex;
use crate::domain::facts::Arrival;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, InstructionId, StepName};
use crate::domain::instruction::{self, EndedBecause, InstructionStanding, NoTaking, Telling};
use crate::domain::json::digest;
use crate::domain::order::Order;
use crate::domain::outcome::{Outcome, StoppedAgain};
use crate::domain::report_parse::{Fault, OutcomeReport, parse_outcome};
use crate::domain::review::StepReview;
use crate::domain::standing::{CaseState, InstructionOutcome, InstructionState};
use crate::domain::surplus::surplus;
use crate::store::identifiers::{self, Identifier};
use crate::store::instructions::{self, InstructionRow, NewOutcome};
use serde_json::{Value, json};

/// An outcome that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeKept {
    pub instruction: InstructionId,
    pub case: CaseId,
    /// It was told before; nothing changed.
    pub repeated: bool,
    /// The lease was over: it is kept as facts.
    pub late: bool,
    pub case_state: CaseState,
}

/// Why an outcome is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutcomeRefused {
    /// Every fault of the document.
    Invalid(Vec<Fault>),
    /// This worker has nothing to tell of this instruction.
    NotTheirs(NoTaking),
    /// Another outcome was told before.
    OtherOutcome { told: Option<InstructionOutcome> },
}

/// Keeps an outcome. `clock_ahead` is by how many microseconds the source's clock runs ahead.
///
/// # Errors
/// [`OutcomeRefused`]; then nothing is changed.
pub async fn outcome(
    services: &Services,
    source: &Source,
    id: &InstructionId,
    body: Value,
    clock_ahead: i64,
) -> Answer<OutcomeKept, OutcomeRefused> {
    let mut locked = lock(services, source, id)
        .await?
        .ok_or(ServiceError::NotFound)?;
    let order = order(&locked.row)?;
    let document = without_token(&body);
    let report = parse(&locked.work, &order, body)?;
    let told = Told {
        source,
        report,
        digest: digest(&document),
        document,
        arrival: Arrival {
            at: locked.work.now,
            clock_ahead,
        },
    };
    let state = standing(&locked.row);
    let token_hash = sha256_hex(&told.report.take_token);
    let telling = instruction::tell(&state, &token_hash, locked.work.now)
        .map_err(|why| ServiceError::Refused(OutcomeRefused::NotTheirs(why)))?;
    if locked.row.outcome.is_some() {
        return told.again(&locked, &order);
    }
    let opened = told.keep(&mut locked, &state, telling, &order).await?;
    told.make_findable(&mut locked).await?;
    finish(services, locked, telling, opened).await
}

async fn finish(
    services: &Services,
    locked: Locked,
    telling: Telling,
    opened: Option<CaseId>,
) -> Answer<OutcomeKept, OutcomeRefused> {
    let Locked { mut tx, work, row } = locked;
    let kept = OutcomeKept {
        instruction: row.id,
        case: opened.unwrap_or(work.case.id),
        repeated: false,
        late: telling == Telling::Late,
        case_state: opened.map_or(work.details.state, |_| CaseState::Waiting),
    };
    let case = work.case.clone();
    let saved = work.save(&mut tx).await?;
    commit(services, tx, &case, &saved).await?;
    if let Some(opened) = opened {
        publish_of(services, opened, case.origin.source_id, &saved);
    }
    Ok(kept)
}

fn parse(work: &CaseWork, order: &Order, body: Value) -> Result<OutcomeReport, Refused> {
    let run: Vec<_> = order.run().iter().map(|run| &run.step).collect();
    let steps = work.facts.steps.iter().map(|step| &step.name);
    parse_outcome(body, steps, &run)
        .map_err(|faults| ServiceError::Refused(OutcomeRefused::Invalid(faults)))
}

type Refused = ServiceError<OutcomeRefused>;

/// The token itself is never kept.
fn without_token(body: &Value) -> Value {
    let mut document = body.clone();
    if let Value::Object(members) = &mut document {
        members.shift_remove("take_token");
    }
    document
}

/// An outcome as it was told.
struct Told<'a> {
    source: &'a Source,
    report: OutcomeReport,
    document: Value,
    digest: String,
    arrival: Arrival,
}

impl Told<'_> {
    fn outcome(&self) -> &Outcome {
        &self.report.outcome
    }

    /// The answer where an outcome was told before. A taking that sent nothing was done by being taken.
    fn again(&self, locked: &Locked, order: &Order) -> Answer<OutcomeKept, OutcomeRefused> {
        let row = &locked.row;
        let acknowledged = order.resolved_by_taking().is_some()
            && self.outcome().word == InstructionOutcome::Done
            && self.outcome().attempts.is_empty();
        if acknowledged || row.outcome_digest.as_ref() == Some(&self.digest) {
            return Ok(OutcomeKept {
                instruction: row.id.clone(),
                case: locked.work.case.id,
                repeated: true,
                late: row.state == InstructionState::Lapsed,
                case_state: locked.work.details.state,
            });
        }
        let told = row.outcome;
        Err(ServiceError::Refused(OutcomeRefused::OtherOutcome { told }))
    }

    /// Keeps the outcome, and gives the case that it opened, if it opened another one.
    async fn keep(
        &self,
        locked: &mut Locked,
        state: &InstructionStanding,
        telling: Telling,
        order: &Order,
    ) -> Result<Option<CaseId>, WorkError> {
        if telling == Telling::Late && matches!(state, InstructionStanding::Taken(_)) {
            // The lease is over, and only nobody has come round yet to say so.
            let Locked { tx, work, row } = locked;
            let rules = Actor::Program(Part::Rules);
            work.end_taking(tx, rules, row, EndedBecause::LeaseOver)
                .await?;
        }
        let Locked { tx, work, row } = locked;
        let new = NewOutcome {
            outcome: self.outcome().word,
            digest: &self.digest,
            document: &self.document.to_string(),
            reported_at: work.now,
        };
        written(instructions::report_outcome(tx, &row.id, &new).await?)?;
        let added = work
            .facts
            .learn_outcome(&row.id, self.outcome(), self.arrival);
        self.note(work, row, telling);
        match telling {
            Telling::InTime => {
                work.live = None;
                self.end_case(work, row, order)?;
                Ok(None)
            }
            Telling::Late if work.details.state == CaseState::Resolved => {
                if !added.adds_facts() {
                    return Ok(None);
                }
                let (why, now) = (StoppedAgain::LateOutcome, work.now);
                work.stop_again(why, None, row.id.as_str(), now);
                let actor = Actor::Source(self.source);
                Ok(Some(work.open_again(tx, actor, self.source).await?))
            }
            Telling::Late => {
                let cause = json!({"late_outcome": row.id, "outcome": self.outcome().word});
                work.facts_changed(tx, cause).await?;
                Ok(None)
            }
        }
    }

    fn note(&self, work: &mut CaseWork, row: &InstructionRow, telling: Telling) {
        let document = json!({
            "instruction": row.id,
            "worker": row.worker,
            "outcome": self.outcome().word,
            "late": telling == Telling::Late,
            "results": self.outcome().results,
            "attempts": self.outcome().attempts.len(),
            "detail": self.outcome().detail,
            "knowledge": work.knowledge_changes(),
        });
        let actor = Actor::Source(self.source);
        work.note(actor, EntryKind::OutcomeReported, document);
    }

    /// Every step done, once, resolves the case; anything else opens it again with what was learned.
    fn end_case(
        &self,
        work: &mut CaseWork,
        row: &InstructionRow,
        order: &Order,
    ) -> Result<(), WorkError> {
        let actor = Actor::Source(self.source);
        let left = match order {
            Order::Compensate(plan) => self.left_undone(work, plan),
            Order::Resume(_) | Order::NewOperation(_) | Order::Close(_) => {
                self.what_is_left(work, order)
            }
        };
        match left {
            None => {
                let surplus = surplus(&work.review(), order);
                work.resolve(actor, order.when_done(), &surplus)?;
            }
            Some((why, step)) => {
                let now = work.now;
                work.stop_again(why, step, row.id.as_str(), now);
                work.reopen(actor, why);
            }
        }
        Ok(())
    }

    /// Why what was to be undone is not, and at which undoing.
    fn left_undone(
        &self,
        work: &CaseWork,
        plan: &CompensatePlan,
    ) -> Option<(StoppedAgain, Option<StepName>)> {
        let review = work.review();
        let left = plan.left(&review)?;
        let why = match self.outcome().word {
            InstructionOutcome::Refused if !left.is_unknown() => StoppedAgain::OutcomeRefused,
            InstructionOutcome::Done
            | InstructionOutcome::Unknown
            | InstructionOutcome::Refused => StoppedAgain::OutcomeUnknown,
        };
        Some((why, Some(left.step.name.clone())))
    }

    /// Why the operation is not at its end, and at which step.
    fn what_is_left(
        &self,
        work: &CaseWork,
        order: &Order,
    ) -> Option<(StoppedAgain, Option<StepName>)> {
        let review = work.review();
        let at = review.at_resume_point();
        let step = at.map(|at| at.step.name.clone());
        let unknown = at.is_some_and(StepReview::is_unknown);
        match self.outcome().word {
            InstructionOutcome::Done if step.is_none() => {
                let step = order.done_more_than_once(&review)?;
                Some((StoppedAgain::DoneMoreThanOnce, Some(step.clone())))
            }
            InstructionOutcome::Done if !unknown => Some((StoppedAgain::StoppedBeforeStep, step)),
            InstructionOutcome::Done | InstructionOutcome::Unknown => {
                Some((StoppedAgain::OutcomeUnknown, step))
            }
            InstructionOutcome::Refused => Some((StoppedAgain::OutcomeRefused, step)),
        }
    }

    /// What was created can be searched for from now on.
    async fn make_findable(&self, locked: &mut Locked) -> Result<(), WorkError> {
        let results = &self.outcome().results;
        let found: Vec<_> = results
            .iter()
            .map(|done| Identifier {
                operation: locked.row.operation_id,
                name: "result".to_owned(),
                term: done.result.id.clone(),
            })
            .collect();
        Ok(identifiers::insert(&mut locked.tx, &found).await?)
    }
}
