//! How much work each question of the queue and the search costs with twenty thousand cases: what the index gives, and no
//! more. SQLite's steps are counted as it takes them; PostgreSQL tells how many rows it read, and by which way.

use super::world::{NOW, World, minutes, new_operation, waiting};
use crate::support::database::{Database, on_both};
use crate::support::told::told;
use holdpoint::domain::ids::{CaseId, FollowUpId, HistoryNumber, OperationId, SystemName, Team};
use holdpoint::domain::report::StopKind::{self, NextStepPending, PayloadConflict, ResultUnknown};
use holdpoint::domain::retention::Kept;
use holdpoint::domain::standing::CaseState;
use holdpoint::domain::surplus::Settlement;
use holdpoint::domain::time::Timestamp;
use holdpoint::on;
use holdpoint::store::cases::{self, CaseDetails, CaseOrigin, NewCase};
use holdpoint::store::causes;
use holdpoint::store::follow_ups::{
    self, Cursor as Found, NewFollowUp, NewSettlement, Place as At, Which,
};
use holdpoint::store::identifiers::{self, Identifier};
use holdpoint::store::queue::{self, Cursor, Holder, Lane, List, Order, Place};
use holdpoint::store::{Db, Pooled, Tx, gate, holds, operations, retention};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// There are more follow-ups than this, and no more are counted.
const COUNTED: i64 = 300;
const CASES: i64 = 20_000;
/// A page of 50 has some 50 columns a row, and each costs SQLite a few steps.
const STEPS_OF_A_PAGE: u64 = 25_000;
/// Rows that PostgreSQL may touch for a page, each counted in its index and in its table.
const ROWS_OF_A_PAGE: i64 = 800;

/// Of ten cases six wait, two are under way, two are resolved.
fn nth(n: i64) -> CaseDetails {
    let kind = [
        ResultUnknown,
        ResultUnknown,
        ResultUnknown,
        NextStepPending,
        PayloadConflict,
    ];
    let kind: StopKind = kind[usize::try_from(n / 10 % 5).expect("small")];
    let scattered = n * 7919 % CASES;
    let base = CaseDetails {
        stopped_at: minutes(-scattered),
        protection_until: (n % 3 == 0).then(|| minutes(scattered)),
        owner_team: Team::from(format!("team-{}", n % 13).as_str()),
        system: format!("system-{}", n % 17),
        cause_system: format!("system-{}", n % 17),
        // Many: PostgreSQL sorts a few hundred rows rather than walk along their index, which is no fault.
        look_again_at: (n % 10 < 3).then(|| minutes(scattered)),
        lapses_at: (kind == ResultUnknown).then(|| minutes(scattered)),
        ..waiting(kind, n * 104_729 % CASES)
    };
    let at = Some(minutes(scattered));
    match n % 10 {
        0..6 => base,
        6 | 7 => CaseDetails {
            state: CaseState::Decided,
            decided_at: at,
            ..base
        },
        _ => CaseDetails {
            state: CaseState::Resolved,
            resolved_at: at,
            ..base
        },
    }
}

async fn fill(world: &World) {
    for first in (0..CASES).step_by(5000) {
        let keys: Vec<String> = (first..first + 5000).map(|n| format!("ship:{n}")).collect();
        let mut tx = world.begin().await;
        let wanted = keys.iter().map(|key| new_operation(key)).collect();
        let made = operations::get_or_create(&mut tx, world.source.id, wanted, NOW)
            .await
            .expect("made");
        let new: Vec<_> = made.iter().map(|o| case_of(world, &o.row)).collect();
        let numbers = cases::insert(&mut tx, &new).await.expect("opened");
        follow_up(&mut tx, world, &numbers).await;
        let ids: Vec<OperationId> = made.iter().map(|o| o.row.id).collect();
        name(&mut tx, &ids).await;
        told(tx).await;
    }
}

/// Every tenth operation has something to account for, and half of that is settled.
async fn follow_up(tx: &mut Tx, world: &World, cases: &[(OperationId, CaseId)]) {
    for (operation_id, case_id) in cases.iter().step_by(10).copied() {
        let n = operation_id.0 * 7919 % CASES;
        let new = NewFollowUp {
            case_id,
            operation_id,
            step: "buy_label".into(),
            object_type: "label".to_owned(),
            object_id: n.to_string(),
            result: "{}".to_owned(),
            seen_rows: 1,
            owner_team: Team::from(format!("team-{}", n / 2 % 3).as_str()),
            found_at: NOW,
            due_at: minutes(n),
        };
        assert!(follow_ups::insert(tx, &new).await.expect("kept"));
        let of_operation = follow_ups::of_operation(&mut *tx, operation_id, 10).await;
        let kept = of_operation.expect("read").pop().expect("there");
        if n % 2 == 0 {
            let settled = NewSettlement {
                settlement: Settlement::Kept,
                by_user: world.reviewer,
                by_name: "irina",
                at: NOW,
                words: "It stays.",
                reference: None,
            };
            let done = follow_ups::settle(tx, kept.id, &settled).await;
            assert!(done.expect("settled"));
        }
    }
}

async fn follow_ups_are_cheap(conn: &mut Pooled) {
    let middle = Found {
        due_at: minutes(CASES / 4),
        id: FollowUpId(CASES / 20),
    };
    let late = Some(minutes(CASES));
    let of_team = Which {
        owner: Some(Team::from("team-1")),
        due_before: late,
    };
    for which in [Which::default(), of_team] {
        for place in [At::First, At::After(middle), At::Before(middle)] {
            cheap(conn, &format!("{which:?} {place:?}"), async |conn| {
                let page = follow_ups::open(&mut *conn, &which, place, 26).await;
                assert_eq!(page.expect("read").rows.len(), 26);
            })
            .await;
        }
        cheap(conn, &format!("how many of {which:?}"), async |conn| {
            let n = follow_ups::count_open(&mut *conn, &which, COUNTED).await;
            assert_eq!(n.expect("counted"), COUNTED);
        })
        .await;
    }
    cheap(conn, "the owners of follow-ups", async |conn| {
        let owners = follow_ups::owners(&mut *conn, 100).await.expect("read");
        assert_eq!(owners.len(), 3);
    })
    .await;
}

pub async fn analyse(world: &World) {
    let mut conn = world.db.write().await.expect("a connection");
    on!((&mut conn).into(), |c| sqlx::raw_sql("ANALYZE")
        .execute(c)
        .await
        .map(|_| ()))
    .expect("analysed");
}

fn case_of(world: &World, operation: &operations::OperationRow) -> NewCase {
    let n = operation.id.0;
    NewCase {
        origin: CaseOrigin {
            operation_type: format!("type-{}", n % 7).as_str().into(),
            ..world.new_case(operation.id, nth(n)).origin
        },
        details: nth(n),
    }
}

/// Gives each operation a key, a customer that hundreds share, and a hold that two share.
async fn name(tx: &mut Tx, operations: &[OperationId]) {
    let identifier = |operation: OperationId, name: &str, term: String| Identifier {
        operation,
        name: name.to_owned(),
        term,
    };
    let terms: Vec<_> = operations
        .iter()
        .flat_map(|&id| {
            [
                identifier(id, "operation_key", format!("ship:{id}")),
                identifier(id, "reference:customer_id", format!("C-{}", id.0 % 50)),
            ]
        })
        .collect();
    identifiers::insert(tx, &terms).await.expect("added");
    let all: Vec<_> = operations
        .iter()
        .map(|&id| (format!("shipment:{}", id.0 / 2), id))
        .collect();
    holds::insert(tx, &all).await.expect("noted");
}

/// Measures what one connection does.
pub enum Meter {
    Steps(Arc<AtomicU64>),
    Rows { sequential: i64, read: i64 },
}

const ROWS_READ: &str = "SELECT
    CAST(SUM(CASE WHEN relname IN ('cases', 'identifiers', 'operations', 'holds') THEN seq_scan ELSE 0 END) AS BIGINT),
    CAST(SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)) AS BIGINT) +
        (SELECT CAST(SUM(idx_tup_read) AS BIGINT) FROM pg_stat_user_indexes)
    FROM pg_stat_user_tables";

impl Meter {
    pub async fn start(conn: &mut Pooled) -> Self {
        match conn {
            Pooled::Sqlite(c) => {
                let steps = Arc::new(AtomicU64::new(0));
                let counted = Arc::clone(&steps);
                let mut handle = c.lock_handle().await.expect("the handle");
                handle.set_progress_handler(1, move || {
                    counted.fetch_add(1, Ordering::Relaxed);
                    true
                });
                Self::Steps(steps)
            }
            Pooled::Postgres(c) => {
                let (sequential, read) = rows_read(c).await;
                Self::Rows { sequential, read }
            }
        }
    }

    /// Fails if the work since the start was more than a page's.
    pub async fn stop(self, conn: &mut Pooled, what: &str) {
        let (most_steps, most_rows) = (STEPS_OF_A_PAGE, ROWS_OF_A_PAGE);
        let scans = self.within(conn, what, most_steps, most_rows).await;
        assert_eq!(scans, 0, "{what}: a table was read from end to end");
    }

    /// Fails if it was more than that, and tells how many tables PostgreSQL read from end to end.
    pub async fn within(
        self,
        conn: &mut Pooled,
        what: &str,
        most_steps: u64,
        most_rows: i64,
    ) -> i64 {
        match (self, conn) {
            (Self::Steps(steps), _) => {
                let steps = steps.load(Ordering::Relaxed);
                assert!(steps > 0, "{what}: nothing was measured");
                assert!(steps < most_steps, "{what}: {steps} steps");
                0
            }
            (Self::Rows { sequential, read }, Pooled::Postgres(c)) => {
                let now = rows_read(c).await;
                let read = now.1 - read;
                assert!(read < most_rows, "{what}: {read} rows");
                now.0 - sequential
            }
            (Self::Rows { .. }, Pooled::Sqlite(_)) => panic!("a meter of another database"),
        }
    }
}

async fn rows_read(c: &mut sqlx::PgConnection) -> (i64, i64) {
    sqlx::query("SELECT pg_stat_force_next_flush()")
        .execute(&mut *c)
        .await
        .expect("flushed");
    sqlx::query_as(ROWS_READ)
        .fetch_one(c)
        .await
        .expect("statistics")
}

/// Asks one question under the meter.
async fn cheap(conn: &mut Pooled, what: &str, question: impl AsyncFnOnce(&mut Pooled)) {
    let meter = Meter::start(conn).await;
    question(conn).await;
    meter.stop(conn, what).await;
}

fn lanes(world: &World) -> Vec<Lane> {
    let whole = Lane::whole(ResultUnknown);
    let system = Some(SystemName::from("system-3"));
    vec![
        whole.clone(),
        Lane {
            operation_type: Some("type-3".into()),
            ..whole.clone()
        },
        Lane {
            system,
            ..whole.clone()
        },
        Lane {
            owner_team: Some(Team::from("team-3")),
            ..whole.clone()
        },
        Lane {
            source: Some(world.source.id),
            ..whole.clone()
        },
        Lane {
            holder: Some(Holder::Nobody),
            ..whole.clone()
        },
        Lane {
            holder: Some(Holder::Person(world.reviewer)),
            ..whole
        },
    ]
}

fn places() -> [Place; 3] {
    let middle = Cursor {
        at: minutes(CASES / 4),
        id: holdpoint::domain::ids::CaseId(20_001 + CASES / 2),
    };
    [Place::First, Place::After(middle), Place::Before(middle)]
}

async fn pages_are_cheap(world: &World, conn: &mut Pooled) {
    let mut lists = vec![
        List::PutOff,
        List::UnderWay { kind: None },
        List::Resolved { kind: None },
    ];
    for order in [Order::LongestWaiting, Order::ProtectionEndsFirst] {
        lists.push(List::ToReview {
            lane: Lane::whole(ResultUnknown),
            order,
        });
    }
    for lane in lanes(world) {
        lists.push(List::ToReview {
            lane,
            order: Order::MostUrgent,
        });
    }
    for list in &lists {
        for place in places() {
            cheap(conn, &format!("{list:?} {place:?}"), async |conn| {
                queue::page(conn, list, place, 50).await.expect("a page");
            })
            .await;
        }
    }
}

async fn heads_are_cheap(world: &World, conn: &mut Pooled) {
    for lane in &lanes(world)[1..] {
        cheap(conn, &format!("count {lane:?}"), async |conn| {
            let lanes = std::slice::from_ref(lane);
            queue::counts(conn, lanes, 100).await.expect("counted");
        })
        .await;
    }
    cheap(conn, "the heads of the lanes", async |conn| {
        let late = Timestamp(i64::MAX);
        let heads = queue::lane_heads(conn, late, 100).await.expect("read");
        let head = heads[&ResultUnknown];
        assert_eq!(
            (head.cases, head.put_off, head.under_way),
            (7200, 3600, 2400)
        );
        assert_eq!(head.over_due, 100);
    })
    .await;
    cheap(conn, "what a lane can be filtered by", async |conn| {
        let choices = queue::choices(conn, ResultUnknown, 100)
            .await
            .expect("read");
        assert!(choices.types.len() >= 7 && choices.owners.len() >= 7);
        assert!(choices.systems.len() >= 7 && choices.sources.len() == 1);
    })
    .await;
}

async fn search_is_cheap(conn: &mut Pooled) {
    for text in ["ship:77", "C-7", "ship:7", "ship", "nothing"] {
        cheap(conn, &format!("search {text}"), async |conn| {
            identifiers::search(conn, text, 10).await.expect("read");
        })
        .await;
    }
    cheap(conn, "look-alikes", async |conn| {
        let mine = Identifier {
            operation: OperationId(57),
            name: "reference:customer_id".to_owned(),
            term: "C-7".to_owned(),
        };
        assert_eq!(
            identifiers::look_alikes(conn, &mine, 20)
                .await
                .expect("read")
                .len(),
            20
        );
    })
    .await;
    cheap(conn, "shared holds", async |conn| {
        let mine = ["shipment:2".to_owned(), "shipment:3".to_owned()];
        assert!(
            !holds::shared(conn, &mine, OperationId(4), 10)
                .await
                .expect("read")
                .is_empty()
        );
    })
    .await;
}

async fn sweeping_is_cheap(conn: &mut Pooled) {
    use holdpoint::domain::ids::CaseId;
    use holdpoint::store::{decisions, history, instructions};
    cheap(conn, "the earlier cases of an operation", async |conn| {
        assert_eq!(
            cases::of_operation(conn, OperationId(700), 9)
                .await
                .expect("read")
                .len(),
            1
        );
    })
    .await;
    cheap(conn, "the history of a case", async |conn| {
        history::of_case(&mut *conn, CaseId(20_700), Some(HistoryNumber(9)), 50)
            .await
            .expect("read");
        instructions::expired_leases(&mut *conn, NOW, 50)
            .await
            .expect("read");
        instructions::lapsed_offers(&mut *conn, NOW, 50)
            .await
            .expect("read");
        decisions::expired_proposals(&mut *conn, NOW, 50)
            .await
            .expect("read");
        let after = Some((NOW, 7));
        decisions::proposals(&mut *conn, after, 26)
            .await
            .expect("read");
        let late = minutes(2 * CASES);
        let lapses = cases::to_lapse(&mut *conn, late, 50).await.expect("read");
        assert_eq!(lapses.len(), 50);
        cases::get(&mut *conn, CaseId(20_700)).await.expect("read");
    })
    .await;
}

/// Groups of one cause, each of some hundred cases.
async fn causes_are_cheap(conn: &mut Pooled) {
    let mut all: Vec<causes::Group> = Vec::new();
    while all.len() < 17 {
        let after = all.last().map(|last| causes::After {
            cases: last.cases,
            id: last.id.clone(),
        });
        let before = all.len();
        cheap(conn, "the groups of a lane", async |conn| {
            let found =
                causes::groups(conn, ResultUnknown, after.as_ref(), minutes(CASES), 20, 10).await;
            all.extend(found.expect("read"));
        })
        .await;
        assert!(all.len() > before, "the pages hold all groups");
    }
    assert!(all.windows(2).all(|two| two[0].cases >= two[1].cases));
    let cases: i64 = all.iter().map(|group| group.cases).sum();
    assert!(
        all.iter()
            .all(|group| group.cases > 300 && group.ended == 20)
    );
    cheap(conn, "how many groups", async |conn| {
        let sums = causes::sums(conn, ResultUnknown).await.expect("counted");
        assert_eq!(sums, causes::Sums { groups: 17, cases });
    })
    .await;
    let middle = Cursor {
        at: minutes(CASES / 4),
        id: CaseId(0),
    };
    for after in [None, Some(middle)] {
        cheap(conn, "cases of a group", async |conn| {
            let one = causes::group(conn, &all[3].id, minutes(CASES), 20)
                .await
                .expect("read");
            assert_eq!(one.as_ref(), Some(&all[3]));
            let found = causes::cases(&mut *conn, &all[3].id, after, 50).await;
            assert_eq!(found.expect("read").len(), 50);
        })
        .await;
    }
    let stops = causes::stops(&mut *conn, &all[3].id, minutes(-CASES)).await;
    let stops = stops
        .expect("read")
        .iter()
        .map(|stops| stops.cases)
        .sum::<i64>();
    assert_eq!(stops, all[3].cases);
}

async fn every_question_is_cheap(world: &World, conn: &mut Pooled) {
    pages_are_cheap(world, conn).await;
    causes_are_cheap(conn).await;
    heads_are_cheap(world, conn).await;
    search_is_cheap(conn).await;
    sweeping_is_cheap(conn).await;
    follow_ups_are_cheap(conn).await;
    the_gate_and_retention_are_cheap(world, conn).await;
}

async fn the_gate_and_retention_are_cheap(world: &World, conn: &mut Pooled) {
    let source = world.source.id;
    cheap(conn, "the gate", async |conn| {
        let keys = [700, 7_000, 17_000].map(|n| (source, format!("ship:{n}").as_str().into()));
        let found = gate::standings(&mut *conn, &keys).await;
        assert_eq!(found.expect("read").len(), 3);
        let touches = [2, 3, 4].map(|n| (format!("shipment:{n}"), OperationId(0)));
        let held = holds::holding(&mut *conn, &touches).await;
        assert!(!held.expect("read").is_empty());
    })
    .await;
    cheap(conn, "what was kept long enough", async |conn| {
        let kept = Kept::Everything;
        let first = retention::next_type(&mut *conn, kept, &"".into()).await;
        let first = first.expect("read").expect("a type");
        let until = minutes(CASES);
        let ended = retention::ended(&mut *conn, kept, &first, until, 20).await;
        assert_eq!(ended.expect("read").len(), 20);
    })
    .await;
}

/// Else nothing here would prove anything.
async fn a_scan_is_noticed(conn: &mut Pooled) {
    let meter = Meter::start(conn).await;
    let sql = "SELECT COUNT(*) FROM cases WHERE title = 'x'";
    on!((&mut *conn).into(), |c| sqlx::query(sql)
        .execute(c)
        .await
        .map(|_| ()))
    .expect("counted");
    match (meter, conn) {
        (Meter::Steps(steps), _) => assert!(steps.load(Ordering::Relaxed) > STEPS_OF_A_PAGE),
        (Meter::Rows { sequential, .. }, Pooled::Postgres(c)) => {
            assert_eq!(rows_read(c).await.0, sequential + 1);
        }
        (Meter::Rows { .. }, Pooled::Sqlite(_)) => panic!("a meter of another database"),
    }
}

on_both!(
    no_question_of_the_queue_reads_more_than_it_shows,
    async |database: &Database| {
        let world = World::on(database).await;
        fill(&world).await;
        let mut conn = world.db.read().await.expect("a connection");
        // SQLite gathers no statistics by itself, so it must do well without; PostgreSQL does gather them.
        if matches!(world.db, Db::Sqlite { .. }) {
            every_question_is_cheap(&world, &mut conn).await;
        }
        analyse(&world).await;
        a_scan_is_noticed(&mut conn).await;
        every_question_is_cheap(&world, &mut conn).await;
    }
);
