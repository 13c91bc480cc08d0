//! How data from sources is set for people's eyes, without changing what it says.

use super::i18n::Reader;
use crate::domain::ids::OperationType;
use crate::policy::Policy;

const NO_BREAK_SPACE: char = '\u{A0}';

/// `create_warehouse_task` as "Create warehouse task". A name that is not written so is left as it is.
pub fn humane(name: &str) -> String {
    let is_snake = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.contains('_')
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !is_snake {
        return name.to_owned();
    }
    let spaced = name.replace('_', " ");
    let mut letters = spaced.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What people call operations of a type: the policy's title, or the name that the source gives it.
pub fn type_title(name: &OperationType, policy: &Policy, reader: &Reader) -> String {
    let (named, _) = policy.operation_type(name);
    match &named.title {
        Some(title) => title.for_tag(reader.language.as_str()).to_owned(),
        None => humane(name.as_str()),
    }
}

/// An amount as it was written, its thousands set apart: "12 300.00 RUB".
pub fn amount(value: &str, currency: &str) -> String {
    let (whole, fraction) = value.split_at(value.find('.').unwrap_or(value.len()));
    let (sign, digits) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole),
    };
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let digits = if plain {
        set_apart(digits)
    } else {
        digits.to_owned()
    };
    format!("{sign}{digits}{fraction}{NO_BREAK_SPACE}{currency}")
}

/// A count with its thousands set apart, from ten thousand on: "100 000".
pub fn grouped(n: i64) -> String {
    if n < 10_000 {
        return n.to_string();
    }
    set_apart(&n.to_string())
}

/// A count that was not taken further than `cap`: "999+".
pub fn capped(n: i64, cap: i64) -> String {
    if n >= cap {
        format!("{}+", cap - 1)
    } else {
        n.to_string()
    }
}

fn set_apart(digits: &str) -> String {
    let mut set = String::with_capacity(digits.len() * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            set.push(NO_BREAK_SPACE);
        }
        set.push(digit);
    }
    set
}

/// The first letters of the first two words of a name: "IK".
pub fn initials(name: &str) -> String {
    let words = name.split_whitespace().take(2);
    words.filter_map(|word| word.chars().next()).collect()
}

/// "Irina K.": the first name and the first letter of the next.
pub fn short_name(name: &str) -> String {
    let mut words = name.split_whitespace();
    match (
        words.next(),
        words.next().and_then(|word| word.chars().next()),
    ) {
        (Some(first), Some(letter)) => format!("{first}{NO_BREAK_SPACE}{letter}."),
        (first, _) => first.unwrap_or_default().to_owned(),
    }
}

/// A text cut to a number of characters where it is longer; whoever shows it links to the whole.
pub fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", text.split_at(end).0.trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_only_made_readable_where_they_are_plainly_written_for_machines() {
        assert_eq!(humane("create_warehouse_task"), "Create warehouse task");
        for name in [
            "wms",
            "North Warehouse",
            "createTask",
            "Ёлка_1",
            "_x",
            "a_B",
            "",
        ] {
            assert_eq!(humane(name), name);
        }
    }

    #[test]
    fn amounts_keep_every_digit() {
        let shown = |value| amount(value, "RUB").replace(NO_BREAK_SPACE, " ");
        assert_eq!(shown("4990.00"), "4 990.00 RUB");
        assert_eq!(shown("-12345678.10"), "-12 345 678.10 RUB");
        assert_eq!(shown("999"), "999 RUB");
        assert_eq!(shown("1e400"), "1e400 RUB");
        assert_eq!(
            shown("9007199254740993.0000001"),
            "9 007 199 254 740 993.0000001 RUB"
        );
    }

    #[test]
    fn people_are_named_briefly() {
        assert_eq!(short_name("Irina Koroleva"), "Irina\u{A0}K.");
        assert_eq!(short_name("irina"), "irina");
        assert_eq!(short_name(""), "");
        assert_eq!(initials("Jürgen van Beek"), "Jv");
    }

    #[test]
    fn a_cut_falls_between_characters() {
        assert_eq!(cut("Ёлка и ель", 5), "Ёлка…");
        assert_eq!(cut("Ёлка", 4), "Ёлка");
    }
}
