//! Reads from when on the queue is said to grow.

use super::fault::FaultKind;
use super::reader::{Section, Value};
use crate::domain::age::growth::GrowthPolicy;
use std::time::Duration;

/// Reads the section; what it leaves out is as in the policy it falls back on.
pub(super) fn growth(
    section: &mut Section<'_>,
    base: Option<&GrowthPolicy>,
) -> Option<GrowthPolicy> {
    let mut span = |name, base: Option<Duration>| section.or(name, base, Value::positive_span);
    let short = span("short", base.map(|b| b.short));
    let long = span("long", base.map(|b| b.long));
    let no_decision_for = span("no_decision_for", base.map(|b| b.no_decision_for));
    let oldest_over = span("oldest_over", base.map(|b| b.oldest_over));
    let at_least = base.and_then(|b| usize::try_from(b.at_least).ok());
    let at_least = section.or("at_least", at_least, |value| {
        value.number(1..=1_000_000, "from 1 to 1000000")
    });
    let (short, long) = (short?, long?);
    if long <= short {
        let name = if section.has("long") { "long" } else { "short" };
        section.fault_at(name, FaultKind::LongNotLonger);
    }
    if long > LONGEST {
        section.fault_at("long", FaultKind::OutOfRange("at most 31 d"));
    }
    Some(GrowthPolicy {
        short,
        long,
        at_least: i64::try_from(at_least?).unwrap_or(i64::MAX),
        no_decision_for: no_decision_for?,
        oldest_over: oldest_over?,
    })
}

/// A longer time would be no sign of what happens now.
const LONGEST: Duration = Duration::from_secs(31 * 24 * 60 * 60);
