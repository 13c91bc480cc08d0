//! JSON as sources send it: read without losing or guessing anything, and compared by its meaning.

mod canonical;
mod difference;
mod fault;
mod scan;
mod side_by_side;

pub use canonical::{canonical, digest, same};
pub use difference::{Difference, differences};
pub use fault::{JsonFault, JsonFaultKind};
pub use side_by_side::{Line, Pair, Sameness, other_spellings, side_by_side};

use serde_json::Value;
use serde_json::error::Category;

/// How deeply arrays and objects may be nested.
pub const DEEPEST: usize = 64;

/// Reads a document.
///
/// # Errors
/// Every fault at once: bytes that are no JSON, or JSON that two readers would understand in two ways.
pub fn parse(bytes: &[u8]) -> Result<Value, Vec<JsonFault>> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        vec![JsonFault::whole(JsonFaultKind::NotUtf8 {
            offset: error.valid_up_to(),
        })]
    })?;
    serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|error| vec![not_json(&error)])?;
    let faults = scan::faults(text);
    if !faults.is_empty() {
        return Err(faults);
    }
    serde_json::from_str(text).map_err(|error| vec![not_json(&error)])
}

fn not_json(error: &serde_json::Error) -> JsonFault {
    JsonFault::whole(match error.classify() {
        Category::Eof => JsonFaultKind::CutOff,
        Category::Io | Category::Syntax | Category::Data => JsonFaultKind::NotJson {
            line: error.line(),
            column: error.column(),
        },
    })
}

/// The JSON pointer (RFC 6901) of a member or an item of what `parent` points to.
pub fn pointer_to(parent: &str, member: &str) -> String {
    format!("{parent}/{}", member.replace('~', "~0").replace('/', "~1"))
}

#[cfg(test)]
mod tests;
