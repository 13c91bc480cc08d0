//! The sources of pages, to be read by tests.

use std::fs;
use std::path::Path;

/// Path and text of every Rust source but these, without lines that are comments.
pub fn rust_sources() -> Vec<(String, String)> {
    let without_comments = |text: String| {
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    // These tests name what they look for.
    let mut sources = files_under("src", "rs");
    sources.retain(|(path, _)| !path.contains("/web/tests"));
    let sources = sources.into_iter();
    sources
        .map(|(path, text)| (path, without_comments(text)))
        .collect()
}

/// Path and text of every template.
pub fn templates() -> Vec<(String, String)> {
    files_under("templates", "html")
}

/// Path and text of every file with this extension, in the order of their paths.
pub fn files_under(folder: &str, extension: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
        extension,
        &mut found,
    );
    found.sort();
    assert!(!found.is_empty(), "no .{extension} under {folder}");
    found
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push((
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
}
