//! What can happen to a case.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What an entry of the history tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// A stop report came, and was kept.
    ReportReceived,
    /// A report came again with the content it had.
    ReportRepeated,
    /// A report id came again with other content, and was turned away.
    ReportConflicted,
    /// A report came that adds nothing to what is known.
    ReportLate,
    CaseOpened,
    /// The stop kind that follows from the facts is another one now.
    KindChanged,
    /// Attempts, results, observations or contents came that were not known.
    FactsAdded,
    Claimed,
    /// The holder gave the case back.
    Released,
    /// The claim's lease ran out.
    ClaimLapsed,
    /// A manager, or the owner, took a claimed case over.
    TakenOver,
    /// The case went to another person or team.
    HandedOver,
    /// The case will be looked at again at a time somebody named.
    Waited,
    /// The time to look again has come, or facts came first.
    WaitEnded,
    /// Another team owns the case.
    OwnerSet,
    Noted,
    /// A person, or the program on their behalf, looked in a receiving system.
    CheckRecorded,
    /// A person judged a hint to be this operation's own.
    HintJudged,
    /// A second person agreed that the hint is this operation's own.
    HintConfirmed,
    /// A decision was proposed, and waits for a second person.
    Proposed,
    /// The second person refused the proposal.
    ProposalRefused,
    /// Facts or time ended the proposal before anybody answered it.
    ProposalReturned,
    /// The proposal was taken back by whoever made it, or by a manager.
    ProposalWithdrawn,
    /// The second person approved the proposal.
    Approved,
    /// A decision was made, and its instruction offered.
    Decided,
    /// A notice of the instruction reached the source's endpoint, or did not.
    NoticeDelivered,
    /// Notices were given up after their last retry.
    NoticeUndelivered,
    /// Somebody put a notice on its way once more.
    NoticeRestarted,
    /// A source has one more endpoint.
    EndpointAdded,
    /// An endpoint has a new secret, and the old one holds beside it for a time.
    EndpointSecretChanged,
    /// Nothing is signed with an endpoint's old secret any more.
    EndpointSecretEnded,
    /// An endpoint is not called any more.
    EndpointSwitchedOff,
    /// An endpoint is called again.
    EndpointSwitchedOn,
    /// A notice that says nothing was put on its way to an endpoint.
    EndpointTested,
    /// Somebody may sign in from then on, or may not any more, or has another password.
    PersonChanged,
    /// A source was added, or has one token more or less.
    SourceChanged,
    /// Reports came that could not be read; they were kept whole.
    ReportRefused,
    /// The program wrote rows that tell of no case: when sources were told, and what was kept long enough.
    RowsKept,
    InstructionTaken,
    /// The taker asked to go on, and may.
    InstructionRenewed,
    /// The taker asked to go on, and may not.
    RenewalRefused,
    OutcomeReported,
    /// An instruction that nobody had taken was taken back, by a person or because of a fact.
    InstructionWithdrawn,
    /// An instruction's last moment passed before anybody took it.
    InstructionExpired,
    /// A taking ended without a known outcome.
    TakingLapsed,
    Reopened,
    Resolved,
    /// A new operation took this one's place for ever.
    Superseded,
    /// The policy let an unanswered, unheld case be; not a decision.
    Lapsed,
    /// The moment at which the policy would let a case be is another one, or there is none any more.
    LapseMoved,
    /// An effect beyond the one the operation goes on with was found; somebody has to account for it.
    SurplusFound,
    /// What became of a surplus was recorded.
    SurplusSettled,
    /// Somebody tried what they may not, or too late, and was turned away.
    TurnedAway,
    /// Facts as seen or documents were given out.
    Exported,
    /// A person had the personal values of payloads shown, for a reason.
    Unmasked,
    /// Retention removed documents; their digests stay.
    Removed,
    /// Entries of the access log were sealed.
    AccessesSealed,
    /// A person acted on several cases from one form: it began, or nothing else tells what came of one of them.
    JointAct,
    /// A condition holds for a team.
    AlertBegan,
    /// It does not hold any more.
    AlertEnded,
    /// Somebody was told of an alert.
    AlertTold,
    /// Telling somebody of an alert was given up.
    AlertNotTold,
    /// A person saved, changed or removed a view of the queue, or set with which theirs opens.
    ViewChanged,
    /// The head of the history was signed.
    AnchorSigned,
    /// Somebody verified the history from its page.
    Verified,
}

impl EntryKind {
    /// Every kind, in the order of its definition.
    pub const ALL: [Self; Self::Verified as usize + 1] = [
        Self::ReportReceived,
        Self::ReportRepeated,
        Self::ReportConflicted,
        Self::ReportLate,
        Self::CaseOpened,
        Self::KindChanged,
        Self::FactsAdded,
        Self::Claimed,
        Self::Released,
        Self::ClaimLapsed,
        Self::TakenOver,
        Self::HandedOver,
        Self::Waited,
        Self::WaitEnded,
        Self::OwnerSet,
        Self::Noted,
        Self::CheckRecorded,
        Self::HintJudged,
        Self::HintConfirmed,
        Self::Proposed,
        Self::ProposalRefused,
        Self::ProposalReturned,
        Self::ProposalWithdrawn,
        Self::Approved,
        Self::Decided,
        Self::NoticeDelivered,
        Self::NoticeUndelivered,
        Self::NoticeRestarted,
        Self::EndpointAdded,
        Self::EndpointSecretChanged,
        Self::EndpointSecretEnded,
        Self::EndpointSwitchedOff,
        Self::EndpointSwitchedOn,
        Self::EndpointTested,
        Self::PersonChanged,
        Self::SourceChanged,
        Self::ReportRefused,
        Self::RowsKept,
        Self::InstructionTaken,
        Self::InstructionRenewed,
        Self::RenewalRefused,
        Self::OutcomeReported,
        Self::InstructionWithdrawn,
        Self::InstructionExpired,
        Self::TakingLapsed,
        Self::Reopened,
        Self::Resolved,
        Self::Superseded,
        Self::Lapsed,
        Self::LapseMoved,
        Self::SurplusFound,
        Self::SurplusSettled,
        Self::TurnedAway,
        Self::Exported,
        Self::Unmasked,
        Self::Removed,
        Self::AccessesSealed,
        Self::JointAct,
        Self::AlertBegan,
        Self::AlertEnded,
        Self::AlertTold,
        Self::AlertNotTold,
        Self::ViewChanged,
        Self::AnchorSigned,
        Self::Verified,
    ];

    /// The word under which it is stored, and which the hash covers. Once released, a word never changes.
    #[expect(clippy::too_many_lines, reason = "one row a kind")]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReportReceived => "report_received",
            Self::ReportRepeated => "report_repeated",
            Self::ReportConflicted => "report_conflicted",
            Self::ReportLate => "report_late",
            Self::CaseOpened => "case_opened",
            Self::KindChanged => "kind_changed",
            Self::FactsAdded => "facts_added",
            Self::Claimed => "claimed",
            Self::Released => "released",
            Self::ClaimLapsed => "claim_lapsed",
            Self::TakenOver => "taken_over",
            Self::HandedOver => "handed_over",
            Self::Waited => "waited",
            Self::WaitEnded => "wait_ended",
            Self::OwnerSet => "owner_set",
            Self::Noted => "noted",
            Self::CheckRecorded => "check_recorded",
            Self::HintJudged => "hint_judged",
            Self::HintConfirmed => "hint_confirmed",
            Self::Proposed => "proposed",
            Self::ProposalRefused => "proposal_refused",
            Self::ProposalReturned => "proposal_returned",
            Self::ProposalWithdrawn => "proposal_withdrawn",
            Self::Approved => "approved",
            Self::Decided => "decided",
            Self::NoticeDelivered => "notice_delivered",
            Self::NoticeUndelivered => "notice_undelivered",
            Self::NoticeRestarted => "notice_restarted",
            Self::EndpointAdded => "endpoint_added",
            Self::EndpointSecretChanged => "endpoint_secret_changed",
            Self::EndpointSecretEnded => "endpoint_secret_ended",
            Self::EndpointSwitchedOff => "endpoint_switched_off",
            Self::EndpointSwitchedOn => "endpoint_switched_on",
            Self::EndpointTested => "endpoint_tested",
            Self::PersonChanged => "person_changed",
            Self::SourceChanged => "source_changed",
            Self::ReportRefused => "report_refused",
            Self::RowsKept => "rows_kept",
            Self::InstructionTaken => "instruction_taken",
            Self::InstructionRenewed => "instruction_renewed",
            Self::RenewalRefused => "renewal_refused",
            Self::OutcomeReported => "outcome_reported",
            Self::InstructionWithdrawn => "instruction_withdrawn",
            Self::InstructionExpired => "instruction_expired",
            Self::TakingLapsed => "taking_lapsed",
            Self::Reopened => "reopened",
            Self::Resolved => "resolved",
            Self::Superseded => "superseded",
            Self::Lapsed => "lapsed",
            Self::LapseMoved => "lapse_moved",
            Self::SurplusFound => "surplus_found",
            Self::SurplusSettled => "surplus_settled",
            Self::TurnedAway => "turned_away",
            Self::Exported => "exported",
            Self::Unmasked => "unmasked",
            Self::Removed => "removed",
            Self::AccessesSealed => "accesses_sealed",
            Self::JointAct => "joint_act",
            Self::AlertBegan => "alert_began",
            Self::AlertEnded => "alert_ended",
            Self::AlertTold => "alert_told",
            Self::AlertNotTold => "alert_not_told",
            Self::ViewChanged => "view_changed",
            Self::AnchorSigned => "anchor_signed",
            Self::Verified => "verified",
        }
    }

    /// The kind of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

impl fmt::Display for EntryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_once_and_is_read_back_from_its_word() {
        for (place, kind) in EntryKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, place);
            assert_eq!(EntryKind::parse(kind.as_str()), Some(kind));
            let as_json = serde_json::to_value(kind).expect("a word");
            assert_eq!(as_json, kind.as_str());
        }
        assert_eq!(EntryKind::parse("resolved "), None);
    }
}
