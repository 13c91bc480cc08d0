//! `holdpoint demo`

mod past;

use super::serve::serve_until_stopped;
use crate::clock::Clock;
use crate::config::Config;
use crate::demo::living::{Living, Surroundings};
use crate::demo::{LIVING, PEOPLE, POLICY, SOURCES, SamplePerson, SampleSource};
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
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How many characters the password of the sample people has.
const PASSWORD_LENGTH: usize = 12;

#[derive(Debug, Args)]
pub(super) struct Demo {
    #[command(flatten)]
    config: Config,

    /// Keep the sample database in this file, which must not exist yet; without it, it is removed at the end
    #[arg(long)]
    keep: Option<PathBuf>,

    /// Address of the sample world's page and systems; without one, the port after Holdpoint's
    #[arg(long)]
    world_listen: Option<SocketAddr>,

    /// The password of the sample people; without one, a new one is made up
    #[arg(long, env = "HOLDPOINT_DEMO_PASSWORD", hide_env_values = true)]
    password: Option<String>,
}

/// Everybody in the sample world, by name.
struct Cast {
    /// Everybody's password.
    password: String,
    passwords: Passwords,
    people: HashMap<&'static str, Person>,
    sources: HashMap<&'static str, Source>,
    /// One of each source.
    tokens: Vec<String>,
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
        let token = add_sample_source(&services, &LIVING).await?;
        let cast = cast(&services, &password).await?;
        past::play(&services, &cast, Clock::System.now(), &progress()).await?;
        // Whoever lets time pass in the world lets it pass for all.
        let clock = Clock::ahead(Duration::ZERO);
        let surroundings = |holdpoint| Surroundings {
            listen: self.world_at(),
            holdpoint,
            token,
            past: cast.tokens,
            folder: folder.path().join("world"),
            clock: clock.clone(),
        };
        let listening = |address| {
            let living = Living::begin(surroundings(address))?;
            introduce((address, living.address()), &password, self.keep.as_deref());
            actix_web::rt::spawn(Box::pin(living.live()));
            Ok(())
        };
        Box::pin(serve_until_stopped(
            &self.config,
            policy,
            db,
            clock.clone(),
            listening,
        ))
        .await
    }

    /// The world is beside Holdpoint, unless it is told where to be.
    fn world_at(&self) -> SocketAddr {
        let mut beside = self.config.listen;
        // Port 0 takes a free one for each.
        if beside.port() != 0 {
            beside.set_port(beside.port().saturating_add(1));
        }
        self.world_listen.unwrap_or(beside)
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
    let (mut sources, mut tokens) = (HashMap::new(), Vec::new());
    for sample in &SOURCES {
        let token = add_sample_source(services, sample).await?;
        let source = crate::service::sources::authenticate(services, &token).await?;
        sources.insert(sample.name, source);
        tokens.push(token);
    }
    Ok(Cast {
        password: password.to_owned(),
        passwords,
        people,
        sources,
        tokens,
    })
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

/// Adds a source of the sample world; gives its token.
async fn add_sample_source(services: &Services, sample: &SampleSource) -> anyhow::Result<String> {
    let new = AddSource {
        name: sample.name.to_owned(),
        title: sample.title.to_owned(),
        owner_team: Team::new(sample.owner_team),
    };
    Ok(add_source(services, new).await?.token)
}

/// Says how to get in.
fn introduce((holdpoint, world): (SocketAddr, SocketAddr), password: &str, kept: Option<&Path>) {
    println!("\nBegin at the sample world   http://{world}");
    println!("Holdpoint is at             http://{holdpoint}\n");
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
