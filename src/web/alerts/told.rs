//! To whom an alert was told, and how that went.

use crate::domain::alert::{Channel, TellingState};
use crate::domain::time::Timestamp;
use crate::service::alert::see::{Seen, TellingRow};
use crate::web::i18n::{Msg, msg};
use crate::web::words;
use url::Url;

/// One address that was told, or is to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Telling {
    pub channel: Msg,
    pub address: String,
    pub word: Msg,
    pub state: Msg,
    /// What was heard last, how often it was tried, and when it is tried next.
    pub beside: Vec<Msg>,
    pub is_alarm: bool,
}

impl Telling {
    /// All of an alert.
    pub fn all(seen: &Seen, now: Timestamp) -> Vec<Self> {
        seen.tellings.iter().map(|row| Self::of(row, now)).collect()
    }

    fn of(row: &TellingRow, now: Timestamp) -> Self {
        let heard = heard(row);
        let is_alarm = match row.state {
            TellingState::Failed => true,
            TellingState::Waiting => heard.is_some(),
            TellingState::Told | TellingState::Dropped => false,
        };
        let tries = (row.tries > 1).then(|| msg!("alerts-tries", n = row.tries));
        Self {
            channel: words::channel(row.channel),
            address: address(row),
            word: words::word(row.word),
            state: words::telling_state(row.state, row.ended_at.unwrap_or(now)),
            beside: heard.into_iter().chain(tries).chain(next(row)).collect(),
            is_alarm,
        }
    }
}

/// The path of an endpoint may be a key, as chat tools have it; only its host is shown.
fn address(row: &TellingRow) -> String {
    match row.channel {
        Channel::Mail => row.address.clone(),
        Channel::Webhook => {
            let url = Url::parse(&row.address).ok();
            let host = url.as_ref().and_then(Url::host_str);
            host.unwrap_or_default().to_owned()
        }
    }
}

fn heard(row: &TellingRow) -> Option<Msg> {
    let failure = row.failure.map(words::telling_failure);
    let status = row.status.map(|status| {
        let status = status.to_string();
        match row.words.as_deref() {
            None => msg!("alerts-answered", status = status),
            Some(words) => msg!("alerts-answered-words", status = status, words = words),
        }
    });
    failure.or(status)
}

fn next(row: &TellingRow) -> Option<Msg> {
    match row.state {
        TellingState::Told | TellingState::Failed | TellingState::Dropped => None,
        TellingState::Waiting if row.lease.is_some() => Some(msg!("alerts-under-way")),
        TellingState::Waiting => Some(msg!("alerts-next-try", at = row.due_at)),
    }
}

/// Why an alert that goes on was told to nobody, if it was.
pub fn nobody_yet(seen: &Seen) -> Option<Msg> {
    match (seen.alert.told_at, seen.tellings.is_empty()) {
        (None, _) => Some(msg!("alerts-waits-for-morning")),
        (Some(_), true) => Some(msg!("alerts-told-nobody")),
        (Some(_), false) => None,
    }
}

/// Why an alert that is over was told to nobody, if it was.
pub fn nobody_was(seen: &Seen) -> Option<Msg> {
    match (seen.alert.told_at, seen.tellings.is_empty()) {
        (None, _) => Some(msg!("alerts-not-told")),
        (Some(_), true) => Some(msg!("alerts-told-nobody")),
        (Some(_), false) => None,
    }
}
