//! An outsider with the export, the public key and a script of their own.

use super::hand::Hand;
use super::{lived_in, verified};
use crate::desk::world::World;
use crate::support::database::{Database, on_both};
use holdpoint::domain::history::anchor::{Anchor, AnchorFault, SignedAnchor, SigningKey};
use holdpoint::domain::history::{ChainRow, EntryKind, entry_hash};
use holdpoint::domain::ids::HistoryNumber;
use holdpoint::service::export_history::export;
use holdpoint::service::verify_audit::{Anchors, AuditFault, Options, verify};
use holdpoint::store::history;
use holdpoint::worker::anchors::{Anchorer, Anchoring};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/verify.py");

/// What the script says of an export: whether it is whole, and the words.
fn outsider(export: &Path, key: &str) -> (bool, String) {
    let ran = Command::new("python3")
        .arg(SCRIPT)
        .arg(export)
        .arg(key)
        .output();
    let ran = ran.expect("python3 with the package cryptography");
    let said = [ran.stdout, ran.stderr].concat();
    (
        ran.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

fn anchorer(world: &World, file: &Path) -> (Anchorer, String) {
    let key = SigningKey::generate(&ring::rand::SystemRandom::new()).expect("a key");
    let public = key.public().to_string();
    let anchoring = Anchoring {
        key,
        every: Duration::from_secs(3600),
        file: Some(file.to_owned()),
        webhook: None,
    };
    let anchorer = Anchorer::new(world.services.clone(), anchoring).expect("a client");
    (anchorer, public)
}

/// An export of a world that was anchored, line by line, and the public key.
async fn exported(world: &World, directory: &TempDir) -> (Vec<Value>, String) {
    let file = directory.path().join("anchors");
    let (anchorer, public) = anchorer(world, &file);
    assert!(anchorer.step().await.expect("signed").is_some());
    assert!(
        anchorer.step().await.expect("looked").is_none(),
        "the head is the same"
    );
    let mut out = Vec::new();
    export(&world.services, &mut out, |_, _| {})
        .await
        .expect("written");
    let text = String::from_utf8(out).expect("text");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    (lines.collect(), public)
}

fn write(path: &Path, lines: &[Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(path, text).expect("written");
}

on_both!(
    an_outsider_verifies_an_export_and_rejects_a_hundred_altered_ones,
    async |database: &Database| {
        let world = lived_in(database).await;
        let directory = tempfile::tempdir().expect("a directory");
        let (lines, key) = exported(&world, &directory).await;
        let path = directory.path().join("export");
        write(&path, &lines);
        let (whole, said) = outsider(&path, &key);
        assert!(whole, "{said}");
        let mut dice = StdRng::seed_from_u64(100);
        for nth in 0..100 {
            let mut altered = lines.clone();
            alter(&mut altered, nth % 6, &mut dice);
            write(&path, &altered);
            let (whole, said) = outsider(&path, &key);
            assert!(!whole && said.contains("REJECTED"), "{nth}: {said}");
        }
    }
);

/// Runs the script on each file, in one process, and tells the words of each; what is no refusal ends it.
const EACH: &str = "
import runpy, sys
script, key, *files = sys.argv[1:]
for file in files:
    sys.argv = [script, file, key]
    try:
        runpy.run_path(script, run_name='__main__')
    except SystemExit as refused:
        print(refused.code)
";

on_both!(
    an_outsider_rejects_whatever_was_damaged_and_says_so_in_a_sentence,
    async |database: &Database| {
        let world = lived_in(database).await;
        let directory = tempfile::tempdir().expect("a directory");
        let (lines, key) = exported(&world, &directory).await;
        let whole: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut dice = StdRng::seed_from_u64(300);
        let files: Vec<_> = (0..300)
            .map(|nth| {
                let file = directory.path().join(format!("damaged {nth}"));
                fs::write(&file, damaged(&whole, &lines, nth % 5, &mut dice)).expect("written");
                file
            })
            .collect();
        let mut python = Command::new("python3");
        let ran = python
            .args(["-c", EACH, SCRIPT, &key])
            .args(&files)
            .output();
        let ran = ran.expect("python3");
        let said = String::from_utf8_lossy(&ran.stdout);
        let failed = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success() && failed.is_empty(), "{failed}");
        assert_eq!(said.lines().count(), files.len());
        for (nth, line) in said.lines().enumerate() {
            assert!(line.starts_with("REJECTED: "), "{nth}: {line}");
        }
    }
);

/// A flipped bit, a torn end, bytes that are no UTF-8, a member that is gone, or one of another type.
fn damaged(whole: &str, lines: &[Value], how: usize, dice: &mut StdRng) -> Vec<u8> {
    let mut bytes = whole.as_bytes().to_vec();
    // Without the line feed at the end it says the same.
    let at = dice.random_range(0..bytes.len() - 2);
    match how {
        0 => bytes[at] ^= 1 << dice.random_range(0..7),
        1 => bytes.truncate(at),
        2 => bytes.insert(at, 0xff),
        _ => {
            let mut lines = lines.to_vec();
            let line = dice.random_range(0..lines.len());
            let line = lines[line].as_object_mut().expect("an object");
            let member = dice.random_range(0..line.len());
            let name = line.keys().nth(member).expect("a member").clone();
            let was = line.remove(&name);
            if how == 3 {
                // Python would say that it is equal.
                let alike = was.as_ref().and_then(Value::as_i64);
                let alike = alike.and_then(|n| serde_json::from_str(&format!("{n}.0")).ok());
                let others = [json!(null), json!(["x"]), json!({"x": 1}), json!(true)];
                let other = others[dice.random_range(0..others.len())].clone();
                let other = alike.unwrap_or(other);
                let same = was.as_ref() == Some(&other);
                line.insert(name, if same { json!("x") } else { other });
            }
            return lines
                .iter()
                .flat_map(|line| format!("{line}\n").into_bytes())
                .collect();
        }
    }
    bytes
}

fn alter(lines: &mut Vec<Value>, how: usize, dice: &mut StdRng) {
    // The first line and the two last ones are no entries, and no anchor names those of the anchor itself and of the export.
    let entries = lines.len() - 4;
    let at = dice.random_range(1..entries);
    match how {
        0 => {
            let line = lines[at].as_object_mut().expect("an entry");
            let member = dice.random_range(0..line.len());
            let (_, value) = line.iter_mut().nth(member).expect("a member");
            *value = other(value);
        }
        1 => drop(lines.remove(at)),
        2 => lines.insert(at, lines[at].clone()),
        3 => lines.swap(at, at + 1),
        4 => lines.truncate(at + 1),
        _ => rewrite(lines, at),
    }
}

fn other(value: &Value) -> Value {
    match value.as_i64() {
        Some(number) => json!(number + 1),
        None => json!(format!("{} ", value.as_str().unwrap_or_default())),
    }
}

/// Somebody who knows how the chain is made writes it anew from an entry on, the head and the end as well.
fn rewrite(lines: &mut [Value], from: usize) {
    let mut previous = lines[from]["previous"].as_str().expect("a hash").to_owned();
    // Before the anchor, which names the last entry before that of the export.
    lines[from]["actor"] = json!("somebody");
    for line in lines.iter_mut().skip(from) {
        if line.get("document").is_none() {
            break;
        }
        line["previous"] = json!(previous);
        previous = hash(line);
        line["hash"] = json!(previous);
    }
    lines[0]["head"]["hash"] = json!(previous);
    let last = lines.len() - 1;
    lines[last]["end"]["hash"] = json!(previous);
}

fn hash(line: &Value) -> String {
    let text = |member: &str| line[member].as_str().expect("text").to_owned();
    let (actor_kind, actor, kind) = (text("actor_kind"), text("actor"), text("kind"));
    let (document, previous) = (text("document"), text("previous"));
    entry_hash(&ChainRow {
        number: line["number"].as_i64().expect("a number"),
        at: line["at"].as_i64().expect("a time"),
        case: line["case"].as_i64(),
        operation: line["operation"].as_i64(),
        actor_kind: &actor_kind,
        actor: &actor,
        kind: &kind,
        document: &document,
        previous: &previous,
        hash: "",
    })
}

on_both!(
    s24_anchors_find_a_cut_off_end_and_a_history_written_anew,
    async |database: &Database| {
        let world = lived_in(database).await;
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("anchors");
        let (anchorer, public) = anchorer(&world, &file);
        let signed = anchorer.step().await.expect("signed").expect("an anchor");
        let written = fs::read_to_string(&file).expect("a file");
        let read: Vec<SignedAnchor> = written
            .lines()
            .map(|line| serde_json::from_str(line).expect("an anchor"))
            .collect();
        assert_eq!(read, std::slice::from_ref(&signed));

        let with = async |anchors: Vec<SignedAnchor>, key: &str| {
            let key = key.parse().expect("a key");
            let options = Options {
                anchors: Some(Anchors { anchors, key }),
                ..Options::default()
            };
            let verified = verify(&world.services, &options, |_| {}).await;
            verified.map_err(|error| error.refusal().expect("a fault"))
        };
        with(read, &public).await.expect("it is anchored");

        // By the anchors of a history that went on, or went another way.
        let key = SigningKey::generate(&ring::rand::SystemRandom::new()).expect("a key");
        let public = key.public().to_string();
        let sign = |number, hash: &str| {
            let (hash, at) = (hash.to_owned(), world.services.now());
            key.sign(&Anchor { number, hash, at })
        };
        let longer = sign(signed.number + 5, &signed.hash);
        let fault = with(vec![longer], &public).await.expect_err("a fault");
        assert!(
            matches!(fault, AuditFault::Anchor(AnchorFault::CutOff { .. })),
            "{fault}"
        );
        let another = sign(3, &signed.hash);
        let fault = with(vec![another], &public).await.expect_err("a fault");
        assert!(
            matches!(
                fault,
                AuditFault::Anchor(AnchorFault::Rewritten { number: 3, .. })
            ),
            "{fault}"
        );
        let fault = with(vec![signed], &public).await.expect_err("a fault");
        assert!(
            matches!(fault, AuditFault::Anchor(AnchorFault::NotSigned { .. })),
            "{fault}"
        );
    }
);

/// Somebody who has the database, and knows how the chain is made, writes it anew from an entry on.
pub async fn write_anew(world: &World, hand: &mut Hand, from: i64) {
    let mut connection = world.services.db.read().await.expect("a connection");
    let entries = history::after(&mut connection, HistoryNumber(from - 1), 10_000).await;
    let mut entries = entries.expect("read");
    drop(connection);
    let mut previous = entries[0].previous_hash.clone();
    for entry in &mut entries {
        entry.previous_hash = previous;
        let (number, before) = (entry.number, &entry.previous_hash);
        let hash = entry_hash(&entry.chain_row());
        let sql = format!(
            "UPDATE history SET previous_hash = '{before}', hash = '{hash}' WHERE number = {number}"
        );
        hand.must(&sql).await;
        previous = hash;
    }
    hand.must(&format!("UPDATE chain_head SET hash = '{previous}'"))
        .await;
}

on_both!(
    s24_a_history_written_anew_inside_the_database_is_whole_until_an_anchor_is_held_against_it,
    async |database: &Database| {
        let world = lived_in(database).await;
        // The last entry vouches for no row.
        export(&world.services, &mut Vec::new(), |_, _| {})
            .await
            .expect("written");
        let directory = tempfile::tempdir().expect("a directory");
        let (anchorer, public) = anchorer(&world, &directory.path().join("anchors"));
        let signed = anchorer.step().await.expect("signed").expect("an anchor");
        let options = Options {
            anchors: Some(Anchors {
                anchors: vec![signed.clone()],
                key: public.parse().expect("a key"),
            }),
            ..Options::default()
        };
        let anchored = async || {
            let verified = verify(&world.services, &options, |_| {}).await;
            verified.map_err(|error| error.refusal().expect("a fault"))
        };
        anchored().await.expect("whole");
        let mut hand = Hand::on(database).await;
        for table in ["history", "chain_head"] {
            hand.keep(table).await;
        }

        // An entry that no row and no other entry vouches for is another one's deed now.
        let claimed = world.first_entry(EntryKind::Claimed).await;
        let sql = format!("UPDATE history SET actor = 'eve' WHERE number = {claimed}");
        hand.must(&sql).await;
        let fault = verified(&world).await.expect_err("half a deed");
        assert!(
            fault.to_string().contains(&format!("entry {claimed}")),
            "{fault}"
        );
        write_anew(&world, &mut hand, claimed).await;
        verified(&world)
            .await
            .expect("a whole chain, but another one");
        let fault = anchored().await.expect_err("another chain");
        let AuditFault::Anchor(AnchorFault::Rewritten { number, .. }) = fault else {
            panic!("{fault}")
        };
        assert_eq!(number, signed.number);
        for table in ["history", "chain_head"] {
            hand.put_back(table).await;
        }
        anchored().await.expect("whole again");

        // The end is cut off, and the head is moved back to where it fits.
        // With the entry after it, which tells of the anchor.
        for table in ["history", "vouches"] {
            hand.must(&format!(
                "DELETE FROM {table} WHERE number >= (SELECT number FROM chain_head) - 1"
            ))
            .await;
        }
        hand.must("DELETE FROM anchors").await;
        let last = "SELECT MAX(number) FROM history";
        let head = format!(
            "UPDATE chain_head SET number = ({last}), hash = (SELECT hash FROM history WHERE number = ({last}))"
        );
        hand.must(&head).await;
        verified(&world)
            .await
            .expect("a whole chain, but a shorter one");
        let fault = anchored().await.expect_err("a shorter chain");
        let AuditFault::Anchor(AnchorFault::CutOff { number, .. }) = fault else {
            panic!("{fault}")
        };
        assert_eq!(number, signed.number);
    }
);

on_both!(
    a_verification_that_was_stopped_goes_on_where_it_was,
    async |database: &Database| {
        let world = lived_in(database).await;
        let directory = tempfile::tempdir().expect("a directory");
        let options = Options {
            state: Some(directory.path().join("state")),
            ..Options::default()
        };
        let first = verify(&world.services, &options, |_| {})
            .await
            .expect("whole");
        let case = world
            .stop(crate::desk::world::stopped_shipment("8819"))
            .await;
        world.resume(&world.irina, case).await;
        let again = verify(&world.services, &options, |_| {})
            .await
            .expect("whole");
        assert!(again.entries > first.entries && again.decisions == first.decisions + 1);
        let anew = verify(&world.services, &Options::default(), |_| {}).await;
        assert_eq!(anew.expect("whole"), again);
    }
);
