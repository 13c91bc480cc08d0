//! Sending what is to be told: take a lease, send, record what came of it. What is sent is sent by whoever speaks SMTP and HTTP,
//! between the two transactions here; a sender that dies in between is followed by another one when its lease is over.

use crate::domain::alert::{Channel, Heard, Next, TellingState, Word, next, one_line};
use crate::domain::digest::sha256_hex;
use crate::domain::history::EntryKind;
use crate::domain::ids::{NoticeId, TellingId};
use crate::domain::time::Timestamp;
use crate::service::actor::{Actor, Part};
use crate::service::{Answer, Services};
use crate::store::alert::tellings::{self, TellingRow};
use crate::store::{self, Tx, history};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::time::Duration;

/// How long a sender has a telling for itself: longer than any mail or call takes.
pub const LEASE: Duration = Duration::from_secs(60);
/// A mail that cannot be begun this soon after its lease was taken, for the database was slow, could outlive it.
const BEGINS_WITHIN: Duration = Duration::from_secs(15);

/// What this sender has the lease of.
#[derive(Debug, Clone)]
pub struct Claimed {
    pub telling: TellingId,
    lease: String,
    pub channel: Channel,
    /// A mail address, or the URL of an endpoint.
    pub address: String,
    pub subject: String,
    pub body: String,
    /// The same for every address and every try: the `webhook-id`, and the name of a mail.
    pub notice: NoticeId,
    /// The notice that this one follows.
    pub after: Option<NoticeId>,
}

/// What came of a try.
#[derive(Debug, Clone)]
pub struct Tried {
    pub claimed: Claimed,
    pub heard: Heard,
}

/// What a telling came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    Told,
    Again(Timestamp),
    Failed,
    /// Somebody else tried meanwhile, for the lease was over; or the alert was forgotten.
    LeaseOver,
}

/// Takes leases on what is due, at most so much.
///
/// # Errors
/// Only if the database fails.
pub async fn claim(services: &Services, most: i64) -> Answer<Vec<Claimed>, Infallible> {
    let now = services.now();
    let mut tx = services.db.begin().await?;
    let (mut claimed, mut dropped_ones) = (Vec::new(), 0);
    for row in tellings::lock_due(&mut tx, now, most).await? {
        let (key, is_over) = tellings::about(&mut tx, row.alert_id).await?;
        if is_over && row.word == Word::Begun {
            tellings::record(&mut tx, &dropped(row, now)).await?;
            dropped_ones += 1;
            continue;
        }
        let lease = services.ids.token();
        if tellings::lease(&mut tx, row.id, &lease, now.plus(LEASE)).await? {
            claimed.push(Claimed::of(row, lease, &key));
        }
    }
    if dropped_ones > 0 {
        let told = json!({"what": "tellings_dropped", "tellings": dropped_ones});
        tell(&mut tx, vec![(EntryKind::RowsKept, told)], now).await?;
    }
    tx.commit().await?;
    let late = services.now() > now.plus(BEGINS_WITHIN);
    Ok(if late { Vec::new() } else { claimed })
}

/// What was to be told as beginning is over: somebody tried in vain when it ended.
fn dropped(row: TellingRow, now: Timestamp) -> TellingRow {
    TellingRow {
        state: TellingState::Dropped,
        lease: None,
        ended_at: Some(now),
        ..row
    }
}

impl Claimed {
    fn of(row: TellingRow, lease: String, key: &str) -> Self {
        let notice = |word: Word| NoticeId::new(format!("{key}-{}", word.as_str()));
        Self {
            telling: row.id,
            lease,
            channel: row.channel,
            address: row.address,
            subject: row.subject,
            body: row.body,
            notice: notice(row.word),
            after: match row.word {
                Word::Begun => None,
                Word::Ended => Some(notice(Word::Begun)),
            },
        }
    }
}

/// Whether anything is due, asked without a write.
///
/// # Errors
/// Only if the database fails.
pub async fn is_due(services: &Services) -> Answer<bool, Infallible> {
    let mut conn = services.db.read().await?;
    Ok(tellings::any_due(&mut conn, services.now()).await?)
}

/// Records what came of tries, in one transaction.
///
/// # Errors
/// Only if the database fails. They are tried again when their leases are over.
pub async fn record(services: &Services, tries: &[Tried]) -> Answer<Vec<Recorded>, Infallible> {
    let mut tx = services.db.begin().await?;
    let ids: Vec<_> = tries.iter().map(|tried| tried.claimed.telling).collect();
    let rows = tellings::lock(&mut tx, &ids).await?;
    let mut recorded = Vec::with_capacity(tries.len());
    let (mut told, mut again) = (Vec::new(), 0);
    for tried in tries {
        let row = rows.iter().find(|row| row.id == tried.claimed.telling);
        let mine = |row: &&TellingRow| {
            let held = row.lease.as_deref() == Some(&*tried.claimed.lease);
            // Somebody has it, whoever may have tried meanwhile.
            row.state == TellingState::Waiting && (held || tried.heard == Heard::Told)
        };
        recorded.push(match row.filter(mine) {
            None => Recorded::LeaseOver,
            Some(row) => {
                let (row, came) = tried.ends(services, row.clone());
                tellings::record(&mut tx, &row).await?;
                match tried.tells(&row) {
                    Some(entry) => told.push(entry),
                    None => again += 1,
                }
                came
            }
        });
    }
    if told.is_empty() && again > 0 {
        let tried = json!({"what": "tellings_tried", "tellings": again});
        told.push((EntryKind::RowsKept, tried));
    }
    tell(&mut tx, told, services.now()).await?;
    tx.commit().await?;
    Ok(recorded)
}

async fn tell(
    tx: &mut Tx,
    told: Vec<(EntryKind, Value)>,
    now: Timestamp,
) -> Result<(), store::Error> {
    let by = Actor::Program(Part::Alerts);
    let entry = |(kind, document)| by.of_no_case(kind, document, now);
    let entries = told.into_iter().map(entry).collect();
    history::append(tx, entries).await.map(|_| ())
}

impl Tried {
    /// What the history is told once somebody was told, or is not told any more. An address can be a person's, or hold a secret,
    /// and the history keeps it for ever: whoever knows it recognises its digest.
    fn tells(&self, row: &TellingRow) -> Option<(EntryKind, Value)> {
        let kind = match row.state {
            TellingState::Told => EntryKind::AlertTold,
            TellingState::Failed => EntryKind::AlertNotTold,
            TellingState::Waiting | TellingState::Dropped => return None,
        };
        let told = json!({
            "notice": self.claimed.notice, "channel": row.channel, "to": sha256_hex(&row.address), "tries": row.tries,
        });
        Some((kind, told))
    }

    /// The row as it is after this try.
    fn ends(&self, services: &Services, row: TellingRow) -> (TellingRow, Recorded) {
        let (now, tries) = (services.now(), row.tries.saturating_add(1));
        let counted = u32::try_from(tries).unwrap_or(u32::MAX);
        let jitter = services.ids.jitter();
        let came = match next(&self.heard, counted, row.give_up_at, jitter, now) {
            Next::Told => Recorded::Told,
            Next::Again(at) => Recorded::Again(at),
            Next::Failed => Recorded::Failed,
        };
        let (state, due_at) = match came {
            Recorded::Told => (TellingState::Told, row.due_at),
            Recorded::Failed => (TellingState::Failed, row.due_at),
            Recorded::Again(at) => (TellingState::Waiting, at),
            Recorded::LeaseOver => (row.state, row.due_at),
        };
        let (status, failure, words) = match &self.heard {
            Heard::Told => (None, None, None),
            Heard::Refused { status, words } => {
                let words = Some(one_line(words)).filter(|words| !words.is_empty());
                (Some(i64::from(*status)), None, words)
            }
            Heard::Failed(failure) => (None, Some(*failure), None),
        };
        let row = TellingRow {
            state,
            tries,
            due_at,
            lease: None,
            status,
            failure,
            words,
            ended_at: (state != TellingState::Waiting).then_some(now),
            ..row
        };
        (row, came)
    }
}
