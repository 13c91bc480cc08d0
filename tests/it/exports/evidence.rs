//! Everything about one operation in one file, which anybody can verify without the program.

use crate::masking::{PERSONAL, POLICY, order_anew, shipment};
use crate::queue::{report, somebody};
use crate::support::database::{Database, on_both};
use crate::support::person::Person;
use crate::support::reports::stopped_shipment;
use crate::support::world::World;
use holdpoint::domain::digest::sha256_hex;
use holdpoint::domain::people::Role;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::Path;
use std::process::Command;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

type Files = Vec<(String, String)>;

/// What an outsider's script says of the file.
fn verified(zip: &[u8]) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("evidence.zip");
    File::create(&file)
        .and_then(|mut file| file.write_all(zip))
        .expect("written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/verify-evidence.py");
    let said = Command::new("python3").arg(script).arg(&file).output();
    let said = said.expect("Python");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    if said.status.success() {
        Ok(text(said.stdout))
    } else {
        Err(text(said.stderr))
    }
}

fn unzipped(zip: &[u8]) -> Files {
    let mut archive = ZipArchive::new(Cursor::new(zip)).expect("a zip");
    let many = archive.len();
    let read = |nth| {
        let mut one = archive.by_index(nth).expect("a file");
        let mut text = String::new();
        one.read_to_string(&mut text).expect("UTF-8");
        (one.name().expect("a name").into_owned(), text)
    };
    (0..many).map(read).collect()
}

fn zipped(files: &Files) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        let begun = zip.start_file(name, SimpleFileOptions::default());
        begun.expect("a file");
        zip.write_all(text.as_bytes()).expect("written");
    }
    zip.finish().expect("a zip").into_inner()
}

fn text_of<'f>(files: &'f Files, name: &str) -> &'f str {
    let found = files.iter().find(|(named, _)| named.starts_with(name));
    &found.unwrap_or_else(|| panic!("no {name}")).1
}

/// Everything about the operation of a case, as the button gives it to a person.
async fn taken_by(person: &Person, case: i64) -> Vec<u8> {
    let page = person.get(&format!("/cases/{case}")).await;
    let path = format!("/export/evidence/{case}");
    assert!(page.body.contains(&path), "the case has the button");
    person.bytes(&path, &[("token", &page.token())]).await
}

/// The same files, of which one says something else.
fn altered(files: &Files, name: &str) -> Files {
    let mut files = files.clone();
    let (_, text) = (files.iter_mut())
        .find(|(named, _)| named == name)
        .expect("a file");
    let digits = text.match_indices(|c: char| c.is_ascii_digit());
    let digits: Vec<usize> = digits.map(|(at, _)| at).collect();
    let at = *digits.get(digits.len() / 2).expect("a digit in every file");
    let other = if text.as_bytes()[at] == b'7' {
        "8"
    } else {
        "7"
    };
    text.replace_range(at..=at, other);
    files
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The list tells of the files as they are.
fn listed_anew(mut files: Files) -> Files {
    let mut manifest = json_of(text_of(&files, "manifest.json"));
    for kind in ["documents", "others"] {
        for listed in manifest[kind].as_array_mut().expect("a list") {
            let name = listed["name"].as_str().expect("a name");
            listed["sha256"] = sha256_hex(text_of(&files, name)).into();
        }
    }
    files.retain(|(name, _)| name != "manifest.json");
    files.push(("manifest.json".to_owned(), manifest.to_string()));
    files
}

/// And so does the last entry of the history.
fn told_anew(mut files: Files) -> Files {
    let manifest = json_of(text_of(&files, "manifest.json"));
    let (_, history) = (files.iter_mut())
        .find(|(name, _)| name == "history.jsonl")
        .expect("the history");
    let (before, last) = history.trim_end().rsplit_once('\n').expect("lines");
    let mut entry = json_of(last);
    let mut document = json_of(entry["document"].as_str().expect("a text"));
    document["documents"] = sha256_hex(manifest["documents"].to_string()).into();
    let document = document.to_string();
    let mut parts: Vec<Value> = [
        "previous",
        "number",
        "at",
        "case",
        "operation",
        "actor_kind",
        "actor",
        "kind",
    ]
    .map(|name| entry[name].clone())
    .to_vec();
    parts.push(sha256_hex(&document).into());
    entry["hash"] = sha256_hex(Value::from(parts).to_string()).into();
    entry["document"] = document.into();
    *history = format!("{before}\n{entry}\n");
    listed_anew(files)
}

fn is_found(files: &Files, name: &str) {
    let said = verified(&zipped(files)).expect_err(name);
    assert!(said.starts_with("REJECTED: "), "{name}: {said}");
}

/// Something is added, and the list tells of it as if it had always been there.
fn added(files: &Files) -> Vec<(&'static str, Files)> {
    let of_manifest = |change: &dyn Fn(&mut Value)| {
        let mut files = files.clone();
        let mut manifest = json_of(text_of(&files, "manifest.json"));
        change(&mut manifest);
        files.retain(|(name, _)| name != "manifest.json");
        files.push(("manifest.json".to_owned(), manifest.to_string()));
        files
    };
    let mut more = of_manifest(&|manifest| {
        let others = manifest["others"].as_array_mut().expect("a list");
        others.push(json!({"name": "order.json", "sha256": ""}));
    });
    more.push(("order.json".to_owned(), "{}".to_owned()));
    let in_line = |name: &str, member: &str| {
        let mut files = files.clone();
        let mut all = files.iter_mut();
        let (_, text) = all.find(|(named, _)| named == name).expect("a file");
        text.insert_str(1, member);
        listed_anew(files)
    };
    vec![
        ("a file", listed_anew(more)),
        (
            "a case",
            of_manifest(&|manifest| manifest["case"] = json!(1)),
        ),
        (
            "a note",
            of_manifest(&|manifest| manifest["note"] = json!("approved")),
        ),
        (
            "a member",
            in_line("history.jsonl", "\"note\":\"approved\","),
        ),
        (
            "another actor",
            in_line("history.jsonl", "\"actor\":\"eve\","),
        ),
    ]
}

/// Whatever is altered is found, whether the list says so or not.
fn what_is_altered_is_found(files: &Files) {
    for (name, _) in files {
        if name == "anchors.jsonl" {
            continue;
        }
        let altered = altered(files, name);
        is_found(&altered, name);
        if name != "manifest.json" {
            is_found(&listed_anew(altered.clone()), name);
        }
        // The history told the digest of each of these when it was made, long before the file.
        let told_before = ["payloads/", "reports/", "decisions/"];
        if told_before.iter().any(|folder| name.starts_with(folder)) {
            is_found(&told_anew(listed_anew(altered)), name);
        }
        let without = files.iter().filter(|(named, _)| named != name);
        is_found(&without.cloned().collect(), name);
    }
    for (name, files) in added(files) {
        is_found(&files, name);
    }
    let whole = zipped(files);
    verified(&whole[..whole.len() * 2 / 3]).expect_err("half a file");
}

on_both!(
    the_evidence_of_an_operation_is_whole_and_an_altered_one_is_found,
    async |database: &Database| {
        let world = World::by_policy(database, POLICY).await;
        let shop = world.source("shop-wms").await;
        let nia = somebody(&world, "nia", Role::Auditor).await;
        let vera = world.person("vera", Role::SeniorReviewer).await;
        let case = report(&shop, &shipment("8818", "ann-first@private.example")).await;
        // Others, which the chain has between: their documents are nobody's business here.
        report(&shop, &stopped_shipment("secret-8819")).await;
        let seen = vera.claim("S-104/8818").await;
        order_anew(&vera, &seen, None)
            .await
            .must_show("Waits for a second person");
        assert!(!vera.open(&seen.path).await.html.contains("/export/"));

        let covered = taken_by(&nia, case).await;
        let files = unzipped(&covered);
        let has = |what: &str| files.iter().any(|(_, text)| text.contains(what));
        assert!(!has("secret") && !has(PERSONAL) && has("•••"));
        let said = verified(&covered).expect("it verifies");
        for masked in ["payloads/", "reports/", "order.json"] {
            let told = said.lines().filter(|line| line.starts_with("masked"));
            assert_eq!(
                told.filter(|line| line.contains(masked)).count(),
                1,
                "{said}"
            );
        }
        assert!(text_of(&files, "index.html").contains("Personal values are covered"));

        let page = nia.get(&format!("/cases/{case}")).await;
        let fields = [("token", &*page.token()), ("reason", "The court asked")];
        nia.post(&format!("/cases/{case}/unmask"), &fields).await;
        let whole = taken_by(&nia, case).await;
        let said = verified(&whole).expect("it verifies");
        assert!(said.starts_with("verified up to entry "), "{said}");
        let files = unzipped(&whole);
        let sent = json_of(text_of(&files, "reports/"));
        assert_eq!(sent, shipment("8818", "ann-first@private.example"));
        assert!(text_of(&files, "index.html").contains("ship:8818:S-104"));
        what_is_altered_is_found(&files);

        // That it was taken out is known to both logs, and whether with the values.
        let log = nia.get("/access?opened=export").await.body;
        assert_eq!(log.matches(">evidence zip<").count(), 2, "{log}");
        let history = text_of(&files, "history.jsonl");
        let told = history.lines().map(json_of);
        let told = told.filter(|entry| entry["kind"] == "exported");
        let told: Vec<Value> = (told)
            .map(|entry| json_of(entry["document"].as_str().expect("a text"))["masked"].clone())
            .collect();
        assert_eq!(told, [json!(true), Value::Null, json!(false), Value::Null]);
    }
);
