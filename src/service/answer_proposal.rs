//! The second person approves a proposal, or refuses it (`domain.md` §4.6). Nobody is the second person of their own.

use super::actor::{Actor, Part};
use super::case_work::{CaseWork, WorkError, commit, free, written};
use super::decide::{Seen, facts_digest};
use super::history::since;
use super::issue::Issue;
use super::permitted::{permitted, turn_away};
use super::record_decision::both;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::approval::{Stale, in_time, still_allowed};
use crate::domain::decision::{Justification, NoJustification};
use crate::domain::draft::DraftForm;
use crate::domain::history::{Entry, EntryKind};
use crate::domain::ids::{CaseId, Version};
use crate::domain::order::Order;
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::standing::DecisionState;
use crate::store::decisions::{self, DecisionRow, NewAnswer};
use crate::store::{self, Tx, drafts};
use serde_json::json;

/// What the second person says to a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondAnswer {
    Approve,
    Refuse,
}

impl SecondAnswer {
    /// What it is to answer so.
    pub fn act(self) -> Act {
        match self {
            Self::Approve => Act::Approve,
            Self::Refuse => Act::Refuse,
        }
    }
}

/// The second person's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerRequest {
    /// The decision that the page showed.
    pub proposal: i64,
    pub seen: Seen,
    pub answer: SecondAnswer,
    /// In words of their own.
    pub words: String,
}

/// Why nothing was answered.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerRefused {
    pub against: AgainstAnswer,
    /// The version that the case has now.
    pub version: Version,
    /// What happened to the case since the version that the person saw, oldest first; only where that is the reason.
    pub since: Vec<Entry>,
}

/// What stands against an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum AgainstAnswer {
    /// Whoever proposed it is never the second person.
    OwnProposal,
    /// It waits no more: somebody was quicker, or it went back to review.
    Over,
    /// The case, or what is known, is not what the person saw.
    Changed,
    /// It cannot be approved any more, and is back in review from now on.
    WentBack(Stale),
    Words(NoJustification),
}

/// Answers a proposal. Approved, it is a decision, and its instruction is on offer; refused, the case is back in review. The
/// same answer of the same person once more, as a second click sends it, changes nothing and is no fault.
///
/// # Errors
/// [`AnswerRefused`]; then nothing is answered.
pub async fn answer_proposal(
    services: &Services,
    person: &Person,
    case: CaseId,
    request: &AnswerRequest,
) -> Answer<Version, AnswerRefused> {
    let answering = match Answering::begin(services, person, case, request).await? {
        Begun::Answering(answering) => *answering,
        Begun::SaidBefore(version) => return Ok(version),
    };
    let minimum = services.policy.margins().justification_minimum;
    let words = match Justification::parse(&request.words, minimum) {
        Ok(words) => words,
        Err(fault) => return Err(answering.refuse(AgainstAnswer::Words(fault))),
    };
    match request.answer {
        SecondAnswer::Refuse => answering.refuse_proposal(&words).await,
        SecondAnswer::Approve => {
            let order: Order = serde_json::from_str(&answering.proposal.document)?;
            match answering.stands(&order) {
                Ok(()) => answering.approve(&words, &order).await,
                Err(stale) => answering.give_back(stale).await,
            }
        }
    }
}

/// How answering begins.
enum Begun<'a> {
    Answering(Box<Answering<'a>>),
    /// The person answered just so; the case has this version now.
    SaidBefore(Version),
}

/// A proposal, locked with its case, that this person may answer now.
struct Answering<'a> {
    services: &'a Services,
    person: &'a Person,
    tx: Tx,
    work: Box<CaseWork>,
    proposal: DecisionRow,
}

type Refused = ServiceError<AnswerRefused>;

impl<'a> Answering<'a> {
    /// Opens the transaction, and checks who asks, that the proposal waits, and what they saw, in this order.
    async fn begin(
        services: &'a Services,
        person: &'a Person,
        case: CaseId,
        request: &AnswerRequest,
    ) -> Result<Begun<'a>, Refused> {
        let mut tx = services.db.begin().await?;
        let work = CaseWork::lock(&mut tx, services, case)
            .await?
            .ok_or(ServiceError::NotFound)?;
        let proposal = decisions::get(&mut tx, request.proposal).await?;
        let proposal = proposal.filter(|p| p.case_id == case);
        if proposal
            .as_ref()
            .is_some_and(|p| is_said(p, person, request))
        {
            return Ok(Begun::SaidBefore(work.case.version));
        }
        let act = request.answer.act();
        if let Err(why) = permitted(&mut tx, &work.case, person, act, work.now).await? {
            let against = if why == NotPermitted::OwnProposal {
                AgainstAnswer::OwnProposal
            } else {
                AgainstAnswer::Over
            };
            let since = since(&mut tx, case, request.seen.version).await?;
            drop(tx);
            let refused = refused(&work, against, since);
            return Err(turn_away(services, person, case, act, why, refused).await?);
        }
        let proposal = proposal.ok_or(ServiceError::NotFound)?;
        let against = if proposal.state != DecisionState::Proposed {
            Some(AgainstAnswer::Over)
        } else if !is_seen(&work, &request.seen) {
            Some(AgainstAnswer::Changed)
        } else {
            None
        };
        if let Some(against) = against {
            let since = since(&mut tx, case, request.seen.version).await?;
            return Err(ServiceError::Refused(refused(&work, against, since)));
        }
        Ok(Begun::Answering(Box::new(Self {
            services,
            person,
            tx,
            work,
            proposal,
        })))
    }

    /// The transaction ends without having changed anything.
    fn refuse(self, against: AgainstAnswer) -> Refused {
        ServiceError::Refused(refused(&self.work, against, Vec::new()))
    }

    /// Whether the proposal may still be approved: its time, its facts, and the rules.
    fn stands(&self, order: &Order) -> Result<(), Stale> {
        in_time(order, self.proposal.answer_before, self.work.now)?;
        if self.work.basis_digest() != self.proposal.basis_digest {
            return Err(Stale::FactsChanged);
        }
        still_allowed(order, &self.work.review())
    }

    async fn approve(
        mut self,
        words: &Justification,
        order: &Order,
    ) -> Answer<Version, AnswerRefused> {
        self.write(DecisionState::Made, words).await?;
        let issue = Issue::of(self.services, &self.work, self.proposal.id, order)?;
        let actor = Actor::Person(self.person);
        let approved = json!({
            "decision": self.proposal.id,
            "kind": self.proposal.kind,
            "proposed_by": self.proposal.by_name,
            "words": words,
            "instruction": issue.id(),
            "role": self.person.role.to_string(),
        });
        self.work.note(actor, EntryKind::Approved, approved);
        let proposal = json!({"proposal": self.proposal.id, "proposed_by": self.proposal.by_name});
        let decided = both(proposal, &issue.told);
        self.work.note(actor, EntryKind::Decided, decided);
        let saved = issue.commit(self.services, self.tx, self.work).await?;
        Ok(saved.version)
    }

    async fn refuse_proposal(mut self, words: &Justification) -> Answer<Version, AnswerRefused> {
        self.write(DecisionState::Refused, words).await?;
        free(&mut self.work.details);
        let document = json!({
            "decision": self.proposal.id,
            "kind": self.proposal.kind,
            "proposed_by": self.proposal.by_name,
            "words": words,
            "role": self.person.role.to_string(),
        });
        let actor = Actor::Person(self.person);
        self.work.note(actor, EntryKind::ProposalRefused, document);
        Ok(self.save().await?)
    }

    async fn give_back(mut self, stale: Stale) -> Answer<Version, AnswerRefused> {
        let rules = Actor::Program(Part::Rules);
        let told = json!({ "because": stale.as_str() });
        self.work
            .return_proposal(&mut self.tx, rules, &self.proposal, told)
            .await?;
        let version = self.save().await?;
        Err(ServiceError::Refused(AnswerRefused {
            against: AgainstAnswer::WentBack(stale),
            version,
            since: Vec::new(),
        }))
    }

    async fn write(
        &mut self,
        to: DecisionState,
        words: &Justification,
    ) -> Result<(), store::Error> {
        let answer = NewAnswer {
            by_user: self.person.id,
            by_name: &self.person.name,
            at: self.work.now,
            words: words.as_str(),
        };
        // What was typed for it is no draft any more.
        let (person, form) = (self.person.id, DraftForm::Approve);
        drafts::delete(&mut self.tx, person, self.proposal.case_id, form).await?;
        written(decisions::answer(&mut self.tx, self.proposal.id, to, &answer).await?)
    }

    async fn save(mut self) -> Result<Version, WorkError> {
        let case = self.work.case.clone();
        let saved = self.work.save(&mut self.tx).await?;
        commit(self.services, self.tx, &case, &saved).await?;
        Ok(saved.version)
    }
}

/// Whether the person answered the proposal in this way and in these words.
fn is_said(proposal: &DecisionRow, person: &Person, request: &AnswerRequest) -> bool {
    let as_now = match request.answer {
        SecondAnswer::Approve => proposal.state != DecisionState::Refused,
        SecondAnswer::Refuse => proposal.state == DecisionState::Refused,
    };
    let words = proposal.answer_words.as_deref();
    as_now && proposal.answered_by == Some(person.id) && words == Some(request.words.trim())
}

/// Whether the case and all that its page shows are what the person saw.
fn is_seen(work: &CaseWork, seen: &Seen) -> bool {
    work.case.version == seen.version && facts_digest(work) == seen.facts_digest
}

fn refused(work: &CaseWork, against: AgainstAnswer, since: Vec<Entry>) -> AnswerRefused {
    AnswerRefused {
        against,
        version: work.case.version,
        since,
    }
}
