//! `holdpoint serve`

use super::{anchor_key, open_files};
use crate::app::{App, Served};
use crate::clock::Clock;
use crate::config::Config;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::alert::Voice;
use crate::store::{Db, copy};
use crate::web::alerts;
use crate::worker::alerts::Alerter;
use crate::worker::anchors::Anchorer;
use crate::worker::webhooks::Deliverer;
use crate::worker::{accesses, backlog, housekeeping, sweeper, watcher};
use anyhow::Context;
use clap::Args;
use futures_util::FutureExt;
use std::future::pending;
use std::io;
use std::net::SocketAddr;
use tokio::signal::unix::{SignalKind, signal};

#[derive(Debug, Args)]
pub(super) struct Serve {
    #[command(flatten)]
    config: Config,

    /// Serve a copy of the database, such as a replica, for auditors: nothing in it is changed, no connector is answered, and no
    /// work of the clock is done
    #[arg(long, env = "HOLDPOINT_READ_ONLY")]
    read_only: bool,
}

impl Serve {
    /// Serves until it is told to stop; then lets requests under way end.
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        let policy = self.config.policy()?;
        if self.read_only {
            return Box::pin(serve_copy(&self.config, policy, database_url)).await;
        }
        let db = Db::connect(database_url).await?;
        db.migrate().await?;
        // Boxed: the whole program is in this future.
        let clock = Clock::System;
        Box::pin(serve_until_stopped(
            &self.config,
            policy,
            db,
            clock,
            listening,
        ))
        .await
    }
}

fn listening(address: SocketAddr) -> anyhow::Result<()> {
    tracing::info!("listening at http://{address}");
    Ok(())
}

/// Serves a copy until somebody stops the program. Sessions and failed attempts to sign in are kept in a directory that goes
/// with it.
async fn serve_copy(config: &Config, policy: Policy, database_url: &str) -> anyhow::Result<()> {
    open_files::raise_limit();
    let copy = copy::open(database_url).await?;
    let directory = tempfile::tempdir().context("no directory for sessions could be made")?;
    let door = copy::beside(directory.path()).await?;
    let served = Served::Copy { copy, door };
    let app = App::build(config, policy, served, Clock::System)
        .with_context(|| format!("cannot listen at {}", config.listen))?;
    listening(app.address())?;
    let services = app.services().clone();
    let work = async move {
        tokio::join!(
            watcher::run(services.clone()),
            housekeeping::run_at_the_door(services)
        );
    };
    Box::pin(serve_app(app, work)).await
}

/// Serves until somebody stops the program; tells the address as soon as it listens there.
pub(super) async fn serve_until_stopped(
    config: &Config,
    policy: Policy,
    db: Db,
    clock: Clock,
    listening: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    open_files::raise_limit();
    let listen = config.listen;
    let app = App::build(config, policy, db, clock)
        .with_context(|| format!("cannot listen at {listen}"))?;
    listening(app.address())?;
    let services = app.services().clone();
    let deliverer = Deliverer::new(services.clone())?;
    let voice = voice(config, app.address());
    let alerter = Alerter::new(services.clone(), &config.alerts, voice)?;
    let anchorer = anchor_key::anchoring(&config.anchors, &services)?;
    let work = Box::pin(work(services, deliverer, alerter, anchorer));
    Box::pin(serve_app(app, work)).await
}

/// Serves, and works beside it, until somebody stops the program.
async fn serve_app(app: App, work: impl Future<Output = ()>) -> anyhow::Result<()> {
    let (stop, services) = (app.handle(), app.services().clone());
    let hints = services.hints.clone();
    let told = until_told()?;
    let served = tokio::select! {
        served = app.run() => served,
        () = work => Ok(()),
        () = told.then(|()| {
            // First those who would listen for ever; others may end in their own time.
            hints.close();
            stop.stop(true)
        }) => Ok(()),
    };
    services.db.close().await;
    Ok(served?)
}

/// Alerts are put into words as pages are, with links that begin where people reach the program.
fn voice(config: &Config, listening: SocketAddr) -> Voice {
    let public_url = config.alerts.public_url.clone();
    Voice {
        write: alerts::write,
        public_url: public_url.unwrap_or_else(|| format!("http://{listening}")),
    }
}

/// What the program does beside answering; does not end.
async fn work(
    services: Services,
    deliverer: Deliverer,
    alerter: Alerter,
    anchorer: Option<Anchorer>,
) {
    let anchor = async {
        match anchorer {
            Some(anchorer) => anchorer.run().await,
            None => pending().await,
        }
    };
    tokio::join!(
        anchor,
        sweeper::run(services.clone()),
        watcher::run(services.clone()),
        housekeeping::run(services.clone()),
        backlog::run(services.clone()),
        accesses::run(services),
        deliverer.run(),
        alerter.run(),
    );
}

/// Ends when somebody stops the program: by Ctrl-C, or as a service manager does.
fn until_told() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
    })
}
