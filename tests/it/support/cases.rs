//! The real situations of `tests/data/cases`, as reports.

use serde_json::Value;
use std::path::PathBuf;

/// One real situation.
pub struct RealCase {
    /// Its file's name, without the extension.
    pub name: String,
    pub report: Value,
}

/// All of them, in the order of their numbers.
pub fn real_cases() -> Vec<RealCase> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/cases");
    let entries = directory.read_dir().expect("the cases");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "json")
    });
    files.sort();
    files.iter().map(read).collect()
}

fn read(file: &PathBuf) -> RealCase {
    let name = file.file_stem().expect("a name").to_string_lossy().into();
    let text = std::fs::read_to_string(file).expect("a text");
    let report = serde_json::from_str(&text);
    let report = report.unwrap_or_else(|why| panic!("{name}: {why}"));
    RealCase { name, report }
}
