//! What is answered to a report.

use crate::domain::case::ReportEffect;
use crate::domain::ids::{CaseId, OperationKey, ReportId, Version};
use crate::domain::report::StopKind;
use crate::domain::report_parse::Fault;
use crate::domain::standing::{CaseState, DecisionKind, Resolution};
use crate::store::decisions::DecisionRow;
use crate::store::reports::ReportRow;
use serde::Serialize;

/// What became of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum Received {
    Kept(Receipt),
    /// Its id came before with other content; nothing was changed.
    Conflict(Conflict),
    /// It cannot be understood, and is kept whole on the list of refused reports.
    Refused(Refusal),
}

/// The answer to a report that is kept: the same each time it comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub report_id: ReportId,
    /// It was known before; nothing was changed.
    pub repeated: bool,
    /// JSON.
    pub answer: String,
}

/// Other content under an id that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    pub report_id: ReportId,
    /// Of the content that is kept.
    pub first_digest: String,
    /// Of the content that came now.
    pub digest: String,
    pub case: Option<CaseId>,
}

/// Why a report is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Where one could be read.
    pub report_id: Option<String>,
    pub faults: Vec<Fault>,
    /// It is sound JSON; only its meaning is not clear.
    pub is_json: bool,
}

/// What is answered, and stored, when a report is kept.
#[derive(Debug, Serialize)]
pub(super) struct Answered<'a> {
    pub report_id: &'a ReportId,
    pub operation_key: &'a OperationKey,
    pub case: CaseId,
    pub case_url: String,
    pub effect: &'static str,
    pub kind: StopKind,
    pub state: CaseState,
    pub version: Version,
    /// The earlier case of the same operation, where this report opened another one.
    pub previous_case: Option<CaseId>,
    /// What was decided, where the report brings nothing that would change it.
    pub decision: Option<Decided<'a>>,
}

/// What was decided of the operation.
#[derive(Debug, Serialize)]
pub(super) struct Decided<'a> {
    /// `None` where the policy let the case be.
    pub action: Option<DecisionKind>,
    pub reason_code: Option<&'a str>,
    pub decided_at: Option<String>,
    pub resolution: Option<Resolution>,
    /// The key of the operation that took this one's place.
    pub superseded_by: Option<&'a OperationKey>,
}

impl<'a> Decided<'a> {
    pub fn of(
        decision: Option<&'a DecisionRow>,
        resolution: Option<Resolution>,
        superseded_by: Option<&'a OperationKey>,
    ) -> Self {
        Self {
            action: decision.map(|d| d.kind),
            reason_code: decision.map(|d| d.reason_code.as_str()),
            decided_at: decision.map(|d| d.decided_at.to_string()),
            resolution,
            superseded_by,
        }
    }
}

/// Where people see a case, relative to the program's address.
pub fn case_url(case: CaseId) -> String {
    format!("/cases/{case}")
}

/// The effect's name in answers and in the history.
pub(super) fn effect_word(effect: ReportEffect) -> &'static str {
    match effect {
        ReportEffect::OpensCase => "case_opened",
        ReportEffect::JoinsCase => "case_joined",
        ReportEffect::WithdrawsDecision => "decision_withdrawn",
        ReportEffect::EndsTaking => "taking_ended",
        ReportEffect::Late => "late",
        ReportEffect::Superseded => "superseded",
    }
}

impl Received {
    /// A report that is known already, compared with what came now.
    pub(super) fn again(known: &ReportRow, digest: &str) -> Self {
        let report_id = known.report_id.clone();
        if known.digest == digest {
            return Self::Kept(Receipt {
                report_id,
                repeated: true,
                answer: known.answer.clone(),
            });
        }
        Self::Conflict(Conflict {
            report_id,
            first_digest: known.digest.clone(),
            digest: digest.to_owned(),
            case: known.case_id,
        })
    }
}
