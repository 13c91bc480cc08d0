//! The words of the world's page, in English and Russian: the messages in `templates/world/locales`.

use fluent_templates::Loader;
use fluent_templates::fluent_bundle::FluentValue;
use std::borrow::Cow;
use std::collections::HashMap;
use unic_langid::{LanguageIdentifier, langid};

fluent_templates::static_loader! {
    static CATALOGUES = {
        locales: "templates/world/locales",
        fallback_language: "en",
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

static ENGLISH: LanguageIdentifier = langid!("en");
static RUSSIAN: LanguageIdentifier = langid!("ru");

/// The language that a page is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    English,
    Russian,
}

impl Words {
    /// The language that was asked for, else the browser's first one that there is.
    pub(super) fn choose(asked: Option<&str>, accepted: &str) -> Self {
        let of = |tag: &str| match tag.trim().get(..2) {
            Some("en") => Some(Self::English),
            Some("ru") => Some(Self::Russian),
            Some(_) | None => None,
        };
        let accepted = accepted.split(',').find_map(of);
        asked.and_then(of).or(accepted).unwrap_or(Self::English)
    }

    pub(super) const fn lang(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Russian => "ru",
        }
    }

    /// A message.
    pub(super) fn t(self, key: &str) -> String {
        CATALOGUES.lookup(self.identifier(), key)
    }

    /// A message with something of ours or somebody's in it.
    pub(super) fn with(self, key: &str, name: &'static str, value: impl ToString) -> String {
        self.fill(key, name, FluentValue::from(value.to_string()))
    }

    /// A message with a number, which picks the plural.
    pub(super) fn count(self, key: &str, count: usize) -> String {
        self.fill(key, "count", FluentValue::from(count))
    }

    fn fill(self, key: &str, name: &'static str, value: FluentValue<'static>) -> String {
        let arguments = HashMap::from([(Cow::Borrowed(name), value)]);
        CATALOGUES.lookup_with_args(self.identifier(), key, &arguments)
    }

    /// What was let happen, and with which order.
    pub(super) fn played(self, what: &str, order: Option<&str>) -> String {
        let mut arguments =
            HashMap::from([(Cow::Borrowed("what"), FluentValue::from(what.to_owned()))]);
        let Some(order) = order else {
            return CATALOGUES.lookup_with_args(self.identifier(), "played", &arguments);
        };
        arguments.insert(Cow::Borrowed("order"), FluentValue::from(order.to_owned()));
        CATALOGUES.lookup_with_args(self.identifier(), "played-order", &arguments)
    }

    const fn identifier(self) -> &'static LanguageIdentifier {
        match self {
            Self::English => &ENGLISH,
            Self::Russian => &RUSSIAN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const ENGLISH_FILE: &str = include_str!("../../../templates/world/locales/en/world.ftl");
    const RUSSIAN_FILE: &str = include_str!("../../../templates/world/locales/ru/world.ftl");
    const TEMPLATE: &str = include_str!("../../../templates/world/world.html");

    fn keys(file: &str) -> BTreeSet<&str> {
        let lines = file.lines().filter(|line| !line.starts_with([' ', '}']));
        lines
            .filter_map(|line| Some(line.split_once(" =")?.0))
            .collect()
    }

    #[test]
    fn both_languages_say_the_same_things_and_the_template_says_nothing_else() {
        let english = keys(ENGLISH_FILE);
        assert_eq!(english, keys(RUSSIAN_FILE));
        let said = TEMPLATE
            .split(['('])
            .filter_map(|rest| rest.strip_prefix('"'));
        for key in said.filter_map(|rest| Some(rest.split_once('"')?.0)) {
            assert!(english.contains(key), "{key}");
        }
    }

    #[test]
    fn a_language_is_asked_for_or_the_browsers_first_one_that_there_is() {
        assert_eq!(Words::choose(None, "de,ru;q=0.8,en;q=0.5"), Words::Russian);
        assert_eq!(Words::choose(Some("en"), "ru"), Words::English);
        assert_eq!(Words::choose(Some("??"), ""), Words::English);
    }
}
