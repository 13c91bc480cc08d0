//! What a person does about a find that does not count by itself.

use super::hints::{JudgeFields, JudgeForm, no_judgement, request};
use super::page::CasePage;
use super::show::{allowed, case_id, must_ever, see};
use crate::domain::draft::DraftForm;
use crate::domain::permits::Act;
use crate::service::judge_hint::{JudgementRefused, judge_hint};
use crate::service::{Services, drafts};
use crate::web::back::{Back, case_href};
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::form::Form;
use crate::web::i18n::msg;
use crate::web::page::{Page, see_other};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};

/// Records whose a find is, or confirms it.
pub async fn judge(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<JudgeFields>,
) -> Result<HttpResponse, PageError> {
    let id = case_id(&case)?;
    let back = Back::read(Some(&fields.back));
    must_ever(&services, &me, &case, fields.act()).await?;
    let seen = see(&services, &me, &case, None).await?;
    let fault = match request(&seen.facts, &fields) {
        None => {
            allowed(&services, &me, id, Act::Judge).await?;
            msg!("no-judgement-nothing-chosen")
        }
        Some(request) => match judge_hint(&services, &me.person(), id, &request).await {
            Ok(kept) => return Ok(see_other(&format!("{}#hints", case_href(kept.case, &back)))),
            Err(error) => {
                let JudgementRefused(why) = error.refusal()?;
                no_judgement(why)
            }
        },
    };
    let seen = see(&services, &me, &case, None).await?;
    let (person, written) = (me.person(), fields.pairs());
    drafts::keep(&services, &person, id, DraftForm::Judge, &written).await?;
    let form = JudgeForm {
        fields,
        fault: Some(fault),
        draft: None,
    };
    CasePage::of(me.ctx, &seen, &services.policy, back)
        .with_judgement(&form)
        .respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}
