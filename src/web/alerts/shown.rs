//! From what is seen to the page.

use super::address::AlertsAddress;
use super::link;
use super::page::{Alert, AlertsPage, Ended, Team};
use super::told::{Telling, nobody_was, nobody_yet};
use crate::domain::alert::{Condition, Sight, TeamAlerts};
use crate::domain::ids;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::alert::see::{Alerts, Before, Seen};
use crate::web::age::page::Number;
use crate::web::age::signal;
use crate::web::age::words as said;
use crate::web::ctx::Ctx;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::typeset::grouped;
use crate::web::words;
use std::collections::BTreeMap;

/// The page of what is seen.
pub fn made(ctx: Ctx, policy: &Policy, address: AlertsAddress, alerts: &Alerts) -> AlertsPage {
    let shown = Shown {
        policy,
        at: alerts.at,
    };
    let last = alerts.ended.last().filter(|_| alerts.more);
    let next = last.map(|seen| AlertsAddress {
        before: Some(Before {
            at: seen.alert.ended_at.unwrap_or(seen.alert.begun_at),
            id: seen.alert.id,
        }),
    });
    AlertsPage {
        at: alerts.at,
        teams: shown.teams(alerts),
        ended: alerts.ended.iter().map(|seen| shown.ended(seen)).collect(),
        first: address.before.map(|_| AlertsAddress::default().href()),
        next: next.map(AlertsAddress::href),
        ctx,
    }
}

struct Shown<'a> {
    policy: &'a Policy,
    at: Timestamp,
}

/// An alert and what is seen of its condition now; one of them may not be there.
type Pair<'a> = (Option<&'a Seen>, Option<&'a Sight>);

impl Shown<'_> {
    fn teams(&self, alerts: &Alerts) -> Vec<Team> {
        let mut pairs: BTreeMap<(&ids::Team, usize), Pair<'_>> = BTreeMap::new();
        for seen in &alerts.open {
            let key = (&seen.alert.owner_team, place(seen.alert.condition));
            pairs.entry(key).or_default().0 = Some(seen);
        }
        for sight in &alerts.sights {
            let key = (&sight.team, place(sight.condition));
            pairs.entry(key).or_default().1 = Some(sight);
        }
        let mut teams: Vec<(&ids::Team, Vec<Alert>)> = Vec::new();
        for ((team, _), pair) in pairs {
            let alert = self.alert(pair);
            match teams.last_mut().filter(|(last, _)| *last == team) {
                Some((_, alerts)) => alerts.extend(alert),
                None => teams.push((team, alert.into_iter().collect())),
            }
        }
        let team = |(team, alerts)| Team {
            name: said::owner(team),
            notes: notes(self.policy.alerts().of(team)),
            alerts,
        };
        teams.into_iter().map(team).collect()
    }

    fn alert(&self, (seen, sight): Pair<'_>) -> Option<Alert> {
        let about = seen.map(|seen| (seen.alert.condition, &seen.alert.owner_team));
        let (condition, team) = about.or(sight.map(|sight| (sight.condition, &sight.team)))?;
        let since = seen.map(|seen| seen.alert.since);
        let ceased = seen.and_then(|seen| seen.alert.ceased_at);
        let ceased = ceased.filter(|_| sight.is_none());
        let signal = sight.and_then(|sight| sight.signal.as_ref());
        let signal = signal.map(|signal| signal::told(signal, self.policy.growth()));
        let cases = sight.map(|sight| sight.cases);
        Some(Alert {
            what: words::condition(condition),
            beside: signal
                .into_iter()
                .flatten()
                .chain(ceased.map(|at| msg!("alerts-ceased", at = at)))
                .collect(),
            cases: Number {
                // It does not hold, which is not the same as that no case waits.
                shown: cases.map_or_else(|| "–".to_owned(), grouped),
                href: cases
                    .filter(|cases| *cases > 0)
                    .map(|_| link::list(condition, team, self.at, self.policy.alerts())),
            },
            since: since.or(sight.map(|sight| sight.since))?,
            tellings: seen.map_or_else(Vec::new, |seen| Telling::all(seen, self.at)),
            nobody: match seen {
                Some(seen) => nobody_yet(seen),
                None if self.policy.alerts().of(team).names_nobody() => {
                    Some(msg!("alerts-told-nobody"))
                }
                None => Some(msg!("alerts-soon")),
            },
        })
    }

    fn ended(&self, seen: &Seen) -> Ended {
        let alert = &seen.alert;
        Ended {
            team: said::owner(&alert.owner_team),
            what: words::condition(alert.condition),
            most: grouped(alert.most),
            since: alert.since,
            until: alert.ceased_at.or(alert.ended_at).unwrap_or(self.at),
            tellings: Telling::all(seen, self.at),
            nobody: nobody_was(seen),
        }
    }
}

/// The place of a condition among those of a team.
fn place(condition: Condition) -> usize {
    let place = Condition::ALL.iter().position(|of| *of == condition);
    place.unwrap_or(usize::MAX)
}

/// How the team is told.
fn notes(team: &TeamAlerts) -> Vec<Msg> {
    if team.names_nobody() {
        return vec![msg!("alerts-nobody")];
    }
    let Some(hours) = team.quiet else {
        return Vec::new();
    };
    let text = |text: String| Arg::Word(text.into());
    let quiet = msg!(
        "alerts-quiet",
        from = text(hours.from.to_string()),
        until = text(hours.until.to_string()),
        zone = text(team.zone.name().to_owned())
    );
    let always = team.always.iter();
    let always = always.map(|what| msg!("alerts-always", what = words::condition(*what)));
    std::iter::once(quiet).chain(always).collect()
}
