//! The three handlers that all decisions' pages share: show the form, show it again with what was typed, and decide.

use super::changed::{ChangedPage, sent_before};
use super::close::ClosePage;
use super::compensate::CompensatePage;
use super::fields::{Fault, Fields};
use super::form::DecisionForm;
use super::frame::{Decider, DecisionPage, Sight};
use super::new_operation::NewOperationPage;
use super::resume::ResumePage;
use crate::domain::decision::{NoDecision, still_possible};
use crate::domain::ids::CaseId;
use crate::domain::permits::Act;
use crate::service::Services;
use crate::service::decide::{Against, DecisionRefused, FormFault};
use crate::service::decide_new_operation::see_successor;
use crate::service::drafts;
use crate::service::names::{Names, names};
use crate::service::passwords::Passwords;
use crate::service::see_case::CaseSeen;
use crate::web::Web;
use crate::web::back::{Back, case_href};
use crate::web::case::draft::{self, DraftNotice};
use crate::web::case::hands::permits;
use crate::web::case::show::{Asked, must_ever, see};
use crate::web::ctx::SignedIn;
use crate::web::error::PageError;
use crate::web::form::Form;
use crate::web::i18n::msg;
use crate::web::page::see_other;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};

/// The place on the page that says what will happen.
const WILL: &str = "will";

/// The page with an empty form, or with what the person had written on it before.
pub async fn show<P: DecisionPage>(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, PageError> {
    let seen = see_for::<P>(&services, &me, &case).await?;
    let back = Back::read(asked.back.as_deref());
    let (fields, draft) = draft::of(&services, &me, seen.case.id, P::FORM.draft(), &back).await?;
    let mut page = P::for_case(me.ctx, &seen, &services.policy, back, fields);
    page.frame().draft = draft;
    page.respond()
}

/// The page once more, with what was typed on it, and the case as it is now. Nothing is recorded.
pub async fn again<P: DecisionPage>(
    me: SignedIn,
    services: web::Data<Services>,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    must_ever(&services, &me, &case, Act::Decide(P::FORM.kind())).await?;
    filled_in::<P>(me, &services, &case, fields).await
}

/// The page of `form`, as [`again`] shows it, for a person who took the case in order to go on with it.
pub async fn go_on_with(
    form: DecisionForm,
    me: SignedIn,
    services: &Services,
    case: &str,
    fields: Fields,
) -> Result<HttpResponse, PageError> {
    match form {
        DecisionForm::Resume => filled_in::<ResumePage>(me, services, case, fields).await,
        DecisionForm::NewOperation => {
            filled_in::<NewOperationPage>(me, services, case, fields).await
        }
        DecisionForm::Compensate => filled_in::<CompensatePage>(me, services, case, fields).await,
        DecisionForm::Close => filled_in::<ClosePage>(me, services, case, fields).await,
    }
}

async fn filled_in<P: DecisionPage>(
    me: SignedIn,
    services: &Services,
    case: &str,
    fields: Fields,
) -> Result<HttpResponse, PageError> {
    let seen = see_for::<P>(services, &me, case).await?;
    let back = Back::read(fields.sent("back"));
    // The page in between carries the words only; the draft has the rest.
    let (written, _) = draft::of(services, &me, seen.case.id, P::FORM.draft(), &back).await?;
    let fields = fields.over(&written);
    let notice = keep::<P>(services, &me, seen.case.id, &fields, &back).await?;
    let mut page = P::for_case(me.ctx, &seen, &services.policy, back, fields);
    page.frame().draft = notice;
    page.respond()
}

/// Carries out what the form orders. The case then shows what becomes of it.
pub async fn decide<P: DecisionPage>(
    me: SignedIn,
    (services, passwords): (web::Data<Services>, web::Data<Passwords>),
    request: HttpRequest,
    case: web::Path<String>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    must_ever(&services, &me, &case, Act::Decide(P::FORM.kind())).await?;
    let seen = see_for::<P>(&services, &me, &case).await?;
    let back = Back::read(fields.sent("back"));
    let by = Decider {
        services: &services,
        passwords: &passwords,
        person: me.person(),
        address: Web::client_address(&request),
    };
    let sight = Sight::of(&seen, &services.policy, &me.ctx, back.clone());
    if may_decide::<P>(&me, &sight) && is_unsaid::<P>(&fields, &sight) {
        keep::<P>(&services, &me, seen.case.id, &fields, &back).await?;
        let mut page = P::for_case(me.ctx, &seen, &services.policy, back, fields);
        page.frame().faults = vec![Fault::at(WILL, msg!("decide-stated-anew"))];
        return page.respond_with(StatusCode::UNPROCESSABLE_ENTITY);
    }
    let order = P::request(&fields, &sight);
    match P::decide(&by, seen.case.id, &order).await {
        Ok(_) => Ok(see_other(&case_href(seen.case.id, &back))),
        Err(error) => {
            let refused = error.refusal()?;
            if sent_before(&services, &me, &case, P::FORM.kind(), &fields).await? {
                return Ok(see_other(&case_href(seen.case.id, &back)));
            }
            keep::<P>(&services, &me, seen.case.id, &fields, &back).await?;
            let acted = refused.since.iter().map(|entry| entry.actor.as_str());
            let names = names(&services, &me.person(), acted).await?;
            refuse::<P>(me, &services, &seen, back, fields, (&refused, &names))
        }
    }
}

/// Whether this can be decided at all, by this person and now; if not, they are told that first.
fn may_decide<P: DecisionPage>(me: &SignedIn, sight: &Sight<'_>) -> bool {
    let (kind, seen) = (P::FORM.kind(), sight.seen);
    still_possible(seen.operation, kind).is_ok()
        && permits(seen, &me.ctx, Act::Decide(kind)).is_ok()
}

/// Whether the page that the form stood on said something else than what would be recorded: then it is said first. Where
/// the case is not what the person saw, they are told that instead.
fn is_unsaid<P: DecisionPage>(fields: &Fields, sight: &Sight<'_>) -> bool {
    let is_seen = fields.seen() == sight.as_seen();
    let stated = P::stated(fields, sight).filter(|_| is_seen);
    stated.is_some_and(|stated| fields.get("stated") != stated)
}

/// Reads a case with all that the page shows of it.
async fn see_for<P: DecisionPage>(
    services: &Services,
    me: &SignedIn,
    case: &str,
) -> Result<CaseSeen, PageError> {
    let mut seen = see(services, me, case, None).await?;
    if P::FORM == DecisionForm::NewOperation {
        let successor = see_successor(services, &me.person(), seen.case.id).await?;
        seen.successor = Some(successor);
    }
    Ok(seen)
}

/// What is not recorded is kept as the person's draft: nothing that was typed is lost.
async fn keep<P: DecisionPage>(
    services: &Services,
    me: &SignedIn,
    case: CaseId,
    fields: &Fields,
    back: &Back,
) -> Result<Option<DraftNotice>, PageError> {
    let form = P::FORM.draft();
    let at = drafts::keep(services, &me.person(), case, form, fields.pairs()).await?;
    Ok(at.map(|at| DraftNotice::of(case, form, at, back)))
}

fn refuse<P: DecisionPage>(
    me: SignedIn,
    services: &Services,
    seen: &CaseSeen,
    back: Back,
    fields: Fields,
    (refused, names): (&DecisionRefused, &Names),
) -> Result<HttpResponse, PageError> {
    let faults = match &refused.against {
        Against::Authority { .. } | Against::Changed => {
            let case = seen.case.id;
            let sight = Sight::of(seen, &services.policy, &me.ctx, back.clone());
            let now = sight.as_seen().facts_digest;
            let page = ChangedPage::of(me.ctx, case, back, P::FORM, &fields, (refused, names), now);
            return page.conflict();
        }
        Against::Form(form) => faults::<P>(seen, form, &[]),
        Against::Rules(rules) => faults::<P>(seen, &[], rules),
        Against::FormAndRules(form, rules) => faults::<P>(seen, form, rules),
    };
    let mut page = P::for_case(me.ctx, seen, &services.policy, back, fields);
    page.frame().faults = faults;
    page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}

/// Everything that is wrong, each at its field.
fn faults<P: DecisionPage>(
    seen: &CaseSeen,
    form: &[FormFault],
    rules: &[NoDecision],
) -> Vec<Fault> {
    let rules = rules.iter().map(|rule| P::rule_fault(seen, rule));
    form.iter().map(Fault::of).chain(rules).collect()
}
