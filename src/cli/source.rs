//! `holdpoint source …`

use super::endpoint;
use crate::clock::Clock;
use crate::domain::ids::Team;
use crate::policy::Policy;
use crate::service::sources::{self, AddSource, NewToken, SourceListing, TokenListing};
use crate::service::{ServiceError, Services};
use crate::store::Db;
use anyhow::bail;
use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Add a source, and print its first token, once
    Add(Add),
    /// Give a source one more token, and print it, once
    Token { name: String },
    /// Revoke a token for ever, by the part between hp_ and the second underscore
    Revoke { token_id: String },
    /// List the sources with their tokens' public parts
    List,
    /// Look after the endpoints at which a source is told of its instructions
    #[command(subcommand)]
    Endpoint(endpoint::Command),
}

#[derive(Debug, Args)]
pub(super) struct Add {
    /// Short and lasting: letters, digits, hyphens, underscores and dots
    name: String,
    /// What people call it
    #[arg(long)]
    title: Option<String>,
    /// The team that owns its cases; empty: whoever the policy names
    #[arg(long, default_value = "")]
    owner_team: String,
}

impl Command {
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        let db = Db::connect(database_url).await?;
        db.migrate().await?;
        let services = Services::new(db.clone(), Clock::System, Policy::standard().clone());
        let done = self.run_with(&services).await;
        db.close().await;
        done
    }

    async fn run_with(self, services: &Services) -> anyhow::Result<()> {
        match self {
            Self::Add(add) => print_token(&add.run(services).await?),
            Self::Token { name } => match sources::add_token(services, &name).await {
                Ok(token) => print_token(&token),
                Err(ServiceError::NotFound) => bail!("there is no source {name:?}"),
                Err(other) => return Err(other.into()),
            },
            Self::Revoke { token_id } => match sources::revoke_token(services, &token_id).await {
                Ok(()) => println!("The token {token_id} is revoked."),
                Err(ServiceError::NotFound) => {
                    bail!("there is no token {token_id:?}, or it is revoked already")
                }
                Err(other) => return Err(other.into()),
            },
            Self::Endpoint(command) => command.run(&services.db).await?,
            Self::List => {
                for source in sources::list_sources(services).await? {
                    print_source(&source);
                }
            }
        }
        Ok(())
    }
}

impl Add {
    async fn run(self, services: &Services) -> anyhow::Result<NewToken> {
        let new = AddSource {
            title: self.title.unwrap_or_else(|| self.name.clone()),
            name: self.name,
            owner_team: Team::new(self.owner_team),
        };
        match sources::add_source(services, new).await {
            Ok(token) => Ok(token),
            Err(error) => match error.refusal() {
                Ok(refusal) => Err(refusal.into()),
                Err(other) => Err(other.into()),
            },
        }
    }
}

/// The token alone stands on standard output, so that a script can take it from there.
fn print_token(token: &NewToken) {
    eprintln!(
        "Token {}. It is shown this once; only a digest of it is kept.",
        token.id
    );
    println!("{}", token.token);
}

fn print_source(source: &SourceListing) {
    let team = source.owner_team.as_str();
    let owner = if team.is_empty() {
        String::new()
    } else {
        format!(", owned by {team}")
    };
    let state = if source.disabled { ", disabled" } else { "" };
    println!("{}: {}{owner}{state}", source.name, source.title);
    for token in &source.tokens {
        print_listing(token);
    }
}

fn print_listing(token: &TokenListing) {
    let created = token.created_at;
    match token.revoked_at {
        None => println!("  {} since {created}", token.id),
        Some(revoked) => println!("  {} since {created}, revoked {revoked}", token.id),
    }
}
