//! Follow-ups: effects that somebody has to account for, as a list of the queue, and each with the form by which what became
//! of it is recorded.

mod address;
mod list;
mod one;
pub mod row;

use super::routes::{PageRoute, get, post};

/// The list of open ones.
pub const PATH: &str = "/follow-ups";

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get(PATH, list::show),
        get("/follow-ups/{follow_up}", one::show),
        post("/follow-ups/{follow_up}", one::settle),
        post("/follow-ups/{follow_up}/draft", one::keep),
    ]
}

#[cfg(test)]
pub(super) fn samples(ctx: &super::ctx::Ctx) -> Vec<super::page::Sample> {
    let list = list::samples(ctx).into_iter();
    list.chain(one::samples(ctx)).collect()
}
