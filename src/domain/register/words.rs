//! Words of a text as the register compares them: whatever their order, case and usual ending.

use std::collections::BTreeSet;

/// Longer words are cut: what tells them apart stands before.
const LONGEST: usize = 32;
/// An ending goes only if so much of the word is left.
const SHORTEST_STEM: usize = 4;

/// Endings of inflected words, the longest first. Taken away from what is written and from what is sought alike, they make
/// "отгрузку" find "отгрузки", and "refunds" find "refund". What is left need be no word.
const ENDINGS: [&str; 50] = [
    "иями", "ями", "ами", "ией", "иям", "ием", "иях", "ого", "его", "ому", "ему", "ыми", "ими",
    "ing", "ая", "яя", "ое", "ее", "ой", "ей", "ый", "ий", "ую", "юю", "ым", "им", "ом", "ем",
    "ам", "ям", "ах", "ях", "ов", "ев", "ии", "ию", "ия", "ed", "es", "а", "я", "о", "е", "ы", "и",
    "у", "ю", "ь", "й", "s",
];

/// The different words of a text, each in the form in which it is compared.
pub fn words(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| stem(folded(word)))
        .collect()
}

fn folded(word: &str) -> String {
    let lower = word.chars().flat_map(char::to_lowercase);
    let folded = lower.map(|c| if c == 'ё' { 'е' } else { c });
    folded.take(LONGEST).collect()
}

fn stem(mut word: String) -> String {
    let has_digits = word.chars().any(char::is_numeric);
    let is_left = |stem: &str| stem.chars().count() >= SHORTEST_STEM;
    let stem = |ending: &&str| word.strip_suffix(*ending).filter(|stem| is_left(stem));
    if !has_digits && let Some(length) = ENDINGS.iter().find_map(stem).map(str::len) {
        word.truncate(length);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str) -> bool {
        words(one) == words(other)
    }

    #[test]
    fn order_case_and_endings_do_not_matter() {
        assert!(same("Refund of the customer", "THE customers; of refunds"));
        assert!(same("отгрузки Склада", "складом отгрузку"));
        assert!(same("счёт отправлен", "Счет отправлены"));
        assert!(same("повторили", "повторил"));
    }

    #[test]
    fn numbers_and_short_words_stay_as_they_are() {
        let found: Vec<_> = words("T-5481, RF-90077s и код 17а").into_iter().collect();
        assert_eq!(found, ["17а", "5481", "90077s", "rf", "t", "и", "код"]);
        assert!(!same("код", "кода"));
    }

    #[test]
    fn endings_stand_with_the_longer_first() {
        for (earlier, ending) in ENDINGS.iter().enumerate() {
            let hidden = ENDINGS[..earlier]
                .iter()
                .any(|before| ending.ends_with(before));
            assert!(!hidden, "{ending} is never reached");
        }
        assert!(
            words("ж".repeat(100).as_str())
                .iter()
                .all(|w| w.chars().count() <= LONGEST)
        );
    }
}
