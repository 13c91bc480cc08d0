//! The history against the anchors that stand outside the database.

use super::{Anchors, AuditFault, Faulty};
use crate::domain::history::anchor::{AnchorFault, SignedAnchor};
use crate::domain::ids::HistoryNumber;
use crate::service::{ServiceError, Services};
use crate::store::history;

/// Every anchor is signed by the key.
pub(super) fn signed(anchors: Option<&Anchors>) -> Result<(), Faulty> {
    let Some(Anchors { anchors, key }) = anchors else {
        return Ok(());
    };
    match anchors.iter().find(|anchor| !anchor.is_signed_by(key)) {
        None => Ok(()),
        Some(SignedAnchor { number, at, .. }) => Err(fault(AnchorFault::NotSigned {
            number: *number,
            at: at.clone(),
        })),
    }
}

/// The history has the entry that each anchor names. That its hashes are right is known already.
pub(super) async fn compare(
    services: &Services,
    anchors: Option<&Anchors>,
    last: i64,
) -> Result<(), Faulty> {
    let mut snapshot = services.db.snapshot().await?;
    for anchor in anchors.iter().flat_map(|anchors| &anchors.anchors) {
        let (number, at) = (anchor.number, anchor.at.clone());
        let found = history::after(&mut snapshot, HistoryNumber(number - 1), 1).await?;
        let found = found.first().filter(|entry| entry.number == number);
        match found {
            Some(entry) if entry.hash == anchor.hash => {}
            Some(_) => return Err(fault(AnchorFault::Rewritten { number, at })),
            None => return Err(fault(AnchorFault::CutOff { last, number, at })),
        }
    }
    Ok(())
}

fn fault(fault: AnchorFault) -> Faulty {
    ServiceError::Refused(AuditFault::Anchor(fault))
}
