//! `holdpoint serve`

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::store::Db;
use crate::worker::sweeper;
use anyhow::Context;
use clap::Args;
use tokio::signal::unix::{SignalKind, signal};

#[derive(Debug, Args)]
pub(super) struct Serve {
    #[command(flatten)]
    config: Config,
}

impl Serve {
    /// Serves until it is told to stop; then lets requests under way end.
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        let policy = self.config.policy()?;
        let db = Db::connect(database_url).await?;
        db.migrate().await?;
        let listen = self.config.listen;
        let app = App::build(&self.config, policy, db.clone(), Clock::System)
            .with_context(|| format!("cannot listen at {listen}"))?;
        tracing::info!("listening at http://{}", app.address());
        let handle = app.handle();
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let stop = async {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tracing::info!("stopping");
            handle.stop(true).await;
        };
        let sweeper = sweeper::run(app.services().clone());
        let serve = async {
            tokio::select! {
                served = app.run() => served,
                () = sweeper => Ok(()),
            }
        };
        let (served, ()) = tokio::join!(serve, stop);
        db.close().await;
        Ok(served?)
    }
}
