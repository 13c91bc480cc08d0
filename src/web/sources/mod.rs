//! Sources, for those who look after them: their endpoints, and what became of the notices to each.

mod list;
mod one;

use super::routes::{OpenTo, PageRoute, get, post};
use crate::domain::people::Action;

const PATH: &str = "/sources";

/// The pages of sources.
pub fn routes() -> Vec<PageRoute> {
    let all = vec![
        get(PATH, list::list),
        get("/sources/{name}", one::show),
        post("/sources/{name}/endpoints/{endpoint}/off", one::off),
        post("/sources/{name}/endpoints/{endpoint}/on", one::on),
        post("/sources/{name}/endpoints/{endpoint}/test", one::test),
        post("/sources/{name}/deliveries/{delivery}/again", one::again),
    ];
    let those = OpenTo::Role(Action::Administer);
    all.into_iter().map(|page| page.open_to(those)).collect()
}

#[cfg(test)]
pub(super) fn samples(ctx: &super::ctx::Ctx) -> Vec<super::page::Sample> {
    let mut all = list::samples(ctx);
    all.extend(one::samples(ctx));
    all
}
