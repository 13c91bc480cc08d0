//! What is known of a step, derived from the union of all facts (`domain.md` §3).

use super::absence::{Absence, absence};
use super::facts::{Facts, KnownBy, StepFacts, Told};
use super::judgement::{Thing, Verdict, holding};
use super::report::{AttemptOutcome, Observation, ResultRef, Seen, StepClaim};
use super::rules::Rules;
use super::sendings::Sendings;
use super::time::Timestamp;

/// What is known of a step now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Knowledge {
    Done,
    NotDone(WhyNotDone),
    /// Done, and its undoing is done too.
    Undone,
    Unknown(WhyUnknown),
}

/// How it is known that a step is not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyNotDone {
    NeverSent,
    /// Every attempt was definitely refused.
    Refused,
    /// An empty answer that is proof.
    AbsenceProven {
        observed_at: Timestamp,
    },
}

/// Why a step's result is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyUnknown {
    /// Sent, and no answer from which the effect follows.
    Unanswered,
    /// The receiver says that it exists or was done already; by whom is not known.
    Duplicate,
    /// Acknowledged, and no reference was told.
    NoReference,
    /// The source says that it does not know, and wrote no attempt down.
    ClaimedUnknown,
    /// A worker took an instruction and did not tell its outcome.
    TakingWithoutOutcome,
    /// The receiver is still at it.
    InProgress,
    /// A find or an acknowledgement, and a proof of absence.
    FactsDisagree,
    /// The result that the source told was seen, and is said to be another operation's.
    ResultIsForeign,
}

/// A result that counts as this operation's, and how it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownResult {
    pub result: ResultRef,
    pub known_by: Vec<KnownBy>,
    /// In how many rows of one look-up it was seen, where it was more than one.
    pub rows: u64,
    /// When it was done, as its source tells; else when it was first seen or told.
    pub at: Timestamp,
}

/// All that follows from the facts for one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepKnowledge {
    pub knowledge: Knowledge,
    /// Distinct results that count. More than one: done more than once.
    pub results: Vec<KnownResult>,
    pub sent: Sendings,
    pub absence: Absence,
    /// What the source claims, where the facts do not bear it out.
    pub claim_not_taken_over: Option<StepClaim>,
}

impl StepKnowledge {
    /// Two labels, three debits: more than one result that matches.
    pub fn more_than_once(&self) -> bool {
        self.results.len() > 1
    }
}

/// What is known of a step. Whether it was undone needs the other steps: see `review`.
pub fn knowledge(facts: &Facts, step: &StepFacts, rules: Rules<'_>) -> StepKnowledge {
    let sent = Sendings::of(facts, step);
    let absence = absence(facts, step, &sent, rules);
    let results = results(facts, step);
    let knowledge = judge(facts, step, &sent, &absence, &results);
    StepKnowledge {
        claim_not_taken_over: claim_not_borne_out(step, &knowledge, &results),
        knowledge,
        results,
        sent,
        absence,
    }
}

fn judge(
    facts: &Facts,
    step: &StepFacts,
    sent: &Sendings,
    absence: &Absence,
    results: &[KnownResult],
) -> Knowledge {
    let proven = match absence {
        Absence::Proven { observed_at } => Some(*observed_at),
        Absence::NobodyLooked | Absence::NothingYet(_) => None,
    };
    if !results.is_empty() {
        let foreign = results
            .iter()
            .any(|r| said_to_be_foreign(facts, step, &r.result));
        return if foreign {
            Knowledge::Unknown(WhyUnknown::ResultIsForeign)
        } else if proven.is_some() {
            Knowledge::Unknown(WhyUnknown::FactsDisagree)
        } else {
            Knowledge::Done
        };
    }
    let says_it_exists = sent.acknowledged + sent.duplicate > 0;
    match proven {
        Some(_) if says_it_exists => Knowledge::Unknown(WhyUnknown::FactsDisagree),
        Some(observed_at) if sent.open() || in_progress(facts, step) => {
            Knowledge::NotDone(WhyNotDone::AbsenceProven { observed_at })
        }
        Some(_) | None => without_proof(facts, step, sent),
    }
}

/// No result and no proof of absence: only answers count.
fn without_proof(facts: &Facts, step: &StepFacts, sent: &Sendings) -> Knowledge {
    if sent.acknowledged > 0 {
        Knowledge::Unknown(WhyUnknown::NoReference)
    } else if sent.duplicate > 0 {
        Knowledge::Unknown(WhyUnknown::Duplicate)
    } else if in_progress(facts, step) {
        Knowledge::Unknown(WhyUnknown::InProgress)
    } else if sent.unanswered > 0 {
        Knowledge::Unknown(WhyUnknown::Unanswered)
    } else if sent.takings > 0 {
        Knowledge::Unknown(WhyUnknown::TakingWithoutOutcome)
    } else if sent.claimed_unknown || facts.attempts_omitted > 0 && sent.any() {
        Knowledge::Unknown(WhyUnknown::ClaimedUnknown)
    } else if sent.refused > 0 || claims(step, StepClaim::Refused) {
        Knowledge::NotDone(WhyNotDone::Refused)
    } else {
        Knowledge::NotDone(WhyNotDone::NeverSent)
    }
}

fn claims(step: &StepFacts, state: StepClaim) -> bool {
    step.claims.iter().any(|c| c.fact.state == state)
}

fn in_progress(facts: &Facts, step: &StepFacts) -> bool {
    facts.observations.iter().any(|o| {
        o.fact.step.as_ref() == Some(&step.name)
            && o.fact.seen == Seen::InProgress
            && o.fact.matches != Some(false)
    })
}

/// Whether somebody saw this very object and says, or judged, that it is another operation's.
fn said_to_be_foreign(facts: &Facts, step: &StepFacts, result: &ResultRef) -> bool {
    let judged = holding(facts, &Thing::result(&step.system, result));
    if judged.is_some_and(|judgement| judgement.verdict == Verdict::NotThisOperations) {
        return true;
    }
    facts.observations.iter().any(|o| {
        o.fact.system == step.system
            && o.fact.seen == Seen::Found
            && o.fact.matches == Some(false)
            && o.fact
                .object
                .as_ref()
                .is_some_and(|seen| same_result(seen, result))
    })
}

/// Results are the same if system, type and id agree; the system is the step's.
fn same_result(a: &ResultRef, b: &ResultRef) -> bool {
    a.object_type == b.object_type && a.id == b.id
}

/// The distinct results that count: told by the source, found and matched, or judged to be this operation's.
fn results(facts: &Facts, step: &StepFacts) -> Vec<KnownResult> {
    let mut all: Vec<KnownResult> = Vec::new();
    let done_at = told_done_at(facts, step);
    for told in &step.results {
        let at = done_at.unwrap_or(told.arrival.at);
        add(&mut all, &told.fact, KnownBy::Source, at);
    }
    for told in &facts.observations {
        let seen = &told.fact;
        if let (Some(by), Some(object)) = (counts_by(facts, step, seen), &seen.object) {
            let at = seen
                .observed_at
                .map_or(told.arrival.at, |t| told.arrival.adjust(t));
            add(&mut all, object, by, at);
        }
    }
    for known in &mut all {
        known.rows = rows(facts, step, &known.result);
    }
    all
}

/// By what a find counts as a result of the step, if it does.
fn counts_by(facts: &Facts, step: &StepFacts, seen: &Observation) -> Option<KnownBy> {
    let thing = Thing::of(seen).filter(|thing| thing.system == step.system)?;
    if seen.step.as_ref() == Some(&step.name) && seen.matches == Some(true) {
        return Some(KnownBy::Seen(seen.how));
    }
    let judged = holding(facts, &thing)?.counts_for()?;
    (*judged == step.name && seen.matches != Some(false)).then_some(KnownBy::Judged)
}

/// When the step was done, as its source tells: when it completed, or when the receiver acknowledged it.
fn told_done_at(facts: &Facts, step: &StepFacts) -> Option<Timestamp> {
    let completed = (step.claims.iter())
        .filter_map(|c| Some(c.arrival.adjust(c.fact.completed_at?)))
        .min();
    let acknowledged = || {
        (facts.attempts.iter())
            .filter(|a| a.fact.step == step.name)
            .filter(|a| a.fact.outcome == AttemptOutcome::Acknowledged)
            .filter_map(|a| Some(a.arrival.adjust(a.fact.finished_at?)))
            .min()
    };
    completed.or_else(acknowledged)
}

/// In how many rows one and the same look-up showed this result; 1 where none showed more.
fn rows(facts: &Facts, step: &StepFacts, result: &ResultRef) -> u64 {
    let shows = |o: &&Told<Observation>| {
        // A row that is still in progress is no find, and is a row all the same.
        let own = o.fact.step.as_ref() == Some(&step.name) && o.fact.matches == Some(true);
        (own || counts_by(facts, step, &o.fact).is_some())
            && o.fact
                .object
                .as_ref()
                .is_some_and(|seen| same_result(seen, result))
    };
    let sightings: Vec<_> = facts.observations.iter().filter(shows).collect();
    let one_look_up = |of: &Observation| {
        sightings
            .iter()
            .filter(|o| o.fact.observed_at == of.observed_at && o.fact.by == of.by)
            .map(|o| o.fact.count.unwrap_or(1))
            .sum()
    };
    sightings
        .iter()
        .map(|o| one_look_up(&o.fact))
        .max()
        .unwrap_or(1)
}

fn add(all: &mut Vec<KnownResult>, result: &ResultRef, by: KnownBy, at: Timestamp) {
    let Some(known) = all.iter_mut().find(|k| same_result(&k.result, result)) else {
        all.push(KnownResult {
            result: result.clone(),
            known_by: vec![by],
            rows: 1,
            at,
        });
        return;
    };
    if !known.known_by.contains(&by) {
        known.known_by.push(by);
    }
    if known.result.url.is_none() {
        known.result.url.clone_from(&result.url);
    }
    known.at = known.at.min(at);
}

/// The source's latest claim, if the facts say something else.
fn claim_not_borne_out(
    step: &StepFacts,
    knowledge: &Knowledge,
    results: &[KnownResult],
) -> Option<StepClaim> {
    let latest = step.claims.iter().max_by_key(|c| c.fact.stopped_at)?;
    let state = latest.fact.state;
    let fits = match (state, knowledge) {
        (StepClaim::Completed, Knowledge::Done | Knowledge::Undone)
        | (StepClaim::Unknown, Knowledge::Unknown(_))
        | (StepClaim::Pending, Knowledge::NotDone(WhyNotDone::NeverSent))
        | (
            StepClaim::Refused,
            Knowledge::NotDone(WhyNotDone::Refused | WhyNotDone::AbsenceProven { .. }),
        ) => true,
        (
            StepClaim::Completed | StepClaim::Unknown | StepClaim::Pending | StepClaim::Refused,
            Knowledge::Done | Knowledge::NotDone(_) | Knowledge::Undone | Knowledge::Unknown(_),
        ) => false,
    };
    // What was found out, or done, after the claim is progress, not a claim that is overruled.
    let later = |known: &KnownResult| known.at > latest.fact.stopped_at;
    let settled = results.iter().any(later)
        || state == StepClaim::Unknown && !matches!(knowledge, Knowledge::Unknown(_));
    (!fits && !settled).then_some(state)
}
