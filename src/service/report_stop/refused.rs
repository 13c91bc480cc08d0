//! What cannot be understood is kept whole, so that no operation vanishes because its report was wrong.

use super::Channel;
use super::reading::{Faulty, Reading};
use super::receipt::{Received, Refusal};
use super::sitting::{Fate, Sitting};
use crate::domain::digest::sha256_hex;
use crate::domain::report_parse::Fault;
use crate::store::refused_reports::{self, NewRefusedReport};
use crate::store::{self, Tx};
use serde_json::{Value, json};

/// Keeps the bytes that are no sound report, with their faults.
pub(super) async fn keep(
    tx: &mut Tx,
    sitting: &mut Sitting<'_>,
    channel: Channel,
    readings: &[Reading],
) -> Result<Vec<Fate>, store::Error> {
    let (mut rows, mut fates) = (Vec::new(), Vec::new());
    for (place, reading) in readings.iter().enumerate() {
        match reading {
            Reading::Sound(_) => {}
            Reading::Faulty(faulty) => {
                add(&mut rows, row(sitting, channel, faulty));
                fates.push((place, Received::Refused(refusal(faulty))));
            }
        }
    }
    if rows.is_empty() {
        return Ok(fates);
    }
    let new = refused_reports::insert(tx, &rows).await?;
    if new > 0 {
        sitting.tell_of_refused(channel, new);
    }
    Ok(fates)
}

/// The same report twice in one batch is one row.
fn add(rows: &mut Vec<NewRefusedReport>, new: NewRefusedReport) {
    match rows.iter_mut().find(|row| row.digest == new.digest) {
        Some(row) => row.deliveries += 1,
        None => rows.push(new),
    }
}

fn row(sitting: &Sitting<'_>, channel: Channel, faulty: &Faulty) -> NewRefusedReport {
    let fault = |f: &Fault| json!({"pointer": f.pointer, "detail": f.kind.to_string()});
    let faults: Vec<Value> = faulty.faults.iter().map(fault).collect();
    let faults = Value::from(faults).to_string();
    NewRefusedReport {
        digest: digest(faulty, &faults),
        deliveries: 1,
        source_id: sitting.source.id,
        arrived_at: sitting.arrival.at,
        report_id: faulty.report_id.clone(),
        channel: channel.as_str().to_owned(),
        document: faulty.document.to_vec(),
        faults,
    }
}

/// Of the bytes, the id in the address, and what is wrong with them by today's rules.
fn digest(faulty: &Faulty, faults: &str) -> String {
    let told = json!([faulty.report_id, faults, sha256_hex(&faulty.document)]);
    sha256_hex(told.to_string())
}

fn refusal(faulty: &Faulty) -> Refusal {
    Refusal {
        report_id: faulty.report_id.clone(),
        faults: faulty.faults.clone(),
        is_json: faulty.is_json,
    }
}
