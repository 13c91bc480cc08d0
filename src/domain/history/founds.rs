//! Rows that were written before the history vouched for their table: they are vouched for as they are found, once. What such an
//! entry says is believed only where nobody could have had the program say it again, of rows that were changed meanwhile.

use super::{EntryKind, Vouch, Vouched};
use serde_json::Value;
use std::collections::BTreeMap;

/// What an entry tells that vouches for rows as they were found.
pub const FOUND: &str = "rows_found";
/// What the entry tells after which all that was there is vouched for.
pub const ALL_FOUND: &str = "all_rows_found";
/// The member of a document that names a table: from its entry on the rows of that one, and of all that came before it, are
/// vouched for only as they are written. The first entry of a history has it, and the one after the last of the rows found.
pub const VOUCHED_TO: &str = "vouched_to";

/// No key comes after it.
const NO_MORE: i64 = i64::MAX;

/// Whether an entry vouches for rows as they were found.
#[must_use]
pub fn is_of_found(kind: &str, document: &Value) -> bool {
    kind == EntryKind::RowsKept.as_str()
        && document.get("what").and_then(Value::as_str) == Some(FOUND)
}

/// Of each table the key after which rows may still be vouched for as they are found; of those that are not named, any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Founds(BTreeMap<Vouched, i64>);

impl Founds {
    /// As they were kept.
    pub fn of(kept: impl IntoIterator<Item = (Vouched, i64)>) -> Self {
        Self(kept.into_iter().collect())
    }

    /// To be kept.
    pub fn all(&self) -> impl Iterator<Item = (Vouched, i64)> {
        self.0.iter().map(|(table, after)| (*table, *after))
    }

    /// Whether no more rows of a table can be found.
    #[must_use]
    pub fn are_over(&self, table: Vouched) -> bool {
        self.0.get(&table) == Some(&NO_MORE)
    }

    /// No more rows can be found of the tables that were vouched for first.
    pub fn first_ones_end(&mut self) {
        self.end(|table| table <= Vouched::FIRST_ONES_END);
    }

    /// Reads the next entry. `false` if it vouches for rows as they were found, and there can be no more of these.
    pub fn read(&mut self, kind: &str, document: &Value, vouches: &[Vouch]) -> bool {
        let believed = if is_of_found(kind, document) {
            self.found(vouches)
        } else {
            self.written(vouches);
            true
        };
        let last = document.get(VOUCHED_TO).and_then(Value::as_str);
        if let Some(last) = last.and_then(Vouched::parse) {
            self.end(|table| table <= last);
        }
        believed
    }

    /// They come in the order of tables and keys, and so none comes again.
    fn found(&mut self, vouches: &[Vouch]) -> bool {
        vouches.iter().all(|vouch| {
            let after = self.0.get(&vouch.table).copied().unwrap_or(i64::MIN);
            self.end(|table| table < vouch.table);
            self.0.insert(vouch.table, vouch.key.max(after));
            vouch.key > after
        })
    }

    fn written(&mut self, vouches: &[Vouch]) {
        if !vouches.is_empty() {
            self.first_ones_end();
        }
        for vouch in vouches {
            self.0.insert(vouch.table, NO_MORE);
        }
    }

    fn end(&mut self, of: impl Fn(Vouched) -> bool) {
        let over = Vouched::ALL.into_iter().filter(|table| of(*table));
        self.0.extend(over.map(|table| (table, NO_MORE)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rows(table: Vouched, keys: &[i64]) -> Vec<Vouch> {
        let row = |key: &i64| Vouch {
            table,
            key: *key,
            digest: None,
        };
        keys.iter().map(row).collect()
    }

    fn finds(founds: &mut Founds, table: Vouched, keys: &[i64]) -> bool {
        founds.read("rows_kept", &json!({"what": FOUND}), &rows(table, keys))
    }

    fn writes(founds: &mut Founds, table: Vouched, document: &Value) {
        assert!(founds.read("decided", document, &rows(table, &[1])));
    }

    #[test]
    fn rows_are_found_once_and_in_their_order() {
        let mut founds = Founds::default();
        assert!(finds(&mut founds, Vouched::Users, &[1, 2]));
        assert!(finds(&mut founds, Vouched::Users, &[3]));
        assert!(!finds(&mut founds.clone(), Vouched::Users, &[3]));
        assert!(!finds(&mut founds.clone(), Vouched::Users, &[4, 5, 4]));
        assert!(finds(&mut founds, Vouched::Signs, &[1]));
        assert!(!finds(&mut founds.clone(), Vouched::Users, &[4]));
        assert!(finds(&mut founds, Vouched::Signs, &[2]));
    }

    #[test]
    fn what_any_other_entry_vouches_for_ends_it_for_its_table_and_for_those_that_were_first() {
        let mut founds = Founds::default();
        writes(&mut founds, Vouched::Cases, &json!({}));
        assert!(!finds(&mut founds.clone(), Vouched::Users, &[1]));
        assert!(!finds(&mut founds.clone(), Vouched::Register, &[1]));
        assert!(finds(&mut founds.clone(), Vouched::Signs, &[1]));
        writes(&mut founds, Vouched::Alerts, &json!({}));
        assert!(finds(&mut founds.clone(), Vouched::Signs, &[1]));
        assert!(!finds(&mut founds.clone(), Vouched::Alerts, &[2]));
        assert!(finds(&mut founds, Vouched::AlertTellings, &[2]));
    }

    #[test]
    fn an_entry_that_names_a_table_ends_it_for_all_up_to_there() {
        let mut founds = Founds::default();
        let document = json!({VOUCHED_TO: "joint_acts"});
        assert!(founds.read("source_changed", &document, &[]));
        assert!(!finds(&mut founds.clone(), Vouched::Signs, &[1]));
        assert!(!finds(&mut founds.clone(), Vouched::JointActs, &[1]));
        assert!(finds(&mut founds, Vouched::JointActCases, &[1]));
        let kept: Vec<_> = founds.all().collect();
        assert_eq!(Founds::of(kept), founds);
    }
}
