//! The words for a cause.

use crate::domain::outcome::StoppedAgain;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use crate::web::words::stopped_again;

/// The receiving system, and what the source called the stop.
pub fn cause(system: &str, stop_code: &str) -> Msg {
    match (system.is_empty(), stop_code.is_empty()) {
        (false, false) => msg!(
            "cause-of",
            system = humane(system),
            reason = reason(stop_code)
        ),
        (false, true) => msg!("cause-no-code", system = humane(system)),
        (true, false) => msg!("cause-no-system", reason = reason(stop_code)),
        (true, true) => msg!("cause-none"),
    }
}

/// What the source called the stop; a few of these words are the program's own.
fn reason(stop_code: &str) -> Msg {
    StoppedAgain::parse(stop_code).map_or_else(
        || msg!("cause-name", name = humane(stop_code)),
        stopped_again,
    )
}

/// The source, and the step at which its operations stopped.
pub fn at(source: &str, step: &str) -> Msg {
    if step.is_empty() {
        msg!("cause-name", name = source)
    } else {
        msg!("cause-at", source = source, step = humane(step))
    }
}
