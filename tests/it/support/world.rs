//! The application in this process, with a clock that the story moves, people, and sources.

use super::balancer::Balancer;
use super::browser::{Browser, Look, Window, in_browser};
use super::connector::Connector;
use super::database::{Backend, Database, on_database};
use super::reviewer::Reviewer;
use chrono_tz::Tz;
use holdpoint::app::App;
use holdpoint::clock::Clock;
use holdpoint::config::{AlertSettings, Anchors, Config, WebhookHosts};
use holdpoint::domain::ids::Team;
use holdpoint::domain::metrics_token::MetricsToken;
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::time::Timestamp;
use holdpoint::policy::Policy;
use holdpoint::service::Services;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people::{AddUser, add_user};
use holdpoint::service::sources::{AddSource, add_source, revoke_token};
use holdpoint::store::Db;
use holdpoint::worker::watcher;
use std::time::Duration;
use tokio::task::JoinHandle;

/// When every story begins: soon after the connector of [`super::reports`] gave up.
const BEGINNING: &str = "2026-11-29T12:25:00Z";
/// With which metrics are read.
pub const METRICS_TOKEN: &str = "metrics-of-the-story";
/// Everybody's.
pub const PASSWORD: &str = "correct horse battery staple";

/// A running application: one instance, or several behind one address.
pub struct World {
    address: String,
    /// The first instance's.
    services: Services,
    handles: Vec<actix_web::dev::ServerHandle>,
    /// Where several instances live, each hears of what the others did.
    watchers: Vec<JoinHandle<()>>,
    _balancer: Option<Balancer>,
}

impl World {
    /// Starts the application on a free port, on this database.
    pub async fn start(database: &Database) -> Self {
        let clock = Clock::fixed(time(BEGINNING));
        Self::start_with(database, clock, include_str!("policy.toml")).await
    }

    /// The same, by another policy.
    pub async fn by_policy(database: &Database, policy: &str) -> Self {
        Self::start_with(database, Clock::fixed(time(BEGINNING)), policy).await
    }

    /// The same by a clock that goes with the computer's and can be moved, and by the policy of the sample world, for
    /// stories with the programs of [`super::sample`].
    pub async fn living(database: &Database) -> Self {
        let clock = Clock::ahead(Duration::ZERO);
        Self::start_with(database, clock, holdpoint::demo::POLICY).await
    }

    fn run(&mut self, instance: App, is_alone: bool) {
        if !is_alone {
            let watching = watcher::run(instance.services().clone());
            self.watchers.push(tokio::spawn(watching));
        }
        tokio::spawn(instance.run());
    }

    async fn start_with(database: &Database, clock: Clock, policy: &str) -> Self {
        let mut instances = Vec::new();
        for _ in 0..database.instances() {
            instances.push(instance(database, clock.clone(), policy).await);
        }
        let addresses: Vec<_> = instances.iter().map(App::address).collect();
        let balancer = match &addresses[..] {
            [_] => None,
            _ => Some(Balancer::start(addresses.clone()).await),
        };
        let address = balancer.as_ref().map_or(addresses[0], Balancer::address);
        let mut world = Self {
            address: format!("http://{address}"),
            services: instances[0].services().clone(),
            handles: instances.iter().map(App::handle).collect(),
            watchers: Vec::new(),
            _balancer: balancer,
        };
        let is_alone = instances.len() == 1;
        for instance in instances {
            world.run(instance, is_alone);
        }
        world
    }

    /// Where it listens: `http://127.0.0.1:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The use cases, for what a story does not do by HTTP.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// The clock of the story, which stands still until it is moved.
    pub fn clock(&self) -> &Clock {
        &self.services.clock
    }

    /// Moves the clock on to this time.
    pub fn it_is(&self, now: &str) {
        let (now, before) = (time(now), self.services.now());
        assert!(
            before < now,
            "the clock would go back from {before} to {now}"
        );
        self.services.clock.advance(now.since(before));
    }

    /// Adds a source and gives its token to a connector.
    pub async fn source(&self, name: &str) -> Connector {
        let source = AddSource {
            name: name.to_owned(),
            title: name.to_owned(),
            owner_team: Team::new(""),
        };
        let token = add_source(&self.services, source)
            .await
            .expect("a new name");
        Connector::new(&self.address, &token.token)
    }

    /// Revokes a connector's token.
    pub async fn revoke(&self, connector: &Connector) {
        let id = connector.token().split('_').nth(1).expect("an id");
        let revoked = revoke_token(&self.services, id).await;
        revoked.expect("a token to revoke");
    }

    /// Adds somebody, who has yet to sign in.
    pub async fn add_user(&self, name: &str, role: Role) {
        let user = AddUser {
            name: UserName::parse(name).expect("a name"),
            full_name: name.to_owned(),
            role,
            team: Team::new("Fulfilment"),
            password: PASSWORD.to_owned(),
        };
        let added = add_user(&self.services, &Passwords::default(), user).await;
        added.expect("a new name");
    }

    /// Adds a reviewer and signs them in.
    pub async fn reviewer(&self, name: &str) -> Reviewer {
        self.person(name, Role::Reviewer).await
    }

    /// Adds somebody of that role and signs them in.
    pub async fn person(&self, name: &str, role: Role) -> Reviewer {
        self.add_user(name, role).await;
        self.signed_in(name).await
    }

    /// Signs in somebody who was added before.
    pub async fn signed_in(&self, name: &str) -> Reviewer {
        Reviewer::signed_in(&self.address, name, PASSWORD).await
    }

    /// Adds somebody of that role and signs them in at a browser window of their own.
    pub async fn at_a_window(&self, browser: &Browser, name: &str, role: Role) -> Window {
        self.add_user(name, role).await;
        let window = browser.window(&self.address, Look::PLAIN).await;
        window.sign_in(name, PASSWORD).await;
        window
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // The command is given by the call; that it has been carried out need not be waited for.
        for handle in &self.handles {
            drop(handle.stop(false));
        }
        for watcher in &self.watchers {
            watcher.abort();
        }
    }
}

/// One instance of the application, ready to run.
async fn instance(database: &Database, clock: Clock, policy: &str) -> App {
    let db = Db::connect(database.url()).await.expect("a database");
    db.migrate().await.expect("its schema");
    let policy = Policy::read(policy).expect("a policy");
    App::build(&config(), policy, db, clock).expect("a free port")
}

/// How an instance of a story serves.
pub fn config() -> Config {
    Config {
        listen: ([127, 0, 0, 1], 0).into(),
        policy: None,
        plain_http: true,
        behind_proxy: false,
        time_zone: Tz::UTC,
        workers: 2,
        metrics_token: MetricsToken::parse(METRICS_TOKEN).ok(),
        // Endpoints of a story are on this machine.
        webhooks: WebhookHosts {
            allowed: vec!["127.0.0.1".to_owned()],
        },
        alerts: AlertSettings::default(),
        anchors: Anchors::default(),
        verify_state: None,
    }
}

/// Tells a story of people who use a browser. What they see does not depend on the kind of database, so it is told once.
pub fn world_in_browser(name: &str, story: impl AsyncFnOnce(&World, &Browser)) {
    on_database(Backend::Sqlite, async |database: &Database| {
        let world = World::start(database).await;
        in_browser(name, async |browser: &Browser| story(&world, browser).await).await;
    });
}

fn time(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a time")
}
