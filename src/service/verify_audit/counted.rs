//! What is counted against what there is.

use super::{AuditFault, Faulty};
use crate::service::{ServiceError, Services};
use crate::store::audit::{self, CauseCount};
use std::collections::BTreeMap;

/// Counts the cases of every lane of the queue.
pub(super) async fn compare(services: &Services) -> Result<(), Faulty> {
    let mut snapshot = services.db.snapshot().await?;
    let (told, counted) = audit::lanes(&mut snapshot).await?;
    let mut both: BTreeMap<(i64, String), (i64, i64)> = BTreeMap::new();
    for lane in told {
        both.entry((lane.stage, lane.kind)).or_default().0 = lane.n;
    }
    for lane in counted {
        both.entry((lane.stage, lane.kind)).or_default().1 = lane.n;
    }
    for ((stage, kind), (told, counted)) in both {
        if told != counted {
            return Err(ServiceError::Refused(AuditFault::Count {
                stage,
                kind,
                told,
                counted,
            }));
        }
    }
    let (told, counted) = audit::causes(&mut snapshot).await?;
    if let Some((cause, told, counted)) = differs(&told, &counted) {
        return Err(ServiceError::Refused(AuditFault::Cause {
            cause,
            told,
            counted,
        }));
    }
    let (told, counted) = audit::totals(&mut snapshot).await?;
    let differs = told.iter().find(|total| !counted.contains(total));
    match differs.or_else(|| counted.iter().find(|total| !told.contains(total))) {
        None => Ok(()),
        Some(total) => Err(ServiceError::Refused(AuditFault::Total {
            kind: total.kind.clone(),
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
