//! Whoever has the database, but not the program, changes nothing without being found out (s24).

mod anchored;
mod beside;
mod bytes;
mod exports;
mod found;
pub mod hand;
mod page;
mod register;
mod seals;
mod tampering;
mod updated;
mod walk;
mod writers;

use crate::desk::follow_ups::resumed_with_the_first;
use crate::desk::world::*;
use crate::support::database::Database;
use holdpoint::domain::access::Access;
use holdpoint::domain::ids::{CaseId, EndpointId, HistoryNumber};
use holdpoint::domain::webhook::Heard;
use holdpoint::service::access::opened;
use holdpoint::service::backlog;
use holdpoint::service::claim::claim;
use holdpoint::service::offered::offered;
use holdpoint::service::sources::{AddSource, add_source};
use holdpoint::service::verify_audit::{AuditFault, Options, Verified, verify};
use holdpoint::service::webhook::{Administrator, deliver, endpoints};
use holdpoint::worker::accesses;
use serde_json::json;
use std::time::Duration;

/// What the history vouches for, and where: with what is left out and why.
pub const TABLE_OF_TABLES: &str = include_str!("../../../docs/integrity.md");

/// A world in which something stands in almost every table.
async fn lived_in(database: &Database) -> World {
    let world = World::on_this_machine(database).await;
    let bank = AddSource {
        name: "bank".to_owned(),
        title: "Bank".to_owned(),
        owner_team: "".into(),
    };
    add_source(&world.services, bank).await.expect("a new name");
    let by = Administrator::CommandLine;
    let endpoint = endpoints::add(&world.services, by, "shop-wms", "http://127.0.0.1:9/hook");
    let endpoint = endpoint.await.expect("a new endpoint").endpoint;
    let mut holding = stopped_shipment("8818");
    holding["operation"]["holds"] = json!(["shipment:S-104"]);
    let second = world.stop(holding).await;
    resumed_with_the_first(&world).await;
    claim(&world.services, &world.boris, second)
        .await
        .expect("a free case");
    call(&world, endpoint).await;
    offered(
        &world.services,
        &world.source,
        HistoryNumber(0),
        Duration::ZERO,
    )
    .await
    .expect("a list");
    world.try_report(&json!({"report_id": "no report"})).await;
    world.pass(Duration::from_secs(3 * 3600));
    backlog::write(&world.services).await.expect("written");
    let other = world.stop(of_another_cause("8843")).await;
    beside::repeated(&world).await;
    beside::claimed_together(&world, second, other).await;
    beside::saved_view(&world, "kind=review").await;
    look_at(&world, second).await;
    accesses::drain(&world.services).await;
    world
}

fn of_another_cause(order: &str) -> serde_json::Value {
    let mut report = stopped_shipment(order);
    report["steps"][1]["state"] = "completed".into();
    report["steps"][1]["results"] =
        json!([{"type": "task", "id": "WT-1"}, {"type": "task", "id": "WT-2"}]);
    report
}

/// Two people open a case.
async fn look_at(world: &World, case: CaseId) {
    let key = world.case(case).await.origin.operation_key;
    for person in [&world.irina, &world.boris] {
        opened(&world.services, person, Access::case(case, &key)).await;
    }
}

/// Calls what is due, and is answered well.
async fn call(world: &World, endpoint: EndpointId) {
    let due = deliver::claim(&world.services, endpoint, 10).await;
    let called = due
        .expect("claimed")
        .into_iter()
        .map(|claimed| deliver::Called {
            claimed,
            heard: Heard::Answered {
                status: 200,
                retry_after: None,
            },
            started_at: world.services.now(),
            took: Duration::from_millis(7),
        });
    let called: Vec<_> = called.collect();
    assert!(!called.is_empty());
    deliver::record(&world.services, &called)
        .await
        .expect("recorded");
}

async fn verified(world: &World) -> Result<Verified, AuditFault> {
    verify(&world.services, &Options::default(), |_| {})
        .await
        .map_err(|error| error.refusal().expect("a fault"))
}
