//! One case of a group: what is known of its step, and whether the operation may go on now.

use crate::domain::review::{Review, review};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::cause::Member;
use crate::web::case::go_on::{GoOn, Possible};
use crate::web::i18n::Msg;
use crate::web::queue::row::{Row, Setting};
use crate::web::words;

/// One case of a group.
#[derive(Debug, Clone)]
pub struct MemberRow {
    pub row: Row,
    /// As the form sends it: which case, and of which version.
    pub value: String,
    pub known: Option<Msg>,
    pub resume: Resume,
}

/// Whether the operation may go on.
#[derive(Debug, Clone)]
pub enum Resume {
    /// Every step is done: nothing would be sent.
    Complete,
    /// Until then; `None`: without a limit.
    Yes {
        until: Option<Timestamp>,
    },
    /// Yes, but its own page asks for something first.
    Asks {
        asks: Vec<Msg>,
    },
    No {
        reasons: Vec<Msg>,
        ways: Vec<Msg>,
    },
}

impl MemberRow {
    /// The row of a case.
    pub fn of(member: &Member, policy: &Policy, setting: Setting<'_>) -> Self {
        let case = &member.case;
        let look = review(&member.facts, policy.rules(), setting.reader.now);
        Self {
            row: Row::of(case, setting),
            value: format!("{}.{}", case.id, case.version),
            known: known(&look, &case.details.cause_step),
            resume: resume(&look, policy),
        }
    }
}

/// What is known of the step at which it stopped.
pub fn known(look: &Review<'_>, step: &str) -> Option<Msg> {
    let stopped = look.steps.iter().find(|s| s.step.name.as_str() == step);
    let step = stopped.or_else(|| look.at_resume_point())?;
    Some(words::knowledge(step))
}

/// Whether it may go on, as its own page says.
pub fn resume(look: &Review<'_>, policy: &Policy) -> Resume {
    match GoOn::of(look, policy.rules()).possible {
        Possible::Complete { asks } | Possible::Yes { asks, .. } if !asks.is_empty() => {
            Resume::Asks { asks }
        }
        Possible::Complete { .. } => Resume::Complete,
        Possible::Yes { until, .. } => Resume::Yes { until },
        Possible::No { reasons, ways } => Resume::No {
            reasons,
            ways: ways.into_iter().map(|(way, _)| way).collect(),
        },
    }
}
