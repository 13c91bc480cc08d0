//! The list of decisions that wait for a second person.

pub use crate::store::decisions::ProposalRow;

use super::{Answer, Person, ServiceError, Services};
use crate::domain::people::{Action, allows};
use crate::domain::time::Timestamp;
use crate::store::decisions;
use std::convert::Infallible;

/// How many are on a page.
pub const PAGE_SIZE: usize = 25;

/// Where a page begins: after this one.
pub type Place = (Timestamp, i64);

/// A page of the list, those whose time is over first at its head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub proposals: Vec<ProposalRow>,
    /// Where the next page begins.
    pub next: Option<Place>,
}

/// A page of what waits for a second person.
///
/// # Errors
/// If the person may not see cases, or the database fails.
pub async fn approvals(
    services: &Services,
    person: &Person,
    after: Option<Place>,
) -> Answer<Page, Infallible> {
    if !allows(person.role, Action::SeeCases) {
        return Err(ServiceError::NotAllowed);
    }
    let limit = i64::try_from(PAGE_SIZE + 1).unwrap_or(i64::MAX);
    let mut connection = services.db.read().await?;
    let mut proposals = decisions::proposals(&mut connection, after, limit).await?;
    let more = proposals.len() > PAGE_SIZE;
    proposals.truncate(PAGE_SIZE);
    let last = proposals.last().filter(|_| more);
    Ok(Page {
        next: last.map(|row| (row.answer_before, row.id)),
        proposals,
    })
}
