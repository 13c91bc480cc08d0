//! The access log: who opened what, for auditors and administrators.

mod address;
mod page;
#[cfg(test)]
mod samples;

pub use address::PATH;
#[cfg(test)]
pub use samples::samples;

use super::routes::{OpenTo, PageRoute, get};
use crate::domain::people::Action;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![get(PATH, page::show).open_to(OpenTo::Role(Action::SeeAccess))]
}
