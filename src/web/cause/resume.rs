//! Continuing several old operations at once: what each would send, which are left out and why, and one justification.

use super::acts::cause_at;
use super::address::{group_href, group_with_marks_href, joint_href};
use super::marked::{Opened, count_fault, named_on, request};
use super::row::{Resume, resume};
use crate::domain::basis::facts_as_seen;
use crate::domain::decision;
use crate::domain::fits::fits;
use crate::domain::ids::{CaseId, CauseId};
use crate::domain::joint::{JointKind, Named};
use crate::domain::json::digest;
use crate::domain::policy::{Reason, ReasonNames};
use crate::domain::resume::{ResumeOrder, ResumePlan};
use crate::domain::review::{Review, review};
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::joint::ask_for_each;
use crate::service::joint_resume::{Marked, WordsFault, joint_resume, words_faults};
use crate::web::back::{Back, case_href};
use crate::web::case::decide::fields::{Fault, Fields, has};
use crate::web::case::go_on::{Send, sends};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::page::{Page, see_other};
use crate::web::words;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "cause/resume.html")]
pub struct ResumeManyPage {
    pub ctx: Ctx,
    pub cause: Msg,
    pub href: String,
    /// The group, with the same cases marked.
    pub back: String,
    /// The same whenever this form is sent.
    pub form: String,
    pub planned: Vec<Planned>,
    pub left_out: Vec<LeftOut>,
    pub reasons: Vec<ReasonRow>,
    /// The fewest characters of a justification.
    pub minimum: usize,
    pub fields: Fields,
    pub faults: Vec<Fault>,
}

/// A case that would be continued.
#[derive(Debug, Clone)]
pub struct Planned {
    pub id: CaseId,
    pub href: String,
    pub title: String,
    pub key: String,
    /// As the form sends it: which case, of which version, on which facts.
    pub value: String,
    pub sends: Vec<Send>,
    pub complete: bool,
    pub until: Option<Timestamp>,
    /// A second person has to approve it.
    pub second: bool,
    fitting: Vec<String>,
}

/// A case that is not among them.
#[derive(Debug, Clone)]
pub struct LeftOut {
    pub id: CaseId,
    pub href: String,
    pub title: String,
    pub why: Vec<Msg>,
}

/// A reason to choose.
#[derive(Debug, Clone)]
pub struct ReasonRow {
    pub code: String,
    pub title: String,
    /// Of how many of the operations it speaks truly.
    pub fits: usize,
    pub chosen: bool,
}

impl Page for ResumeManyPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// Shows what would be done with the marked cases.
pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let cause = cause_at(&request)?;
    // What was written when the session ended stands in the page again.
    let kept: Option<Fields> = me.kept_form().await?;
    let fields = kept.unwrap_or_default();
    let marked = named_on(request.query_string(), &fields);
    let page = page(&me, &services, &cause, &marked, fields).await?;
    page.respond()
}

/// Continues them.
pub async fn send(
    me: SignedIn,
    services: Data<Services>,
    http: HttpRequest,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let cause = cause_at(&http)?;
    let (request, why) = (request(&cause, &fields), fields.why());
    let person = me.person();
    let mut faults: Vec<Fault> = count_fault(&request.named).into_iter().collect();
    faults.extend(words_faults(&services, &why).into_iter().map(words_fault));
    if faults.is_empty() {
        let id = joint_resume(&services, &person, &request, &why).await?;
        return Ok(see_other(&joint_href(id)));
    }
    ask_for_each(&services, &person, JointKind::Resume, &request.named).await?;
    let mut page = page(&me, &services, &cause, &request.named, fields).await?;
    page.faults = faults;
    page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}

fn words_fault(fault: WordsFault) -> Fault {
    match fault {
        WordsFault::UnknownReason => Fault::at("reason", msg!("decide-reason-missing")),
        WordsFault::Justification(why) => Fault::at("justification", words::no_justification(why)),
    }
}

async fn page(
    me: &SignedIn,
    services: &Services,
    cause: &CauseId,
    named: &[Named],
    fields: Fields,
) -> Result<ResumeManyPage, PageError> {
    let opened = Opened::read(&me.person(), services, cause, named, &fields).await?;
    let mut page = ResumeManyPage::of(
        me.ctx.clone(),
        &services.policy,
        cause,
        opened.head,
        &opened.marked,
        fields,
    );
    page.form = opened.form;
    page.faults = opened.faults;
    Ok(page)
}

impl ResumeManyPage {
    /// Makes the page.
    pub fn of(
        ctx: Ctx,
        policy: &Policy,
        cause: &CauseId,
        head: Msg,
        marked: &[Marked],
        fields: Fields,
    ) -> Self {
        let back = Back::Cause(cause.clone());
        let (mut planned, mut left_out) = (Vec::new(), Vec::new());
        for one in marked {
            match look(one, policy, &ctx.reader, &back) {
                Ok(plan) => planned.push(plan),
                Err(left) => left_out.push(left),
            }
        }
        let reasons = policy.reasons().resume.iter();
        let reasons =
            reasons.filter_map(|reason| reason_row(reason, &planned, &fields, &ctx.reader));
        Self {
            cause: head,
            href: group_href(cause),
            back: group_with_marks_href(cause, marked.iter().map(|one| one.member.case.id)),
            form: String::new(),
            reasons: reasons.collect(),
            minimum: policy.margins().justification_minimum,
            faults: Vec::new(),
            planned,
            left_out,
            fields,
            ctx,
        }
    }

    fn has(&self, field: &str) -> bool {
        has(&self.faults, field)
    }

    fn title(&self) -> Msg {
        msg!("joint-resume-title", n = self.planned.len())
    }

    /// How many of them a second person has to approve.
    fn seconds(&self) -> usize {
        self.planned.iter().filter(|one| one.second).count()
    }
}

/// Plans one case, or says why it is left out.
fn look(one: &Marked, policy: &Policy, reader: &Reader, back: &Back) -> Result<Planned, LeftOut> {
    let case = &one.member.case;
    let look = review(&one.member.facts, policy.rules(), reader.now);
    let left_out = |why: Vec<Msg>| LeftOut {
        id: case.id,
        href: case_href(case.id, back),
        title: case.details.title.clone(),
        why,
    };
    let stands_against = against(one, &look, policy);
    if !stands_against.is_empty() {
        return Err(left_out(stands_against));
    }
    let Ok(plan) = decision::resume(&look, &ResumeOrder::default()) else {
        return Err(left_out(vec![msg!("joint-own-page")]));
    };
    let (of_type, _) = policy.operation_type(&case.origin.operation_type);
    Ok(Planned {
        id: case.id,
        href: case_href(case.id, back),
        title: case.details.title.clone(),
        key: case.origin.operation_key.as_str().to_owned(),
        value: format!(
            "{}.{}.{}",
            case.id,
            case.version,
            digest(&facts_as_seen(&look))
        ),
        sends: sends(&look, &plan),
        complete: plan.run.is_empty(),
        until: plan.not_after,
        second: of_type.wants_second_person(DecisionKind::Resume),
        fitting: fitting(policy, &look, &plan),
    })
}

fn fitting(policy: &Policy, look: &Review<'_>, plan: &ResumePlan) -> Vec<String> {
    let reasons = policy.reasons().resume.iter();
    let reasons = reasons.filter(|reason| fits(reason.fits, look, plan));
    reasons
        .map(|reason| reason.code.as_str().to_owned())
        .collect()
}

fn against(one: &Marked, look: &Review<'_>, policy: &Policy) -> Vec<Msg> {
    let case = &one.member.case;
    if one.elsewhere {
        return vec![msg!("joint-elsewhere")];
    }
    if let Err(why) = one.permit {
        return vec![words::not_permitted(why, case.holder_name.as_deref())];
    }
    if !one.shared.is_empty() {
        return vec![
            msg!("joint-shared-holds", n = one.shared.len()),
            msg!("joint-own-page"),
        ];
    }
    match resume(look, policy) {
        Resume::Complete | Resume::Yes { .. } => Vec::new(),
        Resume::Asks { mut asks } => {
            asks.push(msg!("joint-own-page"));
            asks
        }
        Resume::No { mut reasons, ways } => {
            if !ways.is_empty() {
                reasons.push(msg!("cause-ways"));
            }
            reasons.extend(ways.into_iter().map(|way| msg!("cause-way", way = way)));
            reasons
        }
    }
}

/// Reasons that want something to be named are about one case.
fn reason_row(
    reason: &Reason,
    planned: &[Planned],
    fields: &Fields,
    reader: &Reader,
) -> Option<ReasonRow> {
    let code = reason.code.as_str();
    let fits = planned
        .iter()
        .filter(|one| one.fitting.iter().any(|of| of == code));
    let fits = fits.count();
    (fits > 0 && reason.names == ReasonNames::Nothing).then(|| ReasonRow {
        code: code.to_owned(),
        title: reason.title.for_tag(reader.language.as_str()).to_owned(),
        fits,
        chosen: fields.get("reason") == code,
    })
}
