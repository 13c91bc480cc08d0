//! An instance beside a copy of the database: auditors read in it what they like, and nobody changes anything.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_both};
use crate::support::person::Person;
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::Reviewer;
use crate::support::world::{PASSWORD, World, config};
use holdpoint::app::{App, Served};
use holdpoint::domain::people::{Role, allows};
use holdpoint::policy::Policy;
use holdpoint::store::{accesses, copy};
use holdpoint::web::routes::OpenTo;
use tempfile::TempDir;

/// A copy that is served. On SQLite it is the file in which the other instance writes meanwhile.
struct Copy {
    address: String,
    _directory: TempDir,
}

impl Copy {
    async fn of(database: &Database, world: &World) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let served = Served::Copy {
            copy: copy::open(database.url())
                .await
                .expect("a copy of this version"),
            door: copy::beside(directory.path())
                .await
                .expect("a place for sessions"),
        };
        let policy = Policy::standard().clone();
        let app = App::build(&config(), policy, served, world.clock().clone());
        let app = app.expect("a free port");
        let address = format!("http://{}", app.address());
        tokio::spawn(app.run());
        Self {
            address,
            _directory: directory,
        }
    }
}

on_both!(
    an_auditor_reads_everything_in_a_copy_and_nobody_changes_anything,
    async |database: &Database| {
        let world = World::start(database).await;
        for role in Role::ALL {
            world.add_user(role.as_str(), role).await;
        }
        let shop = world.source("shop-wms").await;
        shop.report(&stopped_shipment("8817")).await;
        let copy = Copy::of(database, &world).await;
        let auditor = Reviewer::signed_in(&copy.address, "auditor", PASSWORD).await;

        // What comes later is seen as well.
        shop.report(&stopped_shipment("8818")).await;
        for order in ["8817", "8818"] {
            let case = auditor.find_case(order).await;
            case.must_show("Nothing can be changed here");
        }
        for route in holdpoint::web::table() {
            let theirs = match route.open_to {
                OpenTo::Everybody | OpenTo::SignedIn => true,
                OpenTo::Role(action) => allows(Role::Auditor, action),
            };
            // The stream of hints does not end.
            let ends = route.path != "/events" && !route.path.contains('{');
            if route.method.as_str() == "GET" && theirs && ends {
                let page = auditor.get(route.path).await;
                assert!(page.status < 500 && page.status != 403, "{}", route.path);
            }
        }
        nothing_is_written_of_it(&auditor, &world).await;
        verifies(&auditor, &copy).await;
        changes_nothing(&copy, &world).await;
        let token = shop.token();
        let there = Connector::new(&copy.address, token);
        let report = there.report(&stopped_shipment("8819")).await;
        assert_eq!(report.status, 503);
        let gate = there.get("/gate?operation_key=ship:8817").await;
        assert_eq!(gate.status, 503);
    }
);

/// What is opened in a copy is told by its log alone, and the page says so.
async fn nothing_is_written_of_it(auditor: &Reviewer, world: &World) {
    let page = auditor.open("/access").await;
    page.must_show("what is opened here stands in its program log");
    let mut db = world.services().db.read().await.expect("a connection");
    let all = accesses::people(&mut db, 10).await.expect("read");
    assert_eq!(all, Vec::<String>::new());
}

/// What came of it is kept beside the copy.
async fn verifies(auditor: &Reviewer, copy: &Copy) {
    let person = Person::new(&copy.address);
    person.sign_in("auditor", PASSWORD).await;
    let token = person.get("/integrity").await.token();
    let begun = person.post("/integrity/verify", &[("token", &token)]).await;
    assert_eq!(begun.status, 303);
    loop {
        let page = auditor.open("/integrity").await;
        if !page.shows("A verification is under way") {
            page.must_show("The history is whole");
            return;
        }
    }
}

/// No form is taken, and none but auditors are let in.
async fn changes_nothing(copy: &Copy, world: &World) {
    let auditor = Person::new(&copy.address);
    auditor.sign_in("auditor", PASSWORD).await;
    let token = auditor.get("/settings").await.token();
    for route in holdpoint::web::table() {
        if route.method.as_str() == "GET" || route.on_a_copy {
            continue;
        }
        let path = route.path.replace("{case}", "1");
        let reply = auditor.post(&path, &[("token", &token)]).await;
        assert_eq!(reply.status, 403, "{path}");
        assert!(reply.body.contains("Nothing can be changed here"), "{path}");
    }
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Auditor) {
        let person = Person::new(&copy.address);
        let reply = person.sign_in(role.as_str(), PASSWORD).await;
        assert_eq!(reply.status, 403, "{}", role.as_str());
        assert!(reply.body.contains("is for auditors alone"));
        // At the instance that writes, they are let in as ever.
        let person = Person::new(world.address());
        let reply = person.sign_in(role.as_str(), PASSWORD).await;
        assert_eq!(reply.status, 303);
    }
}

on_both!(
    a_copy_of_another_version_is_not_served,
    async |database: &Database| {
        let refused = copy::open(database.url()).await;
        assert!(refused.is_err(), "there is no schema in it yet");
    }
);
