//! Claiming several cases, and what came of an act on several.

use super::address::{cause_of, group_href, joint_href};
use super::marked::{count_fault, request};
use super::words as said;
use crate::domain::ids::{CaseId, CauseId};
use crate::domain::joint::{Came, JointKind, parse_id};
use crate::domain::permits::NotPermitted;
use crate::domain::time::Timestamp;
use crate::service::cause::see_cause;
use crate::service::joint::{JointSeen, ask_for_each, see_joint};
use crate::service::joint_claim::joint_claim;
use crate::service::names::names;
use crate::service::{Person, Services};
use crate::web::back::{Back, case_href};
use crate::web::case::decide::fields::Fields;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::{Msg, msg};
use crate::web::page::{Page, see_other};
use crate::web::words;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The group that an address is below.
pub fn cause_at(request: &HttpRequest) -> Result<CauseId, PageError> {
    let path = request.path();
    let (group, _) = path.rsplit_once('/').ok_or(PageError::NotFound)?;
    cause_of(group).ok_or(PageError::NotFound)
}

/// What a group's cases have in common, in words.
pub async fn head_of(
    services: &Services,
    person: &Person,
    cause: &CauseId,
) -> Result<Msg, PageError> {
    let group = see_cause(services, person, cause).await?;
    Ok(said::cause(&group.system, &group.stop_code))
}

/// Claims the marked cases.
pub async fn claim(
    me: SignedIn,
    services: Data<Services>,
    http: HttpRequest,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let cause = cause_at(&http)?;
    let request = request(&cause, &fields);
    let person = me.person();
    if count_fault(&request.named).is_some() {
        ask_for_each(&services, &person, JointKind::Claim, &request.named).await?;
        let marked = if request.named.is_empty() {
            "none"
        } else {
            "too-many"
        };
        return Ok(see_other(&format!(
            "{}?marked={marked}",
            group_href(&cause)
        )));
    }
    let id = joint_claim(&services, &person, &request).await?;
    Ok(see_other(&joint_href(id)))
}

/// What came of an act, to be read as often as one likes.
#[derive(Debug, Template)]
#[template(path = "cause/result.html")]
pub struct ResultPage {
    pub ctx: Ctx,
    pub cause: Msg,
    pub group_href: String,
    pub kind: JointKind,
    pub by: String,
    pub at: Timestamp,
    pub done: usize,
    /// The cases with which whoever did this may go on, as a form names them.
    pub onward: Vec<String>,
    pub rows: Vec<ResultRow>,
}

/// What came of one case.
#[derive(Debug, Clone)]
pub struct ResultRow {
    pub id: CaseId,
    pub href: String,
    pub title: String,
    pub done: bool,
    pub told: Msg,
}

impl Page for ResultPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// Shows it.
pub async fn result(
    me: SignedIn,
    services: Data<Services>,
    id: Path<String>,
) -> Result<HttpResponse, PageError> {
    let id = parse_id(&id).ok_or(PageError::NotFound)?;
    let person = me.person();
    let seen = see_joint(&services, &person, id).await?;
    let head = head_of(&services, &person, &seen.act.cause).await?;
    let names = names(&services, &person, Some(seen.act.by_name.as_str())).await?;
    let by = names.of(&seen.act.by_name);
    let mine = seen.act.by_user == person.id;
    ResultPage::of(me.ctx, head, (by, mine), &seen).respond()
}

impl ResultPage {
    /// Makes the page.
    pub fn of(ctx: Ctx, cause: Msg, (by, mine): (String, bool), seen: &JointSeen) -> Self {
        let back = Back::Cause(seen.act.cause.clone());
        let row = |(case, came): &(crate::service::queue::CaseRow, Option<Came>)| ResultRow {
            id: case.id,
            href: case_href(case.id, &back),
            title: case.details.title.clone(),
            done: is_done(came),
            told: came
                .as_ref()
                .map_or_else(|| msg!("joint-not-reached"), |came| told(came, mine)),
        };
        let rows: Vec<ResultRow> = seen.cases.iter().map(row).collect();
        let goes_on = match seen.act.kind {
            JointKind::Claim | JointKind::Check => mine,
            JointKind::Resume => false,
        };
        let done = seen
            .cases
            .iter()
            .filter(|(_, came)| goes_on && is_done(came));
        Self {
            onward: done
                .map(|(case, _)| format!("{}.{}", case.id, case.version))
                .collect(),
            group_href: group_href(&seen.act.cause),
            kind: seen.act.kind,
            at: seen.act.begun_at,
            done: rows.iter().filter(|row| row.done).count(),
            cause,
            by,
            rows,
            ctx,
        }
    }

    /// What was done, where it was; what the source makes of it is told by the case.
    fn done_word(&self) -> Msg {
        match self.kind {
            JointKind::Claim => msg!("joint-done-claim"),
            JointKind::Check => msg!("joint-done-check"),
            JointKind::Resume => msg!("joint-done-resume"),
        }
    }

    fn title(&self) -> Msg {
        let (done, all) = (self.done, self.rows.len());
        match self.kind {
            JointKind::Claim => msg!("joint-claimed", done = done, all = all),
            JointKind::Check => msg!("joint-checked", done = done, all = all),
            JointKind::Resume => msg!("joint-resumed", done = done, all = all),
        }
    }
}

fn is_done(came: &Option<Came>) -> bool {
    came.as_ref().is_some_and(Came::is_done)
}

fn told(came: &Came, mine: bool) -> Msg {
    match came {
        Came::Claimed { until } if mine => msg!("came-claimed", until = *until),
        Came::Claimed { until } => msg!("came-claimed-by-other", until = *until),
        Came::Found => msg!("came-found"),
        Came::Hint => msg!("came-hint"),
        Came::AbsenceProven => msg!("came-absence-proven"),
        Came::NothingYet => msg!("came-nothing-yet"),
        Came::Inconclusive => msg!("came-inconclusive"),
        Came::Offered { take_before } => msg!("came-offered", at = *take_before),
        Came::Proposed { answer_before } => msg!("came-proposed", at = *answer_before),
        Came::NotPermitted { why, holder } => NotPermitted::parse(why).map_or_else(
            || msg!("came-not-allowed"),
            |why| words::not_permitted(why, holder.as_deref()),
        ),
        Came::Changed => msg!("came-changed"),
        Came::NotAllowed => msg!("came-not-allowed"),
        Came::ReasonDoesNotFit => msg!("came-reason-does-not-fit"),
        Came::SharedHolds { cases } => msg!("joint-shared-holds", n = cases.len()),
        Came::Faulty => msg!("came-faulty"),
        Came::Gone => msg!("came-gone"),
        Came::OfAnotherCause => msg!("came-of-another-cause"),
    }
}
