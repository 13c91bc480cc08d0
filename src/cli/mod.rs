//! The command line: each command reads its arguments, calls what does the work, and says what came of it.

mod anchor_key;
mod audit;
pub mod check_policy;
mod demo;
mod endpoint;
mod export;
mod import;
mod open_files;
mod openapi;
mod sample;
mod serve;
mod source;
mod user;

use crate::config::DatabaseUrl;
use clap::{Parser, Subcommand};
use std::io::stdout;

/// Where integrations bring the operations that they may not continue on their own
#[derive(Debug, Parser)]
#[command(name = "holdpoint", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    database: DatabaseUrl,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the pages and the connector API
    Serve(serve::Serve),
    /// Show Holdpoint with a living sample world, on a fresh SQLite file
    Demo(demo::Demo),
    /// The demo's receiving systems and its connector as programs of their own
    #[command(subcommand)]
    Sample(sample::Command),
    /// Look after the people who sign in
    #[command(subcommand)]
    User(user::Command),
    /// Look after sources and their tokens
    #[command(subcommand)]
    Source(source::Command),
    /// Verify the history
    #[command(subcommand)]
    Audit(audit::Command),
    /// Write a list to a file, for spreadsheets or for programs
    #[command(subcommand)]
    Export(export::Command),
    /// Take in stop reports from a file, with a progress bar
    Import(import::Import),
    /// Print the description of the connector API
    Openapi,
    CheckPolicy(check_policy::CheckPolicy),
}

impl Cli {
    /// Does what the command line says.
    ///
    /// # Errors
    /// With the reason, for people to read, if it cannot be done.
    pub async fn run(self) -> anyhow::Result<()> {
        let url = &self.database.database_url;
        match self.command {
            Command::Serve(serve) => Box::pin(serve.run(url)).await,
            Command::Demo(demo) => Box::pin(demo.run()).await,
            Command::Sample(sample) => sample.run().await,
            Command::User(user) => user.run(url).await,
            Command::Source(source) => source.run(url).await,
            Command::Audit(audit) => audit.run(url).await,
            Command::Export(export) => export.run(url).await,
            Command::Import(import) => import.run(url).await,
            Command::Openapi => Ok(openapi::print(&mut stdout())?),
            Command::CheckPolicy(check) => Ok(check.run(&mut stdout())?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_arguments_of_a_command_share_a_name() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn the_database_may_be_named_before_or_after_the_command() {
        let named = ["--database-url", "sqlite:other.db"];
        let command = ["audit", "verify"];
        for words in [[named, command].concat(), [command, named].concat()] {
            let words = [vec!["holdpoint"], words].concat();
            let cli = Cli::try_parse_from(words).expect("a command");
            assert_eq!(cli.database.database_url, "sqlite:other.db");
        }
    }
}
