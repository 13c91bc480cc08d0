//! The columns of each list. There is one table of them for each, by which the page has its headings, and an export its columns.

use crate::domain::export::Cell;
use crate::domain::ids::{OperationKey, StepName};
use crate::store::cases::CaseRow;
use crate::store::history::EntryRow;
use crate::store::register::Entry;
use serde::Serialize;
use serde_json::Value;

/// A column of an export, and the heading on the page under which it is told.
#[derive(Debug)]
pub struct Column<R: 'static, H: 'static> {
    /// Its name in files. Once released, it never changes.
    pub name: &'static str,
    pub under: H,
    cell: fn(&R) -> Cell,
}

impl<R, H> Column<R, H> {
    /// What the row says in it.
    pub fn of(&self, row: &R) -> Cell {
        (self.cell)(row)
    }
}

/// The headings of a page, in their order.
pub fn headings<R, H: Copy + PartialEq>(columns: &[Column<R, H>]) -> Vec<H> {
    let mut all: Vec<H> = Vec::new();
    for column in columns {
        if !all.contains(&column.under) {
            all.push(column.under);
        }
    }
    all
}

const fn column<R, H>(name: &'static str, under: H, cell: fn(&R) -> Cell) -> Column<R, H> {
    Column { name, under, cell }
}

/// An entry of the register with what its columns tell.
#[derive(Debug)]
pub struct Decided {
    pub entry: Entry,
    /// What the history tells.
    pub document: Value,
    pub source: String,
}

/// Headings of the register's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecidedUnder {
    At,
    What,
    Operation,
    Stopped,
    Why,
    By,
    Outcome,
    Entry,
}

/// The register of decisions.
#[rustfmt::skip] // a table is read by its columns
pub const DECISIONS: &[Column<Decided, DecidedUnder>] = {
    use DecidedUnder::*;
    &[
        column("at",              At,        |row| row.entry.at.into()),
        column("what",            What,      |row| word(row.entry.what)),
        column("decision",        What,      |row| row.entry.decision_id.into()),
        column("kind",            What,      |row| word(row.entry.kind.0)),
        column("tried",           What,      |row| text(&row.entry.tried)),
        column("case",            Operation, |row| row.entry.case_id.map(|id| id.0).into()),
        column("title",           Operation, |row| row.entry.title.as_ref().into()),
        column("operation_key",   Operation, |row| row.entry.operation_key.as_ref().map(OperationKey::as_str).into()),
        column("operation_type",  Operation, |row| text(row.entry.operation_type.as_str())),
        column("source",          Operation, |row| text(&row.source)),
        column("owner",           Operation, |row| text(row.entry.owner_team.as_str())),
        column("stop_kind",       Stopped,   |row| word(row.entry.stop_kind.0)),
        column("against_unknown", Stopped,   |row| row.entry.against_unknown.into()),
        column("reason_code",     Why,       |row| text(&row.entry.reason_code)),
        column("basis",           Why,       |row| text(&row.entry.basis)),
        column("words",           Why,       |row| said(&row.document)),
        column("turned_away_for", Why,       |row| text(&row.entry.why)),
        column("actor_kind",      By,        |row| word(row.entry.actor_kind)),
        column("actor",           By,        |row| text(&row.entry.actor)),
        column("role",            By,        |row| text(&row.entry.role)),
        column("four_eyes",       By,        |row| row.entry.four_eyes.into()),
        column("answered_by",     By,        |row| text(&row.entry.answered_by)),
        column("answer",          By,        |row| word(row.entry.answer.0)),
        column("outcome",         Outcome,   |row| word(row.entry.fate.0)),
        column("outcome_at",      Outcome,   |row| row.entry.fate_at.into()),
        column("reopened",        Outcome,   |row| row.entry.reopened.into()),
        column("entry",           Entry,     |row| row.entry.number.0.into()),
        column("hash",            Entry,     |row| text(&row.entry.hash)),
    ]
};

/// A case with what its columns tell.
#[derive(Debug)]
pub struct CaseTold {
    pub row: CaseRow,
    pub source: String,
}

/// Headings of the lists of cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseUnder {
    /// How old it is, or when it was decided or resolved.
    Age,
    Operation,
    At,
    Why,
    Protection,
    Owner,
}

/// A list of cases.
#[rustfmt::skip] // a table is read by its columns
pub const CASES: &[Column<CaseTold, CaseUnder>] = {
    use CaseUnder::*;
    &[
        column("case",             Age,        |told| told.row.id.0.into()),
        column("version",          Age,        |told| told.row.version.0.into()),
        column("state",            Age,        |told| word(told.row.details.state)),
        column("stopped_at",       Age,        |told| told.row.details.stopped_at.into()),
        column("opened_at",        Age,        |told| told.row.origin.opened_at.into()),
        column("due_at",           Age,        |told| told.row.details.due_at.into()),
        column("decided_at",       Age,        |told| told.row.details.decided_at.into()),
        column("resolved_at",      Age,        |told| told.row.details.resolved_at.into()),
        column("resolution",       Age,        |told| word(told.row.details.resolution)),
        column("title",            Operation,  |told| text(&told.row.details.title)),
        column("operation_key",    Operation,  |told| text(told.row.origin.operation_key.as_str())),
        column("operation_type",   Operation,  |told| text(told.row.origin.operation_type.as_str())),
        column("source",           Operation,  |told| text(&told.source)),
        column("amount",           Operation,  |told| told.row.details.amount.clone().map_or(Cell::Nothing, Cell::Decimal)),
        column("currency",         Operation,  |told| told.row.details.currency.as_ref().into()),
        column("authorised_at",    Operation,  |told| told.row.details.authorised_at.into()),
        column("previous_case",    Operation,  |told| told.row.origin.previous_case_id.map(|id| id.0).into()),
        column("kind",             At,         |told| word(told.row.details.kind)),
        column("system",           At,         |told| text(&told.row.details.system)),
        column("resume_step",      At,         |told| told.row.details.resume_step.as_ref().map(StepName::as_str).into()),
        column("resume_step_no",   At,         |told| told.row.details.resume_step_no.into()),
        column("step_count",       At,         |told| told.row.details.step_count.into()),
        column("stop_code",        Why,        |told| text(&told.row.details.stop_code)),
        column("reason",           Why,        |told| told.row.details.reason.as_ref().into()),
        column("attempts",         Why,        |told| told.row.details.attempts.into()),
        column("last_attempt_at",  Why,        |told| told.row.details.last_attempt_at.into()),
        column("protection",       Protection, |told| word(told.row.details.protection)),
        column("protection_until", Protection, |told| told.row.details.protection_until.into()),
        column("owner",            Owner,      |told| text(told.row.details.owner_team.as_str())),
        column("risk",             Owner,      |told| word(told.row.details.risk)),
        column("holder",           Owner,      |told| told.row.holder_name.as_ref().into()),
        column("claimed_until",    Owner,      |told| told.row.details.claimed_until.into()),
        column("look_again_at",    Owner,      |told| told.row.details.look_again_at.into()),
        column("waits_because",    Owner,      |told| told.row.details.waits_because.as_ref().into()),
        column("facts_digest",     Owner,      |told| text(&told.row.details.facts_digest)),
    ]
};

/// The history, which has no list on a page.
#[rustfmt::skip] // a table is read by its columns
pub const HISTORY: &[Column<EntryRow, ()>] = &[
    column("number",     (), |row| row.number.into()),
    column("at",         (), |row| crate::domain::time::Timestamp(row.at).into()),
    column("case",       (), |row| row.case_id.into()),
    column("operation",  (), |row| row.operation_id.into()),
    column("actor_kind", (), |row| text(&row.actor_kind)),
    column("actor",      (), |row| text(&row.actor)),
    column("kind",       (), |row| text(&row.kind)),
    column("document",   (), |row| text(&row.document)),
    column("previous",   (), |row| text(&row.previous_hash)),
    column("hash",       (), |row| text(&row.hash)),
];

fn text(text: &str) -> Cell {
    text.into()
}

/// A word of the domain, as it stands in documents.
fn word(word: impl Serialize) -> Cell {
    let word = serde_json::to_value(word).unwrap_or_default();
    word.as_str().into()
}

/// Somebody's own words.
fn said(document: &Value) -> Cell {
    let mut members = ["justification", "words"].into_iter();
    members.find_map(|name| document.get(name)?.as_str()).into()
}
