//! What tests of the domain share: the real situations of `tests/data/cases`, and documents made up at random.

use super::json;
use super::report::StopReport;
use super::report_parse;
use proptest::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};

fn case_files() -> Vec<PathBuf> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the cases")
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    files.sort_unstable();
    files
}

fn name(file: &Path) -> String {
    let stem = file.file_stem().expect("a name");
    stem.to_string_lossy().into_owned()
}

fn read(file: &Path) -> Value {
    json::parse(&std::fs::read(file).expect("readable")).expect("good JSON")
}

/// The documents of all real situations, with their file names, in the order of their numbers.
pub fn case_documents() -> Vec<(String, Value)> {
    let files = case_files();
    files.iter().map(|file| (name(file), read(file))).collect()
}

/// The document of the real situation with that number.
pub fn case_document(number: &str) -> Value {
    let files = case_files();
    let of_number = |file: &&PathBuf| name(file).starts_with(&format!("{number}-"));
    read(files.iter().find(of_number).expect("such a case"))
}

/// The report of the real situation with that number.
pub fn case_report(number: &str) -> StopReport {
    report_parse::parse(case_document(number), None).expect("a good report")
}

/// Any JSON document of a moderate size.
pub fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "-?[1-9][0-9]{0,20}\\.[0-9]{1,5}"
            .prop_map(|text| json::parse(text.as_bytes()).expect("a number")),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
