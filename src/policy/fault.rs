//! Faults of a policy file: each with its line, its place and what to do about it.

use super::span::span;
use std::fmt;
use std::time::Duration;
use thiserror::Error;

/// One fault of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    /// The member at fault, as a dotted path; empty where the text is not TOML at all.
    pub place: String,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        self.kind.fmt(f)
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FaultKind {
    #[error("{0}")]
    Syntax(String),
    #[error("unknown key; known here are {}", .known.join(", "))]
    UnknownKey { known: Vec<&'static str> },
    #[error("`{0}` is missing")]
    Missing(&'static str),
    #[error("must be {expected}, not {found}")]
    WrongType {
        expected: &'static str,
        found: &'static str,
    },
    #[error("must not be empty")]
    Empty,
    #[error("{0}")]
    NotOneOf(String),
    #[error("a time needs a unit: \"{0} s\", \"{0} min\", \"{0} h\" or \"{0} d\"")]
    NoUnit(String),
    #[error("{0:?} is not a time; write a whole number and s, min, h or d, such as \"90 s\"")]
    NotASpan(String),
    #[error("{0:?} is not a day; write it as \"2026-11-29\"")]
    NotADay(String),
    #[error("impossible value: must be {0}")]
    OutOfRange(&'static str),
    #[error("`long` is not longer than `short`")]
    LongNotLonger,
    #[error("`resolve_within` is shorter than `respond_within`")]
    ResolvedBeforeClaimed,
    #[error("shorter than the {} for which the source may replay its history (`replay_horizon`)", span(.0))]
    ShorterThanReplays(Duration),
    #[error("shorter than the {} for which {system} recognises a key", span(.window))]
    ShorterThanProtection { system: String, window: Duration },
    #[error("shorter than the {} for which the program tries to tell people of an alert", span(.0))]
    ShorterThanTellings(Duration),
    #[error("`keep_cases` is shorter than `keep_reports`")]
    CaseGoneBeforeReports,
    #[error("neither the catalogue nor this file has a contract {0:?}")]
    UnknownContract(String),
    #[error("the catalogue has no contract {0:?}")]
    NotInCatalogue(String),
    #[error("the catalogue has a contract of this name; choose another")]
    NameOfCatalogue,
    #[error("`key = \"at_least\"` and `key = \"exact\"` need a `window`, such as \"24 h\"")]
    NoWindow,
    #[error("a `window` goes only beside `key = \"at_least\"` or `key = \"exact\"`")]
    WindowWithoutPromise,
    #[error("a `lag` goes only with `strength = \"eventual\"`")]
    LagWithoutEventual,
    #[error("names no contract: give `contract`, or `steps` with a contract each")]
    SystemWithoutContract,
    #[error("a lapse is said by each type for itself, never by the default section")]
    LapseOfDefault,
    #[error("only operations of low risk can be let be, and the risk of these is `{0}`")]
    LapseOfRisk(&'static str),
    #[error("shorter than `respond_within`: nobody had to answer before")]
    LapseBeforeAnswer,
    #[error("must be written in a-z, 0-9 and _")]
    NotACode,
    #[error("this code is already in the list")]
    DuplicateCode,
    #[error("this decision is already in the list")]
    NamedTwice,
    #[error("this is already in the list")]
    ListedTwice,
    #[error("{0}")]
    BadAddress(String),
    #[error("{0}")]
    NotAPointer(String),
    #[error("there is no time zone {0:?}; write it as \"Europe/Moscow\"")]
    NotATimeZone(String),
    #[error("{0:?} is not a time of day; write it as \"22:00\"")]
    NotAClockTime(String),
    #[error("`from` and `until` are the same")]
    NeverOrAlwaysQuiet,
    #[error("must keep at least one reason")]
    NoReasons,
}

/// All faults of a file, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Faults(pub Vec<Fault>);
