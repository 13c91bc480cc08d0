//! What came, read: a sound report, or bytes with faults.

use super::{Delivery, LARGEST_REPORT};
use crate::domain::facts::{Arrival, Facts};
use crate::domain::found_by::{FoundBy, found_by};
use crate::domain::json;
use crate::domain::merge;
use crate::domain::report::StopReport;
use crate::domain::report_parse::{Fault, FaultKind, parse};
use bytes::Bytes;
use serde_json::Value;

/// What came, read.
pub(super) enum Reading {
    Sound(Box<Sound>),
    Faulty(Faulty),
}

/// A report that can be understood.
pub(super) struct Sound {
    pub report: StopReport,
    /// By which a repeat is told from other content under the same id.
    pub digest: String,
    /// As it was sent.
    pub document: String,
    /// What is known of the operation if nothing was known before.
    pub first_facts: Facts,
    /// The same as it is stored.
    pub first_facts_text: String,
    /// The payloads that it holds, as they are stored if nothing was known before.
    pub first_contents: Vec<(String, String)>,
    pub found_by: Vec<FoundBy>,
}

/// Bytes that are no sound report.
pub(super) struct Faulty {
    pub document: Bytes,
    /// The id that it names, or that its address does.
    pub report_id: Option<String>,
    pub faults: Vec<Fault>,
    /// It is sound JSON; only its meaning is not clear.
    pub is_json: bool,
}

/// Reads what came; fails only if facts cannot be written as JSON.
pub(super) fn read(delivery: &Delivery, arrival: Arrival) -> serde_json::Result<Reading> {
    let address = delivery.address.as_ref();
    let faulty = |report_id: Option<String>, faults, is_json| {
        Reading::Faulty(Faulty {
            document: delivery.document.clone(),
            report_id: report_id.or_else(|| address.map(ToString::to_string)),
            faults,
            is_json,
        })
    };
    if delivery.document.len() > LARGEST_REPORT {
        return Ok(faulty(None, vec![too_long(&delivery.document)], false));
    }
    let value = match json::parse(&delivery.document) {
        Ok(value) => value,
        Err(faults) => {
            let faults = faults.into_iter().map(Into::into).collect();
            return Ok(faulty(None, faults, false));
        }
    };
    let digest = json::digest(&value);
    let named = value.get("report_id").and_then(Value::as_str);
    let named = named.map(ToOwned::to_owned);
    match parse(value, address) {
        Ok(report) => {
            let document = String::from_utf8_lossy(&delivery.document).into_owned();
            let sound = Sound::new(report, digest, document, arrival)?;
            Ok(Reading::Sound(Box::new(sound)))
        }
        Err(faults) => Ok(faulty(named, faults, true)),
    }
}

impl Sound {
    fn new(
        report: StopReport,
        digest: String,
        document: String,
        arrival: Arrival,
    ) -> serde_json::Result<Self> {
        let first_facts = merge::open(&report, arrival);
        Ok(Self {
            digest,
            document,
            first_facts_text: serde_json::to_string(&first_facts)?,
            first_contents: merge::contents_to_store(&first_facts, &report),
            found_by: found_by(&report),
            first_facts,
            report,
        })
    }
}

fn too_long(document: &Bytes) -> Fault {
    Fault {
        pointer: String::new(),
        kind: FaultKind::TooLong {
            limit: LARGEST_REPORT,
            bytes: document.len(),
        },
    }
}
