//! The pages of one case: what is known, what can be done, and the evidence.

mod act;
mod attempts;
mod check_form;
mod conflict;
mod content_verdict;
mod contract;
pub mod decide;
pub mod desk;
mod document;
pub mod draft;
mod events;
mod eyes;
mod findout;
pub mod go_on;
mod hands;
mod hints;
pub mod history;
mod json_text;
mod judge;
mod let_be;
mod lines;
mod operation;
mod ordered;
mod page;
mod policy;
mod progress;
mod related;
mod reports;
mod said;
#[cfg(test)]
pub mod samples;
mod show;
mod sightings;
pub mod stepper;
mod stop;
mod timebar;
mod unmask;
mod version;

use super::routes::{PageRoute, get, post};

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    let mut routes = decide::routes();
    routes.extend([
        get("/cases/{case}", show::show),
        post("/cases/{case}/claim", act::take),
        post("/cases/{case}/release", act::give_back),
        post("/cases/{case}/checks", act::check),
        post("/cases/{case}/judgements", judge::judge),
        post("/cases/{case}/unmask", unmask::show),
        get("/cases/{case}/contents/{digest}", document::content),
        get(
            "/cases/{case}/contents/{digest}/whole",
            document::content_whole,
        ),
        get("/cases/{case}/versions/{digest}", version::show),
        get("/cases/{case}/reports/{report}", document::report),
        get(
            "/cases/{case}/reports/{report}/whole",
            document::report_whole,
        ),
    ]);
    routes.extend(desk::routes());
    routes.extend(eyes::routes());
    routes.extend(draft::routes());
    routes
}
