//! What templates can say. `use crate::web::filters;` beside the page struct brings them into its template.

use super::age::page::Number;
use super::i18n::{Reader, Say, msg};
use super::time::{self, Form};
use super::visible;
use crate::domain::time::Timestamp;
use askama::filters::Safe;
use askama::{Result, Values, get_value};

/// The name of the value that carries the [`Reader`] into templates.
pub const READER: &str = "reader";

/// A message in the reader's language, for the content of elements.
#[askama::filter_fn]
pub fn t(message: impl Say, values: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(message.message().html(get_value(values, READER)?)))
}

/// A message in the reader's language as plain text, for attributes and titles.
#[askama::filter_fn]
pub fn plain(message: impl Say, values: &dyn Values) -> Result<String> {
    Ok(message.message().plain(get_value(values, READER)?))
}

/// A time of day, with its date unless that is today's.
#[askama::filter_fn]
pub fn when(at: &Timestamp, values: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(time::element(
        *at,
        Form::Clock,
        get_value(values, READER)?,
    )))
}

/// A time to the second, with its date.
#[askama::filter_fn]
pub fn exact(at: &Timestamp, values: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(time::element(
        *at,
        Form::Exact,
        get_value(values, READER)?,
    )))
}

/// How long ago a time was.
#[askama::filter_fn]
pub fn ago(at: &Timestamp, values: &dyn Values) -> Result<Safe<String>> {
    let reader: &Reader = get_value(values, READER)?;
    Ok(Safe(time::ago(*at, reader.now).html(reader)))
}

/// How much is left until a time, or for how long it is over.
#[askama::filter_fn]
pub fn left(until: &Timestamp, values: &dyn Values) -> Result<Safe<String>> {
    let reader: &Reader = get_value(values, READER)?;
    Ok(Safe(time::left(*until, reader.now).html(reader)))
}

/// An icon of the sprite, by its name without `i-`.
#[askama::filter_fn]
pub fn icon(name: &str, _: &dyn Values) -> Result<Safe<String>> {
    let sprite = &super::assets::assets().icons;
    Ok(Safe(format!(
        "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"{sprite}#i-{name}\"/></svg>"
    )))
}

/// A number with the list that has so many rows.
#[askama::filter_fn]
pub fn linked(number: &Number, _: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(match &number.href {
        Some(href) => format!("<a href=\"{}\">{}</a>", visible::html(href), number.shown),
        None => number.shown.clone(),
    }))
}

/// Somebody's words: whatever they hold, they stay text, and what is not seen in them is made visible.
#[askama::filter_fn]
pub fn said(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(format!("<bdi>{}</bdi>", visible::html(text.as_ref()))))
}

/// A key, a digest or another value to be copied exactly.
#[askama::filter_fn]
pub fn code(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(format!(
        "<code>{}</code>",
        visible::html(text.as_ref())
    )))
}

/// Text from outside without an element of its own, for `<pre>`.
#[askama::filter_fn]
pub fn raw(text: impl AsRef<str>, _: &dyn Values) -> Result<Safe<String>> {
    Ok(Safe(visible::html(text.as_ref())))
}

/// Somebody's words, folded where they are long.
#[askama::filter_fn]
pub fn folded(text: impl AsRef<str>, values: &dyn Values) -> Result<Safe<String>> {
    const SHORT: usize = 300;
    let text = text.as_ref();
    let shown = visible::html(text);
    let characters = text.chars().count();
    if characters <= SHORT {
        return Ok(Safe(format!("<small><bdi>{shown}</bdi></small>")));
    }
    let how_long = msg!("folded-text", characters = characters).html(get_value(values, READER)?);
    Ok(Safe(format!(
        "<details class=\"more\"><summary>{how_long}</summary><pre class=\"json\" tabindex=\"0\">{shown}</pre></details>"
    )))
}

/// Text from outside where no elements may stand: inside `<option>` and in attributes that people read.
#[askama::filter_fn]
pub fn pictured(text: impl AsRef<str>, _: &dyn Values) -> Result<String> {
    Ok(visible::plain(text.as_ref()))
}
