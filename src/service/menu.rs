//! What the head of every page counts for the person who looks at it.

use super::{Answer, Services};
use crate::domain::ids::{HistoryNumber, Team};
use crate::domain::people::{Action, Role, User, allows};
use crate::store::nav;
use std::convert::Infallible;

/// Of each source the latest refused reports are looked at, up to this many.
pub const REFUSED_CAP: i64 = 100;
/// Decisions that wait for a second person are counted up to this many.
pub const APPROVALS_CAP: i64 = 100;

/// Counts for the main menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MenuCounts {
    /// Cases to review, of every kind.
    pub to_review: i64,
    /// Cases that the person holds.
    pub mine: i64,
    /// Refused reports that nobody has sent again in a form that was accepted; `None`: the person does not see them.
    pub refused: Option<i64>,
    /// Decisions that wait for a second person; `None`: the person does not approve.
    pub approvals: Option<i64>,
    /// Alerts that are not over.
    pub alerts: i64,
    /// The last entry of the history when this was counted: whoever shows it listens for what comes after.
    pub number: HistoryNumber,
}

/// Whose refused reports a person sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusedOf {
    EverySource,
    /// Of the sources that the person's team owns.
    Team(Team),
    Nobody,
}

impl RefusedOf {
    /// Managers and administrators see all; others what their own team's sources sent.
    pub fn seen_by(user: &User) -> Self {
        match user.role {
            Role::Manager | Role::Admin => Self::EverySource,
            Role::Reviewer | Role::SeniorReviewer | Role::Auditor => {
                if user.team.as_str().is_empty() {
                    Self::Nobody
                } else {
                    Self::Team(user.team.clone())
                }
            }
        }
    }
}

/// Counts for one person.
///
/// # Errors
/// If the database fails.
pub async fn counts(services: &Services, user: &User) -> Answer<MenuCounts, Infallible> {
    let mut conn = services.db.read().await?;
    let counts = nav::counts(&mut conn, user.id).await?;
    let refused = match RefusedOf::seen_by(user) {
        RefusedOf::EverySource => Some(nav::refused(&mut conn, None, REFUSED_CAP).await?),
        RefusedOf::Team(team) => Some(nav::refused(&mut conn, Some(&team), REFUSED_CAP).await?),
        RefusedOf::Nobody => None,
    };
    Ok(MenuCounts {
        to_review: counts.to_review,
        mine: counts.mine,
        alerts: counts.alerts,
        refused,
        approvals: if allows(user.role, Action::Approve) {
            Some(nav::approvals(&mut conn, APPROVALS_CAP).await?)
        } else {
            None
        },
        number: counts.number,
    })
}
