//! Looking at the conditions: alerts begin, go on and end, and what is to be told is put on its way, all in one transaction.

use super::sight::sight;
use super::{Rules, Voice};
use crate::domain::alert::{
    Channel, Condition, GIVE_UP_AFTER, Life, Sees, Sight, TeamAlerts, Told, Turn, Word,
    webhook_body,
};
use crate::domain::history::EntryKind;
use crate::domain::ids::{AlertId, Team};
use crate::domain::time::Timestamp;
use crate::service::actor::{Actor, Part};
use crate::service::case_work::written;
use crate::service::{Answer, Services};
use crate::store::alert::alerts::{self, AlertRow, NewAlert};
use crate::store::alert::tellings::{self, NewTelling};
use crate::store::history::NewEntry;
use crate::store::{self, Tx, history};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;

/// How often conditions are looked at, by all instances together.
pub const EVERY: Duration = Duration::from_secs(60);
/// How many alerts are forgotten in one transaction.
const FORGOTTEN_AT_ONCE: i64 = 500;

/// What one look did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looked {
    /// It is too soon after the last one.
    NotYet,
    OtherWasQuicker,
    /// So many alerts began, and so many ended.
    Seen {
        begun: usize,
        ended: usize,
    },
}

/// Looks at every condition of every team, unless somebody has in the last minute.
///
/// # Errors
/// Only if the database fails.
pub async fn look(services: &Services, voice: &Voice) -> Answer<Looked, Infallible> {
    let now = services.now();
    let before = now.minus(EVERY);
    let mut conn = services.db.read().await?;
    if alerts::looked_at(&mut conn)
        .await?
        .is_some_and(|at| before < at && at <= now.plus(EVERY))
    {
        return Ok(Looked::NotYet);
    }
    // Counted before the turn is taken: writers do not wait for it.
    let sights = sight(services, &mut conn, now).await?;
    drop(conn);
    let mut tx = services.db.begin().await?;
    if !alerts::take_turn(&mut tx, (before, now, now.plus(EVERY))).await? {
        return Ok(Looked::OtherWasQuicker);
    }
    let open = alerts::open(&mut tx).await?;
    let mut looking = Looking {
        services,
        voice,
        sights: &sights,
        tx,
        now,
        begun: 0,
        ended: 0,
        went_on: 0,
        told: Vec::new(),
    };
    for (alert, sight) in paired(&open, &sights) {
        looking.turn(alert, sight).await?;
    }
    let (begun, ended) = (looking.begun, looking.ended);
    looking.tell_history().await?;
    looking.tx.commit().await?;
    Ok(Looked::Seen { begun, ended })
}

/// Each alert with what is seen of its condition now, and what is seen for the first time.
fn paired<'a>(
    open: &'a [AlertRow],
    sights: &'a [Sight],
) -> impl Iterator<Item = (Option<&'a AlertRow>, Option<&'a Sight>)> {
    type Pair<'a> = (Option<&'a AlertRow>, Option<&'a Sight>);
    let mut pairs: BTreeMap<(Condition, &Team), Pair<'_>> = BTreeMap::new();
    for alert in open {
        pairs
            .entry((alert.condition, &alert.owner_team))
            .or_default()
            .0 = Some(alert);
    }
    for sight in sights {
        pairs.entry((sight.condition, &sight.team)).or_default().1 = Some(sight);
    }
    pairs.into_values()
}

/// Forgets some alerts that have been over for long enough; says how many.
///
/// # Errors
/// Only if the database fails.
pub async fn forget(services: &Services) -> Answer<u64, Infallible> {
    let before = services.now().minus(services.policy.alerts().keep);
    let mut tx = services.db.begin().await?;
    let forgotten = alerts::forget(&mut tx, before, FORGOTTEN_AT_ONCE).await?;
    if forgotten > 0 {
        let told = json!({"what": "alerts_removed", "alerts": forgotten});
        let by = Actor::Program(Part::Housekeeping);
        let entry = by.of_no_case(EntryKind::RowsKept, told, services.now());
        history::append(&mut tx, vec![entry]).await?;
        tx.commit().await?;
    }
    Ok(forgotten)
}

struct Looking<'a> {
    services: &'a Services,
    voice: &'a Voice,
    /// Everything that holds now.
    sights: &'a [Sight],
    tx: Tx,
    now: Timestamp,
    begun: usize,
    ended: usize,
    went_on: usize,
    /// For the history. It is one chain, so they are the last that the transaction writes.
    told: Vec<NewEntry>,
}

impl Looking<'_> {
    async fn turn(&mut self, alert: Option<&AlertRow>, sight: Option<&Sight>) -> store::Result<()> {
        let about = alert.map(|alert| (alert.condition, &alert.owner_team));
        let Some((condition, team)) = about.or(sight.map(|s| (s.condition, &s.team))) else {
            return Ok(());
        };
        let policy = self.services.policy.alerts();
        let sees = Sees {
            now: self.now,
            holds: sight.is_some(),
            quiet: policy.of(team).is_quiet(condition, self.now),
            ends_after: policy.ends_after,
        };
        match (Life::turn(alert.map(AlertRow::life), sees), alert, sight) {
            (Turn::Goes { life, tell }, alert, Some(sight)) => {
                self.holds(alert, sight, life, tell).await
            }
            (Turn::Goes { life, .. }, Some(alert), None) => {
                let times = (alert.told_at, life.ceased_at);
                self.went_on += 1;
                written(alerts::goes_on(&mut self.tx, alert.id, times, alert.most).await?)
            }
            (Turn::Ends { since, tell }, Some(alert), _) => self.ends(alert, since, tell).await,
            (Turn::Nothing, ..) | (Turn::Goes { .. } | Turn::Ends { .. }, None, _) => Ok(()),
        }
    }

    async fn holds(
        &mut self,
        alert: Option<&AlertRow>,
        sight: &Sight,
        life: Life,
        tell: bool,
    ) -> store::Result<()> {
        let (id, told_at, most) = match alert {
            Some(alert) => (alert.id, alert.told_at, alert.most),
            None => (self.begins(sight).await?, None, 0),
        };
        let most = most.max(sight.cases);
        let told_at = told_at.or(tell.then_some(self.now));
        let unchanged = alert.is_some_and(|alert| {
            (alert.most, alert.told_at, alert.ceased_at) == (most, told_at, life.ceased_at)
        });
        if !unchanged {
            let times = (told_at, life.ceased_at);
            self.went_on += 1;
            written(alerts::goes_on(&mut self.tx, id, times, most).await?)?;
        }
        if tell {
            self.tell_begun(id, alert.map_or(sight.since, |alert| alert.since), sight)
                .await?;
        }
        Ok(())
    }

    async fn begins(&mut self, sight: &Sight) -> store::Result<AlertId> {
        self.begun += 1;
        let key = self.services.ids.instruction(self.now);
        let new = NewAlert {
            key: key.as_str(),
            condition: sight.condition,
            owner_team: &sight.team,
            since: sight.since,
            begun_at: self.now,
            cases: sight.cases,
        };
        let id = alerts::begin(&mut self.tx, &new).await?;
        let told = json!({
            "alert": new.key, "condition": new.condition, "team": new.owner_team, "cases": new.cases,
            "since": new.since.to_string(),
        });
        self.note(EntryKind::AlertBegan, told);
        Ok(id)
    }

    fn note(&mut self, kind: EntryKind, told: Value) {
        let by = Actor::Program(Part::Alerts);
        self.told.push(by.of_no_case(kind, told, self.now));
    }

    /// That an alert goes on, with more cases or told only now, is told where nothing else is.
    async fn tell_history(&mut self) -> store::Result<()> {
        if self.told.is_empty() && self.went_on > 0 {
            let told = json!({"what": "alerts_went_on", "alerts": self.went_on});
            self.note(EntryKind::RowsKept, told);
        }
        let told = std::mem::take(&mut self.told);
        history::append(&mut self.tx, told).await.map(|_| ())
    }

    async fn tell_begun(
        &mut self,
        id: AlertId,
        since: Timestamp,
        sight: &Sight,
    ) -> store::Result<()> {
        let team = self.services.policy.alerts().of(&sight.team);
        let told = Told {
            word: Word::Begun,
            condition: sight.condition,
            team: &sight.team,
            cases: sight.cases,
            since,
            at: self.now,
            signal: sight.signal.as_ref(),
            still: &[],
            language: team.language,
            zone: team.zone,
        };
        self.tell(id, &told, everybody(team)).await
    }

    async fn ends(&mut self, alert: &AlertRow, since: Timestamp, tell: bool) -> store::Result<()> {
        self.ended += 1;
        written(alerts::end(&mut self.tx, alert.id, since, self.now).await?)?;
        let over = json!({
            "alert": alert.key, "condition": alert.condition, "team": alert.owner_team, "most": alert.most,
            "until": since.to_string(),
        });
        self.note(EntryKind::AlertEnded, over);
        if !tell {
            return Ok(());
        }
        let team = self.services.policy.alerts().of(&alert.owner_team);
        let told = Told {
            word: Word::Ended,
            condition: alert.condition,
            team: &alert.owner_team,
            cases: alert.most,
            since: alert.since,
            at: since,
            signal: None,
            still: &self.still(alert),
            language: team.language,
            zone: team.zone,
        };
        // In this order: whom another instance is telling right now is seen only once its lease can be.
        tellings::drop_waiting(&mut self.tx, alert.id, self.now).await?;
        let whom = tellings::who_was_told(&mut self.tx, alert.id).await?;
        self.tell(alert.id, &told, whom).await
    }

    /// What else holds for the team of an alert that is over.
    fn still(&self, over: &AlertRow) -> Vec<(Condition, i64)> {
        let others = self
            .sights
            .iter()
            .filter(|sight| sight.team == over.owner_team && sight.condition != over.condition);
        others.map(|sight| (sight.condition, sight.cases)).collect()
    }

    async fn tell(
        &mut self,
        id: AlertId,
        told: &Told<'_>,
        whom: Vec<(Channel, String)>,
    ) -> store::Result<()> {
        let policy = &self.services.policy;
        let rules = Rules {
            alerts: policy.alerts(),
            growth: policy.growth(),
        };
        let letter = (self.voice.write)(told, &rules, &self.voice.public_url);
        let for_programs = webhook_body(told, &letter);
        for (channel, address) in whom {
            let (subject, body) = match channel {
                Channel::Mail => (letter.subject.as_str(), letter.text.as_str()),
                Channel::Webhook => ("", for_programs.as_str()),
            };
            let new = NewTelling {
                alert: id,
                word: told.word,
                channel,
                address: &address,
                subject,
                body,
                now: self.now,
                give_up_at: self.now.plus(GIVE_UP_AFTER),
            };
            tellings::insert(&mut self.tx, &new).await?;
        }
        Ok(())
    }
}

/// Everybody whom the policy names for a team.
fn everybody(team: &TeamAlerts) -> Vec<(Channel, String)> {
    let mail = team.mail.iter().map(|to| (Channel::Mail, to.to_string()));
    let webhooks = team.webhooks.iter();
    let webhooks = webhooks.map(|url| (Channel::Webhook, url.to_string()));
    mail.chain(webhooks).collect()
}
