//! Putting a notice on its way once more, by hand: under the same id, with all the time it had at first.

use super::Administrator;
use crate::domain::history::EntryKind;
use crate::domain::ids::DeliveryId;
use crate::domain::webhook::{EndpointState, GIVE_UP_AFTER, NoticeKind};
use crate::service::case_work::written;
use crate::service::{Answer, ServiceError, Services};
use crate::store::webhook::{deliveries, endpoints};
use crate::store::{history, sources};
use serde_json::json;

/// Why a notice was not put on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedeliverRefused {
    /// Somebody calls right now.
    #[error("a call is under way")]
    OnItsWay,
    #[error("the endpoint is switched off; switch it on first")]
    NotOn,
}

/// Puts a delivery that has ended on its way anew. One that waits is called now, and not only when its time comes.
///
/// # Errors
/// [`RedeliverRefused`]; or if the source has no such delivery.
pub async fn redeliver(
    services: &Services,
    by: Administrator<'_>,
    source: &str,
    id: DeliveryId,
) -> Answer<(), RedeliverRefused> {
    by.authorise()?;
    let mut tx = services.db.begin().await?;
    let found = sources::by_name(&mut tx, source).await?;
    let source = found.ok_or(ServiceError::NotFound)?;
    let row = deliveries::lock(&mut tx, id).await?;
    let row = row.ok_or(ServiceError::NotFound)?;
    let endpoint = endpoints::lock(&mut tx, row.endpoint_id).await?;
    let endpoint = endpoint.filter(|endpoint| endpoint.source_id == source.id);
    let endpoint = endpoint.ok_or(ServiceError::NotFound)?;
    match endpoint.state {
        EndpointState::On => {}
        EndpointState::Off | EndpointState::Gone => {
            return Err(ServiceError::Refused(RedeliverRefused::NotOn));
        }
    }
    let now = services.now();
    if row.lease.is_some() && row.due_at > now {
        return Err(ServiceError::Refused(RedeliverRefused::OnItsWay));
    }
    let give_up_at = match row.kind {
        NoticeKind::Test => now,
        NoticeKind::Offered | NoticeKind::Withdrawn => now.plus(GIVE_UP_AFTER),
    };
    written(deliveries::restart(&mut tx, id, now, give_up_at).await?)?;
    let told = json!({"notice": row.notice_id, "endpoint": endpoint.url, "source": source.name});
    let mut entry = by.entry(EntryKind::NoticeRestarted, told, now);
    (entry.case, entry.operation) = (row.case_id, row.operation_id);
    history::append(&mut tx, vec![entry]).await?;
    Ok(tx.commit().await?)
}
