//! Telling one address of an alert: until it has arrived, or its time is over.

use crate::domain::time::Timestamp;
use crate::domain::webhook::{self, Jitter, pause};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What has not arrived a day after it was to be told is given up: whoever reads it then reads of yesterday.
pub const GIVE_UP_AFTER: Duration = Duration::from_secs(24 * 60 * 60);
/// Longer answers of a server are cut short: their beginning says what is wrong.
const LONGEST_ANSWER: usize = 200;

/// Which end of an alert is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    Begun,
    Ended,
}

impl Word {
    pub const ALL: [Self; 2] = [Self::Begun, Self::Ended];

    /// As notices carry it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Ended => "ended",
        }
    }
}

/// How an address is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    Mail,
    Webhook,
}

/// Where telling one address stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TellingState {
    /// It is tried, or tried again, when its time has come.
    Waiting,
    /// The mail server or the endpoint took it.
    Told,
    /// It was tried for [`GIVE_UP_AFTER`], in vain.
    Failed,
    /// It was over before it had arrived.
    Dropped,
}

impl TellingState {
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Told, Self::Failed, Self::Dropped];
}

/// What was heard when it was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    Told,
    /// The server said no, by an SMTP or HTTP status, and with these words.
    Refused {
        status: u16,
        words: String,
    },
    Failed(Failure),
}

/// Why there was no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The program's settings name no mail server, or no secret to sign with.
    NotSetUp,
    /// The address is not of the open internet, or without TLS, and the settings do not allow its host.
    NotAllowed,
    NoSuchHost,
    NoConnection,
    /// The other side could not prove who it is.
    NoTrust,
    TimedOut,
    /// The connection broke before the answer came, or the answer was none.
    BrokenOff,
}

impl Failure {
    pub const ALL: [Self; 7] = [
        Self::NotSetUp,
        Self::NotAllowed,
        Self::NoSuchHost,
        Self::NoConnection,
        Self::NoTrust,
        Self::TimedOut,
        Self::BrokenOff,
    ];
}

impl From<webhook::Failure> for Failure {
    fn from(failure: webhook::Failure) -> Self {
        match failure {
            webhook::Failure::NotAllowed => Self::NotAllowed,
            webhook::Failure::NoSecret => Self::NotSetUp,
            webhook::Failure::NoSuchHost => Self::NoSuchHost,
            webhook::Failure::NoConnection => Self::NoConnection,
            webhook::Failure::NoTrust => Self::NoTrust,
            webhook::Failure::TimedOut => Self::TimedOut,
            webhook::Failure::BrokenOff => Self::BrokenOff,
        }
    }
}

impl From<webhook::Heard> for Heard {
    fn from(heard: webhook::Heard) -> Self {
        match heard {
            heard if heard.is_success() => Self::Told,
            webhook::Heard::Answered { status, .. } => Self::Refused {
                status,
                words: String::new(),
            },
            webhook::Heard::Failed(failure) => Self::Failed(failure.into()),
        }
    }
}

/// What becomes of it after a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Told,
    /// It is tried again at this time.
    Again(Timestamp),
    /// The time for trying is over.
    Failed,
}

/// What follows from what was heard. `tries` counts this one as well; the last one is made when `give_up_at` has come.
#[must_use]
pub fn next(
    heard: &Heard,
    tries: u32,
    give_up_at: Timestamp,
    jitter: Jitter,
    now: Timestamp,
) -> Next {
    match heard {
        Heard::Told => Next::Told,
        Heard::Refused { .. } | Heard::Failed(_) if now >= give_up_at => Next::Failed,
        Heard::Refused { .. } | Heard::Failed(_) => {
            Next::Again(now.plus(pause(tries, jitter)).min(give_up_at))
        }
    }
}

/// A text as one line without what cannot be seen, cut where it is long: a server's answer, or the subject of a mail.
#[must_use]
pub fn one_line(text: &str) -> String {
    let seen = |c: char| if c.is_control() { ' ' } else { c };
    let line: String = text.chars().map(seen).take(LONGEST_ANSWER).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_796_000_000_000_000);

    #[test]
    fn it_is_tried_again_ever_more_rarely_and_given_up_after_a_day() {
        let no = Heard::Failed(Failure::NoConnection);
        let give_up_at = NOW.plus(GIVE_UP_AFTER);
        let (mut now, mut tries, mut pauses) = (NOW, 0, Vec::new());
        loop {
            tries += 1;
            match next(&no, tries, give_up_at, Jitter::MIDDLE, now) {
                Next::Again(at) => {
                    pauses.push(at.since(now));
                    now = at;
                }
                Next::Failed => break,
                Next::Told => panic!("nobody heard it"),
            }
        }
        assert_eq!(now, give_up_at);
        let last = pauses.pop().unwrap();
        assert!(pauses.is_sorted(), "{pauses:?}, {last:?}");
        assert!((8..20).contains(&tries), "{tries}");
        assert_eq!(next(&Heard::Told, 99, NOW, Jitter::MIDDLE, NOW), Next::Told);
    }

    #[test]
    fn a_line_is_one_line() {
        assert_eq!(
            one_line("550 no\r\nsuch\u{0} \u{85}user"),
            "550 no such user"
        );
        assert_eq!(one_line(&"é".repeat(300)).chars().count(), 200);
    }
}
