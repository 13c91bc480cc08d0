//! The living sample world: its systems, its page, the shop's customers and the connector, beside Holdpoint in one program.

use super::connector::{self, Settings};
use super::holdpoint::Holdpoint;
use super::mishap::{Died, Mishaps};
use super::page::{self, Stage};
use super::scene::{Scene, go_shopping};
use super::understudy::stand_in;
use super::world::World;
use super::world::server::serve;
use crate::clock::Clock;
use actix_web::dev::Server;
use actix_web::web::Data;
use anyhow::{Context, Result};
use futures_util::future::join_all;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Where the world is, and with whom it speaks.
#[derive(Debug, Clone)]
pub struct Surroundings {
    /// Where the world's systems and its page are to be.
    pub listen: SocketAddr,
    /// Where Holdpoint is.
    pub holdpoint: SocketAddr,
    /// The token of the world's source.
    pub token: String,
    /// The tokens of the sources whose cases are of the past.
    pub past: Vec<String>,
    /// The folder of the books and of the connector's journal.
    pub folder: PathBuf,
    pub clock: Clock,
}

/// A world that listens already.
pub struct Living {
    server: Server,
    address: SocketAddr,
    world: Arc<World>,
    holdpoint: Holdpoint,
    settings: Settings,
    past: Vec<String>,
}

impl Living {
    /// Opens the books and binds the address.
    ///
    /// # Errors
    /// If the books cannot be opened, or the address cannot be bound.
    pub fn begin(here: Surroundings) -> Result<Self> {
        let holdpoint_at = format!("http://{}", reachable(here.holdpoint));
        let holdpoint = Holdpoint::new(&holdpoint_at, &here.token)?;
        let world = Arc::new(World::open(here.clock.clone(), &here.folder)?);
        let mishaps = Mishaps::default();
        let stage = Data::new(Stage {
            holdpoint: holdpoint.clone(),
            port: here.holdpoint.port(),
            mishaps: mishaps.clone(),
        });
        let pages = move |config: &mut _| page::configure(config, &stage);
        let (server, address) = serve(here.listen, &world, pages)
            .with_context(|| format!("cannot listen at {}", here.listen))?;
        let settings = Settings {
            holdpoint: holdpoint_at,
            token: here.token,
            systems: format!("http://{}", reachable(address)),
            journal: here.folder.join("journal.ndjson"),
            worker: "samovar-connector-1".into(),
            clock: here.clock,
            mishaps,
        };
        Ok(Self {
            server,
            address,
            world,
            holdpoint,
            settings,
            past: here.past,
        })
    }

    /// Where the world's page is.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Lives until it is dropped. It begins with an order whose answer is lost and with one that goes well.
    pub async fn live(self) {
        let mishaps = self.settings.mishaps.clone();
        for scene in [Scene::AnswerLost, Scene::Order] {
            if let Err(why) = scene.play(&self.world, &mishaps) {
                tracing::error!("the shop cannot write: {why}");
            }
        }
        let handle = self.server.handle();
        let at = self.settings.holdpoint.clone();
        let past = self
            .past
            .into_iter()
            .map(|token| stand_in(at.clone(), token));
        let shopping = go_shopping(self.world, mishaps, self.holdpoint);
        tokio::select! {
            served = self.server => tracing::info!("the sample world ended: {served:?}"),
            () = shopping => {}
            () = supervise(self.settings) => {}
            _ = join_all(past) => {}
        }
        handle.stop(false).await;
    }
}

/// Starts the connector again whenever it dies, as a supervisor would.
async fn supervise(settings: Settings) {
    loop {
        match connector::run(settings.clone()).await {
            Err(why) if why.is::<Died>() => {
                tracing::info!("the connector died, and is started again")
            }
            Err(why) => tracing::error!("the connector stopped: {why:#}"),
            Ok(never) => match never {},
        }
        recover().await;
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a program that died is not there again at once"
)]
async fn recover() {
    tokio::time::sleep(Duration::from_secs(2)).await;
}

/// An address that stands for all of this machine is reached at the machine itself.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        return SocketAddr::from(([127, 0, 0, 1], address.port()));
    }
    address
}
