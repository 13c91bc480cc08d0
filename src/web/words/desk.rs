//! Words for what people do with a case beside deciding.

use super::no_justification;
use crate::domain::desk::NoWait;
use crate::service::desk::NoReceiver;
use crate::web::i18n::{Msg, msg};

/// Why a case cannot wait until then.
pub fn no_wait(why: NoWait) -> Msg {
    match why {
        NoWait::Past => msg!("no-wait-past"),
        NoWait::TooLong { latest } => msg!("no-wait-too-long", latest = latest),
    }
}

/// Why a case cannot go there.
pub fn no_receiver(why: &NoReceiver) -> Msg {
    match why {
        NoReceiver::NoSuchPerson => msg!("no-receiver-no-such-person"),
        NoReceiver::TakesNoCases { who } => msg!("no-receiver-takes-no-cases", who = who),
        NoReceiver::HasIt { who } => msg!("no-receiver-has-it", who = who),
        NoReceiver::NoSuchTeam => msg!("no-receiver-no-such-team"),
        NoReceiver::OwnsIt { team } if team.as_str().is_empty() => {
            msg!("no-receiver-every-team-owns-it")
        }
        NoReceiver::OwnsIt { team } => msg!("no-receiver-owns-it", team = team.as_str()),
    }
}

/// What is wrong with words that only have to say something.
pub fn no_words(why: crate::domain::decision::NoJustification) -> Msg {
    use crate::domain::decision::NoJustification;
    match why {
        NoJustification::TooShort { minimum: 1, .. } => msg!("no-words"),
        NoJustification::TooShort { .. }
        | NoJustification::OneCharacter
        | NoJustification::TooLong { .. } => no_justification(why),
    }
}
