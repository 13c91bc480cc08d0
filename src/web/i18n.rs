//! Everything that people read, in English and Russian: messages of the catalogues in `templates/locales`, with arguments.
//!
//! A [`Msg`] has no language. Code builds it with [`msg!`](crate::msg), a page struct carries it, and the template shows it in
//! the reader's language: `{{ "queue-title"|t }}`, `{{ sentence|t }}`, `{{ msg!("queue-count", n = self.n)|t }}`.
//! Inside attributes and titles, where no elements may stand, it is `|plain` instead of `|t`.

use super::time::{self, Form};
use super::visible;
use crate::domain::people::Language;
use crate::domain::time::Timestamp;
use chrono_tz::Tz;
use fluent_templates::fluent_bundle::FluentValue;
use std::borrow::Cow;
use std::collections::HashMap;
use unic_langid::{LanguageIdentifier, langid};

fluent_templates::static_loader! {
    static CATALOGUES = {
        locales: "templates/locales",
        fallback_language: "en",
        // Marks around arguments are not needed: values from outside stand in <bdi>.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

const ENGLISH: LanguageIdentifier = langid!("en");
const RUSSIAN: LanguageIdentifier = langid!("ru");

/// For whom a page is written: in which language, in which time zone, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    pub language: Language,
    pub zone: Tz,
    /// The moment the page is made; everything relative on it counts from here.
    pub now: Timestamp,
}

/// A message of the catalogues, with its arguments. Made by [`msg!`](crate::msg).
#[derive(Debug, Clone, PartialEq)]
pub struct Msg {
    key: &'static str,
    args: Vec<(&'static str, Arg)>,
}

/// What can stand in a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Arg {
    /// Shown as it is, and picks the plural.
    Number(i64),
    /// One of our own words, which picks a variant of the message.
    Word(Cow<'static, str>),
    /// Somebody's words: a name, a reference, a system. Shown in `<bdi>`.
    Text(String),
    /// A key or another value to be copied exactly. Shown in `<code>`.
    Code(String),
    /// A point in time, shown in the reader's zone, in `<time>`.
    Time(Timestamp, Form),
    /// Another message, in the same language.
    Msg(Msg),
}

/// A message with its arguments: `msg!("queue-left", n = 3, system = name, until = deadline)`.
///
/// Numbers, texts, timestamps and messages are taken as they are; `Arg::Word` and `Arg::Code` are named. A test compares the
/// keys and arguments of all uses with the catalogues.
#[macro_export]
macro_rules! msg {
    ($key:literal $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::web::i18n::Msg::new($key)$(.with(stringify!($name), $value))*
    };
}
pub use crate::msg;

impl Msg {
    /// Use [`msg!`](crate::msg), which the test of the catalogues can see.
    #[doc(hidden)]
    pub const fn new(key: &'static str) -> Self {
        let args = Vec::new();
        Self { key, args }
    }

    #[doc(hidden)]
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// The message as escaped HTML, for the content of elements.
    pub fn html(&self, reader: &Reader) -> String {
        let text = self.format(reader.language, |i, arg| match arg {
            Arg::Number(n) => FluentValue::from(*n),
            Arg::Word(word) => FluentValue::from(word.clone()),
            Arg::Text(_) | Arg::Code(_) | Arg::Time(..) | Arg::Msg(_) => {
                FluentValue::from(stand_in(i))
            }
        });
        let mut html = String::with_capacity(text.len() + 32 * self.args.len());
        for c in text.chars() {
            match stood_in(c).and_then(|i| self.args.get(i)) {
                Some((_, arg)) => arg.push_html(reader, &mut html),
                None => visible::push_escaped(c, &mut html),
            }
        }
        html
    }

    /// The message as plain text, for titles, attributes and exports.
    pub fn plain(&self, reader: &Reader) -> String {
        self.format(reader.language, |_, arg| match arg {
            Arg::Number(n) => FluentValue::from(*n),
            Arg::Word(word) => FluentValue::from(word.clone()),
            Arg::Text(text) | Arg::Code(text) => FluentValue::from(visible::plain(text)),
            Arg::Time(at, form) => FluentValue::from(time::text(*at, *form, reader)),
            Arg::Msg(msg) => FluentValue::from(msg.plain(reader)),
        })
    }

    fn format<'a>(
        &'a self,
        language: Language,
        value: impl Fn(usize, &'a Arg) -> FluentValue<'a>,
    ) -> String {
        let args: HashMap<&str, FluentValue<'a>> = (self.args.iter().enumerate())
            .map(|(i, (name, arg))| (*name, value(i, arg)))
            .collect();
        let language = match language {
            Language::En => ENGLISH,
            Language::Ru => RUSSIAN,
        };
        let args = (!args.is_empty()).then_some(&args);
        // By the one language, which has every message: to negotiate one anew costs ten times the message, and a page has
        // hundreds.
        CATALOGUES
            .lookup_single_language(&language, self.key, args)
            .unwrap_or_else(|error| {
                tracing::error!(key = self.key, %error, "no such message");
                self.key.to_owned()
            })
    }
}

/// Arguments that become elements travel through Fluent as one private-use character each.
const STAND_INS: char = '\u{E000}';

fn stand_in(argument: usize) -> String {
    let offset = u32::try_from(argument).unwrap_or(u32::MAX);
    let code = u32::from(STAND_INS).saturating_add(offset);
    char::from_u32(code).map(String::from).unwrap_or_default()
}

fn stood_in(c: char) -> Option<usize> {
    let offset = u32::from(c).checked_sub(u32::from(STAND_INS))?;
    usize::try_from(offset).ok()
}

impl Arg {
    fn push_html(&self, reader: &Reader, html: &mut String) {
        match self {
            Self::Number(n) => html.push_str(&n.to_string()),
            Self::Word(word) => push_text(word, html),
            Self::Text(text) => push_element("bdi", text, html),
            Self::Code(text) => push_element("code", text, html),
            Self::Time(at, form) => html.push_str(&time::element(*at, *form, reader)),
            Self::Msg(msg) => html.push_str(&msg.html(reader)),
        }
    }
}

fn push_element(name: &str, text: &str, html: &mut String) {
    html.extend(["<", name, ">"]);
    push_text(text, html);
    html.extend(["</", name, ">"]);
}

fn push_text(text: &str, html: &mut String) {
    visible::push_html(text, html);
}

macro_rules! arg_from_integers {
    ($($int:ty),*) => {$(
        impl From<$int> for Arg {
            fn from(n: $int) -> Self {
                Self::Number(i64::try_from(n).unwrap_or(i64::MAX))
            }
        }
        impl From<&$int> for Arg {
            fn from(n: &$int) -> Self {
                Self::from(*n)
            }
        }
    )*};
}
impl Arg {
    /// A time from which on something holds.
    pub const fn since(at: Timestamp) -> Self {
        Self::Time(at, Form::ClockFrom)
    }
}

arg_from_integers!(i64, u64, i32, u32, usize);

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}
impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
impl From<&String> for Arg {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}
impl From<&Timestamp> for Arg {
    fn from(at: &Timestamp) -> Self {
        Self::from(*at)
    }
}
impl From<Timestamp> for Arg {
    fn from(at: Timestamp) -> Self {
        Self::Time(at, Form::Clock)
    }
}
impl From<Msg> for Arg {
    fn from(msg: Msg) -> Self {
        Self::Msg(msg)
    }
}
impl From<&Msg> for Arg {
    fn from(msg: &Msg) -> Self {
        Self::Msg(msg.clone())
    }
}

/// What the filters `t` and `plain` take: a key of the catalogues, or a message with its arguments.
pub trait Say {
    /// The message to show.
    fn message(&self) -> Cow<'_, Msg>;
}
impl Say for Msg {
    fn message(&self) -> Cow<'_, Msg> {
        Cow::Borrowed(self)
    }
}
impl Say for &'static str {
    fn message(&self) -> Cow<'_, Msg> {
        Cow::Owned(Msg::new(self))
    }
}
impl<T: Say> Say for &T {
    fn message(&self) -> Cow<'_, Msg> {
        (*self).message()
    }
}

/// The language that an `Accept-Language` header asks for first among those we have; English if none.
pub fn negotiate(accept_language: &str) -> Language {
    let weighted = accept_language.split(',').filter_map(|range| {
        let (tag, parameters) = range.split_once(';').unwrap_or((range, "q=1"));
        let quality: f32 = parameters.trim().strip_prefix("q=")?.parse().ok()?;
        let primary = tag.trim().split('-').next()?.to_ascii_lowercase();
        Some((primary.parse::<Language>().ok()?, quality))
    });
    // Of equal weights the first one counts, so only a greater one replaces it.
    let best = weighted.fold(None, |best: Option<(Language, f32)>, next| match best {
        Some(best) if best.1 >= next.1 => Some(best),
        Some(_) | None => Some(next),
    });
    best.filter(|(_, quality)| *quality > 0.0)
        .map_or(Language::En, |(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reader(language: Language) -> Reader {
        Reader {
            language,
            zone: Tz::Europe__Moscow,
            now: Timestamp::parse("2026-11-29T13:13:00+03:00").unwrap(),
        }
    }

    #[test]
    fn what_comes_from_outside_is_shown_as_text() {
        let told = msg!(
            "settings-zone-unknown",
            zone = "<script>alert(1)</script> \u{E000}"
        );
        assert_eq!(
            told.html(&reader(Language::En)),
            "There is no time zone “<bdi>&lt;script&gt;alert(1)&lt;/script&gt; \u{E000}</bdi>”."
        );
    }

    #[test]
    fn russian_plurals() {
        let days = [1, 2, 5, 11, 21, 22]
            .map(|n| msg!("time-span-days", n = n).plain(&reader(Language::Ru)));
        let right = ["1 день", "2 дня", "5 дней", "11 дней", "21 день", "22 дня"];
        assert_eq!(days, right);
    }

    #[test]
    fn the_browsers_language() {
        for (header, language) in [
            ("", Language::En),
            ("de-DE, de;q=0.9", Language::En),
            ("ru-RU,ru;q=0.9,en-US;q=0.8", Language::Ru),
            ("de, en;q=0.5, ru;q=0.7", Language::Ru),
            ("en, ru", Language::En),
            ("ru;q=0", Language::En),
            ("ru;q=x;;,", Language::En),
        ] {
            assert_eq!(negotiate(header), language, "{header}");
        }
    }
}
