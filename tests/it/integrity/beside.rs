//! What stands beside cases: repeats that were noted, acts on several cases at once, alerts, saved views, signed heads.

use crate::desk::world::{HOUR, World, stopped_shipment};
use holdpoint::domain::alert::Heard;
use holdpoint::domain::history::anchor::SigningKey;
use holdpoint::domain::ids::CaseId;
use holdpoint::domain::joint::Named;
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::saved_view::SharedWith;
use holdpoint::policy::Policy;
use holdpoint::service::Services;
use holdpoint::service::alert::Voice;
use holdpoint::service::alert::deliver::{self, Recorded, Tried};
use holdpoint::service::alert::look::{Looked, look};
use holdpoint::service::anchors::{self, Written};
use holdpoint::service::joint::JointRequest;
use holdpoint::service::joint_claim::joint_claim;
use holdpoint::service::saved_views::{Wanted, save};
use holdpoint::service::{Person, verifications};
use holdpoint::store::users;

/// Whom every team's alerts go to.
const WHOM: &str = "[alerts.default]\nmail = [\"team@example.com\", \"nobody@example.com\"]\n";

/// The same use cases, under a policy by which somebody is told of alerts.
pub fn telling(world: &World) -> Services {
    let policy = [include_str!("../support/policy.toml"), WHOM].concat();
    let policy = Policy::read(&policy).expect("a policy");
    Services::new(
        world.services.db.clone(),
        world.services.clock.clone(),
        policy,
    )
}

pub fn voice() -> Voice {
    Voice {
        write: holdpoint::web::alerts::write,
        public_url: "http://127.0.0.1".to_owned(),
    }
}

/// Conditions are looked at; one address is told, and the other one cannot be.
pub async fn told_of_alerts(world: &World) {
    // Nothing is decided in time.
    world.pass(48 * HOUR);
    let services = telling(world);
    let looked = look(&services, &voice()).await.expect("looked");
    assert!(
        matches!(looked, Looked::Seen { begun: 1.., .. }),
        "{looked:?}"
    );
    let claimed = deliver::claim(&services, 50).await.expect("claimed");
    let tried = claimed.into_iter().map(|claimed| Tried {
        heard: match claimed.address.as_str() {
            "team@example.com" => Heard::Told,
            _ => Heard::Refused {
                status: 451,
                words: "later".to_owned(),
            },
        },
        claimed,
    });
    let tried: Vec<_> = tried.collect();
    let came = deliver::record(&services, &tried).await.expect("recorded");
    assert!(came.contains(&Recorded::Told), "{came:?}");
    assert!(
        came.iter().any(|came| matches!(came, Recorded::Again(_))),
        "{came:?}"
    );
}

/// Boris claims two cases at once, one of which he holds already, and a third one that is of another cause.
pub async fn claimed_together(world: &World, held: CaseId, elsewhere: CaseId) {
    let free = world.stop(stopped_shipment("8841")).await;
    let case = world.case(free).await;
    let mut named = Vec::new();
    for id in [free, held, elsewhere] {
        named.push(Named {
            case: id,
            version: world.case(id).await.version,
            facts_digest: String::new(),
        });
    }
    let request = JointRequest {
        form: "once".to_owned(),
        cause: case.cause,
        named,
    };
    // The same form twice is the same act.
    for _ in 0..2 {
        let act = joint_claim(&world.services, &world.boris, &request).await;
        act.expect("an act");
    }
}

/// A report that came before comes again.
pub async fn repeated(world: &World) {
    let report = stopped_shipment("8842");
    world.stop(report.clone()).await;
    world.report(&report).await;
}

/// Somebody saves a view with which their queue opens.
pub async fn saved_view(world: &World, filters: &str) {
    let mut conn = world.services.db.read().await.expect("a connection");
    let name = UserName::parse("irina").expect("a name");
    let found = users::by_name(&mut conn, &name).await.expect("read");
    let (user, _) = found.expect("a user");
    drop(conn);
    let wanted = Wanted {
        name: format!("What waits: {filters}"),
        shared: SharedWith::Nobody,
        filters: filters.to_owned(),
        opens: true,
    };
    let saved = save(&world.services, &user, &wanted).await;
    saved.expect("a view");
}

/// An auditor verifies on the page, and hears of no fault.
pub async fn verified_by_an_auditor(world: &World) {
    let auditor = Person {
        role: Role::Auditor,
        ..world.olga.clone()
    };
    let begun = verifications::start(&world.services, &auditor).await;
    assert!(begun.expect("an auditor"));
    loop {
        let seen = verifications::see(&world.services, &auditor).await;
        let seen = seen.expect("an auditor");
        if seen.running.is_none() {
            assert_eq!(seen.ended[0].fault, None);
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// The head is signed.
pub async fn anchored(world: &World) {
    let key = SigningKey::generate(&ring::rand::SystemRandom::new()).expect("a key");
    let signed = anchors::sign_head(&world.services, &key).await;
    let signed = signed.expect("an answer").expect("something to sign");
    let written = Written {
        to_file: true,
        to_webhook: false,
    };
    let noted = anchors::note(&world.services, &signed, written).await;
    noted.expect("noted");
    let again = anchors::sign_head(&world.services, &key).await;
    assert!(
        again.expect("an answer").is_none(),
        "that it was signed is no news"
    );
}
