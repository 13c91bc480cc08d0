//! Nothing is written without a word to the history: all statements of the program that write, looked at one by one, and what
//! becomes of a transaction that says nothing.

use super::verified;
use crate::desk::world::{World, stopped_shipment};
use crate::support::database::{Database, on_both};
use holdpoint::domain::history::Vouched;
use holdpoint::store::{cases, decisions, operations};
use std::fs;
use std::path::{Path, PathBuf};

/// Statements that write what is not vouched for: `docs/integrity.md` has the reasons.
const LEFT_OUT: &[&str] = &[
    "UPDATE alert_tellings SET lease = $2, due_at = $3",
    // Until an entry tells of it.
    "INSERT INTO verifications",
    "INSERT INTO accesses",
    "UPDATE cases SET claimed_until = $3",
    "UPDATE cases SET lapses_at",
    "UPDATE reports SET deliveries = deliveries + 1",
    "UPDATE reports SET deliveries = reports.deliveries + came.times",
    "UPDATE reports SET refused_repeats",
    "UPDATE deliveries SET lease = $2, due_at = $3",
    "UPDATE deliveries SET lease = NULL, tries = $2, due_at = $3",
    "UPDATE users SET language",
];

/// A function of the store, from its first line to its last.
struct Function {
    place: String,
    text: String,
}

fn functions(directory: &Path, all: &mut Vec<Function>) {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            functions(&path, all);
            continue;
        }
        let text = fs::read_to_string(&path).expect("a file");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for part in text.split("\n}\n") {
            all.push(Function {
                place: path.display().to_string(),
                text: part.to_owned(),
            });
        }
    }
}

fn writes(function: &str, table: Vouched) -> Vec<&str> {
    ["INSERT INTO ", "UPDATE ", "DELETE FROM "]
        .into_iter()
        .flat_map(|verb| {
            let begins = format!("{verb}{table}");
            let places: Vec<usize> = function.match_indices(&begins).map(|(at, _)| at).collect();
            places.into_iter().filter_map(move |at| {
                let rest = function.get(at..)?;
                let after = rest.get(verb.len() + table.as_str().len()..)?;
                after.starts_with([' ', '\n', '"']).then_some(rest)
            })
        })
        .collect()
}

#[test]
fn every_statement_that_writes_tells_what_it_wrote() {
    let mut all = Vec::new();
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    functions(&store, &mut all);
    let mut found = 0;
    for function in &all {
        for table in Vouched::ALL {
            for statement in writes(&function.text, table) {
                found += 1;
                let left_out = LEFT_OUT.iter().any(|begins| statement.starts_with(begins));
                // Where many are written at once, whoever calls this one tells of them.
                let told = ["wrote(", "note(tx", "forgotten(tx", "RETURNING"]
                    .iter()
                    .any(|word| function.text.contains(word));
                let at_the_commit =
                    function.place.ends_with("steps.rs") || function.place.ends_with("flow.rs");
                let keyed = function.text.contains("rows: &[ContentRow]");
                assert!(
                    left_out || told || at_the_commit || keyed,
                    "{}: {}",
                    function.place,
                    statement.lines().next().unwrap_or_default()
                );
            }
        }
    }
    assert!(found > 40, "{found}");
}

on_both!(
    what_tells_the_history_nothing_is_not_committed,
    async |database: &Database| {
        let world = World::on(database).await;
        let id = world.stop(stopped_shipment("8817")).await;
        world.resume(&world.irina, id).await;
        let before = world.case(id).await;

        let mut tx = world.services.db.begin().await.expect("a transaction");
        let now = world.services.now();
        let written = cases::update(&mut tx, &before, &before.details, now).await;
        assert!(written.expect("an answer"));
        assert!(tx.commit().await.is_err());

        let mut tx = world.services.db.begin().await.expect("a transaction");
        let made = decisions::of_case(&mut tx, id).await.expect("read");
        let order = r#"{"kind":"close"}"#;
        holdpoint::store::retention::rewrite_order(&mut tx, made[0].id, order)
            .await
            .expect("written");
        assert!(tx.commit().await.is_err());

        let mut tx = world.services.db.begin().await.expect("a transaction");
        let row = operations::get(&mut tx, before.origin.operation_id).await;
        let row = row.expect("read").expect("there");
        assert!(operations::save(&mut tx, &row).await.expect("an answer"));
        assert!(tx.commit().await.is_err());

        assert_eq!(world.case(id).await, before);
        verified(&world).await.expect("nothing was changed");
    }
);
