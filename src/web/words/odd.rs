//! Words for what is odd in what was told.

use crate::domain::ids::StepName;
use crate::domain::odd::{AttemptName, Dated, Odd};
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::typeset::humane;

/// Something odd, as a sentence.
#[expect(
    clippy::too_many_lines,
    reason = "one message for each variant, and nothing else"
)]
pub fn odd(odd: &Odd) -> Msg {
    match odd {
        Odd::KeyShared { key, steps } => {
            msg!(
                "odd-key-shared",
                key = code(key.as_str()),
                steps = names(steps)
            )
        }
        Odd::OtherKey {
            step,
            own: Some(own),
            sent: Some(sent),
            attempts,
        } => msg!(
            "odd-other-key",
            step = humane(step.as_str()),
            own = code(own.as_str()),
            sent = code(sent.as_str()),
            n = attempts.len()
        ),
        Odd::OtherKey {
            step,
            own: Some(own),
            sent: None,
            attempts,
        } => msg!(
            "odd-sent-without-key",
            step = humane(step.as_str()),
            own = code(own.as_str()),
            n = attempts.len()
        ),
        Odd::OtherKey {
            step,
            own: None,
            sent: Some(sent),
            attempts,
        } => msg!(
            "odd-sent-with-key",
            step = humane(step.as_str()),
            sent = code(sent.as_str()),
            n = attempts.len()
        ),
        Odd::OtherKey {
            step,
            own: None,
            sent: None,
            attempts: _,
        } => msg!("odd-no-key", step = humane(step.as_str())),
        Odd::SeveralKeys { step, own, others } => msg!(
            "odd-several-keys",
            step = humane(step.as_str()),
            own = code(own.as_str()),
            n = others.len()
        ),
        Odd::EmptyKey { step } => msg!("odd-empty-key", step = humane(step.as_str())),
        Odd::AttemptsAtPending { step, attempts } => {
            msg!(
                "odd-attempts-at-pending",
                step = humane(step.as_str()),
                n = *attempts
            )
        }
        Odd::NoAttempts { step } => msg!("odd-no-attempts", step = humane(step.as_str())),
        Odd::Overlap {
            step,
            first,
            second,
        } => msg!(
            "odd-overlap",
            step = humane(step.as_str()),
            first = attempt(first),
            second = attempt(second)
        ),
        Odd::NoStart { step, attempt: a } => {
            msg!(
                "odd-no-start",
                step = humane(step.as_str()),
                attempt = attempt(a)
            )
        }
        Odd::CompletedAfterPending { completed, pending } => msg!(
            "odd-completed-after-pending",
            completed = completed.as_str(),
            pending = pending.as_str()
        ),
        Odd::CompletedAfterRefused { completed, refused } => msg!(
            "odd-completed-after-refused",
            completed = completed.as_str(),
            refused = refused.as_str()
        ),
        Odd::SeveralRows {
            system, id, rows, ..
        } => msg!(
            "odd-several-rows",
            system = system.as_str(),
            id = id,
            rows = *rows
        ),
        Odd::EventIdReused { id, bodies } => {
            msg!("odd-event-id-reused", id = code(id), n = *bodies)
        }
        Odd::NumbersOutOfOrder {
            step,
            first,
            second,
        } => msg!(
            "odd-numbers-out-of-order",
            step = humane(step.as_str()),
            first = attempt(first),
            second = attempt(second)
        ),
        Odd::NumberRepeated {
            step,
            number,
            attempts,
        } => msg!(
            "odd-number-repeated",
            step = humane(step.as_str()),
            number = *number,
            n = *attempts
        ),
        Odd::NumbersMissing { first, last } if first == last => {
            msg!("odd-number-missing", number = *first)
        }
        Odd::NumbersMissing { first, last } => {
            msg!("odd-numbers-missing", first = *first, last = *last)
        }
        Odd::FinishedBeforeStarted { step, attempt: a } => msg!(
            "odd-finished-before-started",
            step = humane(step.as_str()),
            attempt = attempt(a)
        ),
        Odd::InTheFuture { what, at, told_at } => {
            msg!(
                "odd-in-the-future",
                what = dated(what),
                at = *at,
                told = *told_at
            )
        }
        Odd::EventsOutOfOrder {
            received_first,
            happened_first,
        } => msg!(
            "odd-events-out-of-order",
            received = code(received_first),
            happened = code(happened_first)
        ),
        Odd::EventsWithoutId { events } => msg!("odd-events-without-id", n = *events),
        Odd::StopAtUnlistedStep { step } => {
            msg!("odd-stop-at-unlisted", step = humane(step.as_str()))
        }
        Odd::NoDescription { steps } => msg!("odd-no-description", steps = names(steps)),
    }
}

fn code(text: &str) -> Arg {
    Arg::Code(text.to_owned())
}

fn names(steps: &[StepName]) -> Msg {
    let mut names = steps.iter().map(StepName::as_str);
    let first = msg!("list-of-one", item = names.next().unwrap_or_default());
    names.fold(first, |list, name| {
        msg!("list-and-next", list = list, item = name)
    })
}

fn attempt(name: &AttemptName) -> Msg {
    match (name.number, &name.worker) {
        (Some(number), Some(worker)) => {
            msg!(
                "attempt-name-number-worker",
                number = number,
                worker = worker
            )
        }
        (Some(number), None) => msg!("attempt-name-number", number = number),
        (None, Some(worker)) => msg!("attempt-name-worker", worker = worker),
        (None, None) => msg!("attempt-name"),
    }
}

fn dated(what: &Dated) -> Msg {
    match what {
        Dated::Stop => msg!("dated-stop"),
        Dated::Attempt {
            step,
            number: Some(number),
        } => msg!(
            "dated-attempt-number",
            step = humane(step.as_str()),
            number = *number
        ),
        Dated::Attempt { step, number: None } => {
            msg!("dated-attempt", step = humane(step.as_str()))
        }
        Dated::Observation { system } => msg!("dated-observation", system = system.as_str()),
        Dated::Event { id: Some(id) } => msg!("dated-event-id", id = code(id)),
        Dated::Event { id: None } => msg!("dated-event"),
    }
}
