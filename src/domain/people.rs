//! Roles, what each may do, and what a person prefers to see. The table is that of `domain.md` §8.

use super::ids::{Team, UserId};
use chrono_tz::Tz;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// What a person is here to do. Each person has exactly one role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Reviewer,
    SeniorReviewer,
    Manager,
    Auditor,
    Admin,
}

/// Something that a person may or may not do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// See the queue, the cases and their history.
    SeeCases,
    Claim,
    RecordCheck,
    Note,
    Wait,
    Resume,
    Close,
    /// Start a separate business action.
    CreateNewOperation,
    Compensate,
    /// Approve or refuse what somebody else decided.
    Approve,
    HandOver,
    TakeOver,
    SetOwner,
    /// See the queue-age page and the alerts.
    SeeQueueAge,
    /// See the register of decisions and the facts each was made on.
    SeeRegister,
    /// Verify the history's chain.
    VerifyHistory,
    Export,
    /// See who opened what.
    SeeAccess,
    /// Have personal values of payloads shown, with a reason that is kept.
    Unmask,
    /// Look after users, sources and tokens.
    Administer,
}

/// How far a role's permission reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Grade {
    No,
    /// Only on cases that are the person's own.
    OwnCases,
    Yes,
}

/// How far each role goes, whatever the case: a row of `domain.md` §8 each, columns in the order of [`Role::ALL`].
#[rustfmt::skip] // a table is read by its columns
const fn row(action: Action) -> [Grade; Role::ALL.len()] {
    use Action::*;
    use Grade::{No, OwnCases as Own, Yes};
    match action {
        // reviewer, senior reviewer, manager, auditor, admin
        SeeCases                                             => [Yes, Yes, Yes, Yes, Yes],
        Claim | RecordCheck | Note | Wait | Resume | Close   => [Yes, Yes, No,  No,  No ],
        CreateNewOperation | Compensate                      => [No,  Yes, No,  No,  No ],
        Approve                                              => [No,  Yes, Yes, No,  No ],
        HandOver | TakeOver | SetOwner                       => [Own, Own, Yes, No,  No ],
        SeeQueueAge                                          => [Yes, Yes, Yes, Yes, Yes],
        SeeRegister | VerifyHistory | Export                 => [No,  No,  Yes, Yes, No ],
        SeeAccess                                            => [No,  No,  No,  Yes, Yes],
        Unmask                                               => [Own, Yes, Yes, Yes, No ],
        Administer                                           => [No,  No,  No,  No,  Yes],
    }
}

/// How far `role` may take `action`.
pub const fn grade(role: Role, action: Action) -> Grade {
    row(action)[role as usize]
}

/// Whether `role` may do `action` whoever the case belongs to.
pub const fn allows(role: Role, action: Action) -> bool {
    matches!(grade(role, action), Grade::Yes)
}

/// Whether nothing that `role` may do changes anything: the auditor's, by the table.
pub fn changes_nothing(role: Role) -> bool {
    use Action::*;
    #[rustfmt::skip]
    let changes = [
        Claim, RecordCheck, Note, Wait, Resume, Close, CreateNewOperation, Compensate, Approve, HandOver, TakeOver, SetOwner,
        Administer,
    ];
    changes
        .into_iter()
        .all(|action| matches!(grade(role, action), Grade::No))
}

impl Role {
    pub const ALL: [Self; 5] = [
        Self::Reviewer,
        Self::SeniorReviewer,
        Self::Manager,
        Self::Auditor,
        Self::Admin,
    ];

    /// The role's name in the database, in exports and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reviewer => "reviewer",
            Self::SeniorReviewer => "senior_reviewer",
            Self::Manager => "manager",
            Self::Auditor => "auditor",
            Self::Admin => "admin",
        }
    }
}

/// The languages the pages are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    En,
    Ru,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::En, Self::Ru];

    /// The language's tag, as in `lang` attributes and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ru => "ru",
        }
    }
}

/// Light or dark pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// What the reader's system says.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The theme's name in the database and in forms.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Whether single keys do something on pages. Somebody who dictates, or whose hand slips, wants none of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Keys {
    #[default]
    On,
    Off,
}

impl Keys {
    pub const ALL: [Self; 2] = [Self::On, Self::Off];

    /// The choice's name in forms.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

/// How a person wants to see the pages. What is `None` was never chosen: the browser's language, the
/// server's time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Preferences {
    pub language: Option<Language>,
    pub time_zone: Option<Tz>,
    pub theme: Theme,
    pub keys: Keys,
}

/// A sign-in name: lower case, so that no two people differ in case alone.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UserName(String);

/// Why a text is no sign-in name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a name has 1 to 64 characters, and no spaces among them")]
pub struct BadUserName;

impl UserName {
    const LONGEST: usize = 64;

    /// Reads a name as people type it, in whichever case.
    ///
    /// # Errors
    /// [`BadUserName`] if it is empty, too long, or has spaces or control characters inside.
    pub fn parse(text: &str) -> Result<Self, BadUserName> {
        let name = text.trim().to_lowercase();
        let good = (1..=Self::LONGEST).contains(&name.chars().count())
            && !name.contains(|c: char| c.is_whitespace() || c.is_control());
        good.then_some(Self(name)).ok_or(BadUserName)
    }

    /// The name in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A person who signs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub name: UserName,
    pub full_name: String,
    pub role: Role,
    pub team: Team,
    pub preferences: Preferences,
    /// Somebody who left: stays in the history, and may not sign in.
    pub disabled: bool,
}

impl User {
    /// "Irina K." for Irina Koroleva: short enough for a row of the queue.
    pub fn short_name(&self) -> String {
        let mut words = self.full_name.split_whitespace();
        let first = words.next().unwrap_or(self.name.as_str());
        match words.next_back().and_then(|last| last.chars().next()) {
            Some(initial) => format!("{first} {initial}."),
            None => first.to_owned(),
        }
    }

    /// "IK" for Irina Koroleva.
    pub fn initials(&self) -> String {
        let short = self.short_name();
        let initials = short.split(' ').filter_map(|word| word.chars().next());
        initials.flat_map(char::to_uppercase).collect()
    }
}

/// A password is shorter than [`PASSWORD_LENGTH`] or longer than a kilobyte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a password has at least {} characters, and at most {}", PASSWORD_LENGTH.start(), PASSWORD_LENGTH.end())]
pub struct BadPassword;

/// How many characters a password may have. Long ones are the only strong ones; there is no rule about kinds of characters.
pub const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 12..=1000;

/// Whether a new password is good enough.
///
/// # Errors
/// [`BadPassword`] if it is too short or too long.
pub fn check_new_password(password: &str) -> Result<(), BadPassword> {
    let good = PASSWORD_LENGTH.contains(&password.chars().count());
    good.then_some(()).ok_or(BadPassword)
}

/// A word that names none of the possible values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not one of {}", one_of.join(", "))]
pub struct NotOneOf {
    pub word: String,
    pub one_of: Vec<&'static str>,
}

macro_rules! words {
    ($($name:ident),*) => {$(
        impl FromStr for $name {
            type Err = NotOneOf;
            fn from_str(word: &str) -> Result<Self, NotOneOf> {
                Self::ALL.into_iter().find(|v| v.as_str() == word).ok_or_else(|| NotOneOf {
                    word: word.to_owned(),
                    one_of: Self::ALL.iter().map(|v| v.as_str()).collect(),
                })
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    )*};
}
words!(Role, Language, Theme, Keys);

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of `domain.md` §8 as it is printed there: ✓ yes, o own cases, - no.
    #[test]
    fn the_table_is_that_of_the_domain_page() {
        use Action::*;
        let printed: [(&[Action], &str); 10] = [
            (&[SeeCases], "✓✓✓✓✓"),
            (&[Claim, RecordCheck, Note, Wait, Resume, Close], "✓✓---"),
            (&[CreateNewOperation, Compensate], "-✓---"),
            (&[Approve], "-✓✓--"),
            (&[HandOver, TakeOver, SetOwner], "oo✓--"),
            (&[SeeQueueAge], "✓✓✓✓✓"),
            (&[SeeRegister, VerifyHistory, Export], "--✓✓-"),
            (&[SeeAccess], "---✓✓"),
            (&[Unmask], "o✓✓✓-"),
            (&[Administer], "----✓"),
        ];
        for (actions, row) in printed {
            for (role, sign) in Role::ALL.into_iter().zip(row.chars()) {
                for &action in actions {
                    let expected = match sign {
                        '✓' => Grade::Yes,
                        'o' => Grade::OwnCases,
                        _ => Grade::No,
                    };
                    assert_eq!(grade(role, action), expected, "{role} {action:?}");
                    assert_eq!(allows(role, action), sign == '✓', "{role} {action:?}");
                }
            }
        }
    }

    #[test]
    fn names_and_passwords_are_checked() {
        assert_eq!(UserName::parse(" Ирина ").unwrap().as_str(), "ирина");
        for bad in ["", "  ", "a b", "a\u{0}", &"x".repeat(65)] {
            assert_eq!(UserName::parse(bad), Err(BadUserName), "{bad:?}");
        }
        assert_eq!(check_new_password("одиннадцать"), Err(BadPassword));
        assert_eq!(check_new_password("двенадцать12"), Ok(()));
    }

    #[test]
    fn words_read_back() {
        for role in Role::ALL {
            assert_eq!(role.as_str().parse(), Ok(role));
        }
        let wrong = "boss".parse::<Role>().unwrap_err();
        assert_eq!(
            wrong.to_string(),
            "\"boss\" is not one of reviewer, senior_reviewer, manager, auditor, admin"
        );
    }
}
