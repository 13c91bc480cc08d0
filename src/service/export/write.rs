//! Rows as lines of a file.

use super::columns::Column;
use crate::domain::export::Format;
use serde_json::{Map, Value};

/// The names of the columns.
pub(super) fn names<R, H>(columns: &[Column<R, H>]) -> Vec<&'static str> {
    columns.iter().map(|column| column.name).collect()
}

/// Some rows.
pub(super) fn rows<R, H>(form: Format, columns: &[Column<R, H>], rows: &[R]) -> Vec<u8> {
    match form {
        Format::Csv => csv(rows.iter().map(|row| {
            let cells = columns.iter().map(|column| column.of(row));
            cells.map(|cell| cell.csv().into_owned()).collect()
        })),
        Format::JsonLines => {
            let mut lines = Vec::new();
            for row in rows {
                let members = columns.iter().map(|column| {
                    let value = column.of(row).json();
                    (column.name.to_owned(), value)
                });
                line(&mut lines, &Value::Object(members.collect::<Map<_, _>>()));
            }
            lines
        }
    }
}

/// Records of CSV, as RFC 4180 has them.
pub(super) fn csv(records: impl Iterator<Item = Vec<String>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .terminator(csv::Terminator::CRLF)
        .from_writer(&mut bytes);
    for record in records {
        // Memory takes every record.
        let written = writer.write_record(record);
        debug_assert!(written.is_ok(), "{written:?}");
    }
    drop(writer);
    bytes
}

/// One line of JSON.
pub(super) fn line(lines: &mut Vec<u8>, value: &Value) {
    lines.extend_from_slice(value.to_string().as_bytes());
    lines.push(b'\n');
}
