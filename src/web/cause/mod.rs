//! Cases that stopped for the same cause: a lane by its causes, and one group with what can be done with its cases together.

mod acts;
pub mod address;
mod check;
mod group;
mod list;
mod marked;
mod resume;
mod row;
#[cfg(test)]
mod samples;
mod timeline;
pub mod words;

use super::routes::{PageRoute, get, post};
#[cfg(test)]
pub(super) use samples::samples;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get("/causes", list::show),
        get("/causes/{cause}", group::show),
        post("/causes/{cause}/claim", acts::claim),
        get("/causes/{cause}/check", check::show),
        post("/causes/{cause}/check", check::send),
        get("/causes/{cause}/resume", resume::show),
        post("/causes/{cause}/resume", resume::send),
        get("/together/{act}", acts::result),
    ]
}
