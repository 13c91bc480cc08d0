//! Saved views: filters of the queue under a name.
//!
//! A view is a person's own, or shared with a team: then everybody in that team sees it. A shared view is changed by whoever
//! made it and by managers, for others lean on it and must be able to rely on one who answers for it. Which view somebody's
//! queue opens with is theirs alone, whoever made the view.

use super::ids::{Team, UserId};
use super::people::{Role, changes_nothing};
use std::fmt;

/// The most characters of a name.
pub const LONGEST_NAME: usize = 60;
/// The most bytes of filters.
pub const LONGEST_FILTERS: usize = 4096;
/// The most views of one person, and of one team: more are no choice but a heap.
pub const MOST_VIEWS: usize = 30;

/// What people call a view.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ViewName(String);

/// Why a text is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BadViewName {
    Empty,
    TooLong,
    /// Signs that nobody sees or that turn the text around.
    Unseen,
}

impl ViewName {
    /// Reads a name as people type it; spaces around and between words do not count.
    ///
    /// # Errors
    /// [`BadViewName`].
    pub fn parse(text: &str) -> Result<Self, BadViewName> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_unseen = |c: char| {
            c.is_control()
                || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
        };
        if name.is_empty() {
            Err(BadViewName::Empty)
        } else if name.chars().count() > LONGEST_NAME {
            Err(BadViewName::TooLong)
        } else if name.contains(is_unseen) {
            Err(BadViewName::Unseen)
        } else {
            Ok(Self(name))
        }
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Names that differ in case alone are the same.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for ViewName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whose a view is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SharedWith {
    /// Nobody but its maker.
    Nobody,
    Team(Team),
}

impl SharedWith {
    /// Nobody's team has no name.
    pub fn of(team: Team) -> Self {
        if team.as_str().is_empty() {
            Self::Nobody
        } else {
            Self::Team(team)
        }
    }

    /// The team, or the empty name.
    pub fn team(&self) -> Team {
        match self {
            Self::Nobody => Team::from(""),
            Self::Team(team) => team.clone(),
        }
    }
}

/// Somebody before a view.
#[derive(Debug, Clone, Copy)]
pub struct Viewer<'a> {
    pub id: UserId,
    pub role: Role,
    pub team: &'a Team,
}

impl Viewer<'_> {
    fn manages(self) -> bool {
        self.role == Role::Manager
    }

    /// What others see is not an auditor's to change.
    fn only_looks(self) -> bool {
        changes_nothing(self.role)
    }

    /// Whether they see a view, and may let their queue open with it.
    pub fn sees(self, maker: UserId, shared: &SharedWith) -> bool {
        match shared {
            SharedWith::Nobody => maker == self.id,
            SharedWith::Team(team) => team == self.team || maker == self.id || self.manages(),
        }
    }

    /// Whether they may rename, replace and remove it.
    pub fn may_change(self, maker: UserId, shared: &SharedWith) -> bool {
        match shared {
            SharedWith::Nobody => maker == self.id,
            SharedWith::Team(_) => (maker == self.id && !self.only_looks()) || self.manages(),
        }
    }

    /// With whom they may share: their own team; managers with any.
    pub fn may_share(self, shared: &SharedWith) -> bool {
        match shared {
            SharedWith::Nobody => true,
            SharedWith::Team(team) => (team == self.team && !self.only_looks()) || self.manages(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_people_see() {
        let name = ViewName::parse("  Склад \t Север  ").unwrap();
        assert_eq!(
            (name.as_str(), name.key().as_str()),
            ("Склад Север", "склад север")
        );
        assert_eq!(ViewName::parse(" \n "), Err(BadViewName::Empty));
        assert_eq!(ViewName::parse(&"я".repeat(61)), Err(BadViewName::TooLong));
        assert!(ViewName::parse(&"я".repeat(60)).is_ok());
        for unseen in ["a\u{202E}b", "a\0b", "a\u{200B}b"] {
            assert_eq!(ViewName::parse(unseen), Err(BadViewName::Unseen));
        }
    }

    #[test]
    fn a_shared_view_is_changed_by_its_maker_and_by_managers() {
        let (mine, theirs) = (Team::from("Fulfilment"), Team::from("Billing"));
        let viewer = |id, role, team| Viewer {
            id: UserId(id),
            role,
            team,
        };
        let maker = UserId(1);
        let shared = SharedWith::of(mine.clone());
        let own = SharedWith::of(Team::from(""));
        let colleague = viewer(2, Role::SeniorReviewer, &mine);
        let stranger = viewer(3, Role::Reviewer, &theirs);
        let manager = viewer(4, Role::Manager, &theirs);
        let moved_away = viewer(1, Role::Reviewer, &theirs);
        assert!(colleague.sees(maker, &shared) && !colleague.may_change(maker, &shared));
        assert!(!stranger.sees(maker, &shared) && !stranger.may_change(maker, &shared));
        assert!(manager.sees(maker, &shared) && manager.may_change(maker, &shared));
        assert!(moved_away.sees(maker, &shared) && moved_away.may_change(maker, &shared));
        for other in [colleague, stranger, manager] {
            assert!(!other.sees(maker, &own) && !other.may_change(maker, &own));
        }
        assert!(colleague.may_share(&shared) && manager.may_share(&shared));
        assert!(!stranger.may_share(&shared) && stranger.may_share(&own));
        let auditor = viewer(1, Role::Auditor, &mine);
        assert!(auditor.sees(maker, &shared) && !auditor.may_change(maker, &shared));
        assert!(!auditor.may_share(&shared) && auditor.may_share(&own));
    }
}
