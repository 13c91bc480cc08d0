use super::*;
use serde_json::json;

/// A row as a database would give it back.
#[derive(Clone)]
struct Row {
    entry: Entry,
    document: String,
    previous: String,
    hash: String,
}

impl Row {
    fn as_chain_row(&self) -> ChainRow<'_> {
        ChainRow {
            number: self.entry.number.0,
            at: self.entry.at.0,
            case: self.entry.case.map(|case| case.0),
            operation: self.entry.operation.map(|operation| operation.0),
            actor_kind: self.entry.actor_kind.as_str(),
            actor: &self.entry.actor,
            kind: self.entry.kind.as_str(),
            document: &self.document,
            previous: &self.previous,
            hash: &self.hash,
        }
    }
}

fn entry(number: i64) -> Entry {
    Entry {
        number: HistoryNumber(number),
        at: Timestamp(1_795_000_000_000_000 + number),
        case: (number > 1).then_some(CaseId(20418)),
        operation: Some(OperationId(7)),
        actor_kind: ActorKind::Person,
        actor: "irina".to_owned(),
        kind: EntryKind::Noted,
        document: json!({"note": format!("Ünïcode «{number}»\n\u{1}\u{7f}"), "n": number}),
    }
}

fn history(length: i64) -> Vec<Row> {
    let mut previous = FIRST_PREVIOUS.to_owned();
    (1..=length)
        .map(|number| {
            let entry = entry(number);
            let hash = entry.hash(&previous);
            Row {
                document: entry.document_text(),
                entry,
                previous: std::mem::replace(&mut previous, hash.clone()),
                hash,
            }
        })
        .collect()
}

fn verify(rows: &[Row]) -> Result<i64, ChainFault> {
    let whole = history(5);
    let head = whole.last().expect("five entries");
    let mut verifier = Verifier::new();
    for row in rows {
        verifier.check(&row.as_chain_row())?;
    }
    verifier.finish(head.entry.number.0, &head.hash)
}

#[test]
fn an_untouched_history_verifies_to_its_last_entry() {
    assert_eq!(verify(&history(5)), Ok(5));
}

#[test]
fn the_hash_is_the_one_an_outsider_computes() {
    // Computed with the ten lines of Python in the description of the chain.
    assert_eq!(
        entry(1).hash(FIRST_PREVIOUS),
        "e09625bb3ac90133e72efceb2b39340ba71d3a047b924567b1ebe32b78e675ae"
    );
}

#[test]
fn a_changed_entry_is_named_whatever_was_changed_in_it() {
    let changes: [fn(&mut Row); 8] = [
        |row| row.entry.at.0 += 1,
        |row| row.entry.case = None,
        |row| row.entry.operation = Some(OperationId(8)),
        |row| row.entry.actor_kind = ActorKind::Program,
        |row| row.entry.actor.push(' '),
        |row| row.entry.kind = EntryKind::Decided,
        |row| row.document.push(' '),
        |row| row.hash = FIRST_PREVIOUS.to_owned(),
    ];
    for change in changes {
        let mut rows = history(5);
        change(&mut rows[2]);
        assert_eq!(verify(&rows), Err(ChainFault::Changed { number: 3 }));
    }
}

#[test]
fn an_entry_rewritten_with_its_own_hash_breaks_the_link_of_the_next() {
    let mut rows = history(5);
    rows[2].entry.actor = "somebody".to_owned();
    rows[2].hash = rows[2].entry.hash(&rows[2].previous);
    assert_eq!(verify(&rows), Err(ChainFault::NotLinked { number: 4 }));
}

#[test]
fn removed_inserted_and_moved_entries_are_named() {
    let mut removed = history(5);
    removed.remove(1);
    let gap = ChainFault::Gap {
        expected: 2,
        found: 3,
    };
    assert_eq!(verify(&removed), Err(gap));

    let mut inserted = history(5);
    let copy = inserted[1].clone();
    inserted.insert(2, copy);
    let out_of_order = ChainFault::OutOfOrder {
        expected: 3,
        found: 2,
    };
    assert_eq!(verify(&inserted), Err(out_of_order));

    let mut renumbered = history(5);
    renumbered.swap(1, 2);
    renumbered[1].entry.number = HistoryNumber(2);
    renumbered[2].entry.number = HistoryNumber(3);
    assert_eq!(verify(&renumbered), Err(ChainFault::Changed { number: 2 }));
}

#[test]
fn a_cut_off_end_or_a_rewritten_last_entry_disagrees_with_the_head() {
    let mut rows = history(5);
    rows[4].entry.actor = "somebody".to_owned();
    rows[4].hash = rows[4].entry.hash(&rows[4].previous);
    assert_eq!(verify(&rows), Err(ChainFault::HeadHash { number: 5 }));
    let cut_off = ChainFault::HeadNumber { head: 5, found: 4 };
    assert_eq!(verify(&rows[..4]), Err(cut_off));
}

#[test]
fn a_part_of_the_history_verifies_after_an_entry_that_is_vouched_for() {
    let rows = history(5);
    let mut verifier = Verifier::after(3, rows[2].hash.clone());
    for row in &rows[3..] {
        verifier.check(&row.as_chain_row()).expect("untouched");
    }
    assert_eq!(verifier.finish(5, &rows[4].hash), Ok(5));
}
