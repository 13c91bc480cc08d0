//! `holdpoint demo`

mod past;

use super::serve::serve_until_stopped;
use crate::clock::Clock;
use crate::config::Config;
use crate::demo::{PEOPLE, POLICY, SOURCES, SamplePerson, SampleSource};
use crate::domain::ids::Team;
use crate::domain::people::UserName;
use crate::policy::Policy;
use crate::service::passwords::Passwords;
use crate::service::people::{AddUser, add_user};
use crate::service::sources::{AddSource, add_source};
use crate::service::{Person, Services, Source};
use crate::store::Db;
use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rand::RngExt;
use rand::distr::Alphanumeric;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How many characters the password of the sample people has.
const PASSWORD_LENGTH: usize = 12;

#[derive(Debug, Args)]
pub(super) struct Demo {
    #[command(flatten)]
    config: Config,

    /// Keep the sample database in this file, which must not exist yet; without it, it is removed at the end
    #[arg(long)]
    keep: Option<PathBuf>,

    /// The password of the sample people; without one, a new one is made up
    #[arg(long, env = "HOLDPOINT_DEMO_PASSWORD", hide_env_values = true)]
    password: Option<String>,
}

/// Everybody in the sample world, by name.
struct Cast {
    people: HashMap<&'static str, Person>,
    sources: HashMap<&'static str, Source>,
}

impl Demo {
    /// Makes the sample world in a fresh SQLite file, and serves it.
    pub(super) async fn run(self) -> anyhow::Result<()> {
        let folder = tempfile::tempdir().context("cannot make a folder for the sample database")?;
        let file = self.file(folder.path())?;
        let policy = Policy::read(POLICY).context("the sample policy")?;
        let db = Db::connect(&format!("sqlite:{}", file.display())).await?;
        db.migrate().await?;
        let password = self.password.clone().unwrap_or_else(made_up_password);
        let begins = past::begins(Clock::System.now());
        let services = Services::new(db.clone(), Clock::fixed(begins), policy.clone());
        let cast = cast(&services, &password).await?;
        past::play(&services, &cast, Clock::System.now(), &progress()).await?;
        let introduce = |address: &str| introduce(address, &password, self.keep.as_deref());
        Box::pin(serve_until_stopped(&self.config, policy, db, introduce)).await
    }

    fn file(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        match &self.keep {
            Some(file) if file.exists() => {
                anyhow::bail!(
                    "{} exists already; name a file that does not",
                    file.display()
                )
            }
            Some(file) => Ok(file.clone()),
            None => Ok(folder.join("demo.db")),
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a password has to be one that nobody can foresee"
)]
fn made_up_password() -> String {
    rand::rng()
        .sample_iter(Alphanumeric)
        .take(PASSWORD_LENGTH)
        .map(char::from)
        .collect()
}

fn progress() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}") {
        bar.set_style(style);
    }
    bar.set_message("Writing the sample world");
    bar
}

async fn cast(services: &Services, password: &str) -> anyhow::Result<Cast> {
    let passwords = Passwords::default();
    let mut people = HashMap::new();
    for sample in &PEOPLE {
        let person = person(services, &passwords, sample, password).await?;
        people.insert(sample.name, person);
    }
    let mut sources = HashMap::new();
    for sample in &SOURCES {
        sources.insert(sample.name, source(services, sample).await?);
    }
    Ok(Cast { people, sources })
}

async fn person(
    services: &Services,
    passwords: &Passwords,
    sample: &SamplePerson,
    password: &str,
) -> anyhow::Result<Person> {
    let role = sample.role.parse()?;
    let new = AddUser {
        name: UserName::parse(sample.name)?,
        full_name: sample.full_name.to_owned(),
        role,
        team: Team::new(sample.team),
        password: password.to_owned(),
    };
    let id = add_user(services, passwords, new).await?;
    let name = sample.name.to_owned();
    Ok(Person { id, name, role })
}

async fn source(services: &Services, sample: &SampleSource) -> anyhow::Result<Source> {
    let new = AddSource {
        name: sample.name.to_owned(),
        title: sample.title.to_owned(),
        owner_team: Team::new(sample.owner_team),
    };
    let token = add_source(services, new).await?;
    Ok(crate::service::sources::authenticate(services, &token.token).await?)
}

/// Says how to get in.
fn introduce(address: &str, password: &str, kept: Option<&Path>) {
    println!("\nHoldpoint's sample world is at {address}\n");
    println!("Sign in as one of these; everybody's password is {password}\n");
    for person in &PEOPLE {
        let role = person.role.replace('_', " ");
        println!(
            "  {:8} {:18} {}",
            person.name,
            person.full_name,
            format_args!("{role}, {}", person.team)
        );
    }
    match kept {
        Some(file) => println!("\nThe sample database is kept in {}.", file.display()),
        None => println!("\nThe sample database is removed when you stop the program."),
    }
    println!("Press Ctrl-C to stop.\n");
}
