//! Which cases a person marked, and what a form says of them.

use super::acts::head_of;
use super::address::CASE;
use crate::domain::ids::CauseId;
use crate::domain::joint::{MOST, Named};
use crate::service::joint::{JointRequest, new_form};
use crate::service::joint_resume::{Marked, see_marked};
use crate::service::{Person, Services};
use crate::web::case::decide::fields::{Fault, Fields};
use crate::web::error::PageError;
use crate::web::i18n::{Msg, msg};
use crate::web::query;

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

/// What both pages over marked cases begin with.
pub struct Opened {
    /// What the group's cases have in common.
    pub head: Msg,
    pub marked: Vec<Marked>,
    /// The form's own name, the same whenever it is sent.
    pub form: String,
    pub faults: Vec<Fault>,
}

impl Opened {
    /// Reads the marked cases as they are now.
    pub async fn read(
        person: &Person,
        services: &Services,
        cause: &CauseId,
        named: &[Named],
        fields: &Fields,
    ) -> Result<Self, PageError> {
        let form = Some(fields.get("form")).filter(|form| !form.is_empty());
        Ok(Self {
            head: head_of(services, person, cause).await?,
            marked: see_marked(services, person, cause, named).await?,
            form: form.map_or_else(|| new_form(services), ToOwned::to_owned),
            faults: count_fault(named).into_iter().collect(),
        })
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
