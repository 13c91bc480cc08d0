//! The program as its operators run it: killed at any moment, and started again at once at the same address.

use super::balancer::Balancer;
use super::connector::Connector;
use super::database::Database;
use super::if_answered;
use super::process::{DEATH, Server, run, run_saying};
use super::reviewer::Reviewer;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

const A_MOMENT: Duration = Duration::from_millis(20);
/// Where a debug build of the program kills itself.
pub const KILL_AT: &str = "HOLDPOINT_KILL_AT";
const POLICY: &str = "HOLDPOINT_POLICY";
const PASSWORD: &str = "correct horse battery staple";

/// The program, and whoever starts it again. One thread has it, so that between a kill and the new start nobody asks anything.
pub struct Immortal<'a> {
    database: &'a Database,
    address: String,
    /// One, or several behind one address.
    servers: RefCell<Vec<Server>>,
    _balancer: Option<Balancer>,
    deaths: Cell<u32>,
    /// What its environment says in its next lives.
    settings: RefCell<Vec<(&'static str, String)>>,
    /// Each of its lives has one commit more than the one before: what begins anew in each comes to its end in one of them.
    dies_later: Cell<Option<&'static str>>,
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
        let server = Server::start_with(database, &[(KILL_AT, kill_at)]);
        Self::born(database, vec![server], None, None)
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
        Self::born(database, vec![Server::start(database)], None, Some(storm))
    }

    fn born(
        database: &'a Database,
        servers: Vec<Server>,
        balancer: Option<Balancer>,
        storm: Option<Storm>,
    ) -> Self {
        let address = match &balancer {
            Some(balancer) => format!("http://{}", balancer.address()),
            None => servers[0].address().to_owned(),
        };
        Self {
            database,
            address,
            servers: RefCell::new(servers),
            _balancer: balancer,
            deaths: Cell::new(0),
            settings: RefCell::default(),
            dies_later: Cell::new(None),
            storm: RefCell::new(storm),
        }
    }

    /// The program with this policy, which lives until it is told when to die; as many instances as the database is for.
    pub async fn with_policy(database: &'a Database, policy: &Path) -> Self {
        let setting = (POLICY, policy.display().to_string());
        let start = |_| Server::start_with(database, &[(setting.0, &setting.1)]);
        let servers: Vec<_> = (0..database.instances()).map(start).collect();
        let balancer = match &servers[..] {
            [_] => None,
            _ => {
                let each = servers.iter().map(|server| socket(server.address()));
                Some(Balancer::start(each.collect()).await)
            }
        };
        let program = Self::born(database, servers, balancer, None);
        program.settings.borrow_mut().push(setting);
        program
    }

    /// Starts it again, and from now on it kills itself in each of its lives, as in [`Self::killed_at`].
    pub fn always_killed_at(&self, kill_at: &str) {
        let mut settings = self.settings.borrow_mut();
        settings.retain(|(name, _)| *name != KILL_AT);
        settings.push((KILL_AT, kill_at.to_owned()));
        drop(settings);
        let instances = self.servers.borrow().len();
        for n in 0..instances {
            self.end(n);
            self.start_again(n);
        }
        self.deaths.set(0);
    }

    /// Starts it again, and it kills itself on this side of its first commit, in the next life of its second, and so on.
    pub fn killed_later_in_each_life(&self, side: &'static str) {
        self.dies_later.set(Some(side));
        self.always_killed_at(&format!("{side}:1"));
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
                let dead = self.dead();
                self.start_again(dead.expect("no answer, and nobody killed the program"));
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
            self.end(0);
            self.start_again(0);
        }
    }

    /// Which one is dead: a connection may break a moment before the process is gone.
    fn dead(&self) -> Option<usize> {
        let servers = self.servers.borrow();
        let began = Instant::now();
        while began.elapsed() < DEATH {
            let dead = servers.iter().position(|s| s.dies_within(A_MOMENT));
            if dead.is_some() {
                return dead;
            }
        }
        None
    }

    fn end(&self, n: usize) {
        self.servers.borrow_mut()[n].end();
    }

    fn start_again(&self, n: usize) {
        self.deaths.set(self.deaths() + 1);
        if let Some(side) = self.dies_later.get() {
            let mut settings = self.settings.borrow_mut();
            settings.retain(|(name, _)| *name != KILL_AT);
            settings.push((KILL_AT, format!("{side}:{}", self.deaths())));
        }
        let at = socket(self.servers.borrow()[n].address()).to_string();
        let settings = self.settings.borrow();
        let settings: Vec<_> = settings.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let again = Server::start_at(self.database, &at, &settings);
        self.servers.borrow_mut()[n] = again;
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

fn socket(address: &str) -> SocketAddr {
    let address = address.trim_start_matches("http://").parse();
    address.expect("an address and a port")
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
    let_in(database, name, "reviewer", name);
}

/// Lets somebody in.
pub fn let_in(database: &Database, name: &str, role: &str, full_name: &str) {
    let user = [
        "user",
        "add",
        name,
        "--role",
        role,
        "--full-name",
        full_name,
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
