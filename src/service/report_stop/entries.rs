//! What the history tells of a report.

use super::receipt::effect_word;
use super::stop::Stop;
use crate::domain::case::ReportEffect;
use crate::domain::changes::KnowledgeChange;
use crate::domain::ids::Version;
use crate::domain::merge::Added;
use serde_json::{Value, json};

/// The report as such.
pub(super) fn received(stop: &Stop<'_>, effect: ReportEffect) -> Value {
    json!({
        "report": stop.sound.report.report_id,
        "digest": stop.sound.digest,
        "stopped_at": stop.sound.report.stopped_at.to_string(),
        "claimed_kind": stop.sound.report.stop.kind,
        "effect": effect_word(effect),
    })
}

/// What a report told that was not known.
pub(super) fn facts_added(
    stop: &Stop<'_>,
    knowledge: &[KnowledgeChange],
    version: Version,
) -> Value {
    json!({
        "report": stop.sound.report.report_id,
        "added": added(&stop.added),
        "knowledge": knowledge,
        "version": version,
    })
}

/// The fact because of which a decision no longer holds.
pub(super) fn cause(stop: &Stop<'_>) -> Value {
    json!({"report": stop.sound.report.report_id, "added": added(&stop.added)})
}

fn added(added: &Added) -> Value {
    json!({
        "attempts": added.attempts,
        "results": added.results,
        "observations": added.observations,
        "contents": added.contents,
        "events": added.events,
    })
}
