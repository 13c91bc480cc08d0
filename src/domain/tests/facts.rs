//! Facts for tests, built by hand: a chain of steps, attempts, looks, and contracts for their receivers.

use crate::domain::contract::{
    Confidence, Contract, Evidence, KeyPromise, LookUp, LookUpStrength, OnMismatch, OnRepeat,
    Stored5xx,
};
use crate::domain::facts::{Arrival, Claim, Content, ContentStanding, Facts, StepFacts, Told};
use crate::domain::ids::{
    ContractId, IdempotencyKey, OperationKey, OperationType, StepName, SystemName,
};
use crate::domain::report::{
    Attempt, AttemptOutcome, Observation, PersonCheck, ResultRef, Seen, SeenHow, StepClaim, Stop,
    StopKind,
};
use crate::domain::rules::{Contracts, Rules};
use crate::domain::text::LocalText;
use crate::domain::time::{Day, Timestamp};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::time::Duration;

pub const MINUTE: Duration = Duration::from_secs(60);
pub const HOUR: Duration = Duration::from_secs(3600);

/// A time, in whole seconds after noon of some day.
pub fn at(seconds: i64) -> Timestamp {
    Timestamp((1_796_000_000 + seconds) * 1_000_000)
}

pub fn arrived(seconds: i64) -> Arrival {
    Arrival {
        at: at(seconds),
        clock_ahead: 0,
    }
}

pub fn told<T>(fact: T, seconds: i64) -> Told<T> {
    Told {
        fact,
        arrival: arrived(seconds),
    }
}

/// An operation of the named steps, each at a receiver and with a key of its own, all claimed `pending`.
pub fn operation(steps: &[&str]) -> Facts {
    Facts {
        key: OperationKey::new("ship:8817"),
        operation_type: OperationType::new("shipment"),
        authorised_at: Some(at(-60)),
        authorised_by: None,
        references: Map::new(),
        holds: Vec::new(),
        amount: None,
        steps: steps.iter().map(|s| step(s)).collect(),
        attempts: Vec::new(),
        attempts_omitted: 0,
        observations: Vec::new(),
        judgements: Vec::new(),
        events: Vec::new(),
        contents: vec![content("sha256:agreed", ContentStanding::Agreed)],
        takings: Vec::new(),
        skipped: Vec::new(),
        stop: Stop {
            kind: StopKind::ResultUnknown,
            step: None,
            code: None,
            reason: None,
        },
        stopped_at: at(100),
        first_stopped_at: at(100),
        also_reported: Vec::new(),
        memory: Default::default(),
    }
}

pub fn step(name: &str) -> StepFacts {
    StepFacts {
        name: StepName::new(name),
        system: SystemName::new(format!("{name} system")),
        does: None,
        key: Some(key(name)),
        other_keys: Vec::new(),
        key_was_empty: false,
        claims: Vec::new(),
        compensable: false,
        undoes: None,
        results: Vec::new(),
        key_valid_until: None,
        parts: None,
        ordered_key: None,
        extra: Map::new(),
    }
}

/// The key of a step.
pub fn key(step: &str) -> IdempotencyKey {
    IdempotencyKey::new(format!("key of {step}"))
}

pub fn content(digest: &str, standing: ContentStanding) -> Content {
    Content {
        digest: Some(digest.to_owned()),
        payload_known: true,
        operation_type: OperationType::new("shipment"),
        amount: None,
        event_id: None,
        received_at: None,
        arrival: arrived(100),
        report: None,
        standing,
    }
}

/// An attempt at a step under its own key, told at second 100.
pub fn attempt(step: &str, started: i64, outcome: AttemptOutcome) -> Told<Attempt> {
    told(
        Attempt {
            step: StepName::new(step),
            number: None,
            started_at: Some(at(started)),
            finished_at: None,
            outcome,
            http_status: None,
            code: None,
            idempotency_key: Some(key(step)),
            worker: None,
            detail: Value::Null,
            extra: Map::new(),
        },
        100,
    )
}

pub fn claim(state: StepClaim) -> Told<Claim> {
    told(
        Claim {
            state,
            stopped_at: at(100),
            completed_at: None,
        },
        100,
    )
}

pub fn result(id: &str) -> ResultRef {
    ResultRef {
        object_type: "task".into(),
        id: id.into(),
        url: None,
        status: None,
    }
}

/// A look at a step's receiver by the contract's look-up `search`.
pub fn look(step: &str, seconds: i64, seen: Seen) -> Told<Observation> {
    told(
        Observation {
            system: SystemName::new(format!("{step} system")),
            step: Some(StepName::new(step)),
            how: SeenHow::LookUp,
            by: Some("shipment_id".into()),
            seen,
            observed_at: Some(at(seconds)),
            object: None,
            count: None,
            matches: None,
            look_up: Some("search".into()),
            detail: Value::Null,
            person: None,
            extra: Map::new(),
        },
        seconds,
    )
}

/// A look that found an object, which is this operation's or not.
pub fn find(step: &str, id: &str, matches: Option<bool>) -> Told<Observation> {
    let mut found = look(step, 200, Seen::Found);
    found.fact.object = Some(result(id));
    found.fact.matches = matches;
    found
}

/// A person's look in a place that shows new records at once.
pub fn person_look(step: &str, seconds: i64, seen: Seen) -> Told<Observation> {
    let mut looked = look(step, seconds, seen);
    looked.fact.how = SeenHow::Person;
    looked.fact.look_up = None;
    looked.fact.person = Some(PersonCheck {
        who: "irina".into(),
        place: "console".into(),
        shows_at_once: true,
    });
    looked
}

/// A contract with a key window, an authoritative look-up `search` and a settling time of a minute.
pub fn contract(promise: KeyPromise) -> Contract {
    Contract {
        id: ContractId::new("test"),
        title: LocalText::same("Test system"),
        evidence: Evidence {
            title: "test".into(),
            url: None,
            looked_at: Day::parse("2026-11-29").unwrap(),
            confidence: Confidence::Own,
        },
        key: promise,
        key_carrier: None,
        key_max_length: None,
        key_scope: None,
        on_repeat: OnRepeat::ReturnsPresentState,
        stored_5xx: Stored5xx::Unknown,
        on_mismatch: OnMismatch::Error,
        mismatch_marker: None,
        in_flight_marker: None,
        settling: Some(MINUTE),
        look_ups: vec![LookUp {
            name: "search".into(),
            by: LocalText::same("shipment id"),
            strength: LookUpStrength::Authoritative,
            executes_if_absent: false,
        }],
        note: None,
    }
}

/// Contracts by step name.
#[derive(Debug, Default)]
pub struct TestContracts(pub HashMap<String, Contract>);

impl TestContracts {
    /// The same contract for these steps.
    pub fn of(steps: &[&str], contract: &Contract) -> Self {
        Self(
            steps
                .iter()
                .map(|s| ((*s).to_owned(), contract.clone()))
                .collect(),
        )
    }

    pub fn rules(&self) -> Rules<'_> {
        Rules {
            contracts: self,
            safety_margin: Duration::from_secs(300),
            settling_for_people: Some(MINUTE),
        }
    }
}

impl Contracts for TestContracts {
    fn contract(&self, _: &SystemName, step: &StepName) -> Option<&Contract> {
        self.0.get(step.as_str())
    }
}
