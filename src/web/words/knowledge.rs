//! Words for what is known of a step.

use crate::domain::absence::NotProof;
use crate::domain::knowledge::{Knowledge, StepKnowledge, WhyNotDone, WhyUnknown};
use crate::domain::review::{NeverSent, Sending, StepReview};
use crate::web::i18n::{Msg, msg};

/// What is known of a step, in a few words: "Unknown: sent 3 times, no answer".
pub fn knowledge(step: &StepReview<'_>) -> Msg {
    let known = &step.known;
    if step.sending == Sending::Never(NeverSent::Skipped) {
        return msg!("knowledge-skipped");
    }
    match known.knowledge {
        Knowledge::Done if known.more_than_once() => more_than_once(known),
        Knowledge::Done => msg!("knowledge-done"),
        Knowledge::Undone => msg!("knowledge-undone"),
        Knowledge::NotDone(WhyNotDone::NeverSent) => msg!("knowledge-never-sent"),
        Knowledge::NotDone(WhyNotDone::Refused) => {
            msg!("knowledge-refused", times = known.sent.refused)
        }
        Knowledge::NotDone(WhyNotDone::AbsenceProven { observed_at }) => {
            msg!("knowledge-absent", at = observed_at)
        }
        Knowledge::Unknown(WhyUnknown::Unanswered) => {
            msg!("knowledge-unanswered", times = known.sent.attempts())
        }
        Knowledge::Unknown(why) => why_unknown(why),
    }
}

fn more_than_once(known: &StepKnowledge) -> Msg {
    let times = known.results.len();
    if known.sent.open() {
        msg!("knowledge-more-than-once-at-least", times = times)
    } else {
        msg!("knowledge-more-than-once", times = times)
    }
}

/// Why a step's result is not known, in a few words.
pub fn why_unknown(why: WhyUnknown) -> Msg {
    match why {
        WhyUnknown::Unanswered => msg!("why-unknown-unanswered"),
        WhyUnknown::Duplicate => msg!("why-unknown-duplicate"),
        WhyUnknown::NoReference => msg!("why-unknown-no-reference"),
        WhyUnknown::ClaimedUnknown => msg!("why-unknown-claimed"),
        WhyUnknown::TakingWithoutOutcome => msg!("why-unknown-taking"),
        WhyUnknown::InProgress => msg!("why-unknown-in-progress"),
        WhyUnknown::FactsDisagree => msg!("why-unknown-facts-disagree"),
        WhyUnknown::ResultIsForeign => msg!("why-unknown-foreign"),
    }
}

/// Why an empty answer proves nothing, as a sentence.
pub fn not_proof(why: NotProof) -> Msg {
    match why {
        NotProof::TooEarly { proof_from } => msg!("not-proof-too-early", from = proof_from),
        NotProof::NoTime => msg!("not-proof-no-time"),
        NotProof::LookUpNotNamed => msg!("not-proof-look-up-not-named"),
        NotProof::LookUpNotInContract => msg!("not-proof-look-up-not-in-contract"),
        NotProof::NoContract => msg!("not-proof-no-contract"),
        NotProof::LookUpActs => msg!("not-proof-look-up-acts"),
        NotProof::NoLag => msg!("not-proof-no-lag"),
        NotProof::NoSettlingTime => msg!("not-proof-no-settling-time"),
        NotProof::PlaceShowsLate => msg!("not-proof-place-shows-late"),
        NotProof::Unclear => msg!("not-proof-unclear"),
        NotProof::InProgress => msg!("not-proof-in-progress"),
    }
}
