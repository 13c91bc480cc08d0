//! A decision on its way to the source and back: offered, taken, renewed, reported (`connector-api.md`).

use super::facts::Facts;
use super::ids::StepName;
use super::time::Timestamp;
use std::time::Duration;

/// Where an instruction stands, with the lease that belongs to it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstructionStanding {
    Offered,
    Taken(Lease),
    /// The source told the outcome.
    Reported(Lease),
    /// Taken back by a person or by the program, before it was taken.
    Withdrawn,
    /// Nobody took it in time.
    TooLate,
    /// Taken and never reported: its lease ran out, or new facts ended it.
    Ended(Lease),
}

/// A worker's lease on an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub worker: String,
    /// SHA-256 of the worker's take token; the token itself is never kept.
    pub token_hash: String,
    pub taken_at: Timestamp,
    /// No request starts after this.
    pub until: Timestamp,
}

/// Why an instruction ended without an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndedBecause {
    /// The facts are not those of the decision any more.
    FactsChanged,
    /// A person took the decision back.
    Person,
    /// Nobody took it in time.
    OfferOver,
    /// Its taking's lease ran out.
    LeaseOver,
    /// Its source reported a stop while it was taken.
    StopReported,
}

impl EndedBecause {
    pub const ALL: [Self; 5] = [
        Self::FactsChanged,
        Self::Person,
        Self::OfferOver,
        Self::LeaseOver,
        Self::StopReported,
    ];

    /// The word under which it is stored and told.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FactsChanged => "facts_changed",
            Self::Person => "person",
            Self::OfferOver => "offer_over",
            Self::LeaseOver => "lease_over",
            Self::StopReported => "stop_reported",
        }
    }
}

/// The times that bind an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// By when it has to be taken.
    pub take_before: Timestamp,
    /// After this nothing may be sent.
    pub not_after: Option<Timestamp>,
}

/// The last attempt that a source knows of, told when it takes an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastAttempt {
    pub step: StepName,
    pub number: Option<i64>,
    pub started_at: Timestamp,
}

/// A taking that is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Granted {
    /// The same token took it before: the worker sends nothing that it cannot prove unsent.
    pub repeated: bool,
    pub until: Timestamp,
}

/// Why an instruction is not given out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoTaking {
    AlreadyTaken {
        worker: String,
        at: Timestamp,
    },
    /// The facts are not those of the decision: it is withdrawn, and the source reports.
    FactsChanged,
    TooLate,
    Withdrawn,
    /// It is over: reported, or its lease ran out.
    Ended,
    /// Nobody has taken it, so there is nothing to tell.
    NotTaken,
}

/// Whether a worker gets the instruction now.
///
/// `same_facts`: the basis of the decision is still what the facts say.
pub fn take(
    state: &InstructionStanding,
    bounds: Bounds,
    token_hash: &str,
    lease: Duration,
    same_facts: bool,
    now: Timestamp,
) -> Result<Granted, NoTaking> {
    match state {
        InstructionStanding::Offered => {
            if now >= bounds.take_before || bounds.not_after.is_some_and(|t| now >= t) {
                Err(NoTaking::TooLate)
            } else if same_facts {
                Ok(Granted {
                    repeated: false,
                    until: lease_end(bounds, lease, now),
                })
            } else {
                Err(NoTaking::FactsChanged)
            }
        }
        InstructionStanding::Taken(held) if held.token_hash == token_hash => {
            if now < held.until {
                Ok(Granted {
                    repeated: true,
                    until: held.until,
                })
            } else {
                Err(NoTaking::Ended)
            }
        }
        InstructionStanding::Taken(held) => Err(already_taken(held)),
        InstructionStanding::Reported(held) | InstructionStanding::Ended(held)
            if held.token_hash != token_hash =>
        {
            Err(already_taken(held))
        }
        InstructionStanding::Reported(_) | InstructionStanding::Ended(_) => Err(NoTaking::Ended),
        InstructionStanding::Withdrawn => Err(NoTaking::Withdrawn),
        InstructionStanding::TooLate => Err(NoTaking::TooLate),
    }
}

/// Where nothing is sent, the taking is the outcome. Its answer may have been lost, so the same token gets it again.
pub fn acknowledged_before(state: &InstructionStanding, token_hash: &str) -> Option<Granted> {
    match state {
        InstructionStanding::Reported(held) if held.token_hash == token_hash => Some(Granted {
            repeated: true,
            until: held.until,
        }),
        InstructionStanding::Reported(_)
        | InstructionStanding::Offered
        | InstructionStanding::Taken(_)
        | InstructionStanding::Withdrawn
        | InstructionStanding::TooLate
        | InstructionStanding::Ended(_) => None,
    }
}

/// Whether the worker may go on. Before each step it asks; the answer is a new end of its lease.
pub fn renew(
    state: &InstructionStanding,
    bounds: Bounds,
    token_hash: &str,
    lease: Duration,
    same_facts: bool,
    now: Timestamp,
) -> Result<Timestamp, NoTaking> {
    match state {
        InstructionStanding::Taken(held) if held.token_hash != token_hash => {
            Err(already_taken(held))
        }
        InstructionStanding::Taken(held) if now >= held.until => Err(NoTaking::Ended),
        InstructionStanding::Taken(_) if !same_facts => Err(NoTaking::FactsChanged),
        InstructionStanding::Taken(_) => Ok(lease_end(bounds, lease, now)),
        InstructionStanding::Offered
        | InstructionStanding::Reported(_)
        | InstructionStanding::Withdrawn
        | InstructionStanding::TooLate
        | InstructionStanding::Ended(_) => Err(NoTaking::Ended),
    }
}

/// How an outcome that a worker tells is taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// As the outcome of the taking.
    InTime,
    /// As facts only: the lease was over.
    Late,
}

/// Whether this worker may tell an outcome now. Whether it told one before is for the caller to see.
pub fn tell(
    state: &InstructionStanding,
    token_hash: &str,
    now: Timestamp,
) -> Result<Telling, NoTaking> {
    match state {
        InstructionStanding::Taken(held)
        | InstructionStanding::Reported(held)
        | InstructionStanding::Ended(held)
            if held.token_hash != token_hash =>
        {
            Err(already_taken(held))
        }
        InstructionStanding::Taken(held) if now < held.until => Ok(Telling::InTime),
        InstructionStanding::Taken(_)
        | InstructionStanding::Reported(_)
        | InstructionStanding::Ended(_) => Ok(Telling::Late),
        InstructionStanding::Offered => Err(NoTaking::NotTaken),
        InstructionStanding::Withdrawn => Err(NoTaking::Withdrawn),
        InstructionStanding::TooLate => Err(NoTaking::TooLate),
    }
}

/// The lease never reaches past `not_after`.
fn lease_end(bounds: Bounds, lease: Duration, now: Timestamp) -> Timestamp {
    let end = now.plus(lease);
    bounds.not_after.map_or(end, |t| t.min(end))
}

fn already_taken(held: &Lease) -> NoTaking {
    NoTaking::AlreadyTaken {
        worker: held.worker.clone(),
        at: held.taken_at,
    }
}

/// Whether the source knows an attempt that the facts do not hold: then the decision was made without it.
pub fn knows_more(last: &LastAttempt, facts: &Facts) -> bool {
    !facts.attempts.iter().any(|a| {
        a.fact.step == last.step
            && a.fact.started_at == Some(last.started_at)
            && (last.number.is_none() || a.fact.number == last.number)
    })
}
