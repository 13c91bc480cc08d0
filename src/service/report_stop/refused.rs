//! What cannot be understood is kept whole, so that no operation vanishes because its report was wrong.

use super::Channel;
use super::reading::{Faulty, Reading};
use super::receipt::{Received, Refusal};
use super::sitting::{Fate, Sitting};
use crate::domain::report_parse::Fault;
use crate::store::refused_reports::{self, NewRefusedReport};
use crate::store::{self, Tx};
use serde_json::{Value, json};

/// Keeps the bytes that are no sound report, with their faults.
pub(super) async fn keep(
    tx: &mut Tx,
    sitting: &Sitting<'_>,
    channel: Channel,
    readings: &[Reading],
) -> Result<Vec<Fate>, store::Error> {
    let (mut rows, mut fates) = (Vec::new(), Vec::new());
    for (place, reading) in readings.iter().enumerate() {
        match reading {
            Reading::Sound(_) => {}
            Reading::Faulty(faulty) => {
                rows.push(row(sitting, channel, faulty));
                fates.push((place, Received::Refused(refusal(faulty))));
            }
        }
    }
    refused_reports::insert(tx, &rows).await?;
    Ok(fates)
}

fn row(sitting: &Sitting<'_>, channel: Channel, faulty: &Faulty) -> NewRefusedReport {
    let fault = |f: &Fault| json!({"pointer": f.pointer, "detail": f.kind.to_string()});
    let faults: Vec<Value> = faulty.faults.iter().map(fault).collect();
    NewRefusedReport {
        source_id: sitting.source.id,
        arrived_at: sitting.arrival.at,
        report_id: faulty.report_id.clone(),
        channel: channel.as_str().to_owned(),
        document: faulty.document.to_vec(),
        faults: Value::from(faults).to_string(),
    }
}

fn refusal(faulty: &Faulty) -> Refusal {
    Refusal {
        report_id: faulty.report_id.clone(),
        faults: faulty.faults.clone(),
        is_json: faulty.is_json,
    }
}
