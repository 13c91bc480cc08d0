//! Text that people wrote for people, in the languages of the program.

use serde::{Deserialize, Serialize};

/// A text in each language; where its writer gave only one, both are that one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalText {
    pub en: String,
    pub ru: String,
}

impl LocalText {
    /// One text for every language, as a proper name is.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            ru: text.clone(),
            en: text,
        }
    }

    /// The text for a language tag such as `ru` or `ru-RU`; English for every language that the program lacks.
    pub fn for_tag(&self, tag: &str) -> &str {
        match tag.split('-').next() {
            Some(language) if language.eq_ignore_ascii_case("ru") => &self.ru,
            Some(_) | None => &self.en,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_its_tag_and_english_stands_for_the_rest() {
        let text = LocalText {
            en: "Refund".into(),
            ru: "Возврат".into(),
        };
        assert_eq!(text.for_tag("ru-RU"), "Возврат");
        assert_eq!(text.for_tag("en"), "Refund");
        assert_eq!(text.for_tag("rup"), "Refund");
    }
}
