//! Writing what many reports told, a statement a table.

use super::effects::Settled;
use super::sitting::Sitting;
use crate::domain::ids::OperationId;
use crate::domain::merge;
use crate::service::case_work::{WorkError, written};
use crate::store::contents::{self, ContentRow};
use crate::store::identifiers::{self, Identifier};
use crate::store::operations::{self, OperationRow};
use crate::store::reports::{self, NewReport};
use crate::store::{Tx, holds};

/// The HTTP status of the first answer to a report.
const CREATED: i64 = 201;

/// Writes everything but the history.
pub(super) async fn everything(
    tx: &mut Tx,
    sitting: &Sitting<'_>,
    settled: &mut [Settled<'_>],
) -> Result<(), WorkError> {
    facts(tx, settled).await?;
    reports(tx, sitting, settled).await?;
    contents(tx, sitting, settled).await?;
    found_by(tx, settled).await
}

/// What is known of operations that were known before.
async fn facts(tx: &mut Tx, settled: &mut [Settled<'_>]) -> Result<(), WorkError> {
    let mut rows: Vec<&OperationRow> = Vec::new();
    for settled in settled {
        if !settled.facts_written && settled.stop.facts_changed() {
            settled.stop.operation.facts = serde_json::to_string(&settled.stop.facts)?;
            rows.push(&settled.stop.operation);
        }
    }
    Ok(written(operations::save_facts(tx, &rows).await?)?)
}

/// The reports themselves, as they were sent. If another transaction was quicker with one of them, all begins anew.
async fn reports(
    tx: &mut Tx,
    sitting: &Sitting<'_>,
    settled: &[Settled<'_>],
) -> Result<(), WorkError> {
    let row = |settled: &Settled<'_>| NewReport {
        source_id: sitting.source.id,
        report_id: settled.stop.sound.report.report_id.clone(),
        digest: settled.stop.sound.digest.clone(),
        operation_id: settled.stop.operation.id,
        case_id: Some(settled.case),
        document: settled.stop.sound.document.clone(),
        arrived_at: sitting.arrival.at,
        answer_status: CREATED,
        answer: settled.answer.clone(),
    };
    let rows: Vec<_> = settled.iter().map(row).collect();
    let kept = reports::insert(tx, &rows).await?;
    Ok(written(kept.len() == rows.len())?)
}

/// Payloads, by the digest of their contents.
async fn contents(
    tx: &mut Tx,
    sitting: &Sitting<'_>,
    settled: &[Settled<'_>],
) -> Result<(), WorkError> {
    let mut rows = Vec::with_capacity(settled.len());
    for Settled { stop, .. } in settled {
        let told = match stop.before {
            None => stop.sound.first_contents.clone(),
            Some(_) => merge::contents_to_store(&stop.facts, &stop.sound.report),
        };
        for (digest, payload) in told {
            rows.push(ContentRow {
                operation_id: stop.operation.id,
                digest,
                payload,
                arrived_at: sitting.arrival.at,
            });
        }
    }
    Ok(contents::insert(tx, &rows).await?)
}

/// Whatever the operations can be found by, and the objects that they touch.
async fn found_by(tx: &mut Tx, settled: &[Settled<'_>]) -> Result<(), WorkError> {
    let mut terms = Vec::new();
    let mut touched: Vec<(String, OperationId)> = Vec::new();
    for Settled { stop, .. } in settled {
        let operation = stop.operation.id;
        let found = stop.sound.found_by.iter();
        terms.extend(found.map(|found| Identifier {
            operation,
            name: found.name.clone(),
            term: found.term.clone(),
        }));
        let held = stop.sound.report.operation.holds.iter();
        touched.extend(held.map(|hold| (hold.clone(), operation)));
    }
    identifiers::insert(tx, &terms).await?;
    Ok(holds::insert(tx, &touched).await?)
}
