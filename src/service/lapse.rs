//! Letting a case be in the policy's name (`domain.md` §4.5). It is no decision: nobody answered, nothing is ordered, and the
//! source learns it from the gate (`closed`) and from the answer to its next report.

use super::actor::{Actor, Part};
use super::case_work::{CaseWork, WorkError, commit};
use super::sweep::Swept;
use super::{Person, Services};
use crate::domain::decision::stays_uncertain;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, StepName};
use crate::domain::lapse::{LapseRule, Unanswered, Verdict, lapses_at, verdict};
use crate::domain::standing::Resolution;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::store::cases::{self, CaseRow};
use crate::store::history::{self, NewEntry};
use crate::store::{self, Tx};
use serde_json::{Value, json};

/// Lets a case be whose time has come, if under its lock the policy still says so. Where it does not, or not yet, that is
/// written down instead, so that nobody looks at the case in vain again.
pub(super) async fn lapse(services: &Services, id: CaseId) -> Result<Swept, WorkError> {
    let mut tx = services.db.begin().await?;
    let Some(mut work) = CaseWork::lock(&mut tx, services, id).await? else {
        return Ok(Swept::OtherWasQuicker);
    };
    let (told, now) = (work.details.lapses_at, work.now);
    let by_rule = by_rule(&work, &services.policy);
    let moved = match verdict(told, by_rule, work.details.state, now) {
        Verdict::Lapses => {
            work.let_be(&services.policy, told)?;
            let case = work.case.clone();
            let saved = work.save(&mut tx).await?;
            commit(services, tx, &case, &saved).await?;
            return Ok(Swept::LetBe(id));
        }
        Verdict::Held => return Ok(Swept::OtherWasQuicker),
        // Whoever was quicker has answered it, or let it be.
        Verdict::ForAPerson if told.is_none() => return Ok(Swept::OtherWasQuicker),
        Verdict::ForAPerson => None,
        Verdict::NotYet(at) => Some(at),
    };
    let actor = Actor::Program(Part::Sweeper);
    set(&mut tx, &work.case, actor, (moved, now), "policy").await?;
    tx.commit().await?;
    Ok(Swept::NotLetBe(id))
}

/// Somebody begins an answer: from now on the case waits for a person.
pub(super) async fn begin_answer(
    tx: &mut Tx,
    case: &CaseRow,
    person: &Person,
    now: Timestamp,
) -> Result<(), store::Error> {
    set(tx, case, Actor::Person(person), (None, now), "answer_begun").await
}

/// What was said on the case's page does not hold any more, and the history says so.
async fn set(
    tx: &mut Tx,
    case: &CaseRow,
    actor: Actor<'_>,
    (to, now): (Option<Timestamp>, Timestamp),
    because: &str,
) -> Result<(), store::Error> {
    if !cases::set_lapse(&mut *tx, case.id, to).await? {
        return Ok(());
    }
    let entry = NewEntry {
        at: now,
        case: Some(case.id),
        operation: Some(case.origin.operation_id),
        actor_kind: actor.kind(),
        actor: actor.name(),
        kind: EntryKind::LapseMoved,
        document: json!({
            "said": case.details.lapses_at.map(|at| at.to_string()),
            "to": to.map(|at| at.to_string()),
            "because": because,
        }),
    };
    history::append(tx, vec![entry]).await?;
    Ok(())
}

fn by_rule(work: &CaseWork, policy: &Policy) -> Option<Timestamp> {
    let (of_type, _) = policy.operation_type(&work.case.origin.operation_type);
    let unanswered = Unanswered {
        review: &work.review(),
        kind: work.details.kind,
        // That of the policy when the case opened, and that of today.
        risk: work.details.risk.max(of_type.risk),
        operation: work.operation().standing,
        is_first: work.case.origin.previous_case_id.is_none(),
        stopped_at: work.details.stopped_at,
    };
    lapses_at(of_type.lapse.as_ref(), unanswered).filter(|_| work.live.is_none())
}

impl CaseWork {
    fn let_be(&mut self, policy: &Policy, due: Option<Timestamp>) -> Result<(), WorkError> {
        let operation_type = &self.case.origin.operation_type;
        let (of_type, _) = policy.operation_type(operation_type);
        let rule = policy.rule_of_lapse(operation_type).unwrap_or_default();
        let told = told(self, &rule, of_type.lapse.as_ref(), due);
        let actor = Actor::Policy(&rule);
        self.note(actor, EntryKind::Lapsed, told);
        self.resolve(actor, Resolution::Lapsed, &[])
    }
}

/// What the history quotes.
fn told(work: &CaseWork, rule: &str, lapse: Option<&LapseRule>, due: Option<Timestamp>) -> Value {
    let review = work.review();
    let uncertain = stays_uncertain(&review).into_iter();
    let uncertain: Vec<&StepName> = uncertain.map(|step| &step.step.name).collect();
    json!({
        "type": work.case.origin.operation_type,
        "rule": rule,
        "because": lapse.map(|lapse| &lapse.because),
        "after_seconds": lapse.map(|lapse| lapse.after.as_secs()),
        "since": work.details.stopped_at.to_string(),
        "due": due.map(|due| due.to_string()),
        "stays_uncertain": uncertain,
    })
}
