//! `holdpoint user …`

use crate::clock::Clock;
use crate::domain::ids::Team;
use crate::domain::people::{Role, UserName};
use crate::policy::Policy;
use crate::service::Services;
use crate::service::passwords::Passwords;
use crate::service::people;
use crate::store::Db;
use anyhow::Context;
use clap::{Args, Subcommand};
use std::io::{self, IsTerminal, stdin};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Add a person; asks for their password, or reads it from standard input
    Add(Add),
    /// Give a person a new password, and sign them out everywhere
    Password(Named),
    /// Shut a person out, at once; the history keeps their name
    Disable(Named),
    /// Let a person who was shut out sign in again
    Enable(Named),
}

#[derive(Debug, Args)]
pub(super) struct Named {
    /// The name to sign in with
    #[arg(value_parser = UserName::parse)]
    name: UserName,
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
        let db = Db::connect(database_url).await?;
        db.migrate().await?;
        let services = Services::new(db.clone(), Clock::System, Policy::standard().clone());
        let done = match self {
            Self::Add(add) => add.run(&services).await,
            Self::Password(of) => of.change_password(&services).await,
            Self::Disable(Named { name }) => {
                people::set_disabled(&services, &name, true).await?;
                Ok(format!("{name} is signed out and may not sign in."))
            }
            Self::Enable(Named { name }) => {
                people::set_disabled(&services, &name, false).await?;
                Ok(format!("{name} may sign in."))
            }
        };
        db.close().await;
        println!("{}", done?);
        Ok(())
    }
}

impl Add {
    async fn run(self, services: &Services) -> anyhow::Result<String> {
        let done = format!("{} may sign in, as {}.", self.name, self.role);
        let new = people::AddUser {
            full_name: self.full_name.unwrap_or_else(|| self.name.to_string()),
            name: self.name,
            role: self.role,
            team: Team::new(self.team),
            password: read_password().context("cannot read the password")?,
        };
        people::add_user(services, &Passwords::default(), new).await?;
        Ok(done)
    }
}

impl Named {
    async fn change_password(self, services: &Services) -> anyhow::Result<String> {
        let name = self.name;
        let password = read_password().context("cannot read the password")?;
        people::change_password(services, &Passwords::default(), &name, password).await?;
        Ok(format!("{name} is signed out and has a new password."))
    }
}

/// Asks twice at a terminal; elsewhere the password is the first line of the standard input.
fn read_password() -> io::Result<String> {
    if stdin().is_terminal() {
        let password = rpassword::prompt_password("Password (12 characters or more): ")?;
        let again = rpassword::prompt_password("The same again: ")?;
        if password != again {
            return Err(io::Error::other("the two are not the same"));
        }
        return Ok(password);
    }
    let mut line = String::new();
    stdin().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
