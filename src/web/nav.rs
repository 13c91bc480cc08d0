//! The main menu: what this person may see.

use super::ctx::Ctx;
use super::i18n::{Msg, msg};
use super::typeset::{capped, grouped};
use super::{accesses, register};
use crate::domain::people::Action;
use crate::service::menu::{APPROVALS_CAP, REFUSED_CAP};

/// The cases that a person holds.
const MINE: &str = "/?view=mine";

/// One entry of the main menu.
#[derive(Debug, Clone, PartialEq)]
pub struct NavItem {
    pub href: &'static str,
    pub label: Msg,
    /// "31", where something is counted and there is any.
    pub count: Option<String>,
    /// Whether this is the page that is shown.
    pub here: bool,
}

impl Ctx {
    /// The main menu; empty for strangers.
    pub fn nav(&self) -> Vec<NavItem> {
        let Some(counts) = self.counts else {
            return Vec::new();
        };
        let refused = counts.refused.filter(|n| *n > 0);
        let entries = [
            (self.may(Action::SeeCases))
                .then(|| self.entry("/", msg!("nav-queue"), counts.to_review)),
            (self.may(Action::SeeQueueAge)).then(|| self.entry("/age", msg!("nav-age"), 0)),
            (self.may(Action::SeeQueueAge))
                .then(|| self.entry("/alerts", msg!("nav-alerts"), counts.alerts)),
            (self.may(Action::SeeRegister))
                .then(|| self.entry(register::PATH, msg!("nav-register"), 0)),
            (self.may(Action::SeeAccess))
                .then(|| self.entry(accesses::PATH, msg!("nav-access"), 0)),
            (self.may(Action::Claim)).then(|| self.entry(MINE, msg!("nav-mine"), counts.mine)),
            counts.approvals.map(|n| NavItem {
                count: (n > 0).then(|| capped(n, APPROVALS_CAP)),
                ..self.entry("/approvals", msg!("nav-approvals"), n)
            }),
            refused.map(|n| NavItem {
                count: Some(capped(n, REFUSED_CAP)),
                ..self.entry("/refused-reports", msg!("nav-refused"), n)
            }),
            (self.may(Action::VerifyHistory))
                .then(|| self.entry("/integrity", msg!("nav-integrity"), 0)),
            (self.may(Action::Administer)).then(|| self.entry("/sources", msg!("nav-sources"), 0)),
        ];
        entries.into_iter().flatten().collect()
    }

    fn entry(&self, href: &'static str, label: Msg, n: i64) -> NavItem {
        NavItem {
            href,
            label,
            count: (n > 0).then(|| grouped(n)),
            here: self.is_at(href),
        }
    }

    /// Whether this page is the one at `href`; the lists of the queue share a path.
    fn is_at(&self, href: &str) -> bool {
        let path = |address: &str| address.split('?').next().map(str::to_owned);
        let is_mine = self.path.starts_with(MINE);
        path(&self.path) == path(href) && is_mine == (href == MINE)
    }
}
