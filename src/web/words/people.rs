//! Words for people: what they are here to do, and how they want to see the pages.

use crate::domain::people::{Keys, Language, Role, Theme};
use crate::web::i18n::{Arg, Msg, Say, msg};
use std::borrow::Cow;

/// These stand in templates as they are, `{{ user.role|t }}`, and in messages.
macro_rules! say {
    ($($word:ty => $name:ident),* $(,)?) => {$(
        impl Say for $word {
            fn message(&self) -> Cow<'_, Msg> {
                Cow::Owned($name(*self))
            }
        }
        impl From<$word> for Arg {
            fn from(word: $word) -> Self {
                Self::Msg($name(word))
            }
        }
    )*};
}
say!(Role => role, Theme => theme, Language => language, Keys => keys);

/// "Senior reviewer"
pub fn role(role: Role) -> Msg {
    match role {
        Role::Reviewer => msg!("role-reviewer"),
        Role::SeniorReviewer => msg!("role-senior-reviewer"),
        Role::Manager => msg!("role-manager"),
        Role::Auditor => msg!("role-auditor"),
        Role::Admin => msg!("role-admin"),
    }
}

/// "Dark"
pub fn theme(theme: Theme) -> Msg {
    match theme {
        Theme::System => msg!("theme-system"),
        Theme::Light => msg!("theme-light"),
        Theme::Dark => msg!("theme-dark"),
    }
}

/// A language in its own words.
pub fn language(language: Language) -> Msg {
    match language {
        Language::En => msg!("language-en"),
        Language::Ru => msg!("language-ru"),
    }
}

/// Whether single keys do something.
pub fn keys(keys: Keys) -> Msg {
    match keys {
        Keys::On => msg!("keys-on"),
        Keys::Off => msg!("keys-off"),
    }
}
