//! Every attempt, in the order of time, with overlaps and odd things in words.

use super::json_text;
use crate::domain::facts::{Facts, Told};
use crate::domain::ids::{IdempotencyKey, StepName};
use crate::domain::odd::{AttemptName, Odd};
use crate::domain::report::{Attempt, AttemptOutcome};
use crate::domain::time::Timestamp;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::time::span;
use crate::web::typeset::humane;
use crate::web::words;
use std::collections::BTreeMap;
use std::time::Duration;

/// Of the attempts that ran at the same time as another one, so many are named.
const NAMED: usize = 3;

/// All attempts of an operation.
#[derive(Debug, Clone)]
pub struct Attempts {
    pub rows: Vec<Row>,
    /// How many were left out of the middle.
    pub omitted: u64,
    /// By how much the source's clock ran ahead; its times are shown as it told them.
    pub clock_ahead: Option<Duration>,
    pub lanes: Option<Lanes>,
}

/// One attempt.
#[derive(Debug, Clone)]
pub struct Row {
    pub step: String,
    pub number: Option<i64>,
    pub started: Option<Timestamp>,
    pub took: Option<Msg>,
    pub outcome: Msg,
    /// What an outcome that looks like an answer does not prove.
    pub caution: Option<Msg>,
    pub code: Option<String>,
    pub detail: Option<String>,
    pub http: Option<i64>,
    pub worker: Option<String>,
    pub key: Key,
    /// What is odd about it, overlaps with other attempts first.
    pub odd: Vec<Msg>,
    pub extra: Option<String>,
}

/// The key an attempt carried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    None,
    /// The step's first attempt under this key.
    New(String),
    /// The same as the step's attempt before it.
    Same,
    /// Another one than the step's own.
    Other(String),
}

impl Attempts {
    /// Collects the attempts.
    pub fn of(facts: &Facts, odd: &[Odd]) -> Self {
        let mut told: Vec<&Told<Attempt>> = facts.attempts.iter().collect();
        // Those without a time stand where they came.
        told.sort_by_key(|a| a.fact.started_at.unwrap_or(a.arrival.at));
        let ahead = told.iter().map(|a| a.arrival.clock_ahead).max();
        Self {
            lanes: Lanes::of(&told),
            rows: rows(facts, &told, odd),
            omitted: facts.attempts_omitted,
            clock_ahead: ahead
                .and_then(|micros| u64::try_from(micros).ok())
                .map(Duration::from_micros)
                .filter(|ahead| *ahead >= Duration::from_secs(1)),
        }
    }
}

impl Attempts {
    /// By how much the source's clock ran ahead, and what follows from it.
    pub fn clock_words(&self) -> Option<Msg> {
        let ahead = self.clock_ahead?;
        Some(msg!("attempts-clock-ahead", span = span(ahead)))
    }
}

fn rows(facts: &Facts, told: &[&Told<Attempt>], odd: &[Odd]) -> Vec<Row> {
    let mut last_keys: BTreeMap<&StepName, Option<&IdempotencyKey>> = BTreeMap::new();
    told.iter()
        .map(|one| {
            let attempt = &one.fact;
            let carried = attempt.idempotency_key.as_ref();
            let before = last_keys.insert(&attempt.step, carried);
            let own = facts.steps.iter().find(|s| s.name == attempt.step);
            let own = own.and_then(|s| s.own_key());
            let odd = odd
                .iter()
                .filter(|odd| is_about(odd, attempt))
                .map(words::odd);
            let odd = overlaps(attempt, told).into_iter().chain(odd).collect();
            row(attempt, key(carried, before, own), odd)
        })
        .collect()
}

fn key(
    carried: Option<&IdempotencyKey>,
    before: Option<Option<&IdempotencyKey>>,
    own: Option<&IdempotencyKey>,
) -> Key {
    match carried {
        None => Key::None,
        Some(_) if before == Some(carried) => Key::Same,
        Some(key) if own.is_some_and(|own| own != key) => Key::Other(key.as_str().to_owned()),
        Some(key) => Key::New(key.as_str().to_owned()),
    }
}

/// Whether something odd stands best under this attempt. Overlaps are told apart, for each attempt.
fn is_about(odd: &Odd, attempt: &Attempt) -> bool {
    let is = |step: &StepName, name: &AttemptName| {
        *step == attempt.step
            && name.number == attempt.number
            && name.started_at == attempt.started_at
    };
    match odd {
        Odd::NoStart {
            step,
            attempt: name,
        }
        | Odd::FinishedBeforeStarted {
            step,
            attempt: name,
        } => is(step, name),
        Odd::NumbersOutOfOrder { step, second, .. } => is(step, second),
        Odd::NumbersMissing { first, .. } => attempt.number == Some(first - 1),
        Odd::KeyShared { .. }
        | Odd::OtherKey { .. }
        | Odd::SeveralKeys { .. }
        | Odd::EmptyKey { .. }
        | Odd::AttemptsAtPending { .. }
        | Odd::NoAttempts { .. }
        | Odd::Overlap { .. }
        | Odd::CompletedAfterPending { .. }
        | Odd::CompletedAfterRefused { .. }
        | Odd::SeveralRows { .. }
        | Odd::EventIdReused { .. }
        | Odd::NumberRepeated { .. }
        | Odd::InTheFuture { .. }
        | Odd::EventsOutOfOrder { .. }
        | Odd::EventsWithoutId { .. }
        | Odd::StopAtUnlistedStep { .. }
        | Odd::NoDescription { .. } => false,
    }
}

/// What is odd, and stands neither under an attempt nor anywhere else on the page.
pub fn odd_elsewhere(facts: &Facts, odd: &[Odd]) -> Vec<Msg> {
    let under_attempt = |odd: &Odd| {
        (facts.attempts.iter()).any(|told| is_about(odd, &told.fact))
            // These are told under each attempt, and at the head of the page.
            || matches!(odd, Odd::Overlap { .. } | Odd::SeveralRows { .. })
    };
    odd.iter()
        .filter(|odd| !under_attempt(odd))
        .map(words::odd)
        .collect()
}

fn row(attempt: &Attempt, key: Key, odd: Vec<Msg>) -> Row {
    Row {
        step: humane(attempt.step.as_str()),
        number: attempt.number,
        started: attempt.started_at,
        took: took(attempt),
        outcome: words::outcome(attempt.outcome),
        caution: caution(attempt),
        code: attempt.code.clone().filter(|code| !code.is_empty()),
        detail: json_text::some(&attempt.detail),
        http: attempt.http_status,
        worker: attempt.worker.clone(),
        key,
        odd,
        extra: (!attempt.extra.is_empty())
            .then(|| json_text::pretty(&serde_json::Value::Object(attempt.extra.clone()))),
    }
}

/// Seconds with one decimal, as people compare them.
fn took(attempt: &Attempt) -> Option<Msg> {
    let span = attempt.finished_at?.since(attempt.started_at?);
    let seconds = format!("{:.1}", span.as_secs_f64());
    Some(msg!("attempts-seconds", took = Arg::Word(seconds.into())))
}

/// A 5xx on a call that creates does not prove the effect, and neither does a crash: it may have happened.
fn caution(attempt: &Attempt) -> Option<Msg> {
    match attempt.outcome {
        AttemptOutcome::ServerError => Some(msg!("attempt-caution-server-error")),
        AttemptOutcome::Crashed => Some(msg!("attempt-caution-crashed")),
        AttemptOutcome::Timeout | AttemptOutcome::ConnectionLost => {
            Some(msg!("attempt-caution-no-answer"))
        }
        AttemptOutcome::Duplicate => Some(msg!("attempt-caution-duplicate")),
        AttemptOutcome::Acknowledged | AttemptOutcome::Refused => None,
    }
}

/// The attempts at the same step that were under way at the same time.
fn overlapping<'a>(
    attempt: &'a Attempt,
    all: &'a [&Told<Attempt>],
) -> impl Iterator<Item = &'a Attempt> {
    all.iter()
        .map(|told| &told.fact)
        .filter(move |other| other.step == attempt.step && !std::ptr::eq(*other, attempt))
        .filter(move |other| at_once(attempt, other))
}

/// Those in words; of many, the first few are named and the rest counted.
fn overlaps(attempt: &Attempt, all: &[&Told<Attempt>]) -> Vec<Msg> {
    let mut words: Vec<Msg> = overlapping(attempt, all).take(NAMED).map(overlap).collect();
    let more = overlapping(attempt, all).skip(NAMED).count();
    if more > 0 {
        words.push(msg!("attempt-overlaps-more", n = more));
    }
    words
}

fn overlap(other: &Attempt) -> Msg {
    match (other.number, &other.worker) {
        (Some(number), Some(worker)) => {
            msg!("attempt-overlaps-worker", number = number, worker = worker)
        }
        (Some(number), None) => msg!("attempt-overlaps", number = number),
        (None, Some(worker)) => msg!("attempt-overlaps-of-worker", worker = worker),
        (None, None) => msg!("attempt-overlaps-another"),
    }
}

fn at_once(a: &Attempt, b: &Attempt) -> bool {
    match (a.started_at, a.finished_at, b.started_at, b.finished_at) {
        (Some(a1), Some(a2), Some(b1), Some(b2)) => a1 < b2 && b1 < a2,
        _ => false,
    }
}

/// Attempts as bars, a lane for each worker, where several workers or overlaps make that worth a picture.
#[derive(Debug, Clone)]
pub struct Lanes {
    pub lanes: Vec<Lane>,
    pub from: Timestamp,
    pub until: Timestamp,
}

/// The attempts of one worker.
#[derive(Debug, Clone)]
pub struct Lane {
    pub worker: Option<String>,
    pub bars: Vec<Bar>,
}

/// Place and width of an attempt, as attributes.
#[derive(Debug, Clone)]
pub struct Bar {
    pub x: String,
    pub width: String,
}

impl Lanes {
    fn of(told: &[&Told<Attempt>]) -> Option<Self> {
        let timed: Vec<(&Attempt, Timestamp, Timestamp)> = told
            .iter()
            .filter_map(|t| Some((&t.fact, t.fact.started_at?, t.fact.finished_at?)))
            .collect();
        let overlap =
            |(attempt, ..): &(&Attempt, _, _)| overlapping(attempt, told).next().is_some();
        if !timed.iter().any(overlap) {
            return None;
        }
        let from = timed.iter().map(|(_, from, _)| *from).min()?;
        let until = timed.iter().map(|(_, _, until)| *until).max()?;
        let whole = until.since(from).as_secs_f64();
        let mut lanes: Vec<Lane> = Vec::new();
        for (attempt, start, end) in timed {
            let bar = Bar {
                x: share(start.since(from), whole),
                width: share(end.since(start).max(Duration::from_millis(1)), whole),
            };
            match lanes.iter_mut().find(|lane| lane.worker == attempt.worker) {
                Some(lane) => lane.bars.push(bar),
                None => lanes.push(Lane {
                    worker: attempt.worker.clone(),
                    bars: vec![bar],
                }),
            }
        }
        Some(Self { lanes, from, until })
    }
}

fn share(part: Duration, whole: f64) -> String {
    if whole <= 0.0 {
        return "0%".to_owned();
    }
    format!("{:.2}%", (part.as_secs_f64() / whole * 100.0).max(0.4))
}
