//! Random histories of a queue, written as the program writes them, and remembered in full.

use crate::support::told::told;
use holdpoint::domain::age::{Group, Scope};
use holdpoint::domain::ids::{
    CaseId, OperationId, OperationKey, OperationType, SourceId, Team, UserId,
};
use holdpoint::domain::policy::Risk;
use holdpoint::domain::queue_row::QueueRow;
use holdpoint::domain::report::StopKind;
use holdpoint::domain::standing::{CaseProtection, CaseState, Resolution, Stage};
use holdpoint::domain::time::Timestamp;
use holdpoint::on;
use holdpoint::store::Db;
use holdpoint::store::cases::{self, CaseDetails, CaseOrigin, NewCase};
use holdpoint::store::operations::{self, NewOperation};
use holdpoint::store::sources;
use std::time::Duration;

const MINUTE: i64 = 60_000_000;
const KINDS: [StopKind; 3] = [
    StopKind::ResultUnknown,
    StopKind::NextStepPending,
    StopKind::PayloadConflict,
];
const TYPES: [&str; 3] = ["shipment", "refund", "mail"];
const OWNERS: [&str; 3] = ["", "billing", "fulfilment"];

/// Small numbers that look like chance, the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let n = u64::try_from(n).expect("positive");
        i64::try_from(self.0 % n).expect("small")
    }

    pub fn of<T: Copy>(&mut self, values: &[T]) -> T {
        let n = i64::try_from(values.len()).expect("few");
        values[usize::try_from(self.below(n)).expect("small")]
    }
}

/// A case as it was from a moment on.
#[derive(Debug, Clone)]
pub struct Then {
    pub at: Timestamp,
    pub state: CaseState,
    pub group: Group,
    pub claimed_until: Option<Timestamp>,
    /// Of a resolved one: the policy let it be.
    pub lapsed: bool,
}

/// One case's life.
#[derive(Debug, Clone)]
pub struct Life {
    pub case: CaseId,
    pub stopped_at: Timestamp,
    pub due_at: Timestamp,
    pub system: String,
    pub stop_code: String,
    pub lives: Vec<Then>,
}

impl Life {
    /// As it was just before a moment.
    pub fn before(&self, at: Timestamp) -> Option<&Then> {
        self.lives.iter().rev().find(|then| then.at < at)
    }

    pub fn last(&self) -> &Then {
        self.lives.last().expect("a beginning")
    }
}

/// Everything that happened.
pub struct History {
    pub lives: Vec<Life>,
    pub sources: Vec<(String, SourceId)>,
    pub now: Timestamp,
}

/// Writes a history of so many cases that ends at `now` and began so many days before.
pub async fn write(db: &Db, seed: u64, cases: usize, days: i64, now: Timestamp) -> History {
    let mut dice = Dice::new(seed);
    let sources = two_sources(db, now).await;
    let holder = holder(db).await;
    let mut lives: Vec<Life> = Vec::new();
    let mut at = now.0 - days * 24 * 60 * MINUTE;
    let mut opened = 0;
    // Bursts and lulls: what happens next is minutes or hours away.
    while at <= now.0 {
        let moment = Timestamp(at);
        let open: Vec<usize> = (0..lives.len())
            .filter(|nth| lives[*nth].last().state != CaseState::Resolved)
            .collect();
        if opened < cases && (open.is_empty() || dice.below(3) == 0) {
            opened += 1;
            let source = dice.of(&[sources[0].1, sources[1].1]);
            lives.push(open_case(db, &mut dice, source, opened, moment).await);
        } else if !open.is_empty() {
            let nth = dice.of(&open);
            step(db, &mut dice, &mut lives[nth], moment, holder).await;
        }
        at += match dice.below(12) {
            0 => dice.below(20 * 60) * MINUTE,
            1 => 15 * MINUTE - at.rem_euclid(15 * MINUTE),
            _ => dice.below(60) * MINUTE / 2,
        };
    }
    History {
        lives,
        sources,
        now,
    }
}

async fn two_sources(db: &Db, now: Timestamp) -> Vec<(String, SourceId)> {
    let mut made = Vec::new();
    for name in ["shop", "bank"] {
        let mut tx = db.begin().await.expect("a transaction");
        let team = Team::from("");
        let source = sources::create(&mut tx, name, name, &team, now).await;
        let source = source.expect("created").expect("a free name");
        told(tx).await;
        made.push((name.to_owned(), source.id));
    }
    made
}

async fn holder(db: &Db) -> UserId {
    let sql = "INSERT INTO users (name, full_name, role, team, password_hash, created_at)
        VALUES ('holder', 'Holder', 'reviewer', '', '-', 0) RETURNING id";
    let mut conn = db.write().await.expect("a connection");
    let id = on!((&mut conn).into(), |c| {
        sqlx::query_scalar::<DB, UserId>(sql).fetch_one(c).await
    });
    id.expect("a user")
}

fn row(kind: StopKind, due_at: Timestamp, system: &str, code: &str, key: &str) -> QueueRow {
    QueueRow {
        kind,
        title: key.to_owned(),
        authorised_at: None,
        protection: CaseProtection::None,
        protection_since: None,
        protection_until: None,
        urgent_at: due_at,
        resume_step: None,
        resume_step_no: None,
        step_count: 1,
        chain: String::new(),
        system: Some(system.into()).filter(|_| !system.is_empty()),
        cause_step: None,
        cause_system: Some(system.into()).filter(|_| !system.is_empty()),
        stop_code: Some(code.to_owned()).filter(|code| !code.is_empty()),
        reason: None,
        attempts: 0,
        last_attempt_at: None,
        amount: None,
        facts_digest: "-".to_owned(),
    }
}

async fn open_case(db: &Db, dice: &mut Dice, source: SourceId, nth: usize, at: Timestamp) -> Life {
    let (kind, of_type, owner) = (dice.of(&KINDS), dice.of(&TYPES), dice.of(&OWNERS));
    let (system, code) = (
        dice.of(&["wms", "bank", ""]),
        dice.of(&["timeout", "503", ""]),
    );
    // Some stopped long before they were reported; some, by the clock of their source, have yet to.
    let stopped_at = Timestamp(at.0 + (10 - dice.below(dice_span(nth))) * MINUTE);
    let due_at = Timestamp(stopped_at.0 + (1 + dice.below(3 * 24 * 60)) * MINUTE);
    let key = format!("op-{nth}");
    let (operation, origin) = operation(db, source, &key, of_type, at).await;
    let of_row = row(kind, due_at, system, code, &key);
    let mut details =
        CaseDetails::waiting(of_row, stopped_at, due_at, Team::from(owner), Risk::Normal);
    // A new operation that is carried out: no stop.
    if dice.below(8) == 0 {
        details.state = CaseState::Executing;
        details.decided_at = Some(at);
    }
    let mut tx = db.begin().await.expect("a transaction");
    let new = NewCase {
        origin,
        details: details.clone(),
    };
    let numbers = cases::insert(&mut tx, &[new]).await.expect("opened");
    told(tx).await;
    let case = numbers.iter().find(|(of, _)| *of == operation);
    let mut life = Life {
        case: case.expect("a case").1,
        stopped_at,
        due_at,
        system: system.to_owned(),
        stop_code: code.to_owned(),
        lives: Vec::new(),
    };
    remember(&mut life, at, &details, source, of_type);
    life
}

fn dice_span(nth: usize) -> i64 {
    if nth.is_multiple_of(5) {
        20 * 24 * 60
    } else {
        40
    }
}

async fn operation(
    db: &Db,
    source: SourceId,
    key: &str,
    of_type: &str,
    at: Timestamp,
) -> (OperationId, CaseOrigin) {
    let mut tx = db.begin().await.expect("a transaction");
    let new = NewOperation {
        key: OperationKey::from(key),
        operation_type: OperationType::from(of_type),
        facts: "{}".to_owned(),
    };
    let made = operations::get_or_create(&mut tx, source, vec![new], at).await;
    let id = made.expect("created")[0].row.id;
    told(tx).await;
    let origin = CaseOrigin {
        operation_id: id,
        source_id: source,
        operation_key: OperationKey::from(key),
        operation_type: OperationType::from(of_type),
        opened_at: at,
        previous_case_id: None,
    };
    (id, origin)
}

fn remember(
    life: &mut Life,
    at: Timestamp,
    details: &CaseDetails,
    source: SourceId,
    of_type: &str,
) {
    life.lives.push(Then {
        at,
        state: details.state,
        group: Group {
            source,
            operation_type: OperationType::from(of_type),
            owner: details.owner_team.clone(),
            kind: details.kind,
        },
        claimed_until: details.claimed_until,
        lapsed: details.resolution == Some(Resolution::Lapsed),
    });
}

/// One step of a case's life, as the program may take it.
async fn step(db: &Db, dice: &mut Dice, life: &mut Life, at: Timestamp, holder: UserId) {
    let mut tx = db.begin().await.expect("a transaction");
    let case = cases::lock(&mut tx, life.case).await.expect("read");
    let case = case.expect("a case");
    let mut details = case.details.clone();
    match (details.state.stage(), dice.below(12)) {
        // The owner or the kind changes where it stands.
        (_, 0) => details.owner_team = Team::from(dice.of(&OWNERS)),
        (Stage::ToReview, 1) => details.kind = dice.of(&KINDS),
        // A late outcome: resolved without a decision.
        (Stage::ToReview, 2) => resolve(&mut details, at, Resolution::Closed),
        // Nobody answered.
        (Stage::ToReview, 3) if details.state == CaseState::Waiting => {
            resolve(&mut details, at, Resolution::Lapsed);
        }
        (Stage::ToReview, _) => review(dice, &mut details, at, holder),
        (Stage::Decided, 1..=3) => free(&mut details),
        (Stage::Decided, _) if details.state == CaseState::Decided => {
            details.state = CaseState::Executing;
        }
        (Stage::Decided | Stage::Resolved, _) => resolve(&mut details, at, Resolution::Closed),
    }
    let written = cases::update(&mut tx, &case, &details, at).await;
    assert!(written.expect("written"));
    told(tx).await;
    let (source, of_type) = (
        case.origin.source_id,
        case.origin.operation_type.to_string(),
    );
    remember(life, at, &details, source, &of_type);
}

fn review(dice: &mut Dice, details: &mut CaseDetails, at: Timestamp, holder: UserId) {
    match (details.state, dice.below(4)) {
        (CaseState::Waiting, _) | (CaseState::InReview, 0) => {
            details.state = CaseState::InReview;
            details.holder_id = Some(holder);
            details.claimed_at = Some(at);
            // Some run out soon, some do not.
            let lease = Duration::from_secs(60 * u64::try_from(dice.below(60)).expect("small"));
            details.claimed_until = Some(at.plus(lease));
        }
        (CaseState::InReview, 1) => free(details),
        (CaseState::InReview, 2) => {
            free(details);
            details.state = CaseState::AwaitingApproval;
        }
        (CaseState::AwaitingApproval, 0) => free(details),
        (
            CaseState::InReview
            | CaseState::AwaitingApproval
            | CaseState::Decided
            | CaseState::Executing
            | CaseState::Resolved,
            _,
        ) => {
            free(details);
            details.state = CaseState::Decided;
            details.decided_at = Some(at);
        }
    }
}

fn free(details: &mut CaseDetails) {
    details.state = CaseState::Waiting;
    details.holder_id = None;
    details.claimed_at = None;
    details.claimed_until = None;
    details.decided_at = None;
}

fn resolve(details: &mut CaseDetails, at: Timestamp, resolution: Resolution) {
    let decided_at = details.decided_at;
    free(details);
    details.state = CaseState::Resolved;
    details.decided_at = decided_at;
    details.resolved_at = Some(at);
    details.resolution = Some(resolution);
}

/// Some scopes: none, each filter by itself, and all of them.
pub fn scopes(history: &History) -> Vec<Scope> {
    scopes_of(history.sources[1].1, "refund")
}

/// The same of some source and type.
pub fn scopes_of(source: SourceId, operation_type: &str) -> Vec<Scope> {
    let source = Some(source);
    let operation_type = Some(OperationType::from(operation_type));
    let owner = Some(Team::from("billing"));
    let kind = Some(StopKind::ResultUnknown);
    let none = Scope::default();
    vec![
        none.clone(),
        Scope {
            source,
            ..none.clone()
        },
        Scope {
            operation_type: operation_type.clone(),
            ..none.clone()
        },
        Scope {
            owner: owner.clone(),
            ..none.clone()
        },
        Scope {
            owner: Some(Team::from("")),
            kind,
            ..none
        },
        Scope {
            source,
            operation_type,
            owner,
            kind,
        },
    ]
}
