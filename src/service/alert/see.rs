//! What people see of alerts: what holds now, what was told to whom, and what is over.

pub use crate::store::alert::alerts::{AlertRow, Before};
pub use crate::store::alert::tellings::TellingRow;

use super::sight::sight;
use crate::domain::alert::Sight;
use crate::domain::ids::AlertId;
use crate::domain::time::Timestamp;
use crate::service::age::reading;
use crate::service::{Answer, Person, Services};
use crate::store::alert::{alerts, tellings};
use crate::store::{self, Pooled};
use std::collections::HashMap;
use std::convert::Infallible;

/// How many alerts that are over a page holds.
pub const PAGE_SIZE: usize = 25;

/// An alert with what was told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub alert: AlertRow,
    pub tellings: Vec<TellingRow>,
}

/// Everything that the page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alerts {
    /// The moment at which conditions were looked at for this page.
    pub at: Timestamp,
    /// What holds at that moment.
    pub sights: Vec<Sight>,
    /// The alerts that are not over.
    pub open: Vec<Seen>,
    /// Some of those that are, the latest first.
    pub ended: Vec<Seen>,
    /// Whether more follow.
    pub more: bool,
}

/// What holds now and what is over, from a place on.
///
/// # Errors
/// If the person may not see it, or the database fails.
pub async fn see(
    services: &Services,
    person: &Person,
    before: Option<Before>,
) -> Answer<Alerts, Infallible> {
    let mut conn = reading(services, person).await?;
    let at = services.now();
    let sights = sight(services, &mut conn, at).await?;
    let open = alerts::open(&mut conn).await?;
    let limit = i64::try_from(PAGE_SIZE)
        .unwrap_or(i64::MAX)
        .saturating_add(1);
    let mut ended = alerts::ended(&mut conn, before, limit).await?;
    let more = ended.len() > PAGE_SIZE;
    ended.truncate(PAGE_SIZE);
    Ok(Alerts {
        at,
        sights,
        open: told(&mut conn, open).await?,
        ended: told(&mut conn, ended).await?,
        more,
    })
}

async fn told(conn: &mut Pooled, alerts: Vec<AlertRow>) -> store::Result<Vec<Seen>> {
    let ids: Vec<AlertId> = alerts.iter().map(|alert| alert.id).collect();
    let mut by_alert: HashMap<AlertId, Vec<TellingRow>> = HashMap::new();
    for row in tellings::of_alerts(conn, &ids).await? {
        by_alert.entry(row.alert_id).or_default().push(row);
    }
    let seen = |alert: AlertRow| Seen {
        tellings: by_alert.remove(&alert.id).unwrap_or_default(),
        alert,
    };
    Ok(alerts.into_iter().map(seen).collect())
}
