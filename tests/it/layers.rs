//! Which room of the house may know which: read from the imports, so that it stays true.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, each with the rooms it may know beside itself.
const ROOMS: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("clock", &["domain"]),
    ("tls", &[]),
    ("policy", &["domain"]),
    ("config", &["domain", "policy"]),
    ("store", &["clock", "domain"]),
    ("service", &["clock", "domain", "policy", "store"]),
    ("web", &["clock", "config", "domain", "policy", "service"]),
    ("api", &["clock", "config", "domain", "policy", "service"]),
    (
        "worker",
        &["clock", "config", "domain", "policy", "service"],
    ),
    // A sample source and sample receiving systems: to the rest they speak over HTTP, as any would.
    ("demo", &["clock"]),
    // The two that put the house together know every room.
    ("app", EVERY_ROOM),
    ("cli", EVERY_ROOM),
];

const EVERY_ROOM: &[&str] = &[
    "api", "app", "clock", "config", "demo", "domain", "policy", "service", "store", "web",
    "worker",
];

/// Crates and parts of the standard library, each with the only rooms that may use them.
const KEPT_APART: &[(&str, &[&str])] = &[
    ("sqlx", &["store"]),
    ("actix_web", &["api", "app", "cli", "demo", "web"]),
    ("askama", &["demo", "web"]),
    ("tower_sessions", &["app", "store", "web"]),
    ("clap", &["cli", "config"]),
    ("lettre", &["worker"]),
    ("prometheus_client", &["web"]),
    ("reqwest", &["cli", "demo", "worker"]),
];

/// What the pure rules may not touch at all.
const NOT_PURE: &[&str] = &[
    "tokio",
    "rand",
    "ulid",
    "futures_util",
    "std::env",
    "std::fs",
    "std::io",
    "std::net",
    "std::thread",
    "std::time::Instant",
    "std::time::SystemTime",
];

struct SourceFile {
    room: String,
    path: PathBuf,
    /// Without comments and without tests.
    code: String,
}

fn source_files() -> Vec<SourceFile> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    for path in rust_files(&src) {
        let below = path.strip_prefix(&src).expect("a path below src");
        let first = below.components().next().expect("a name").as_os_str();
        let room = Path::new(first).file_stem().expect("a stem");
        let room = room.to_string_lossy().into_owned();
        if room == "lib" || room == "main" {
            continue;
        }
        if is_test(below) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable file");
        let text = text.split("#[cfg(test)]\nmod tests {").next();
        files.push(SourceFile {
            room,
            path,
            code: without_comments(text.unwrap_or_default()),
        });
    }
    files
}

/// Tests stand on what their rooms may not: files of examples, and databases.
fn is_test(path: &Path) -> bool {
    path.file_stem()
        .is_some_and(|stem| stem == "tests" || stem == "testing")
        || path.components().any(|part| part.as_os_str() == "tests")
}

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

fn without_comments(text: &str) -> String {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The rooms that a text names by `crate::room` or `crate::{room, room::Name}`.
fn rooms_named_in(code: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for rest in code.split("crate::").skip(1) {
        if let Some(group) = rest.strip_prefix('{') {
            rooms.extend(first_names_of_group(group));
        } else {
            rooms.push(first_name(rest));
        }
    }
    rooms
}

fn first_names_of_group(group: &str) -> Vec<String> {
    let (mut depth, mut starts, mut names) = (0, true, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => starts = true,
            c if starts && !c.is_whitespace() => {
                starts = false;
                names.push(first_name(group.get(at..).unwrap_or_default()));
            }
            _ => {}
        }
    }
    names
}

fn first_name(text: &str) -> String {
    let word = |c: &char| c.is_alphanumeric() || *c == '_';
    text.chars().take_while(word).collect()
}

/// Whether a path such as `std::fs` begins somewhere in the text.
fn uses(code: &str, path: &str) -> bool {
    let inside_a_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(path).any(|(at, _)| {
        let before = code.get(..at).and_then(|text| text.chars().next_back());
        let after = code
            .get(at + path.len()..)
            .and_then(|text| text.chars().next());
        let begins = !before.is_some_and(|c| inside_a_word(c) || c == ':');
        let goes_on = path.contains("::")
            || code
                .get(at + path.len()..)
                .is_some_and(|t| t.starts_with("::"));
        begins && goes_on && !after.is_some_and(inside_a_word)
    })
}

fn allowed_rooms(room: &str) -> &'static [&'static str] {
    let known = ROOMS.iter().find(|(name, _)| *name == room);
    known
        .unwrap_or_else(|| panic!("src/{room} is a room that this test does not know"))
        .1
}

#[test]
fn every_room_knows_only_the_rooms_below_it() {
    let mut faults = Vec::new();
    for file in source_files() {
        let allowed = allowed_rooms(&file.room);
        for named in rooms_named_in(&file.code) {
            let is_room = ROOMS.iter().any(|(room, _)| *room == named);
            if is_room && named != file.room && !allowed.contains(&named.as_str()) {
                faults.push(format!("{}: knows {named}", file.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn sql_stays_in_the_store_and_http_with_those_who_speak_it() {
    let mut faults = Vec::new();
    for file in source_files() {
        for (name, rooms) in KEPT_APART {
            if uses(&file.code, name) && !rooms.contains(&file.room.as_str()) {
                faults.push(format!("{}: uses {name}", file.path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_rules_are_pure() {
    let mut faults = Vec::new();
    for file in source_files().iter().filter(|file| file.room == "domain") {
        for name in NOT_PURE.iter().filter(|name| uses(&file.code, name)) {
            faults.push(format!("{}: uses {name}", file.path.display()));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn no_two_rooms_know_each_other() {
    for (room, below) in ROOMS {
        for other in below.iter().filter(|other| *other != room) {
            let mutual = allowed_rooms(other).contains(room);
            assert!(!mutual, "{room} and {other} know each other");
        }
    }
}

#[test]
fn imports_are_read_in_every_way_they_are_written() {
    let rooms = |code| rooms_named_in(&without_comments(code));
    assert_eq!(rooms("use crate::store::Db;"), ["store"]);
    assert_eq!(rooms("    crate::web::page(x)"), ["web"]);
    assert_eq!(
        rooms("use crate::{\n    domain::{ids, time},\n    store::Db, web,\n};"),
        ["domain", "store", "web"]
    );
    assert_eq!(rooms("// use crate::store;\n"), Vec::<String>::new());
    assert!(uses("let x = sqlx::query(q)", "sqlx"));
    assert!(!uses("mysqlx::query(q)", "sqlx"));
    assert!(!uses("a sqlx error", "sqlx"));
    assert!(uses("use std::fs;", "std::fs"));
    assert!(!uses("use std::fsx;", "std::fs"));
}
