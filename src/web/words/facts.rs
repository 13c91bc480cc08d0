//! Words for what sources report.

use crate::domain::facts::KnownBy;
use crate::domain::ids::StepName;
use crate::domain::outcome::StoppedAgain;
use crate::domain::report::{AttemptOutcome, Seen, SeenHow, StepClaim, StopKind};
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;

/// The name of a stop kind.
pub fn kind(kind: StopKind) -> Msg {
    match kind {
        StopKind::ResultUnknown => msg!("kind-result-unknown"),
        StopKind::NextStepPending => msg!("kind-next-step-pending"),
        StopKind::PayloadConflict => msg!("kind-payload-conflict"),
    }
}

/// Why Holdpoint itself stopped an operation again.
pub fn stopped_again(why: StoppedAgain) -> Msg {
    match why {
        StoppedAgain::TakingWithoutOutcome => msg!("stopped-again-taking-without-outcome"),
        StoppedAgain::OutcomeUnknown => msg!("stopped-again-outcome-unknown"),
        StoppedAgain::OutcomeRefused => msg!("stopped-again-outcome-refused"),
        StoppedAgain::StoppedBeforeStep => msg!("stopped-again-stopped-before-step"),
        StoppedAgain::DoneMoreThanOnce => msg!("stopped-again-done-more-than-once"),
        StoppedAgain::LateOutcome => msg!("stopped-again-late-outcome"),
        StoppedAgain::LateCheck => msg!("stopped-again-late-check"),
    }
}

/// What a source claims about a step.
pub fn claim(claim: StepClaim) -> Msg {
    match claim {
        StepClaim::Completed => msg!("claim-completed"),
        StepClaim::Unknown => msg!("claim-unknown"),
        StepClaim::Refused => msg!("claim-refused"),
        StepClaim::Pending => msg!("claim-pending"),
    }
}

/// A claim that the facts do not bear out, and what that means.
pub fn claim_not_taken_over(step: &StepName, claim: StepClaim) -> Msg {
    let step = humane(step.as_str());
    match claim {
        StepClaim::Completed => msg!("claim-not-taken-over-completed", step = step),
        StepClaim::Unknown => msg!("claim-not-taken-over-unknown", step = step),
        StepClaim::Refused => msg!("claim-not-taken-over-refused", step = step),
        StepClaim::Pending => msg!("claim-not-taken-over-pending", step = step),
    }
}

/// How an attempt ended.
pub fn outcome(outcome: AttemptOutcome) -> Msg {
    match outcome {
        AttemptOutcome::Acknowledged => msg!("outcome-acknowledged"),
        AttemptOutcome::Refused => msg!("outcome-refused"),
        AttemptOutcome::Duplicate => msg!("outcome-duplicate"),
        AttemptOutcome::Timeout => msg!("outcome-timeout"),
        AttemptOutcome::ConnectionLost => msg!("outcome-connection-lost"),
        AttemptOutcome::ServerError => msg!("outcome-server-error"),
        AttemptOutcome::Crashed => msg!("outcome-crashed"),
    }
}

/// What was seen.
pub fn seen(seen: Seen) -> Msg {
    match seen {
        Seen::Found => msg!("seen-found"),
        Seen::Absent => msg!("seen-absent"),
        Seen::Inconclusive => msg!("seen-inconclusive"),
        Seen::InProgress => msg!("seen-in-progress"),
    }
}

/// How something was seen.
pub fn seen_how(how: SeenHow) -> Msg {
    match how {
        SeenHow::Response => msg!("seen-how-response"),
        SeenHow::Callback => msg!("seen-how-callback"),
        SeenHow::LookUp => msg!("seen-how-look-up"),
        SeenHow::Person => msg!("seen-how-person"),
    }
}

/// How a result is known.
pub fn known_by(known: KnownBy) -> Msg {
    match known {
        KnownBy::Source => msg!("known-by-source"),
        KnownBy::Seen(how) => seen_how(how),
        KnownBy::Judged => msg!("known-by-judgement"),
    }
}
