//! Cases that stopped for the same cause: a lane by its causes, and one group with what can be done with its cases together.

pub mod address;
mod group;
mod list;
mod row;
#[cfg(test)]
mod samples;
mod timeline;
pub mod words;

use super::routes::{PageRoute, get};
#[cfg(test)]
pub(super) use samples::samples;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get("/causes", list::show),
        get("/causes/{cause}", group::show),
    ]
}
