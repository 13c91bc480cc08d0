//! `holdpoint sample`: the demo's receiving systems and its connector, each as a program of its own that can be killed.

use crate::clock::Clock;
use crate::demo::connector::{Settings, run};
use crate::demo::mishap::{Died, Mishap, Mishaps, Moment};
use crate::demo::world::World;
use crate::demo::world::server::serve;
use anyhow::Context;
use clap::{Args, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Serve the ERP, the payment provider, the warehouse, the mail provider and the shop
    Systems(Systems),
    /// Bring the shop's orders through the systems, and to Holdpoint when they may not go on
    Connector(Connector),
}

#[derive(Debug, Args)]
pub(super) struct Systems {
    /// Address to listen at; port 0 takes a free one
    #[arg(long, default_value = "127.0.0.1:8090")]
    listen: SocketAddr,

    /// The folder of the books; what is there already is gone on with
    #[arg(long)]
    books: PathBuf,

    /// So many seconds are the clocks of the systems ahead of the computer's
    #[arg(long, default_value_t = 0)]
    ahead: u64,
}

#[derive(Debug, Args)]
pub(super) struct Connector {
    /// Where Holdpoint is
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    holdpoint: String,

    /// The source's token, as `holdpoint source add` prints it
    #[arg(long, env = "HOLDPOINT_TOKEN", hide_env_values = true)]
    token: String,

    /// Where the systems and the shop are
    #[arg(long, default_value = "http://127.0.0.1:8090")]
    systems: String,

    /// What the connector writes down before it sends anything; what is there already is gone on with
    #[arg(long)]
    journal: PathBuf,

    /// The worker's name
    #[arg(long, default_value = "sample-connector")]
    worker: String,

    /// So many seconds is the connector's clock ahead of the computer's
    #[arg(long, default_value_t = 0)]
    ahead: u64,

    /// Drop dead at this moment, as `MOMENT` or `MOMENT:STEP`: `before_saving:create_warehouse_task`
    #[arg(long, value_parser = moment)]
    dies: Option<(Moment, Option<String>)>,

    /// Stand still at this moment until a SIGCONT comes
    #[arg(long, value_parser = moment, conflicts_with = "dies")]
    freezes: Option<(Moment, Option<String>)>,
}

impl Command {
    pub(super) async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Systems(systems) => systems.run().await,
            Self::Connector(connector) => connector.run().await,
        }
    }
}

impl Systems {
    async fn run(self) -> anyhow::Result<()> {
        let clock = Clock::ahead(Duration::from_secs(self.ahead));
        let world = World::open(clock, &self.books)
            .with_context(|| format!("the books in {}", self.books.display()))?;
        let (server, address) = serve(self.listen, &Arc::new(world), |_| {})
            .with_context(|| format!("cannot listen at {}", self.listen))?;
        println!("The sample systems are at http://{address}");
        Ok(server.await?)
    }
}

impl Connector {
    async fn run(self) -> anyhow::Result<()> {
        let mishaps = Mishaps::default();
        let dies = self.dies.map(|at| (Mishap::Dies, at));
        let freezes = self.freezes.map(|at| (Mishap::Freezes, at));
        if let Some((mishap, (moment, step))) = dies.or(freezes) {
            mishaps.order(mishap, moment, step);
        }
        let ended = run(Settings {
            holdpoint: self.holdpoint,
            token: self.token,
            systems: self.systems,
            journal: self.journal,
            worker: self.worker,
            clock: Clock::ahead(Duration::from_secs(self.ahead)),
            mishaps,
        });
        match Box::pin(ended).await {
            // As if it had been killed: nothing is put in order.
            Err(why) if why.is::<Died>() => std::process::abort(),
            Err(why) => Err(why),
            Ok(never) => match never {},
        }
    }
}

fn moment(text: &str) -> Result<(Moment, Option<String>), String> {
    let (name, step) = match text.split_once(':') {
        Some((name, step)) => (name, Some(step.to_owned())),
        None => (text, None),
    };
    let known = Moment::ALL.into_iter().find(|m| m.name() == name);
    let moment = known.ok_or_else(|| {
        let names: Vec<_> = Moment::ALL.iter().map(|m| m.name()).collect();
        format!("one of {}", names.join(", "))
    })?;
    Ok((moment, step))
}
