//! `holdpoint import` and `holdpoint source`, as commands.

use super::caller::report;
use crate::support::database::{Database, on_both};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn holdpoint(database: &Database, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_holdpoint"))
        .args(words)
        .env("DATABASE_URL", database.url())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn import(database: &Database, file: &Path) -> Output {
    let file = file.to_str().expect("a path of text");
    holdpoint(database, &["import", "--source", "shop", file])
}

on_both!(
    a_file_is_imported_and_its_bad_lines_are_named,
    async |database: &Database| {
        let added = holdpoint(database, &["source", "add", "shop", "--title", "Shop"]);
        let token = text(&added.stdout);
        assert!(
            added.status.success() && token.starts_with("hp_"),
            "{added:?}"
        );
        let again = holdpoint(database, &["source", "add", "shop"]);
        assert!(!again.status.success());
        let listed = text(&holdpoint(database, &["source", "list"]).stdout);
        assert!(
            listed.contains("shop") && !listed.contains(token.trim()),
            "{listed}"
        );

        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("reports.ndjson");
        let lines = [
            report("a").to_string(),
            "{}".to_owned(),
            report("b").to_string(),
        ];
        fs::write(&file, lines.join("\n")).expect("a file");
        let imported = import(database, &file);
        assert_eq!(imported.status.code(), Some(1), "{imported:?}");
        assert!(
            text(&imported.stdout).starts_with("2 new, 0 known already, "),
            "{imported:?}"
        );
        assert!(
            text(&imported.stderr).contains("line 2: /report_id: missing"),
            "{imported:?}"
        );

        fs::write(
            &file,
            serde_json::to_string_pretty(&report("c")).expect("JSON"),
        )
        .expect("a file");
        let alone = import(database, &file);
        assert!(alone.status.success(), "{alone:?}");
        assert!(text(&alone.stdout).starts_with("1 new, "), "{alone:?}");

        let nobody = holdpoint(database, &["import", "--source", "nobody", "-"]);
        assert!(
            text(&nobody.stderr).contains("there is no source \"nobody\""),
            "{nobody:?}"
        );
    }
);

#[test]
fn the_description_of_the_api_is_printed() {
    let printed = Command::new(env!("CARGO_BIN_EXE_holdpoint"))
        .arg("openapi")
        .output();
    let printed = printed.expect("the program runs");
    let document: serde_json::Value = serde_json::from_slice(&printed.stdout).expect("JSON");
    assert_eq!(document["openapi"], "3.1.0");
}
