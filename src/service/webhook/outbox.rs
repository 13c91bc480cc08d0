//! The outbox: a notice is written in the transaction that makes or takes back the instruction it tells of, or not at all.

use crate::domain::ids::{OperationId, SourceId};
use crate::domain::webhook::{GIVE_UP_AFTER, Notice};
use crate::store::webhook::deliveries::{self, NewDelivery};
use crate::store::{self, Tx};

/// Puts a notice on its way to the endpoints of its source.
pub(in crate::service) async fn announce(
    tx: &mut Tx,
    (source, operation): (SourceId, OperationId),
    notice: &Notice<'_>,
) -> Result<(), store::Error> {
    let new = NewDelivery {
        notice: &notice.id(),
        kind: notice.kind,
        instruction: Some(notice.instruction),
        case: Some(notice.case),
        operation: Some(operation),
        body: &notice.body(),
        now: notice.at,
        give_up_at: notice.at.plus(GIVE_UP_AFTER),
    };
    deliveries::insert_for_source(tx, source, &new).await?;
    Ok(())
}
