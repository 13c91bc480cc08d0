//! The cases behind a figure of the queue's age: exactly those that it counts.

pub use crate::store::age::moved::{Before, MovedRow, Steps};
pub use crate::store::age::signs::{SignRow, Signs};
pub use crate::store::age::unresolved::Unresolved;
pub use crate::store::age::waited::{Then, WaitedRow};
pub use crate::store::age::waiting::{After, Which};

use super::age::{moment, reading};
use super::{Answer, Person, Services};
use crate::domain::age::Scope;
use crate::domain::time::Timestamp;
use crate::store::age::{moved, signs as noticed, unresolved as decided, waited as past, waiting};
use crate::store::cases::CaseRow;
use std::convert::Infallible;

/// How many cases a page of a list holds.
pub const PAGE_SIZE: usize = 50;
/// Steps are counted no further than this.
pub const COUNT_CAP: i64 = 100_001;

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<R> {
    pub rows: Vec<R>,
    /// How many the list holds in all.
    pub all: i64,
    /// Whether another page follows.
    pub more: bool,
}

/// Cases that wait, as the figures of the moment `at` count them, the oldest first.
///
/// # Errors
/// If the person may not see the figures, or the database fails.
pub async fn waiting(
    services: &Services,
    person: &Person,
    which: &Which,
    scope: &Scope,
    at: Timestamp,
    after: Option<After>,
) -> Answer<Listed<CaseRow>, Infallible> {
    let mut conn = reading(services, person).await?;
    let at = moment(services, at);
    let rows = waiting::list(&mut conn, which, scope, at, after, one_more()).await?;
    let all = waiting::count(&mut conn, which, scope, at).await?;
    Ok(listed(rows, all))
}

/// Cases that are not resolved, the oldest first.
///
/// # Errors
/// If the person may not see the figures, or the database fails.
pub async fn unresolved(
    services: &Services,
    person: &Person,
    which: Unresolved,
    scope: &Scope,
    after: Option<After>,
) -> Answer<Listed<CaseRow>, Infallible> {
    let mut conn = reading(services, person).await?;
    let rows = decided::list_unresolved(&mut conn, which, scope, after, one_more()).await?;
    let all = decided::count_unresolved(&mut conn, which, scope).await?;
    Ok(listed(rows, all))
}

/// Steps of cases, the latest first.
///
/// # Errors
/// If the person may not see the figures, or the database fails.
pub async fn steps(
    services: &Services,
    person: &Person,
    steps: &Steps,
    scope: &Scope,
    before: Option<Before>,
) -> Answer<Listed<MovedRow>, Infallible> {
    let mut conn = reading(services, person).await?;
    let rows = moved::list(&mut conn, steps, scope, before, one_more()).await?;
    let all = moved::count(&mut conn, steps, scope, COUNT_CAP).await?;
    Ok(listed(rows, all))
}

/// Reports that showed a sign of trouble, the latest first. Of the scope, source and type narrow them.
///
/// # Errors
/// If the person may not see the figures, or the database fails.
pub async fn signs(
    services: &Services,
    person: &Person,
    signs: Signs,
    scope: &Scope,
    before: Option<Before>,
) -> Answer<Listed<SignRow>, Infallible> {
    let mut conn = reading(services, person).await?;
    let rows = noticed::list(&mut conn, signs, scope, before, one_more()).await?;
    let all = noticed::count(&mut conn, signs, scope, COUNT_CAP).await?;
    Ok(listed(rows, all))
}

/// Cases that waited just before a moment, as they were then, the oldest first.
///
/// # Errors
/// If the person may not see the figures, or the database fails.
pub async fn waited(
    services: &Services,
    person: &Person,
    then: (Then, Timestamp),
    scope: &Scope,
    after: Option<After>,
) -> Answer<Listed<WaitedRow>, Infallible> {
    let mut conn = reading(services, person).await?;
    let rows = past::list(&mut conn, then, scope, after, one_more()).await?;
    let all = past::count(&mut conn, then, scope).await?;
    Ok(listed(rows, all))
}

fn one_more() -> i64 {
    i64::try_from(PAGE_SIZE)
        .unwrap_or(i64::MAX)
        .saturating_add(1)
}

fn listed<R>(mut rows: Vec<R>, all: i64) -> Listed<R> {
    let more = rows.len() > PAGE_SIZE;
    rows.truncate(PAGE_SIZE);
    Listed { rows, all, more }
}
