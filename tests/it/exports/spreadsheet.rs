//! A spreadsheet opens a CSV file, and every text is a text.

use super::{ODD, Office, csv_rows, json_rows};
use crate::support::database::{Backend, on_database};
use crate::support::required;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// LibreOffice reads the file as a person opens it, and writes each cell as it shows it, with every text in quotation marks.
fn through_a_spreadsheet(folder: &Path, file: &str) -> Option<String> {
    fs::write(folder.join("export.csv"), file).expect("a file");
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());
    let convert = |to: &str, from: &str| {
        Command::new("soffice")
            .args([
                "--headless",
                &profile,
                "--infilter=CSV:44,34,76,1",
                "--convert-to",
                to,
                "--outdir",
                "opened",
                from,
            ])
            .current_dir(folder)
            .output()
    };
    let done = match convert(
        "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false",
        "export.csv",
    ) {
        Ok(done) => done,
        Err(error) => {
            assert!(
                !required("REQUIRE_SPREADSHEET"),
                "REQUIRE_SPREADSHEET is set: {error}"
            );
            eprintln!("skipped: no LibreOffice (tests/run installs it)");
            return None;
        }
    };
    assert!(done.status.success(), "{done:?}");
    Some(fs::read_to_string(folder.join("opened/export.csv")).expect("the opened file"))
}

#[test]
fn odd_texts_open_as_texts_in_a_spreadsheet_and_are_the_same_when_read_again() {
    on_database(Backend::Sqlite, async |database| {
        let office = Office::on(database).await;
        office.turned_away(&ODD.map(ToOwned::to_owned)).await;
        let export = "/export/decisions";
        let (_, told, _) = json_rows(&office.export(export, "jsonl").await.body);
        let folder = tempfile::tempdir().expect("a folder");
        let file = office.export(export, "csv").await.body;
        let Some(opened) = through_a_spreadsheet(folder.path(), &file) else {
            return;
        };
        let words = |rows: &[Value]| -> Vec<String> {
            let words = rows.iter().map(|row| row["words"].as_str().expect("words"));
            words.map(ToOwned::to_owned).collect()
        };
        // Only texts come back in quotation marks: a number, a date, a truth or a formula's value would not.
        for guarded in told.iter().filter_map(|row| row["words"].as_str()) {
            let cell = holdpoint::domain::export::guarded(guarded).replace('"', "\"\"");
            assert!(
                opened.contains(&format!("\"{cell}\"")),
                "{guarded:?} in {opened}"
            );
        }
        let marked = format!("\u{feff}{}", opened.trim_start_matches('\u{feff}'));
        let (_, read, _) = csv_rows(&marked);
        let mut expected = ODD.map(ToOwned::to_owned).to_vec();
        expected.sort();
        for found in [words(&told), words(&read), words(&csv_rows(&file).1)] {
            let mut found = found;
            found.sort();
            assert_eq!(found, expected);
        }
    });
}
