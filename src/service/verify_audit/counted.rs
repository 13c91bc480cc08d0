//! What is counted against what there is.

use super::{AuditFault, Faulty};
use crate::service::{ServiceError, Services};
use crate::store::Snapshot;
use crate::store::audit::{self, CauseCount};
use std::collections::BTreeMap;

/// Counts the cases of every lane of the queue, and of every cause.
pub(super) async fn compare(services: &Services) -> Result<(), Faulty> {
    let mut snapshot = services.db.snapshot().await?;
    if let Some(what) = audit::undone(&mut snapshot).await? {
        let what = what.to_owned();
        return Err(ServiceError::Refused(AuditFault::Counter { what }));
    }
    lanes(&mut snapshot).await?;
    causes(&mut snapshot).await?;
    let (told, counted) = audit::totals(&mut snapshot).await?;
    let differs = told.iter().find(|total| !counted.contains(total));
    match differs.or_else(|| counted.iter().find(|total| !told.contains(total))) {
        None => Ok(()),
        Some(total) => Err(ServiceError::Refused(AuditFault::Total {
            kind: total.kind.clone(),
        })),
    }
}

async fn lanes(snapshot: &mut Snapshot) -> Result<(), Faulty> {
    let (told, counted) = audit::lanes(snapshot).await?;
    let mut both: BTreeMap<(i64, String), (i64, i64)> = BTreeMap::new();
    for lane in told {
        if !lane.is_one() {
            let what = format!("the counter of stage {}, {}", lane.stage, lane.kind);
            return Err(ServiceError::Refused(AuditFault::Counter { what }));
        }
        both.entry((lane.stage, lane.kind)).or_default().0 = lane.n;
    }
    for lane in counted {
        both.entry((lane.stage, lane.kind)).or_default().1 = lane.n;
    }
    match both
        .into_iter()
        .find(|(_, (told, counted))| told != counted)
    {
        None => Ok(()),
        Some(((stage, kind), (told, counted))) => {
            let fault = AuditFault::Count {
                stage,
                kind,
                told,
                counted,
            };
            Err(ServiceError::Refused(fault))
        }
    }
}

async fn causes(snapshot: &mut Snapshot) -> Result<(), Faulty> {
    let (mut told, counted) = audit::causes(snapshot).await?;
    if let Some(other) = told.iter().find(|count| !count.is_of_its_name()) {
        let what = format!("the counter of cause {}", other.cause);
        return Err(ServiceError::Refused(AuditFault::Counter { what }));
    }
    told.retain(|count| count.n != 0);
    match differs(&told, &counted) {
        None => Ok(()),
        Some((cause, told, counted)) => Err(ServiceError::Refused(AuditFault::Cause {
            cause,
            told,
            counted,
        })),
    }
}

/// The first cause whose counter differs from its cases.
fn differs(told: &[CauseCount], counted: &[CauseCount]) -> Option<(String, i64, i64)> {
    let wrong = told.iter().find(|count| !counted.contains(count));
    let wrong = wrong.or_else(|| counted.iter().find(|count| !told.contains(count)))?;
    let of = |counts: &[CauseCount]| {
        let same = counts.iter().filter(|count| count.cause == wrong.cause);
        same.map(|count| count.n).sum()
    };
    Some((wrong.cause.clone(), of(told), of(counted)))
}
