//! Words for what is known of a step.

use crate::domain::absence::NotProof;
use crate::domain::facts::Facts;
use crate::domain::judgement::{Second, by_judgement_alone};
use crate::domain::knowledge::{Knowledge, StepKnowledge, WhyNotDone, WhyUnknown};
use crate::domain::review::{NeverSent, Sending, StepReview};
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::typeset::humane;

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

/// Who judged that a step's result is this operation's, where nobody else says so.
pub fn judged_by(facts: &Facts, step: &StepReview<'_>) -> Vec<Msg> {
    let judged = by_judgement_alone(facts, step).into_iter();
    judged
        .map(|judgement| match &judgement.second {
            Second::Given(second) => msg!(
                "judged-by-two",
                first = judgement.first.name.as_str(),
                second = second.name.as_str()
            ),
            Second::NotNeeded | Second::Awaited => {
                msg!("judged-ours", who = judgement.first.name.as_str())
            }
        })
        .collect()
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
        NotProof::TooEarly { proof_from } => {
            msg!("not-proof-too-early", from = Arg::since(proof_from))
        }
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

/// Why an empty answer that somebody got proved nothing, as a sentence. Later the same question may well prove something, so
/// the sentence speaks of that answer only.
pub fn was_no_proof(why: NotProof) -> Msg {
    match why {
        NotProof::TooEarly { proof_from } => {
            msg!("not-proof-came-too-early", from = Arg::since(proof_from))
        }
        NotProof::NoTime
        | NotProof::LookUpNotNamed
        | NotProof::LookUpNotInContract
        | NotProof::NoContract
        | NotProof::LookUpActs
        | NotProof::NoLag
        | NotProof::NoSettlingTime
        | NotProof::PlaceShowsLate
        | NotProof::Unclear
        | NotProof::InProgress => not_proof(why),
    }
}

/// What stays uncertain about a step, as a sentence.
pub fn uncertain(step: &StepReview<'_>) -> Msg {
    msg!(
        "uncertain-step",
        step = humane(step.step.name.as_str()),
        system = step.step.system.as_str()
    )
}

/// What was known of a step, in the word that documents use for it.
pub fn knowledge_word(word: &str) -> Msg {
    match word {
        "done" => msg!("knowledge-done"),
        "undone" => msg!("knowledge-undone"),
        "not_done: never_sent" => msg!("knowledge-never-sent"),
        "not_done: refused" => msg!("knowledge-refused", times = 1_usize),
        "not_done: absence_proven" => msg!("knowledge-absent-proven"),
        "unknown: unanswered" => why_unknown(WhyUnknown::Unanswered),
        "unknown: duplicate" => why_unknown(WhyUnknown::Duplicate),
        "unknown: no_reference" => why_unknown(WhyUnknown::NoReference),
        "unknown: claimed_unknown" => why_unknown(WhyUnknown::ClaimedUnknown),
        "unknown: taking_without_outcome" => why_unknown(WhyUnknown::TakingWithoutOutcome),
        "unknown: in_progress" => why_unknown(WhyUnknown::InProgress),
        "unknown: facts_disagree" => why_unknown(WhyUnknown::FactsDisagree),
        "unknown: result_is_foreign" => why_unknown(WhyUnknown::ResultIsForeign),
        later => msg!("list-of-one", item = Arg::Code(later.to_owned())),
    }
}
