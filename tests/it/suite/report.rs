//! The acceptance report, `target/acceptance.md`: what this run has proven so far, for people to read. It is written anew with
//! each proof, so that it never tells of a run that is over.

use crate::support::database::Backend;
use crate::support::sample::Sample;
use holdpoint::clock::Clock;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// All scenarios: `| s01 | given, when | then |`.
const SCENARIOS: &str = include_str!("../../../docs/scenarios.md");

static RUN: Mutex<Run> = Mutex::new(Run {
    proofs: BTreeMap::new(),
    failed: BTreeSet::new(),
});

/// What became of this run so far.
struct Run {
    /// By name: the number of the scenario, and what tells it from others of that number: `s32-proven`.
    proofs: BTreeMap<String, Vec<Proof>>,
    /// The tests that failed.
    failed: BTreeSet<String>,
}

/// What stood in the books at the end of a scenario that was played on one kind of database.
struct Proof {
    backend: Backend,
    sentence: String,
    rows: Vec<Row>,
}

/// A request that reached a system, and what it did.
struct Row {
    at: String,
    /// Everything else: it is the same on each kind of database.
    cells: String,
}

/// Keeps what the books say of an order as the proof of a scenario. Whoever calls it has nothing more to find fault with.
pub async fn prove(
    backend: Backend,
    sample: &Sample,
    scenario: &str,
    sentence: &str,
    orders: &[&str],
) {
    let mut rows = Vec::new();
    for order in orders {
        let shipment = format!("S-{order}");
        for about in [*order, shipment.as_str()] {
            let (lines, mut calls) = (sample.books(about).await, sample.calls_about(about).await);
            for line in lines {
                let call = calls.iter().position(|call| is_of(call, &line));
                rows.push(row(&line, call.map(|at| calls.remove(at)).as_ref()));
            }
            // Those that left no line: a repeat, a refusal, or a request that was lost.
            rows.extend(calls.iter().map(|call| row(call, Some(call))));
        }
    }
    rows.sort_by(|one, other| one.at.cmp(&other.at));
    keep(backend, scenario, sentence, rows);
}

/// What somebody was told: no receiving system has anything to do with it, but whoever was told keeps books as well.
pub struct Told<'a> {
    pub at: &'a str,
    pub system: &'a str,
    pub did: &'a str,
    pub about: &'a str,
    pub answered: &'a str,
}

/// Keeps what was told as the proof of a scenario.
pub fn prove_told(backend: Backend, scenario: &str, sentence: &str, told: &[Told<'_>]) {
    let row = |told: &Told<'_>| Row {
        at: told.at.to_owned(),
        cells: format!(
            "{} | {} | {} | – | {} |",
            told.system, told.did, told.about, told.answered
        ),
    };
    keep(backend, scenario, sentence, told.iter().map(row).collect());
}

fn keep(backend: Backend, scenario: &str, sentence: &str, rows: Vec<Row>) {
    let proof = Proof {
        backend,
        sentence: sentence.to_owned(),
        rows,
    };
    change(|run| {
        let proofs = run.proofs.entry(scenario.to_owned()).or_default();
        proofs.push(proof);
        proofs.sort_by_key(|proof| column(proof.backend));
    });
}

/// A test failed whose thread ends.
pub fn fail() {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test without a name").to_owned();
    change(|run| {
        run.failed.insert(test);
    });
}

/// Whether it was this call that left this line.
fn is_of(call: &Value, line: &Value) -> bool {
    let mut parts = ["at", "system", "collection", "key"].iter();
    parts.all(|part| call[part] == line[part])
}

/// A line of the books, or a call that left none. What was heard is not known of calls before the systems' last start.
fn row(line: &Value, call: Option<&Value>) -> Row {
    let word = |value: &Value| value.as_str().unwrap_or("–").to_owned();
    let effect = &line["effect"];
    let did = if effect.is_null() {
        "nothing".to_owned()
    } else {
        format!("{} {}", word(&effect["type"]), word(&effect["id"]))
    };
    let answered = match (
        &line["answer"]["status"],
        call.map(|call| &call["answered"]),
    ) {
        (Value::Null, None | Some(Value::Null)) => "lost".to_owned(),
        (status, Some(Value::Null)) => format!("{status}, lost"),
        (_, Some(heard)) => heard.to_string(),
        (status, None) => status.to_string(),
    };
    let (system, about, key) = (&line["system"], &line["reference"], &line["key"]);
    Row {
        at: word(&line["at"]),
        cells: format!(
            "{} | {did} | {} | {} | {answered} |",
            word(system),
            word(about),
            word(key)
        ),
    }
}

fn change(how: impl FnOnce(&mut Run)) {
    // A test that failed while it wrote has changed nothing by halves.
    let mut run = RUN.lock().unwrap_or_else(PoisonError::into_inner);
    how(&mut run);
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    fs::create_dir_all(&target).expect("a folder");
    fs::write(target.join("acceptance.md"), told(&run)).expect("it is written");
}

fn told(run: &Run) -> String {
    let now = Clock::ahead(Duration::ZERO).now().to_utc();
    let mut text = format!("{HEAD}\n\nWritten {}.\n", now.format("%Y-%m-%d %H:%M UTC"));
    if !run.failed.is_empty() {
        let failed: Vec<_> = run
            .failed
            .iter()
            .map(|test| format!("- {test}\n"))
            .collect();
        text += &format!("\n## Failed in this run\n\n{}", failed.concat());
    }
    text += "\n## What was played\n\n| | | SQLite | PostgreSQL | two instances |\n| --- | --- | --- | --- | --- |\n";
    for [number, given, _] in scenarios() {
        let cells = BACKENDS.map(|(backend, _)| verdict(run, number, backend));
        writeln!(text, "| {number} | {given} | {} |", cells.join(" | ")).expect("a text takes it");
    }
    for (name, proofs) in &run.proofs {
        text += &section(name, proofs);
    }
    text + LIMITS
}

const BACKENDS: [(Backend, &str); 3] = [
    (Backend::Sqlite, "SQLite"),
    (Backend::Postgres, "PostgreSQL"),
    (Backend::TwoInstances, "two instances on one PostgreSQL"),
];

fn column(backend: Backend) -> usize {
    let place = BACKENDS.iter().position(|(known, _)| *known == backend);
    place.expect("every kind has its column")
}

/// Number, given, then.
fn scenarios() -> impl Iterator<Item = [&'static str; 3]> {
    let rows = SCENARIOS.lines().filter(|line| line.starts_with("| s"));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        [(); 3].map(|()| cells.next().expect("three cells"))
    })
}

fn number(name: &str) -> &str {
    name.split(['-', '_']).next().unwrap_or_default()
}

fn verdict(run: &Run, scenario: &str, backend: Backend) -> &'static str {
    let ends = match backend {
        Backend::Sqlite => "::sqlite",
        Backend::Postgres => "::postgres",
        Backend::TwoInstances => "::two_instances",
    };
    let is_it = |test: &String| test.ends_with(ends) && test.contains(&format!("::{scenario}_"));
    if run.failed.iter().any(is_it) {
        return "**failed**";
    }
    let mut proofs = run
        .proofs
        .iter()
        .filter(|(name, _)| number(name) == scenario)
        .flat_map(|(_, proofs)| proofs);
    if proofs.any(|proof| proof.backend == backend) {
        "passed"
    } else {
        "not played"
    }
}

/// One proof, told once for all databases on which the books agree but for the times.
fn section(name: &str, proofs: &[Proof]) -> String {
    let mut text = format!("\n## {name}\n\n");
    let known = scenarios().find(|[number, ..]| *number == self::number(name));
    if let Some([_, given, then]) = known {
        text += &format!("*Given, when:* {given}.  \n*Then:* {then}.\n");
    }
    let alike = |one: &Proof, other: &Proof| {
        let cells =
            |proof: &Proof| -> Vec<_> { proof.rows.iter().map(|r| r.cells.clone()).collect() };
        one.sentence == other.sentence && cells(one) == cells(other)
    };
    let mut told: Vec<&Proof> = Vec::new();
    for proof in proofs {
        if told.iter().any(|before| alike(before, proof)) {
            continue;
        }
        told.push(proof);
        let on = proofs.iter().filter(|other| alike(proof, other));
        let on: Vec<_> = on.map(|other| BACKENDS[column(other.backend)].1).collect();
        text += &format!("\n{} Played on {}", proof.sentence, on.join(", "));
        text += match on.len() {
            1 => ".\n",
            _ => "; the books are the same but for the times, which are those of the first.\n",
        };
        text += "\n| at | system | did | about | under the key | answered |\n| --- | --- | --- | --- | --- | --- |\n";
        for row in &proof.rows {
            writeln!(text, "| {} | {}", row.at, row.cells).expect("a text takes it");
        }
    }
    text
}

const HEAD: &str = "\
# Acceptance report

Each scenario was played over HTTP with a connector and receiving systems that are programs of their own. The lines below were
read from the **receiving systems' books** at the end of the scenario: when a request came, to which system, what it did there,
what it was about, under which idempotency key, and what was answered. Where it did *nothing*, it recognised a repeat, refused,
or never got the request (*lost*); where the answer was *lost*, the connector heard nothing of it.

*Passed* is only what was played to its end in the run that wrote this file, on that kind of database.";

const LIMITS: &str = "
## What this world cannot reproduce

- **Receivers that break their promises.** The systems keep the windows, lags and settling times that the policy states. Where a
  real one forgets a key early, or shows a record later than it says, Holdpoint's word about a repeat or an absence is wrong,
  and nothing here would show it.
- **Days that pass.** The clocks of Holdpoint, the systems and the connector are moved on together; nobody waits.
- **A request that arrives hours later.** Connections are cut before or after the effect, and answers are dropped; no network
  here holds a request back and delivers it after the settling time.
- **Broken machines.** Programs are killed with `kill -9`, which loses what they had in memory and nothing that they had given
  to the operating system. No disk loses what it had confirmed; the PostgreSQL of the tests does not even flush.
- **Distance.** Two instances share one machine, one clock and one database. Their clocks do not drift apart.
- **Holdpoint as a program of its own** is what is killed in s01, s02 and s19. In the other scenarios it runs inside the test's
  process, so that its clock can be moved: the same code, reached over the same HTTP.
- **People.** They send the forms of the pages over HTTP. What they see in a browser is tested elsewhere in `tests/it/`.
";
