//! Every command.

use super::super::call;
use super::Leaves::{self, Entry, Nothing};
use super::Watch;
use crate::desk::world::{World, stopped_shipment};
use crate::support::database::{Database, on_both};
use crate::support::process::{run, run_saying};
use clap::{Command, CommandFactory};
use holdpoint::cli::Cli;
use holdpoint::domain::history::EntryKind;
use holdpoint::service::webhook::{Administrator, endpoints};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Commands that do not end by themselves: what they write, they write by routes and jobs. The demo has a database of its own,
/// and the sample programs have none.
const GO_ON: [&str; 4] = ["serve", "demo", "sample systems", "sample connector"];

/// Every command that there is, in words.
fn leaves(command: &Command, words: &str, all: &mut BTreeSet<String>) {
    let below: Vec<_> = command.get_subcommands().collect();
    if below.is_empty() {
        all.insert(words.to_owned());
    }
    for one in below {
        let words = format!("{words} {}", one.get_name());
        leaves(one, words.trim_start(), all);
    }
}

struct Commands<'a> {
    database: &'a Database,
    watch: Watch,
}

impl Commands<'_> {
    /// Runs a command with these arguments, and gives what it printed.
    async fn run(&mut self, command: &str, arguments: &[&str], leaves: Leaves) -> String {
        let words: Vec<&str> = command
            .split(' ')
            .chain(arguments.iter().copied())
            .collect();
        let ran = match command {
            // It asks for a password.
            "user add" | "user password" => {
                run_saying(self.database, &words, "another long enough password")
            }
            _ => run(self.database, &words),
        };
        assert!(ran.status.success(), "{words:?}: {ran:?}");
        self.watch.saw(command, leaves).await;
        String::from_utf8_lossy(&ran.stdout).into_owned()
    }

    async fn people_and_sources(&mut self) {
        let changed = Entry(EntryKind::PersonChanged);
        self.run("user add", &["zoe", "--role", "reviewer"], changed)
            .await;
        for command in ["user password", "user disable", "user enable"] {
            self.run(command, &["zoe"], changed).await;
        }
        let changed = Entry(EntryKind::SourceChanged);
        let token = self.run("source add", &["bank"], changed).await;
        self.run("source token", &["bank"], changed).await;
        let id = token.split('_').nth(1).expect("hp_ID_SECRET");
        self.run("source revoke", &[id], changed).await;
        self.run("source list", &[], Nothing).await;
    }

    async fn endpoints(&mut self, delivery: &str) {
        let url = [
            "bank",
            "http://127.0.0.1:9/hook",
            "--webhook-allow",
            "127.0.0.1",
        ];
        let of_bank = ["bank", "2"];
        let name = |word: &str| format!("source endpoint {word}");
        self.run(&name("add"), &url, Entry(EntryKind::EndpointAdded))
            .await;
        self.run(&name("list"), &["bank"], Nothing).await;
        for (word, kind) in [
            ("rotate", EntryKind::EndpointSecretChanged),
            ("end-old", EntryKind::EndpointSecretEnded),
            ("test", EntryKind::EndpointTested),
            ("off", EntryKind::EndpointSwitchedOff),
            ("on", EntryKind::EndpointSwitchedOn),
        ] {
            self.run(&name(word), &of_bank, Entry(kind)).await;
        }
        let again = Entry(EntryKind::NoticeRestarted);
        self.run(&name("redeliver"), &["shop-wms", delivery], again)
            .await;
    }

    async fn files(&mut self, directory: &Path) {
        let file = |name: &str| directory.join(name).display().to_string();
        let reports = file("reports");
        fs::write(&reports, stopped_shipment("8899").to_string()).expect("written");
        let came = Entry(EntryKind::ReportReceived);
        self.run("import", &["--source", "bank", &reports], came)
            .await;
        let exported = Entry(EntryKind::Exported);
        self.run("export decisions", &[&file("decisions")], exported)
            .await;
        self.run("export history", &[&file("history")], exported)
            .await;
        let cases = ["--list", "resolved", &file("cases")];
        self.run("export cases", &cases, exported).await;
        self.run("audit export", &[&file("audit")], exported).await;
        self.run("audit key", &[&file("key")], Nothing).await;
        self.run("audit verify", &["--state", &file("state")], Nothing)
            .await;
        self.run("openapi", &[], Nothing).await;
        let policy = file("policy");
        fs::write(&policy, "").expect("written");
        self.run("check-policy", &[&policy], Nothing).await;
    }
}

on_both!(
    every_command_that_writes_tells_the_history,
    async |database: &Database| {
        let world = World::on_this_machine(database).await;
        let by = Administrator::CommandLine;
        let endpoint = endpoints::add(&world.services, by, "shop-wms", "http://127.0.0.1:9/hook");
        let endpoint = endpoint.await.expect("a new endpoint").endpoint;
        let case = world.stop(stopped_shipment("8817")).await;
        world.resume(&world.irina, case).await;
        call(&world, endpoint).await;
        let mut commands = Commands {
            database,
            watch: Watch::over(&world.services).await,
        };
        commands.people_and_sources().await;
        commands.endpoints("1").await;
        let directory = tempfile::tempdir().expect("a directory");
        commands.files(directory.path()).await;
        let mut there = BTreeSet::new();
        leaves(&Cli::command(), "", &mut there);
        for command in GO_ON {
            assert!(there.remove(command), "{command}");
        }
        commands.watch.saw_all(there).await;
    }
);
