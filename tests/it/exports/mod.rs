//! Lists as files: the rows are those of the page, whatever stands in them, however many there are, and whatever people do
//! meanwhile.

mod evidence;
mod lists;
mod spreadsheet;
mod streamed;

use crate::queue::{Desk, somebody};
use crate::support::database::Database;
use crate::support::person::{Person, Reply};
use holdpoint::domain::history::{ActorKind, EntryKind};
use holdpoint::domain::people::Role;
use holdpoint::domain::time::Timestamp;
use holdpoint::store::history::{self, NewEntry};
use serde_json::{Value, json};

/// Texts that spreadsheets and readers of files stumble over.
const ODD: [&str; 16] = [
    "=1+1",
    "=HYPERLINK(\"https://example.com\", \"click\")",
    "+7 900 000-00-00",
    "-5",
    "@SUM(A1:A9)",
    "\t=1",
    "\r=1",
    " =1",
    "nul\0 and more",
    "two\nlines, \"both\"",
    "🚚 по-русски; ＝1",
    "'quoted'",
    "\"quoted\"",
    "0088",
    "1E5",
    "plain",
];

/// A desk with an auditor.
struct Office {
    desk: Desk,
    nia: Person,
}

impl Office {
    async fn on(database: &Database) -> Self {
        let desk = Desk::on(database).await;
        let nia = somebody(&desk.world, "nia", Role::Auditor).await;
        Self { desk, nia }
    }

    /// What the buttons of a list send.
    async fn export(&self, path: &str, form: &str) -> Reply {
        let token = self.nia.get("/decisions").await.token();
        self.nia
            .post(path, &[("token", &token), ("form", form)])
            .await
    }

    /// Somebody was turned away, again and again; each time they said something else.
    async fn turned_away(&self, words: &[String]) {
        let db = &self.desk.world.services().db;
        for some in words.chunks(1_000) {
            let mut tx = db.begin().await.expect("a transaction");
            let entries = some.iter().enumerate().map(|(n, words)| entry(n, words));
            let appended = history::append(&mut tx, entries.collect()).await;
            appended.expect("appended");
            tx.commit().await.expect("committed");
        }
    }
}

/// An entry of the register that belongs to no case.
fn entry(n: usize, words: &str) -> NewEntry {
    let n = i64::try_from(n).expect("small");
    NewEntry {
        // Several at one time, so that the time alone does not tell them apart.
        at: Timestamp(1_764_000_000_000_000 + n / 7),
        case: None,
        operation: None,
        actor_kind: ActorKind::Person,
        actor: format!("person-{}", n % 3),
        kind: EntryKind::TurnedAway,
        document: json!({"tried": "resume", "why": "holder", "role": "reviewer", "words": words}),
    }
}

/// The rows of a CSV file, by the names of its columns; what was guarded is as it was.
fn csv_rows(file: &str) -> (Vec<String>, Vec<Value>, Vec<String>) {
    let text = file.strip_prefix('\u{feff}').expect("the mark of UTF-8");
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut records: Vec<Vec<String>> = (reader.records())
        .map(|record| record.expect("a record").iter().map(restored).collect())
        .collect();
    let about = records.remove(0);
    let names = records.remove(0);
    let end = records.pop().expect("a last line");
    let row = |cells: Vec<String>| {
        let members = names
            .iter()
            .cloned()
            .zip(cells.into_iter().map(Value::from));
        Value::Object(members.collect())
    };
    (about, records.into_iter().map(row).collect(), end)
}

fn restored(cell: &str) -> String {
    let text = holdpoint::domain::export::restored(cell);
    text.expect("a cell as the program writes it").into_owned()
}

/// The rows of a file of JSON Lines, between its first line and its last.
fn json_rows(file: &str) -> (Value, Vec<Value>, Value) {
    let mut lines: Vec<Value> = (file.lines())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let about = lines.remove(0);
    let end = lines.pop().expect("a last line");
    (about, lines, end)
}

/// Every value as a CSV file has it.
fn as_texts(row: &Value) -> Value {
    let members = row.as_object().expect("an object").iter();
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    };
    Value::Object(
        members
            .map(|(name, value)| (name.clone(), text(value).into()))
            .collect(),
    )
}
