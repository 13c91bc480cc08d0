//! Whoever tells teams of alerts: one on each instance, all by the story's clock.

use super::database::Database;
use super::mail_server::MailServer;
use super::world::World;
use futures_util::future::join_all;
use holdpoint::config::AlertSettings;
use holdpoint::domain::webhook::{AllowedHosts, Secret};
use holdpoint::policy::Policy;
use holdpoint::service::Services;
use holdpoint::service::alert::Voice;
use holdpoint::service::alert::deliver::Recorded;
use holdpoint::service::alert::look::Looked;
use holdpoint::store::Db;
use holdpoint::worker::alerts::Alerter;
use std::time::Duration;

pub const MINUTE: Duration = Duration::from_secs(60);

/// One for each instance.
pub struct Tellers {
    each: Vec<Alerter>,
    services: Services,
}

/// What alerts to webhooks are signed with in every story.
pub fn secret() -> Secret {
    Secret::of([7; 32])
}

impl Tellers {
    /// For the instances of a world, which lives by this policy.
    pub async fn of(
        world: &World,
        database: &Database,
        policy: &str,
        mail: Option<&MailServer>,
    ) -> Self {
        let settings = AlertSettings {
            smtp: mail.map(MailServer::settings).unwrap_or_default(),
            alert_webhook_secret: Some(secret()),
            ..AlertSettings::default()
        };
        let mut each = Vec::new();
        for _ in 0..database.instances() {
            let db = Db::connect(database.url()).await.expect("a database");
            let policy = Policy::read(policy).expect("a policy");
            let services = Services::new(db, world.clock().clone(), policy);
            let services = services.allowing(AllowedHosts::new(["127.0.0.1".to_owned()]));
            let voice = Voice {
                write: holdpoint::web::alerts::write,
                public_url: world.address().to_owned(),
            };
            each.push(Alerter::new(services, &settings, voice).expect("settings"));
        }
        Self {
            each,
            services: world.services().clone(),
        }
    }

    /// All of them look at the same time; one of them has its turn.
    pub async fn look(&self) {
        let looks = join_all(self.each.iter().map(Alerter::look)).await;
        let seen = looks
            .into_iter()
            .map(|looked| looked.expect("the database"));
        let seen = seen.filter(|looked| matches!(looked, Looked::Seen { .. }));
        assert!(seen.count() <= 1, "two looked in one minute");
    }

    /// All of them send what is due, at the same time.
    pub async fn drain(&self) -> Vec<Recorded> {
        let drains = join_all(self.each.iter().map(Alerter::drain)).await;
        let came = drains
            .into_iter()
            .flat_map(|came| came.expect("the database"));
        came.collect()
    }

    /// They look, and send.
    pub async fn work(&self) -> Vec<Recorded> {
        self.look().await;
        self.drain().await
    }

    /// Lets so many minutes pass, and works in each.
    pub async fn minutes(&self, n: usize) -> Vec<Recorded> {
        let mut all = Vec::new();
        for _ in 0..n {
            self.services.clock.advance(MINUTE);
            all.extend(self.work().await);
        }
        all
    }
}
