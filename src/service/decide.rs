//! What every decision has in common (`domain.md` §4.6): holder, version, facts as seen, a reason and a justification;
//! and that it is recorded with its history entry and its instruction, or not at all.

use super::case_work::CaseWork;
use super::history::since;
use super::joint::JointPart;
use super::permitted::{permitted, turn_away};
use super::{Person, ServiceError, Services};
use crate::domain::basis::facts_as_seen;
use crate::domain::decision::{Justification, NoDecision, NoJustification, still_possible};
use crate::domain::history::Entry;
use crate::domain::ids::{CaseId, InstructionId, Version};
use crate::domain::json::{JsonFault, digest};
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::policy::{Reason, ReasonCode, ReasonFits};
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::store::{self, Tx, decisions};

/// What the page showed to the person who decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub version: Version,
    /// The digest of the facts as seen, protection included.
    pub facts_digest: String,
}

/// The person's own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    pub reason_code: String,
    pub justification: String,
}

/// A decision that is recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub version: Version,
    pub way: Way,
}

/// The way that a decision takes from here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// Its instruction is on offer to the source.
    Offered {
        instruction: InstructionId,
        take_before: Timestamp,
    },
    /// It is a proposal, and waits for a second person.
    Proposed { answer_before: Timestamp },
}

impl Decided {
    /// The instruction that is on offer.
    pub fn instruction(&self) -> Option<&InstructionId> {
        match &self.way {
            Way::Offered { instruction, .. } => Some(instruction),
            Way::Proposed { .. } => None,
        }
    }
}

/// Why nothing was recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct DecisionRefused {
    pub against: Against,
    /// The version that the case has now.
    pub version: Version,
    /// What happened to the case since the version that the person saw, oldest first; only where that is the reason.
    pub since: Vec<Entry>,
}

/// What stands against a decision.
#[derive(Debug, Clone, PartialEq)]
pub enum Against {
    /// The case is not the person's to decide now.
    Authority {
        why: NotPermitted,
        /// The full name of whoever holds the case.
        holder: Option<String>,
    },
    /// The case, or what is known, is not what the person saw. Without an entry since, it was time that passed: a
    /// protection ended.
    Changed,
    /// The form is not filled in as it has to be.
    Form(Vec<FormFault>),
    /// The facts do not allow it.
    Rules(Vec<NoDecision>),
    /// Both, so that whoever puts it right sees all of it at once.
    FormAndRules(Vec<FormFault>, Vec<NoDecision>),
}

impl Against {
    /// All that stands against a decision.
    pub fn all(form: Vec<FormFault>, rules: Vec<NoDecision>) -> Self {
        match (form.is_empty(), rules.is_empty()) {
            (_, true) => Self::Form(form),
            (true, false) => Self::Rules(rules),
            (false, false) => Self::FormAndRules(form, rules),
        }
    }
}

/// What is wrong with a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormFault {
    /// The policy has no such reason for this decision.
    UnknownReason,
    /// The reason speaks of facts that are not so.
    ReasonDoesNotFit(ReasonFits),
    Justification(NoJustification),
    /// The reason wants a reference to what was done by other means.
    ReferenceMissing,
    /// The reason wants the key of another operation.
    OperationMissing,
    TooLong,
    /// Open cases of other operations hold the same object, and the person did not say that they know.
    HoldsNotAcknowledged {
        cases: Vec<CaseId>,
    },
    /// The payload is no JSON.
    Payload(JsonFault),
    /// Marks stand in the payload where personal values were covered.
    MaskedPayload,
    /// The password that was asked for again is not the person's.
    WrongPassword,
    /// Too many wrong passwords; this one was not looked at.
    PasswordPaused {
        until: Timestamp,
    },
}

/// A case, locked, on which this person may decide now, and which is what they saw.
pub(super) struct Deciding<'a> {
    pub services: &'a Services,
    pub person: &'a Person,
    pub tx: Tx,
    pub work: Box<CaseWork>,
    /// One of several cases that are decided at once.
    pub joint: Option<JointPart>,
}

pub(super) type Refused = ServiceError<DecisionRefused>;

impl<'a> Deciding<'a> {
    /// Opens the transaction, and checks role, state, holder, version and facts, in this order.
    pub async fn begin(
        services: &'a Services,
        person: &'a Person,
        kind: DecisionKind,
        case: CaseId,
        seen: &Seen,
    ) -> Result<Self, Refused> {
        let act = Act::Decide(kind);
        let mut tx = services.db.begin().await?;
        let work = CaseWork::lock(&mut tx, services, case)
            .await?
            .ok_or(ServiceError::NotFound)?;
        if let Err(why) = permitted(&mut tx, &work.case, person, act, work.now).await? {
            let again = is_decided(&mut tx, &work, person, seen).await?;
            let holder = work.case.holder_name.clone();
            let against = Against::Authority { why, holder };
            let refused = changed(tx, &work, seen, against).await?;
            return Err(if again {
                ServiceError::Refused(refused)
            } else {
                turn_away(services, person, case, act, why, refused).await?
            });
        }
        if let Err(against) = still_possible(work.operation().standing, kind) {
            let refused = refused(&work, Against::Rules(vec![against]), Vec::new());
            return Err(ServiceError::Refused(refused));
        }
        if work.case.version != seen.version || facts_digest(&work) != seen.facts_digest {
            let refused = changed(tx, &work, seen, Against::Changed).await?;
            return Err(ServiceError::Refused(refused));
        }
        Ok(Self {
            services,
            person,
            tx,
            work,
            joint: None,
        })
    }

    /// The transaction ends without having changed anything.
    pub fn refuse(self, against: Against) -> Refused {
        ServiceError::Refused(refused(&self.work, against, Vec::new()))
    }

    /// Reads the person's words, and gives every fault.
    pub fn words(
        &self,
        why: &Why,
        reason: Option<&Reason>,
        faults: &mut Vec<FormFault>,
    ) -> Option<(ReasonCode, Justification)> {
        if reason.is_none() {
            faults.push(FormFault::UnknownReason);
        }
        let minimum = self.services.policy.margins().justification_minimum;
        let justification = Justification::parse(&why.justification, minimum)
            .map_err(|fault| faults.push(FormFault::Justification(fault)))
            .ok();
        Some((reason?.code.clone(), justification?))
    }
}

/// The digest of all that the page of this case shows now.
pub(super) fn facts_digest(work: &CaseWork) -> String {
    digest(&facts_as_seen(&work.review()))
}

/// Whether the person decided on what they saw already: then they only pressed twice.
async fn is_decided(
    tx: &mut Tx,
    work: &CaseWork,
    person: &Person,
    seen: &Seen,
) -> Result<bool, store::Error> {
    let made = decisions::of_case(tx, work.case.id).await?;
    Ok(made
        .iter()
        .any(|d| d.by_user == person.id && d.case_version == seen.version))
}

async fn changed(
    mut tx: Tx,
    work: &CaseWork,
    seen: &Seen,
    against: Against,
) -> Result<DecisionRefused, store::Error> {
    let since = since(&mut tx, work.case.id, seen.version).await?;
    Ok(refused(work, against, since))
}

fn refused(work: &CaseWork, against: Against, since: Vec<Entry>) -> DecisionRefused {
    DecisionRefused {
        against,
        version: work.case.version,
        since,
    }
}
