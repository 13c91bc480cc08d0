//! What a person does on the page of a case itself: take it, release it, record a check.

use super::check_form::{CheckForm, Fault, Fields};
use super::decide::fields::Fields as DecisionFields;
use super::decide::form::DecisionForm;
use super::decide::handlers::go_on_with;
use super::page::Notice;
use super::show::{allowed, case_id, page, see};
use crate::domain::check::{Look, NoCheck, Saw};
use crate::domain::draft::DraftForm;
use crate::domain::ids::StepName;
use crate::domain::permits::Act;
use crate::domain::report::ResultRef;
use crate::service::claim::{ClaimRefused, claim};
use crate::service::names::{Names, names};
use crate::service::record_check::{CheckRefused, record_check};
use crate::service::release::{ReleaseRefused, release};
use crate::service::{Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::form::Form;
use crate::web::i18n::{Msg, msg};
use crate::web::page::{Page, see_other};
use crate::web::words;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};

/// Takes the case. Somebody who wrote a decision before gets their text back in its form.
pub async fn take(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<DecisionFields>,
) -> Result<HttpResponse, PageError> {
    let id = case_id(&case)?;
    let back = Back::read(fields.sent("back"));
    if let Err(error) = claim(&services, &me.person(), id).await {
        let refused = error.refusal()?;
        let names = names(&services, &me.person(), refused.decided_by()).await?;
        let text = claim_refused(&refused, &names);
        return told(me, &services, &case, back, text).await;
    }
    match DecisionForm::parse(fields.get("then")) {
        Some(form) => go_on_with(form, me, &services, &case, fields).await,
        None => Ok(see_other(&case_href(id, &back))),
    }
}

pub async fn give_back(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<DecisionFields>,
) -> Result<HttpResponse, PageError> {
    let id = case_id(&case)?;
    let back = Back::read(fields.sent("back"));
    match release(&services, &me.person(), id).await {
        Ok(_) => Ok(see_other(&case_href(id, &back))),
        Err(error) => {
            let text = match error.refusal()? {
                ReleaseRefused::NotHolder { holder: Some(who) } => {
                    msg!("release-held-by-other", who = who)
                }
                ReleaseRefused::NotHolder { holder: None } => msg!("release-not-held"),
            };
            told(me, &services, &case, back, text).await
        }
    }
}

fn claim_refused(refused: &ClaimRefused, names: &Names) -> Msg {
    match refused {
        ClaimRefused::HeldBy { holder, until } => {
            msg!("no-claim-held", who = holder, until = *until)
        }
        ClaimRefused::Decided { by, at, kind } => msg!(
            "no-claim-decided",
            who = names.of(by),
            at = *at,
            kind = words::decision_kind(*kind)
        ),
        ClaimRefused::Changed => msg!("came-changed"),
        ClaimRefused::NotPermitted(why) => words::not_permitted(*why, None),
    }
}

/// The case as it is now, with why nothing was done.
async fn told(
    me: SignedIn,
    services: &Services,
    case: &str,
    back: Back,
    text: Msg,
) -> Result<HttpResponse, PageError> {
    let seen = see(services, &me, case, None).await?;
    let mut page = page(me, services, &seen, back).await?;
    page.notice = Some(Notice { text, alarm: true });
    page.respond_with(StatusCode::CONFLICT)
}

/// Records what a person saw.
pub async fn check(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let id = case_id(&case)?;
    let back = Back::read(Some(&fields.back));
    let faults = match look(&fields) {
        Err(faults) => {
            // What is not even a look is refused like one to those who may not record any.
            allowed(&services, &me, id, Act::Check).await?;
            faults
        }
        Ok(look) => match record_check(&services, &me.person(), id, &look).await {
            Ok(_) => return Ok(see_other(&format!("{}#checks", case_href(id, &back)))),
            Err(error) => {
                let CheckRefused(faults) = error.refusal()?;
                faults.into_iter().map(fault).collect()
            }
        },
    };
    let seen = see(&services, &me, &case, None).await?;
    let written = fields.pairs();
    drafts::keep(&services, &me.person(), id, DraftForm::Check, &written).await?;
    let form = CheckForm {
        fields,
        faults,
        draft: None,
    };
    page(me, &services, &seen, back)
        .await?
        .with_check(&form)
        .respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}

/// Reads the form. What the choices leave open is a fault here; the rest is for the rules.
pub(super) fn look(fields: &Fields) -> Result<Look, Vec<Fault>> {
    let mut faults = Vec::new();
    let saw = match fields.seen.as_str() {
        "found" => Some(Saw::Found(ResultRef {
            object_type: fields.object_type.trim().to_owned(),
            id: fields.reference.trim().to_owned(),
            url: None,
            status: None,
        })),
        "absent" => Some(Saw::Absent),
        "inconclusive" => Some(Saw::Inconclusive),
        _ => None,
    };
    if saw.is_none() {
        faults.push(Fault {
            field: "seen",
            text: msg!("check-seen-missing"),
        });
    }
    let shows_at_once = match fields.at_once.as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        // Only what is not there depends on it.
        _ if saw.as_ref().is_some_and(|saw| *saw != Saw::Absent) => Some(false),
        _ => None,
    };
    if shows_at_once.is_none() {
        faults.push(Fault {
            field: "at_once",
            text: msg!("check-at-once-missing"),
        });
    }
    let by = if fields.by.is_empty() {
        &fields.by_other
    } else {
        &fields.by
    };
    match (saw, shows_at_once) {
        (Some(saw), Some(shows_at_once)) => Ok(Look {
            step: StepName::new(fields.step.as_str()),
            place: fields.place.clone(),
            by: by.clone(),
            shows_at_once,
            saw,
            looked_at: None,
            note: (!fields.note.trim().is_empty()).then(|| fields.note.clone()),
        }),
        _ => Err(faults),
    }
}

fn fault(fault: NoCheck) -> Fault {
    let (field, text) = match fault {
        NoCheck::NoSuchStep => ("seen", msg!("check-no-such-step")),
        NoCheck::PlaceMissing => ("place", msg!("check-place-missing")),
        NoCheck::IdentifierMissing => ("by_other", msg!("check-by-missing")),
        NoCheck::ReferenceMissing => ("reference", msg!("check-reference-missing")),
        NoCheck::TooLong => ("place", msg!("check-too-long")),
    };
    Fault { field, text }
}
