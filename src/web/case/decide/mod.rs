//! The pages on which a person decides, one for each decision: they never share a form.
//!
//! To add one (`close.rs` is the smallest):
//! 1. a name in [`form::DecisionForm`]; the compiler then asks for its address and for its line in
//!    [`handlers::go_on_with`];
//! 2. a struct with `ctx: Ctx`, `frame: Frame` and what the page adds; `impl Page`, and `impl` [`frame::DecisionPage`]: what
//!    its form orders, which service carries it out, and which field a rule's refusal belongs to;
//! 3. a template that extends `case/decision.html` and fills the blocks `title`, `headline`, `here`, `what` (what will
//!    happen), `asks` (what is asked beside the reason), `confirm` (what is asked last) and `button`; all that is common is
//!    `frame`;
//! 4. its three lines in [`routes`], and its samples in `samples.rs`.
//!
//! What all of them need goes into one place: [`handlers`] keeps the text of every form that is not recorded as a draft, and
//! fills it in again; the last section of `templates/case/decision.html` stands around every button, and says before
//! it what becomes of the decision.

pub mod changed;
pub mod close;
pub mod compensate;
pub mod contents;
pub mod facts_seen;
pub mod fields;
pub mod form;
pub mod frame;
pub mod handlers;
pub mod new_operation;
pub mod resume;
pub mod skips;
pub mod stated;

use crate::web::routes::{PageRoute, get, post};
use close::ClosePage;
use compensate::CompensatePage;
use handlers::{again, decide, show};
use new_operation::NewOperationPage;
use resume::ResumePage;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get("/cases/{case}/resume", show::<ResumePage>),
        post("/cases/{case}/resume", decide::<ResumePage>),
        post("/cases/{case}/resume/again", again::<ResumePage>),
        // The same page, for a case that goes on only if a step is left out.
        get("/cases/{case}/leave-out", show::<ResumePage>),
        get("/cases/{case}/compensate", show::<CompensatePage>),
        post("/cases/{case}/compensate", decide::<CompensatePage>),
        post("/cases/{case}/compensate/again", again::<CompensatePage>),
        get("/cases/{case}/new-operation", show::<NewOperationPage>),
        post("/cases/{case}/new-operation", decide::<NewOperationPage>),
        post(
            "/cases/{case}/new-operation/again",
            again::<NewOperationPage>,
        ),
        get("/cases/{case}/close", show::<ClosePage>),
        post("/cases/{case}/close", decide::<ClosePage>),
        post("/cases/{case}/close/again", again::<ClosePage>),
    ]
}
