//! What came, read: a sound report, or bytes with faults.

use super::{Delivery, LARGEST_REPORT};
use crate::domain::json;
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

pub(super) fn read(delivery: &Delivery) -> Reading {
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
        return faulty(None, vec![too_long(&delivery.document)], false);
    }
    let value = match json::parse(&delivery.document) {
        Ok(value) => value,
        Err(faults) => {
            let faults = faults.into_iter().map(Into::into).collect();
            return faulty(None, faults, false);
        }
    };
    let digest = json::digest(&value);
    let named = value.get("report_id").and_then(Value::as_str);
    let named = named.map(ToOwned::to_owned);
    match parse(value, address) {
        Ok(report) => Reading::Sound(Box::new(Sound {
            report,
            digest,
            document: String::from_utf8_lossy(&delivery.document).into_owned(),
        })),
        Err(faults) => faulty(named, faults, true),
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
