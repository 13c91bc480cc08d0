//! The main menu: what this person may see.

use super::ctx::Ctx;
use super::i18n::{Msg, msg};
use crate::domain::people::Action;
use crate::service::queue::MenuCounts;

/// The cases that a person holds.
const MINE: &str = "/?view=mine";

/// One entry of the main menu.
#[derive(Debug, Clone, PartialEq)]
pub struct NavItem {
    pub href: &'static str,
    pub label: Msg,
    /// How many cases wait there, where that is known.
    pub count: Option<i64>,
    /// Whether this is the page that is shown.
    pub here: bool,
}

impl Ctx {
    /// The main menu; empty for strangers.
    pub fn nav(&self) -> Vec<NavItem> {
        let count = |of: fn(MenuCounts) -> i64| self.counts.map(of);
        let entries = [
            (
                Action::SeeCases,
                "/",
                msg!("nav-queue"),
                count(|c| c.to_review),
            ),
            (Action::Claim, MINE, msg!("nav-mine"), count(|c| c.mine)),
        ];
        let seen = entries.into_iter().filter(|(action, ..)| self.may(*action));
        seen.map(|(_, href, label, count)| NavItem {
            href,
            label,
            count,
            here: self.is_at(href),
        })
        .collect()
    }

    /// Whether this page is the one at `href`; the lists of the queue share a path.
    fn is_at(&self, href: &str) -> bool {
        let path = |address: &str| address.split('?').next().map(str::to_owned);
        let is_mine = self.path.starts_with(MINE);
        path(&self.path) == path(href) && is_mine == (href == MINE)
    }
}
