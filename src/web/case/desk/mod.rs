//! What people do with a case beside deciding: one page for each deed, all of one shape. What will happen, why, confirm.

mod handlers;
pub mod links;
pub mod page;
#[cfg(test)]
pub mod samples;
pub mod until;

use crate::domain::desk::Deed;
use crate::domain::draft::DraftForm;
use crate::web::routes::{PageRoute, get, post};

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get("/cases/{case}/desk/{deed}", handlers::show),
        post("/cases/{case}/desk/{deed}", handlers::carry_out),
    ]
}

/// The last part of a deed's address.
pub const fn slug(deed: Deed) -> &'static str {
    match deed {
        Deed::Wait => "wait",
        Deed::HandOver => "hand-over",
        Deed::Note => "note",
        Deed::TakeOver => "take-over",
        Deed::SetOwner => "owner",
    }
}

/// The form whose text is kept; setting an owner asks for none.
pub const fn draft_form(deed: Deed) -> Option<DraftForm> {
    match deed {
        Deed::Wait => Some(DraftForm::Wait),
        Deed::HandOver => Some(DraftForm::HandOver),
        Deed::Note => Some(DraftForm::Note),
        Deed::TakeOver => Some(DraftForm::TakeOver),
        Deed::SetOwner => None,
    }
}
