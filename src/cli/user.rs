//! `holdpoint user …`

use crate::clock::Clock;
use crate::domain::ids::Team;
use crate::domain::people::{Role, UserName};
use crate::policy::Policy;
use crate::service::Services;
use crate::service::passwords::Passwords;
use crate::service::people::{AddUser, add_user};
use crate::store::Db;
use anyhow::Context;
use clap::{Args, Subcommand};
use std::io::{IsTerminal, stdin};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Add a person; asks for their password, or reads it from standard input
    Add(Add),
}

#[derive(Debug, Args)]
pub(super) struct Add {
    /// The name to sign in with
    #[arg(value_parser = UserName::parse)]
    name: UserName,
    /// reviewer, senior_reviewer, manager, auditor or admin
    #[arg(long)]
    role: Role,
    /// The name that others see
    #[arg(long)]
    full_name: Option<String>,
    /// The team whose cases the person looks after
    #[arg(long, default_value = "")]
    team: String,
}

impl Command {
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        match self {
            Self::Add(add) => add.run(database_url).await,
        }
    }
}

impl Add {
    async fn run(self, database_url: &str) -> anyhow::Result<()> {
        let db = Db::connect(database_url).await?;
        db.migrate().await?;
        let services = Services::new(db.clone(), Clock::System, Policy::standard().clone());
        let name = self.name.clone();
        let new = AddUser {
            full_name: self.full_name.unwrap_or_else(|| name.to_string()),
            name: self.name,
            role: self.role,
            team: Team::new(self.team),
            password: read_password().context("cannot read the password")?,
        };
        add_user(&services, &Passwords::default(), new).await?;
        println!("{name} may sign in, as {}.", self.role);
        db.close().await;
        Ok(())
    }
}

fn read_password() -> std::io::Result<String> {
    if stdin().is_terminal() {
        return rpassword::prompt_password("Password (12 characters or more): ");
    }
    let mut line = String::new();
    stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
