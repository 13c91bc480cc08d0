//! How a stop kind looks: its colour in the stylesheet, and its icon. Neither stands without its name.

use crate::domain::report::StopKind;

/// The name of the colour, for `data-kind`.
pub const fn look(kind: StopKind) -> &'static str {
    match kind {
        StopKind::ResultUnknown => "unknown",
        StopKind::NextStepPending => "pending",
        StopKind::PayloadConflict => "conflict",
    }
}

/// The icon of the sprite.
pub const fn icon(kind: StopKind) -> &'static str {
    match kind {
        StopKind::ResultUnknown => "circle-question-mark",
        StopKind::NextStepPending => "circle-pause",
        StopKind::PayloadConflict => "git-compare-arrows",
    }
}
