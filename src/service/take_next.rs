//! Claiming whatever is most urgent: two people who ask at once get two different cases.

use super::case_work::{Saved, commit, publish};
use super::claim::{self, Claimed};
use super::sweep::end_waits;
use super::turned_away::turned_away_from_all;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::ids::CaseId;
use crate::domain::permits::{Act, NotPermitted, ever};
use crate::domain::time::Timestamp;
use crate::store::cases::CaseRow;
use crate::store::run_out::{self, RunOut};
use crate::store::{self, Tx, queue};
use std::convert::Infallible;

pub use crate::store::queue::Lane;

/// How many claims that ran out are given back first; they may be the most urgent.
const GIVEN_BACK: i64 = 50;

/// Claims the most urgent free case of a lane, or tells that there is none.
///
/// # Errors
/// If the role does not permit claims, or the database fails.
pub async fn take_next(
    services: &Services,
    person: &Person,
    lane: &Lane,
) -> Answer<Option<Claimed>, Infallible> {
    must_ever(services, person).await?;
    give_back_lapsed(services).await?;
    end_waits(services).await?;
    let mut tx = services.db.begin().await?;
    let Some(case) = queue::next_free(&mut tx, lane).await? else {
        return Ok(None);
    };
    let (claimed, saved) = claim::write(services, &mut tx, person, &case).await?;
    commit(services, tx, &case, &saved).await?;
    Ok(Some(claimed))
}

/// Turns those away whose role lets them claim nothing.
///
/// # Errors
/// If it does not, or the database fails.
pub async fn must_ever(services: &Services, person: &Person) -> Answer<(), Infallible> {
    if ever(Act::Claim, person.role) {
        return Ok(());
    }
    turned_away_from_all(services, person, Act::Claim, NotPermitted::Role).await?;
    Err(ServiceError::NotAllowed)
}

/// Gives cases whose claim ran out back to the queue, at most [`GIVEN_BACK`] at once, and says which.
pub(super) async fn give_back_lapsed(services: &Services) -> Result<Vec<CaseId>, store::Error> {
    let now = services.now();
    if !run_out::any(&mut services.db.read().await?, RunOut::Claim, now).await? {
        return Ok(Vec::new());
    }
    let mut tx = services.db.begin().await?;
    let lapsed = run_out::lock_some(&mut tx, RunOut::Claim, now, GIVEN_BACK).await?;
    let given_back = give_back(&mut tx, &lapsed, now).await?;
    let Some(((last, saved), others)) = given_back.split_last() else {
        return Ok(Vec::new());
    };
    commit(services, tx, last, saved).await?;
    for (case, saved) in others {
        publish(services, case, saved);
    }
    Ok(lapsed.iter().map(|case| case.id).collect())
}

async fn give_back<'c>(
    tx: &mut Tx,
    lapsed: &'c [CaseRow],
    now: Timestamp,
) -> Result<Vec<(&'c CaseRow, Saved)>, store::Error> {
    let mut given_back = Vec::with_capacity(lapsed.len());
    for case in lapsed {
        given_back.push((case, claim::give_back(tx, case, now).await?));
    }
    Ok(given_back)
}
