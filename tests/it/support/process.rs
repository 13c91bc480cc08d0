//! The real program as a process of its own, to be killed without warning.

use super::database::Database;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// So long a process that has been killed may take to be gone.
pub const DEATH: Duration = Duration::from_secs(5);

/// A started `holdpoint serve`. Dropped, it is killed.
pub struct Server {
    child: Child,
    address: String,
    /// Hears when its output ends, which it does when the process does.
    ended: Receiver<()>,
}

impl Server {
    /// Starts the program on a free port and returns when it says where it listens.
    pub fn start(database: &Database) -> Self {
        Self::start_with(database, &[])
    }

    /// The same, with these settings in its environment.
    pub fn start_with(database: &Database, settings: &[(&str, &str)]) -> Self {
        Self::start_at(database, "127.0.0.1:0", settings)
    }

    /// The same, at this address.
    pub fn start_at(database: &Database, listen: &str, settings: &[(&str, &str)]) -> Self {
        let mut child = program(database)
            .envs(settings.iter().copied())
            .args(["serve", "--listen", listen])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let address = output
            .by_ref()
            .lines()
            .map_while(Result::ok)
            .find_map(|line| address_in(&line))
            .expect("the program ended before it said where it listens");
        // Whatever it says later is read away, so that it never waits for a reader.
        let (ending, ended) = channel();
        std::thread::spawn(move || {
            let _ = std::io::copy(&mut output, &mut std::io::sink());
            let _ = ending.send(());
        });
        Self {
            child,
            address,
            ended,
        }
    }

    /// Where it listens: `http://127.0.0.1:PORT`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether it has ended, by whatever hand, or ends within this time.
    pub fn dies_within(&self, patience: Duration) -> bool {
        self.ended.recv_timeout(patience) != Err(RecvTimeoutError::Timeout)
    }

    /// `kill -9`: no warning, no clean-up.
    pub fn kill(mut self) {
        self.end();
    }

    /// The same, for whoever starts another one in its place.
    pub fn end(&mut self) {
        // Killing a process that has ended by itself is no fault of the test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// The program with one of its other commands, run to its end.
pub fn run(database: &Database, arguments: &[&str]) -> Output {
    program(database)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// The same for a command that reads a line, as from a terminal.
pub fn run_saying(database: &Database, arguments: &[&str], line: &str) -> Output {
    let mut child = program(database)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input");
    writeln!(input, "{line}").expect("it reads its input");
    drop(input);
    child.wait_with_output().expect("it ends")
}

fn program(database: &Database) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_holdpoint"));
    command.env("DATABASE_URL", database.url());
    command
}

fn address_in(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let address = words.find(|word| word.starts_with("http://"))?;
    Some(address.trim_end_matches('/').to_owned())
}
