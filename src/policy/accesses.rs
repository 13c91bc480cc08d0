//! Reads how long it is kept who opened what.

use super::fault::FaultKind;
use super::reader::{Section, Value};
use std::time::Duration;

/// A log that is gone before anybody asks is none.
const LEAST: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Reads the section.
pub(super) fn kept(section: &mut Section<'_>, base: Option<Duration>) -> Option<Duration> {
    let kept = section.or("keep", base, Value::positive_span)?;
    if kept < LEAST {
        section.fault_at("keep", FaultKind::OutOfRange("at least 30 d"));
    }
    Some(kept)
}
