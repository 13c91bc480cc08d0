//! The program as its operators run it: killed at any moment, and started again at once at the same address.

use super::connector::Connector;
use super::database::Database;
use super::if_answered;
use super::process::{Server, run, run_saying};
use super::reviewer::Reviewer;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::path::Path;

const KILL_AT: &str = "HOLDPOINT_KILL_AT";
const POLICY: &str = "HOLDPOINT_POLICY";
const PASSWORD: &str = "correct horse battery staple";

/// The program, and whoever starts it again. One thread has it, so that between a kill and the new start nobody asks anything.
pub struct Immortal<'a> {
    database: &'a Database,
    address: String,
    server: RefCell<Server>,
    deaths: Cell<u32>,
    /// What its environment says in its next lives.
    settings: RefCell<Vec<(&'static str, String)>>,
    storm: RefCell<Option<Storm>>,
}

/// Kills to come, each after as many answers as chance says.
struct Storm {
    kills: u32,
    answers: Range<u32>,
    left: u32,
    chance: StdRng,
}

impl<'a> Immortal<'a> {
    /// The program, which kills itself where `HOLDPOINT_KILL_AT` says: `before:3` is before its third commit.
    pub fn killed_at(database: &'a Database, kill_at: &str) -> Self {
        Self::born(
            database,
            Server::start_with(database, &[(KILL_AT, kill_at)]),
            None,
        )
    }

    /// The program, which is killed so many times, each after a chosen number of answers, whatever else is under way then.
    pub fn in_storm(database: &'a Database, kills: u32, answers: Range<u32>, seed: u64) -> Self {
        let mut chance = StdRng::seed_from_u64(seed);
        let left = chance.random_range(answers.clone());
        let storm = Storm {
            kills,
            answers,
            left,
            chance,
        };
        Self::born(database, Server::start(database), Some(storm))
    }

    fn born(database: &'a Database, server: Server, storm: Option<Storm>) -> Self {
        Self {
            database,
            address: server.address().to_owned(),
            server: RefCell::new(server),
            deaths: Cell::new(0),
            settings: RefCell::default(),
            storm: RefCell::new(storm),
        }
    }

    /// The program with this policy, which lives until it is told when to die.
    pub fn with_policy(database: &'a Database, policy: &Path) -> Self {
        let setting = (POLICY, policy.display().to_string());
        let server = Server::start_with(database, &[(setting.0, &setting.1)]);
        let program = Self::born(database, server, None);
        program.settings.borrow_mut().push(setting);
        program
    }

    /// Starts it again, and from now on it kills itself in each of its lives, as in [`Self::killed_at`].
    pub fn always_killed_at(&self, kill_at: &str) {
        let mut settings = self.settings.borrow_mut();
        settings.retain(|(name, _)| *name != KILL_AT);
        settings.push((KILL_AT, kill_at.to_owned()));
        drop(settings);
        self.server.borrow_mut().end();
        self.start_again();
        self.deaths.set(0);
    }

    /// Where it listens, in each of its lives.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// How often it has died.
    pub fn deaths(&self) -> u32 {
        self.deaths.get()
    }

    /// Whether more kills are to come.
    pub fn storms(&self) -> bool {
        self.storm
            .borrow()
            .as_ref()
            .is_some_and(|storm| storm.kills > 0)
    }

    /// Does something until there is an answer: again, whenever the program died meanwhile.
    pub async fn until_answered<T>(&self, act: impl AsyncFn() -> T) -> T {
        loop {
            let deaths = self.deaths();
            if let Some(answer) = if_answered(act()).await {
                self.count_an_answer();
                return answer;
            }
            if self.deaths() == deaths {
                assert!(
                    self.server.borrow().dies(),
                    "no answer, and nobody killed the program"
                );
                self.start_again();
            }
        }
    }

    fn count_an_answer(&self) {
        let kills_now = self
            .storm
            .borrow_mut()
            .as_mut()
            .is_some_and(Storm::kills_now);
        if kills_now {
            self.server.borrow_mut().end();
            self.start_again();
        }
    }

    fn start_again(&self) {
        self.deaths.set(self.deaths() + 1);
        let at = self.address.trim_start_matches("http://");
        let settings = self.settings.borrow();
        let settings: Vec<_> = settings.iter().map(|(n, v)| (*n, v.as_str())).collect();
        self.server
            .replace(Server::start_at(self.database, at, &settings));
    }
}

impl Storm {
    fn kills_now(&mut self) -> bool {
        if self.kills == 0 {
            return false;
        }
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.kills -= 1;
        self.left = self.chance.random_range(self.answers.clone());
        true
    }
}

/// Lets a source in, and gives its token.
pub fn let_source_in(database: &Database) -> String {
    let output = run(database, &["source", "add", "shop-wms"]);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).expect("text");
    let token = said.split_whitespace().find(|word| word.starts_with("hp_"));
    token.expect("the token is printed once").to_owned()
}

/// Lets a reviewer in.
pub fn let_reviewer_in(database: &Database, name: &str) {
    let user = [
        "user",
        "add",
        name,
        "--role",
        "reviewer",
        "--full-name",
        name,
    ];
    let added = run_saying(database, &user, PASSWORD);
    assert!(added.status.success(), "{added:?}");
}

/// Somebody who works with the program through all its deaths: the connector with its token, the reviewer with their session.
pub struct Pair {
    pub shop: Connector,
    pub reviewer: Reviewer,
}

impl Pair {
    /// Signs the reviewer in.
    pub async fn at(program: &Immortal<'_>, token: &str, name: &str) -> Self {
        let sign_in = async || Reviewer::signed_in(program.address(), name, PASSWORD).await;
        Self {
            shop: Connector::new(program.address(), token),
            reviewer: program.until_answered(sign_in).await,
        }
    }
}
