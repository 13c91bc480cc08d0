//! Recording what was decided: with its instruction, or, where the policy wants a second person, as a proposal.

use super::Answer;
use super::actor::Actor;
use super::case_work::{WorkError, commit, free};
use super::decide::{Decided, Deciding, DecisionRefused, Way};
use super::issue::Issue;
use crate::domain::approval::answer_before;
use crate::domain::basis::facts_as_seen;
use crate::domain::decision::{Justification, stays_uncertain};
use crate::domain::history::EntryKind;
use crate::domain::joint::Came;
use crate::domain::json::digest;
use crate::domain::order::Order;
use crate::domain::policy::{ReasonCode, TypePolicy};
use crate::domain::standing::{CaseState, DecisionState};
use crate::domain::time::Timestamp;
use crate::store::decisions::{self, NewDecision};
use crate::store::{self, drafts};
use serde_json::{Value, json};

/// The reason and the justification.
type Words = (ReasonCode, Justification);

impl Deciding<'_> {
    /// Records the decision with its history entry, and with its instruction unless a second person has to approve it.
    pub async fn record(self, words: Words, order: &Order) -> Answer<Decided, DecisionRefused> {
        if self.type_policy().wants_second_person(order.kind()) {
            self.propose(words, order).await
        } else {
            self.make(words, order).await
        }
    }

    /// What the policy says about this type of operation.
    pub fn type_policy(&self) -> &TypePolicy {
        let operation_type = &self.work.case.origin.operation_type;
        self.services.policy.operation_type(operation_type).0
    }

    async fn make(mut self, words: Words, order: &Order) -> Answer<Decided, DecisionRefused> {
        let new = self.decision(words, order, None)?;
        let decision = self.insert(&new).await?;
        let issue = Issue::of(self.services, &self.work, decision, order)?;
        let way = Way::Offered {
            instruction: issue.id().clone(),
            take_before: issue.take_before(),
        };
        let told = both(self.told(&new, decision, order)?, &issue.told);
        let actor = Actor::Person(self.person);
        self.work.note(actor, EntryKind::Decided, told);
        self.keep_joint(&way).await?;
        let saved = issue.commit(self.services, self.tx, self.work).await?;
        Ok(Decided {
            version: saved.version,
            way,
        })
    }

    /// Nothing is ordered yet, and the case is frozen until somebody else answers.
    async fn propose(mut self, words: Words, order: &Order) -> Answer<Decided, DecisionRefused> {
        let policy_end = self.work.now.plus(self.type_policy().approve_within);
        let end = answer_before(policy_end, order);
        let new = self.decision(words, order, Some(end))?;
        let decision = self.insert(&new).await?;
        let mut told = self.told(&new, decision, order)?;
        let work = &mut self.work;
        free(&mut work.details);
        work.details.state = CaseState::AwaitingApproval;
        told["answer_before"] = json!(end.to_string());
        work.note(Actor::Person(self.person), EntryKind::Proposed, told);
        let case = work.case.clone();
        let way = Way::Proposed { answer_before: end };
        self.keep_joint(&way).await?;
        let saved = self.work.save(&mut self.tx).await?;
        commit(self.services, self.tx, &case, &saved).await?;
        Ok(Decided {
            version: saved.version,
            way,
        })
    }

    async fn keep_joint(&mut self, way: &Way) -> Result<(), WorkError> {
        let Some(part) = &self.joint else {
            return Ok(());
        };
        let came = match *way {
            Way::Offered { take_before, .. } => Came::Offered { take_before },
            Way::Proposed { answer_before } => Came::Proposed { answer_before },
        };
        part.keep(&mut self.tx, &came).await.map(|_| ())
    }

    /// What was typed for it is no draft any more.
    async fn insert(&mut self, new: &NewDecision) -> Result<i64, store::Error> {
        let form = new.kind.into();
        drafts::delete(&mut self.tx, self.person.id, new.case_id, form).await?;
        decisions::insert(&mut self.tx, new).await
    }

    fn decision(
        &self,
        (reason, justification): Words,
        order: &Order,
        answer_before: Option<Timestamp>,
    ) -> Result<NewDecision, WorkError> {
        let (work, person) = (&self.work, self.person);
        let seen = facts_as_seen(&work.review());
        Ok(NewDecision {
            case_id: work.case.id,
            operation_id: work.operation().id,
            case_version: work.case.version,
            kind: order.kind(),
            state: match answer_before {
                Some(_) => DecisionState::Proposed,
                None => DecisionState::Made,
            },
            by_user: person.id,
            by_name: person.name.clone(),
            role: person.role.to_string(),
            decided_at: work.now,
            reason_code: reason.to_string(),
            justification: justification.as_str().to_owned(),
            facts_digest: digest(&seen),
            facts_as_seen: seen.to_string(),
            basis_digest: work.basis_digest(),
            document: serde_json::to_string(order)?,
            answer_before,
        })
    }

    /// What the history vouches for: the person's words, what the policy said then, and by their digests the facts and what
    /// was ordered.
    fn told(&self, new: &NewDecision, decision: i64, order: &Order) -> Result<Value, WorkError> {
        let review = self.work.review();
        let unknown: Vec<_> = stays_uncertain(&review)
            .into_iter()
            .map(|step| &step.step.name)
            .collect();
        Ok(json!({
            "decision": decision,
            "kind": new.kind,
            "role": new.role,
            "reason_code": new.reason_code,
            "justification": new.justification,
            "facts_digest": new.facts_digest,
            "order_digest": digest(&serde_json::to_value(order)?),
            "unknown_steps": unknown,
            "policy": self.policy_then(new),
        }))
    }

    /// The policy's own words, for whoever reads this when the policy is another one.
    fn policy_then(&self, new: &NewDecision) -> Value {
        let policy = &self.services.policy;
        let (of_type, margins) = (self.type_policy(), policy.margins());
        let reason = policy.reasons().find(new.kind, &new.reason_code);
        json!({
            "reason": reason.map(|reason| &reason.title),
            "type": of_type.title,
            "risk": of_type.risk,
            "second_person": of_type.second_person,
            "approve_within_s": of_type.approve_within.as_secs(),
            "resolve_within_s": of_type.resolve_within.as_secs(),
            "take_before_s": margins.take_before.as_secs(),
            "safety_margin_s": margins.safety_margin.as_secs(),
            "justification_minimum": margins.justification_minimum,
        })
    }
}

/// The members of both documents.
pub(super) fn both(mut one: Value, other: &Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other.clone());
    }
    one
}
