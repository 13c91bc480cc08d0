//! Holdpoint as a program of its own, or two of it at one database, to be killed and started again at the same address.

use crate::support::balancer::Balancer;
use crate::support::database::Database;
use crate::support::immortal::{let_reviewer_in, let_source_in};
use crate::support::process::Server;
use crate::support::reviewer::Reviewer;
use crate::support::sample::Sample;
use crate::support::world::PASSWORD;
use std::fs;
use std::net::SocketAddr;

/// All instances, with one reviewer and the shop as their source.
pub struct Program<'a> {
    database: &'a Database,
    policy: String,
    servers: Vec<Server>,
    _balancer: Option<Balancer>,
    address: String,
    token: String,
}

impl<'a> Program<'a> {
    /// Starts it with the policy of the sample world.
    pub async fn start(database: &'a Database, sample: &Sample) -> Self {
        let token = let_source_in(database);
        let_reviewer_in(database, "irina");
        let policy = sample.file("policy.toml");
        fs::write(&policy, holdpoint::demo::POLICY).expect("it is written");
        let policy = policy.display().to_string();
        let instances = 0..database.instances();
        let servers: Vec<_> = instances
            .map(|_| Server::start_with(database, &settings(&policy)))
            .collect();
        let balancer = match &servers[..] {
            [_] => None,
            several => Some(Balancer::start(several.iter().map(listens_at).collect()).await),
        };
        let address = match &balancer {
            None => servers[0].address().to_owned(),
            Some(balancer) => format!("http://{}", balancer.address()),
        };
        Self {
            database,
            policy,
            servers,
            _balancer: balancer,
            address,
            token,
        }
    }

    /// `kill -9` of all instances.
    pub fn kill(&mut self) {
        self.servers.iter_mut().for_each(Server::end);
    }

    /// The same, and a new start of each.
    pub fn kill_and_restart(&mut self) {
        self.kill();
        for server in &mut self.servers {
            let at = listens_at(server).to_string();
            *server = Server::start_at(self.database, &at, &settings(&self.policy));
        }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// The shop's.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Signs irina in.
    pub async fn irina(&self) -> Reviewer {
        Reviewer::signed_in(&self.address, "irina", PASSWORD).await
    }
}

fn settings(policy: &str) -> [(&str, &str); 1] {
    [("HOLDPOINT_POLICY", policy)]
}

fn listens_at(server: &Server) -> SocketAddr {
    let address = server.address().trim_start_matches("http://").parse();
    address.expect("an address")
}
