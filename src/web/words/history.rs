//! Words for what happened: one sentence for each kind of entry.

use crate::domain::history::{ActorKind, EntryKind};
use crate::service::names::Names;
use crate::web::i18n::{Msg, msg};

/// Who did it, as the subject of a sentence.
pub fn actor(kind: ActorKind, name: &str, names: &Names) -> Msg {
    match kind {
        ActorKind::Person => msg!("actor-person", name = names.of(name)),
        ActorKind::Source => msg!("actor-source", name = name),
        ActorKind::Program => msg!("actor-program"),
        ActorKind::Policy => msg!("actor-policy", name = name),
    }
}

/// What an entry tells, as a sentence of which `who` is the subject.
#[expect(clippy::too_many_lines, reason = "one row a kind")]
pub fn entry(kind: EntryKind, who: Msg) -> Msg {
    match kind {
        EntryKind::ReportReceived => msg!("history-report-received", who = who),
        EntryKind::ReportRepeated => msg!("history-report-repeated", who = who),
        EntryKind::ReportConflicted => msg!("history-report-conflicted", who = who),
        EntryKind::ReportLate => msg!("history-report-late", who = who),
        EntryKind::CaseOpened => msg!("history-case-opened"),
        EntryKind::KindChanged => msg!("history-kind-changed"),
        EntryKind::FactsAdded => msg!("history-facts-added", who = who),
        EntryKind::Claimed => msg!("history-claimed", who = who),
        EntryKind::Released => msg!("history-released", who = who),
        EntryKind::ClaimLapsed => msg!("history-claim-lapsed"),
        EntryKind::TakenOver => msg!("history-taken-over", who = who),
        EntryKind::HandedOver => msg!("history-handed-over", who = who),
        EntryKind::Waited => msg!("history-waited", who = who),
        EntryKind::WaitEnded => msg!("history-wait-ended"),
        EntryKind::OwnerSet => msg!("history-owner-set", who = who),
        EntryKind::Noted => msg!("history-noted", who = who),
        EntryKind::CheckRecorded => msg!("history-check-recorded", who = who),
        EntryKind::HintJudged => msg!("history-hint-judged", who = who),
        EntryKind::HintConfirmed => msg!("history-hint-confirmed", who = who),
        EntryKind::Proposed => msg!("history-proposed", who = who),
        EntryKind::ProposalRefused => msg!("history-proposal-refused", who = who),
        EntryKind::ProposalReturned => msg!("history-proposal-returned"),
        EntryKind::ProposalWithdrawn => msg!("history-proposal-withdrawn", who = who),
        EntryKind::Approved => msg!("history-approved", who = who),
        EntryKind::Decided => msg!("history-decided", who = who),
        EntryKind::NoticeDelivered => msg!("history-notice-delivered"),
        EntryKind::NoticeUndelivered => msg!("history-notice-undelivered"),
        EntryKind::NoticeRestarted => msg!("history-notice-restarted", who = who),
        EntryKind::EndpointAdded => msg!("history-endpoint-added", who = who),
        EntryKind::EndpointSecretChanged => msg!("history-endpoint-secret-changed", who = who),
        EntryKind::EndpointSecretEnded => msg!("history-endpoint-secret-ended", who = who),
        EntryKind::EndpointSwitchedOff => msg!("history-endpoint-switched-off", who = who),
        EntryKind::EndpointSwitchedOn => msg!("history-endpoint-switched-on", who = who),
        EntryKind::EndpointTested => msg!("history-endpoint-tested", who = who),
        EntryKind::PersonChanged => msg!("history-person-changed"),
        EntryKind::SourceChanged => msg!("history-source-changed"),
        EntryKind::ReportRefused => msg!("history-report-refused", who = who),
        EntryKind::RowsKept => msg!("history-rows-kept"),
        EntryKind::InstructionTaken => msg!("history-instruction-taken", who = who),
        EntryKind::InstructionRenewed => msg!("history-instruction-renewed", who = who),
        EntryKind::RenewalRefused => msg!("history-renewal-refused", who = who),
        EntryKind::OutcomeReported => msg!("history-outcome-reported", who = who),
        EntryKind::InstructionWithdrawn => msg!("history-instruction-withdrawn", who = who),
        EntryKind::InstructionExpired => msg!("history-instruction-expired"),
        EntryKind::TakingLapsed => msg!("history-taking-lapsed"),
        EntryKind::Reopened => msg!("history-reopened"),
        EntryKind::Resolved => msg!("history-resolved"),
        EntryKind::Superseded => msg!("history-superseded"),
        EntryKind::Lapsed => msg!("history-lapsed", who = who),
        EntryKind::LapseMoved => msg!("history-lapse-moved"),
        EntryKind::SurplusFound => msg!("history-surplus-found"),
        EntryKind::SurplusSettled => msg!("history-surplus-settled", who = who),
        EntryKind::TurnedAway => msg!("history-turned-away", who = who),
        EntryKind::Exported => msg!("history-exported", who = who),
        EntryKind::Unmasked => msg!("history-unmasked", who = who),
        EntryKind::Removed => msg!("history-removed"),
        EntryKind::AccessesSealed => msg!("history-accesses-sealed"),
        EntryKind::JointAct => msg!("history-joint-act", who = who),
        EntryKind::AlertBegan => msg!("history-alert-began"),
        EntryKind::AlertEnded => msg!("history-alert-ended"),
        EntryKind::AlertTold => msg!("history-alert-told"),
        EntryKind::AlertNotTold => msg!("history-alert-not-told"),
        EntryKind::ViewChanged => msg!("history-view-changed", who = who),
        EntryKind::AnchorSigned => msg!("history-anchor-signed"),
        EntryKind::Verified => msg!("history-verified", who = who),
    }
}
