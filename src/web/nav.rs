//! The main menu: what this person may see.

use super::ctx::Ctx;
use super::i18n::{Msg, msg};
use crate::domain::people::Action;

/// One entry of the main menu.
#[derive(Debug, Clone, PartialEq)]
pub struct NavItem {
    pub href: &'static str,
    pub label: Msg,
    /// Whether this is the page that is shown.
    pub here: bool,
}

impl Ctx {
    /// The main menu; empty for strangers.
    pub fn nav(&self) -> Vec<NavItem> {
        let mine = "/queue?view=mine";
        let entries = [
            (Action::SeeCases, "/queue", msg!("nav-queue")),
            (Action::Claim, mine, msg!("nav-mine")),
        ];
        let seen = entries.into_iter().filter(|(action, ..)| self.may(*action));
        seen.map(|(_, href, label)| {
            let on_mine = self.path.starts_with(mine);
            let path = self.path.split('?').next().unwrap_or_default();
            let here = if href == mine {
                on_mine
            } else {
                path == href && !on_mine
            };
            NavItem { href, label, here }
        })
        .collect()
    }
}
