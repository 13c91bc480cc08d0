//! What templates can say. `use crate::web::filters;` beside the page struct brings them into its template.

use super::i18n::{Reader, Say};
use super::time::{self, Form};
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
