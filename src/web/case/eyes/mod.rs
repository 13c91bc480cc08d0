//! What becomes of a decision in people's hands: a second person's answer, taking it back, and the facts it was made on.

pub mod approval;
pub mod decision;
mod facts;
pub mod recorded;
#[cfg(test)]
pub mod samples;
pub mod withdraw;

use crate::domain::people::Action;
use crate::web::routes::{OpenTo, PageRoute, get, post};

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get("/cases/{case}/approval", approval::show),
        post("/cases/{case}/approval", approval::answer),
        get("/cases/{case}/withdraw", withdraw::show),
        post("/cases/{case}/withdraw", withdraw::withdraw),
        get("/cases/{case}/decisions/{decision}", decision::show),
        get("/decisions/{decision}", recorded::show).open_to(OpenTo::Role(Action::SeeRegister)),
    ]
}
