//! Which cases a person marked, and what a form says of them.

use crate::domain::ids::CauseId;
use crate::domain::joint::{MOST, Named};
use crate::service::joint::JointRequest;
use crate::web::case::decide::fields::{Fault, Fields};
use crate::web::i18n::msg;
use crate::web::query;

/// The field that names a case.
const CASE: &str = "case";

/// The cases that are named, each once, in their order.
pub fn named(pairs: &[(String, String)]) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for (name, value) in pairs {
        if name == CASE
            && let Some(one) = Named::parse(value)
            && !all.iter().any(|known| known.case == one.case)
        {
            all.push(one);
        }
    }
    all
}

/// The cases that an address names, or a form that was kept, where the address names none.
pub fn named_on(query: &str, kept: &Fields) -> Vec<Named> {
    let on_page = named(&query::pairs(query));
    if on_page.is_empty() {
        named(kept.pairs())
    } else {
        on_page
    }
}

/// What is wrong with how many are named.
pub fn count_fault(named: &[Named]) -> Option<Fault> {
    if named.is_empty() {
        Some(Fault::at("cases", msg!("joint-none-marked")))
    } else if named.len() > MOST {
        Some(Fault::at("cases", msg!("joint-too-many", n = MOST)))
    } else {
        None
    }
}

/// What a form asks for.
pub fn request(cause: &CauseId, fields: &Fields) -> JointRequest {
    JointRequest {
        form: fields.get("form").to_owned(),
        cause: cause.clone(),
        named: named(fields.pairs()),
    }
}
