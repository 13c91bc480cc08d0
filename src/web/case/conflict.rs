//! The same key with different content: every version beside the agreed one, with a table of differences.

use super::json_text::{self, LARGE};
use super::operation::Version;
use crate::domain::json::{Difference, differences};
use serde_json::Value;

/// More differences than this are counted, not listed: the whole documents are one click away.
const LISTED: usize = 100;

/// Parts of names by which amounts are recognised.
const MONEY: [&str; 9] = [
    "amount", "total", "price", "sum", "currency", "qty", "quantity", "tax", "fee",
];
/// Parts of names by which fields are recognised that only serve the transport.
const TECHNICAL: [&str; 10] = [
    "nonce",
    "trace",
    "marker",
    "timestamp",
    "request_id",
    "correlation",
    "sent_at",
    "attempt",
    "session_token",
    "user_agent",
];

/// A version that nobody has decided about, against the agreed one.
#[derive(Debug, Clone)]
pub struct Disputed {
    pub agreed: Side,
    pub changed: Side,
    /// `None` where nobody knows what one of them says.
    pub table: Option<Table>,
}

/// One of two contents.
#[derive(Debug, Clone)]
pub struct Side {
    pub version: Version,
    /// Indented; `None` where it is not known, or too large for the page.
    pub text: Option<String>,
    pub large: bool,
}

/// Where two contents differ; amounts first, technical fields last.
#[derive(Debug, Clone)]
pub struct Table {
    pub rows: Vec<Row>,
    /// How many there are in all.
    pub count: usize,
    /// Amounts that both have and that are the same.
    pub same_money: Vec<(String, String)>,
    /// By their names, only technical fields differ.
    pub only_technical: bool,
}

/// One place where two contents differ.
#[derive(Debug, Clone)]
pub struct Row {
    pub pointer: String,
    pub old: Option<String>,
    pub new: Option<String>,
    pub sort: Sort,
}

/// What kind of field it seems to be, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    Money,
    Other,
    Technical,
}

impl Sort {
    fn of(pointer: &str) -> Self {
        let name = pointer
            .rsplit('/')
            .find(|part| part.parse::<u32>().is_err());
        let name = name.unwrap_or(pointer).to_lowercase();
        let holds = |words: &[&str]| words.iter().any(|word| name.contains(word));
        if holds(&TECHNICAL) {
            Self::Technical
        } else if holds(&MONEY) {
            Self::Money
        } else {
            Self::Other
        }
    }
}

impl Disputed {
    /// Compares a version with the agreed one.
    pub fn of(agreed: (&Version, Option<&Value>), changed: (&Version, Option<&Value>)) -> Self {
        let table = match (agreed.1, changed.1) {
            (Some(old), Some(new)) => Some(Table::of(old, new)),
            (Some(_) | None, Some(_) | None) => None,
        };
        Self {
            agreed: Side::of(agreed),
            changed: Side::of(changed),
            table,
        }
    }

    /// Both, the agreed one first.
    pub fn sides(&self) -> [&Side; 2] {
        [&self.agreed, &self.changed]
    }
}

impl Side {
    fn of((version, payload): (&Version, Option<&Value>)) -> Self {
        let text = payload.map(json_text::pretty);
        let large = text.as_ref().is_some_and(|text| text.len() > LARGE);
        Self {
            version: version.clone(),
            text: text.filter(|_| !large),
            large,
        }
    }
}

impl Table {
    fn of(old: &Value, new: &Value) -> Self {
        let found = differences(old, new);
        let mut rows: Vec<Row> = found.iter().flat_map(leaves).collect();
        rows.sort_by_key(|row| row.sort);
        Self {
            count: rows.len(),
            only_technical: !rows.is_empty() && rows.iter().all(|r| r.sort == Sort::Technical),
            same_money: same_money(old, new, &rows),
            rows: rows.into_iter().take(LISTED).collect(),
        }
    }

    /// How many are not listed.
    pub fn more(&self) -> usize {
        self.count - self.rows.len()
    }
}

/// Where one side has a whole object and the other nothing, each of its members is a row.
fn leaves(difference: &Difference) -> Vec<Row> {
    let ((Some(Value::Object(one_sided)), None) | (None, Some(Value::Object(one_sided)))) =
        (&difference.old, &difference.new)
    else {
        return vec![row(difference)];
    };
    if one_sided.is_empty() {
        return vec![row(difference)];
    }
    let of = |value: &Value, there: bool| there.then(|| value.clone());
    one_sided
        .iter()
        .flat_map(|(name, value)| {
            leaves(&Difference {
                pointer: crate::domain::json::pointer_to(&difference.pointer, name),
                old: of(value, difference.old.is_some()),
                new: of(value, difference.new.is_some()),
            })
        })
        .collect()
}

fn row(difference: &Difference) -> Row {
    Row {
        pointer: difference.pointer.clone(),
        old: difference.old.as_ref().map(Value::to_string),
        new: difference.new.as_ref().map(Value::to_string),
        sort: Sort::of(&difference.pointer),
    }
}

/// Top-level amounts that both have alike: that they did not change is the first thing a reviewer asks.
fn same_money(old: &Value, new: &Value, rows: &[Row]) -> Vec<(String, String)> {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return Vec::new();
    };
    old.iter()
        .filter(|(name, _)| Sort::of(name) == Sort::Money)
        .filter(|(name, value)| {
            new.get(*name)
                .is_some_and(|n| crate::domain::json::same(n, value))
        })
        .filter(|(name, _)| rows.iter().all(|row| row.pointer != format!("/{name}")))
        .map(|(name, value)| (name.clone(), json_text::plain(value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_come_first_and_technical_fields_last() {
        let old = json!({"metadata": {"nonce": "a81"}, "note": null, "amount": "1.10", "currency": "USD"});
        let new =
            json!({"metadata": {"nonce": "b07"}, "note": "x", "amount": "1.20", "currency": "USD"});
        let table = Table::of(&old, &new);
        let pointers: Vec<_> = table.rows.iter().map(|r| r.pointer.as_str()).collect();
        assert_eq!(pointers, ["/amount", "/note", "/metadata/nonce"]);
        assert_eq!(
            table.same_money,
            [("currency".to_owned(), "USD".to_owned())]
        );
        assert!(!table.only_technical);
    }

    #[test]
    fn a_marker_alone_is_a_technical_difference() {
        let table = Table::of(&json!({"m": {"nonce": 1}}), &json!({"m": {"nonce": 2}}));
        assert!(table.only_technical);
    }
}
