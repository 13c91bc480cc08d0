//! The register against what the history makes of it.

use super::entries::Walk;
use super::{AuditFault, Faulty, Progress, Stage};
use crate::domain::history::Vouched;
use crate::domain::register::{Replay, Standing, Told};
use crate::service::{ServiceError, Services};
use crate::store::Snapshot;
use crate::store::history::EntryRow;
use crate::store::register::{
    Shown, entries_of, indexed_until, indexed_words, shown, told, words_in,
};
use std::collections::BTreeMap;

/// So many rows are compared in one moment of the database.
const PAGE: i64 = 200;

/// Reads every decision again from its entries, and compares what the register shows of it.
pub(super) async fn compare(
    services: &Services,
    walk: &mut Walk,
    progress: &mut impl FnMut(Progress),
) -> Result<(), Faulty> {
    let (mut after, mut indexed, mut compared) = (0, 0, 0);
    let all = walk.file().promises(Vouched::Register).await?;
    loop {
        let mut snapshot = services.db.snapshot().await?;
        walk.catch_up(&mut snapshot).await?;
        let rows = shown(&mut snapshot, after, PAGE).await?;
        let Some(last) = rows.last() else {
            return none_besides(&mut snapshot, after, indexed).await;
        };
        after = last.number;
        let entries = entries_of(&mut snapshot, &rows).await?;
        let told = told(&mut snapshot, &entries).await?;
        indexed += words(&mut snapshot, &rows, &told).await?;
        drop(snapshot);
        let mut replay = Replay::default();
        told.values().for_each(|told| replay.read(told));
        for row in &rows {
            let from = entries.get(&row.number).zip(told.get(&row.number));
            let differs = match from {
                Some((entry, told)) => difference(row, entry, told, &replay),
                None => Some("number"),
            };
            if let Some(column) = differs {
                return Err(ServiceError::Refused(AuditFault::Register {
                    number: row.number,
                    decision: row.decision_id,
                    column,
                }));
            }
        }
        compared += i64::try_from(rows.len()).unwrap_or(i64::MAX);
        progress(Progress {
            stage: Stage::Register,
            reached: compared,
            last: all.max(compared),
        });
    }
}

/// Looks up every word by which the rows are found, and counts them.
async fn words(
    snapshot: &mut Snapshot,
    rows: &[Shown],
    told: &BTreeMap<i64, Told>,
) -> Result<i64, Faulty> {
    let mut wanted = Vec::new();
    let mut of_rows = BTreeMap::new();
    for row in rows {
        let entered = told
            .get(&row.number)
            .and_then(|told| told.reading.enters.as_ref());
        let words = entered.map_or_else(Vec::new, |entered| words_in(&entered.words));
        of_rows.insert(row.number, i64::try_from(words.len()).unwrap_or(i64::MAX));
        let words = words.into_iter();
        wanted.extend(words.map(|word| (word, row.at, row.number)));
    }
    let indexed = indexed_words(snapshot, &wanted).await?;
    let known = |number: &i64| indexed.get(number).copied().unwrap_or_default();
    match of_rows.iter().find(|(number, n)| known(number) != **n) {
        Some((&number, _)) => Err(ServiceError::Refused(AuditFault::Words { number })),
        None => Ok(of_rows.values().sum()),
    }
}

/// A word that no row has would find it all the same.
async fn none_besides(snapshot: &mut Snapshot, until: i64, indexed: i64) -> Result<(), Faulty> {
    if indexed_until(snapshot, until).await? == indexed {
        return Ok(());
    }
    let what = "register_words".to_owned();
    Err(ServiceError::Refused(AuditFault::Counter { what }))
}

/// The first column that is not what the entries say.
fn difference(row: &Shown, entry: &EntryRow, told: &Told, replay: &Replay) -> Option<&'static str> {
    let Some(entered) = &told.reading.enters else {
        return Some("number");
    };
    let own = [
        ("at", row.at == entry.at),
        ("what", row.what == entered.what.as_str()),
        ("decision_id", row.decision_id == told.decision),
        ("case_id", row.case_id == entry.case_id),
        ("operation_id", row.operation_id == entry.operation_id),
        ("actor_kind", row.actor_kind == entry.actor_kind),
        ("actor", row.actor == entry.actor),
        ("role", row.role == entered.role),
        ("tried", row.tried == entered.tried),
        ("why", row.why == entered.why),
    ];
    let alone = Standing::of(entered);
    let of_decision = told.decision.and_then(|decision| replay.standing(decision));
    let standing = of_decision.unwrap_or(&alone);
    let of_decision = [
        ("kind", row.kind == standing.kind),
        ("reason_code", row.reason_code == standing.reason_code),
        ("basis", row.basis == standing.basis),
        ("four_eyes", row.four_eyes == standing.four_eyes),
        (
            "against_unknown",
            standing
                .against_unknown
                .is_none_or(|told| row.against_unknown == told),
        ),
        ("answered_by", row.answered_by == standing.answered_by),
        ("answer", row.answer == standing.answer),
        ("fate", row.fate == standing.fate),
        ("fate_at", row.fate_at == standing.fate_at),
    ];
    let mut all = own.into_iter().chain(of_decision);
    all.find_map(|(column, same)| (!same).then_some(column))
}
