//! The register of decisions.

mod address;
mod form;
mod list;
mod row;
#[cfg(test)]
mod samples;

pub use address::{PATH, RegisterAddress};

use super::routes::{OpenTo, PageRoute, get};
use crate::domain::people::Action;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![get(PATH, list::show).open_to(OpenTo::Role(Action::SeeRegister))]
}

#[cfg(test)]
pub fn samples(ctx: &super::ctx::Ctx) -> Vec<super::page::Sample> {
    list::samples(ctx)
}
