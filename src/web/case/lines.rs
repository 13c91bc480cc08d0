//! Two contents side by side, line by line: what changed stands out, and long unchanged parts are folded.

use crate::domain::json::{Pair, Sameness, side_by_side};
use serde_json::Value;

/// So many unchanged lines stand around a changed one.
const AROUND: usize = 3;

/// The lines, ready to be shown.
#[derive(Debug, Clone)]
pub struct Lines {
    pub rows: Vec<Row>,
    /// How many lines differ.
    pub changed: usize,
}

/// One row.
#[derive(Debug, Clone)]
pub enum Row {
    /// Unchanged lines, folded.
    Folded { lines: usize, text: String },
    Pair {
        old: Cell,
        new: Cell,
        same_value: bool,
    },
}

/// One side of a row.
#[derive(Debug, Clone)]
pub enum Cell {
    /// The other side has a line that this one does not have.
    Nothing,
    Same {
        number: usize,
        text: String,
    },
    Changed {
        number: usize,
        text: Marked,
    },
}

/// A line of which a part is marked as changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    pub before: String,
    pub changed: String,
    pub after: String,
}

impl Lines {
    /// Compares two contents.
    pub fn of(old: &Value, new: &Value) -> Self {
        let pairs = side_by_side(old, new);
        let changed = |pair: &&Pair| pair.sameness == Sameness::Different;
        let mut rows = Vec::new();
        let mut from = 0;
        while from < pairs.len() {
            let rest = pairs.get(from..).unwrap_or_default();
            let same = (rest.iter())
                .take_while(|pair| pair.sameness == Sameness::Same)
                .count();
            if same == 0 {
                rows.extend(rest.first().map(row));
                from += 1;
                continue;
            }
            let before = if from == 0 { 0 } else { AROUND };
            let after = if from + same == pairs.len() {
                0
            } else {
                AROUND
            };
            let (unchanged, _) = rest.split_at(same);
            rows.extend(fold(unchanged, before, after));
            from += same;
        }
        Self {
            rows,
            changed: pairs.iter().filter(changed).count(),
        }
    }
}

/// Unchanged lines: those next to a change stay, and many between them are folded.
fn fold(unchanged: &[Pair], before: usize, after: usize) -> Vec<Row> {
    if unchanged.len() <= before + after + 1 {
        return unchanged.iter().map(row).collect();
    }
    let (first, rest) = unchanged.split_at(before);
    let (middle, last) = rest.split_at(rest.len() - after);
    let text = |pair: &Pair| pair.old.as_ref().map(|line| line.text.clone());
    let lines: Vec<String> = middle.iter().filter_map(text).collect();
    let folded = Row::Folded {
        lines: middle.len(),
        text: lines.join("\n"),
    };
    let shown = |pairs: &[Pair]| pairs.iter().map(row).collect::<Vec<_>>();
    let mut rows = shown(first);
    rows.push(folded);
    rows.extend(shown(last));
    rows
}

fn row(pair: &Pair) -> Row {
    let (old, new) = match (&pair.old, &pair.new, pair.sameness) {
        (Some(old), Some(new), Sameness::Same) => (
            Cell::Same {
                number: old.number,
                text: old.text.clone(),
            },
            Cell::Same {
                number: new.number,
                text: new.text.clone(),
            },
        ),
        (old, new, Sameness::Same | Sameness::SameValue | Sameness::Different) => {
            let text = |line: &Option<crate::domain::json::Line>| {
                line.as_ref()
                    .map_or(String::new(), |line| line.text.clone())
            };
            let (old_text, new_text) = mark(&text(old), &text(new));
            let cell = |line: &Option<crate::domain::json::Line>, text| {
                line.as_ref().map_or(Cell::Nothing, |line| Cell::Changed {
                    number: line.number,
                    text,
                })
            };
            (cell(old, old_text), cell(new, new_text))
        }
    };
    Row::Pair {
        old,
        new,
        same_value: pair.sameness == Sameness::SameValue,
    }
}

/// Marks what differs between two lines, by whole words and numbers.
fn mark(old: &str, new: &str) -> (Marked, Marked) {
    let start = word_start(old, common(old.chars(), new.chars()));
    let (old_rest, new_rest) = (&old.get(start..), &new.get(start..));
    let (old_rest, new_rest) = (old_rest.unwrap_or_default(), new_rest.unwrap_or_default());
    let end = common(old_rest.chars().rev(), new_rest.chars().rev());
    let end = word_end(old_rest, end);
    (cut(old, start, end), cut(new, start, end))
}

/// The length in bytes of what both have in common at their beginning.
fn common(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    let both = one.zip(other).take_while(|(a, b)| a == b);
    both.map(|(c, _)| c.len_utf8()).sum()
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-')
}

/// Where the word begins in which the common beginning ends.
fn word_start(text: &str, length: usize) -> usize {
    let common = text.get(..length).unwrap_or_default();
    common.trim_end_matches(is_of_word).len()
}

/// The same for the common end.
fn word_end(text: &str, length: usize) -> usize {
    let common = text.get(text.len() - length..).unwrap_or_default();
    common.trim_start_matches(is_of_word).len()
}

fn cut(line: &str, start: usize, end: usize) -> Marked {
    let part = |from: usize, to: usize| line.get(from..to).unwrap_or_default().to_owned();
    let end = line.len().saturating_sub(end).max(start.min(line.len()));
    Marked {
        before: part(0, start),
        changed: part(start, end),
        after: part(end, line.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_words_and_numbers_are_marked() {
        let (old, new) = mark(
            "\"street\": \"ул. Ленинская, 12\",",
            "\"street\": \"ул. Ленинская, 21, кв. 4\"",
        );
        assert_eq!(
            (old.changed.as_str(), new.changed.as_str()),
            ("12\",", "21, кв. 4\"")
        );
        let (old, new) = mark("  \"total\": \"4990.00\"", "  \"total\": \"6985.00\"");
        assert_eq!(
            (old.changed.as_str(), new.changed.as_str()),
            ("4990.00", "6985.00")
        );
        let (old, new) = mark("", "\"new\"");
        assert_eq!(
            (old.changed.as_str(), new.changed.as_str()),
            ("", "\"new\"")
        );
    }

    #[test]
    fn long_unchanged_parts_are_folded_and_hold_every_line() {
        let items: Vec<i32> = (0..100).collect();
        let mut changed = items.clone();
        changed[50] = -1;
        let lines = Lines::of(&json!(items), &json!(changed));
        assert_eq!(lines.changed, 1);
        let folded: Vec<_> = (lines.rows.iter())
            .filter_map(|row| match row {
                Row::Folded { lines, text } => Some((*lines, text.lines().count())),
                Row::Pair { .. } => None,
            })
            .collect();
        assert_eq!(folded, [(48, 48), (47, 47)]);
        assert_eq!(lines.rows.len(), 2 + 2 * AROUND + 1);
    }
}
