//! `kill -9` in the middle of many reports and of many operations' lives: what was acknowledged is there, once; the rest is
//! whole or absent.

use crate::support::connector::{Answer, Connector};
use crate::support::database::{Database, on_both};
use crate::support::immortal::{Immortal, Pair, let_reviewer_in, let_source_in};
use crate::support::lives::{decided_once, live};
use crate::support::process::{Server, run};
use crate::support::reports::{other_report_of, stopped_shipment};
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::Notify;
use tokio::task::JoinSet;

const CONNECTIONS: u32 = 20;
const KILLS: u32 = 6;
/// Chance decides after how many acknowledgements a kill comes; what is under way then, the machine decides.
const SEED: u64 = 20_261_129;

/// A report that was sent, and the answer if one came back.
struct Sent {
    report: Value,
    answer: Option<Answer>,
}

/// Counts what is acknowledged, and says when it is time to kill.
struct Fuse {
    left: AtomicU32,
    burnt: Notify,
}

async fn storm(database: &Database) {
    let mut server = Server::start(database);
    let token = let_source_in(database);
    let mut chance = StdRng::seed_from_u64(SEED);
    let mut sent = Vec::new();
    for round in 0..KILLS {
        let acknowledged = chance.random_range(1..150);
        sent.extend(one_round(server, &token, round, acknowledged).await);
        server = Server::start(database);
    }
    let connector = Connector::new(server.address(), &token);
    every_report_is_there_once(&connector, &sent).await;
    drop(server);
    let verified = run(database, &["audit", "verify"]);
    assert!(verified.status.success(), "{verified:?}");
}

/// Sends reports over many connections and kills the server after so many acknowledgements, whatever is under way.
async fn one_round(server: Server, token: &str, round: u32, acknowledged: u32) -> Vec<Sent> {
    let fuse = Arc::new(Fuse {
        left: AtomicU32::new(acknowledged),
        burnt: Notify::new(),
    });
    let mut connections = JoinSet::new();
    for number in 0..CONNECTIONS {
        let connector = Connector::new(server.address(), token);
        let order = format!("{round}-{number}");
        connections.spawn(report_until_refused(connector, order, Arc::clone(&fuse)));
    }
    fuse.burnt.notified().await;
    server.kill();
    connections.join_all().await.into_iter().flatten().collect()
}

/// Reports two stops of each operation, one after the other, until nobody answers any more.
async fn report_until_refused(connector: Connector, order: String, fuse: Arc<Fuse>) -> Vec<Sent> {
    let mut sent = Vec::new();
    for number in 0.. {
        let first = stopped_shipment(&format!("{order}-{number}"));
        let second = other_report_of(&first);
        for report in [first, second] {
            let answer = connector.try_report(&report).await.ok();
            let answered = answer.is_some();
            sent.push(Sent { report, answer });
            if !answered {
                return sent;
            }
            if fuse.left.fetch_sub(1, Ordering::SeqCst) == 1 {
                fuse.burnt.notify_one();
            }
        }
    }
    sent
}

async fn every_report_is_there_once(connector: &Connector, sent: &[Sent]) {
    let mut case_of: HashMap<String, Value> = HashMap::new();
    for Sent { report, answer } in sent {
        let again = connector.report(report).await;
        let id = &report["report_id"];
        if let Some(first) = answer {
            assert_eq!(first.status, 201, "{id}: {first:?}");
            assert_eq!(
                again.status, 200,
                "{id} was acknowledged, and is unknown now"
            );
            assert_eq!(
                again.body, first.body,
                "{id} is answered otherwise than before"
            );
        }
        let operation = report["operation"]["key"].to_string();
        let case = again.body["case"].clone();
        assert!(case.is_i64(), "{id}: {again:?}");
        let of_operation = case_of.entry(operation).or_insert(case.clone());
        assert_eq!(*of_operation, case, "{id}: a second case of one operation");
    }
}

on_both!(
    a_kill_in_a_storm_of_reports_loses_and_doubles_nothing,
    storm
);

/// Operations that live at once.
const LIVES: usize = 8;
/// After so many answers, counted over all lives, a kill comes.
const ANSWERS: Range<u32> = 1..40;

/// `STORM_KILLS=1000` makes it a long night.
fn kills() -> u32 {
    let asked = std::env::var("STORM_KILLS").ok();
    asked.map_or(KILLS, |kills| {
        kills.parse().expect("STORM_KILLS is a number")
    })
}

/// One operation after the other, until the storm is over. Gives their orders.
async fn live_through(program: &Immortal<'_>, token: &str, name: &str) -> Vec<String> {
    let pair = Pair::at(program, token, name).await;
    let mut orders = Vec::new();
    while program.storms() || orders.is_empty() {
        let order = format!("{name}-{}", orders.len());
        live(program, &pair, &order).await;
        orders.push(order);
    }
    let looked = async || decided_once(&pair, &orders).await;
    program.until_answered(looked).await;
    orders
}

async fn storm_of_lives(database: &Database) {
    let token = let_source_in(database);
    let names: Vec<_> = (0..LIVES).map(|n| format!("reviewer-{n}")).collect();
    names
        .iter()
        .for_each(|name| let_reviewer_in(database, name));
    let program = Immortal::in_storm(database, kills(), ANSWERS, SEED);
    let lives = names
        .iter()
        .map(|name| live_through(&program, &token, name));
    let orders = join_all(lives).await.concat();
    assert_eq!(program.deaths(), kills());
    let pair = Pair::at(&program, &token, &names[0]).await;
    assert_eq!(pair.shop.offered().await, Vec::<Value>::new());
    eprintln!("{} kills, {} operations", program.deaths(), orders.len());
    drop(program);
    let verified = run(database, &["audit", "verify"]);
    assert!(verified.status.success(), "{verified:?}");
}

on_both!(
    kills_while_operations_live_lose_and_double_nothing,
    storm_of_lives
);
