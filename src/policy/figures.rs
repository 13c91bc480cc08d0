//! Reads how long the figures of the queue's age can be looked into.

use super::fault::FaultKind;
use super::reader::{Section, Value};
use crate::domain::age::window::MOST_DAYS;
use std::time::Duration;

const DAY: u64 = 24 * 60 * 60;

/// Reads the section. Nothing may be gone that the longest window shows, wherever its reader lives.
pub(super) fn kept(section: &mut Section<'_>, base: Option<Duration>) -> Option<Duration> {
    let kept = section.or("keep", base, Value::positive_span)?;
    if kept < Duration::from_secs((MOST_DAYS + 1) * DAY) {
        section.fault_at("keep", FaultKind::OutOfRange("at least 93 d"));
    }
    Some(kept)
}
