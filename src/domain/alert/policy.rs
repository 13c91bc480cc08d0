//! What an installation has decided about alerts.

use super::{Condition, MailAddress, QuietHours};
use crate::domain::ids::Team;
use crate::domain::people::Language;
use crate::domain::time::Timestamp;
use crate::domain::webhook::EndpointUrl;
use chrono_tz::Tz;
use std::collections::BTreeMap;
use std::time::Duration;

/// From when on there is an alert, and who is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertPolicy {
    /// A decision that nobody took for so long has not reached its source.
    pub not_taken_for: Duration,
    /// A proposal that nobody answered for so long waits too long.
    pub not_answered_for: Duration,
    /// An alert is over once its condition has not held for so long.
    pub ends_after: Duration,
    /// How long an alert that is over is kept.
    pub keep: Duration,
    /// Holds for the teams that are not named.
    pub default: TeamAlerts,
    pub teams: BTreeMap<Team, TeamAlerts>,
}

/// How a team is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamAlerts {
    pub mail: Vec<MailAddress>,
    /// As far as can be seen without the program's settings; whether they may be called is seen when they are.
    pub webhooks: Vec<EndpointUrl>,
    pub language: Language,
    pub zone: Tz,
    pub quiet: Option<QuietHours>,
    /// What is told in quiet hours all the same.
    pub always: Vec<Condition>,
}

impl AlertPolicy {
    /// What holds for a team.
    pub fn of(&self, team: &Team) -> &TeamAlerts {
        self.teams.get(team).unwrap_or(&self.default)
    }

    /// Whether anybody is told by mail, and by webhooks.
    pub fn channels(&self) -> (bool, bool) {
        let all = || std::iter::once(&self.default).chain(self.teams.values());
        let mail = all().any(|team| !team.mail.is_empty());
        (mail, all().any(|team| !team.webhooks.is_empty()))
    }
}

impl TeamAlerts {
    /// Whether the team is not told of a condition at a moment.
    pub fn is_quiet(&self, condition: Condition, now: Timestamp) -> bool {
        let quiet = self.quiet.is_some_and(|hours| hours.hold(now, self.zone));
        quiet && !self.always.contains(&condition)
    }

    /// Whether there is nobody to tell.
    pub fn names_nobody(&self) -> bool {
        self.mail.is_empty() && self.webhooks.is_empty()
    }
}
