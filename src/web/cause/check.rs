//! One look over several operations: where, when and by what, and what was seen of each.

use super::acts::cause_at;
use super::address::{group_href, group_with_marks_href, joint_href};
use super::marked::{Opened, count_fault, named_on, request};
use super::row::known;
use crate::domain::check::{Look, Saw, own_identifiers};
use crate::domain::ids::{CaseId, CauseId, StepName};
use crate::domain::joint::{JointKind, Named};
use crate::domain::report::ResultRef;
use crate::domain::review::review;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::cause::Member;
use crate::service::joint::{ask_for_each, must_ever};
use crate::service::joint_check::joint_check;
use crate::service::joint_resume::{Marked, see_marked};
use crate::web::back::{Back, case_href};
use crate::web::case::decide::fields::{Fault, Fields, has};
use crate::web::case::desk::until;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::Form;
use crate::web::i18n::{Msg, msg};
use crate::web::page::{Page, see_other};
use crate::web::typeset::humane;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "cause/check.html")]
pub struct CheckManyPage {
    pub ctx: Ctx,
    pub cause: Msg,
    pub href: String,
    /// The group, with the same cases marked.
    pub back: String,
    pub form: String,
    pub rows: Vec<CheckRow>,
    /// Names of identifiers that every one of the operations has.
    pub identifiers: Vec<(String, String)>,
    pub fields: Fields,
    pub faults: Vec<Fault>,
}

/// One case.
#[derive(Debug, Clone)]
pub struct CheckRow {
    pub id: CaseId,
    pub href: String,
    pub title: String,
    pub value: String,
    pub known: Option<Msg>,
    /// What one can search by, with its value.
    pub identifiers: Vec<(String, String)>,
}

impl Page for CheckManyPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl CheckManyPage {
    fn has(&self, field: &str) -> bool {
        has(&self.faults, field)
    }

    fn is(&self, field: &str, value: &str) -> bool {
        self.fields.get(field) == value
    }

    fn seen_is(&self, row: &CheckRow, value: &str) -> bool {
        self.fields.get(&seen_field(row.id)) == value
    }

    fn reference(&self, row: &CheckRow) -> &str {
        self.fields.get(&reference_field(row.id))
    }
}

fn seen_field(case: CaseId) -> String {
    format!("seen_{case}")
}

fn reference_field(case: CaseId) -> String {
    format!("reference_{case}")
}

/// Shows the form.
pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let cause = cause_at(&request)?;
    let kept: Option<Fields> = me.kept_form().await?;
    let fields = kept.unwrap_or_default();
    let marked = named_on(request.query_string(), &fields);
    let page = page(&me, &services, &cause, &marked, fields).await?;
    page.respond()
}

/// Records the look.
pub async fn send(
    me: SignedIn,
    services: Data<Services>,
    http: HttpRequest,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let cause = cause_at(&http)?;
    let request = request(&cause, &fields);
    let person = me.person();
    must_ever(&services, &person, JointKind::Check, &request.named).await?;
    let marked = see_marked(&services, &person, &cause, &request.named).await?;
    let faults: Vec<Fault> = match (
        count_fault(&request.named),
        looks(&me.ctx, &marked, &fields),
    ) {
        (None, Ok(looks)) => {
            let id = joint_check(&services, &person, &request, &looks).await?;
            return Ok(see_other(&joint_href(id)));
        }
        (count, looks) => count
            .into_iter()
            .chain(looks.err().unwrap_or_default())
            .collect(),
    };
    ask_for_each(&services, &person, JointKind::Check, &request.named).await?;
    let mut page = page(&me, &services, &cause, &request.named, fields).await?;
    page.faults = faults;
    page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}

async fn page(
    me: &SignedIn,
    services: &Services,
    cause: &CauseId,
    named: &[Named],
    fields: Fields,
) -> Result<CheckManyPage, PageError> {
    let opened = Opened::read(&me.person(), services, cause, named, &fields).await?;
    let mut page = CheckManyPage::of(
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

impl CheckManyPage {
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
        let row = |one: &Marked| {
            let case = &one.member.case;
            let look = review(&one.member.facts, policy.rules(), ctx.reader.now);
            CheckRow {
                id: case.id,
                href: case_href(case.id, &back),
                title: case.details.title.clone(),
                value: format!("{}.{}", case.id, case.version),
                known: known(&look, &case.details.cause_step),
                identifiers: identifiers(&one.member),
            }
        };
        let rows: Vec<CheckRow> = marked.iter().map(row).collect();
        Self {
            cause: head,
            href: group_href(cause),
            back: group_with_marks_href(cause, marked.iter().map(|one| one.member.case.id)),
            form: String::new(),
            identifiers: common(&rows),
            faults: Vec::new(),
            rows,
            fields,
            ctx,
        }
    }
}

/// What every one of them can be searched by: its name, and what people call it.
fn common(rows: &[CheckRow]) -> Vec<(String, String)> {
    let Some(first) = rows.first() else {
        return Vec::new();
    };
    let in_all = |name: &&String| {
        let has = |row: &CheckRow| row.identifiers.iter().any(|(known, _)| known == *name);
        rows.iter().all(has)
    };
    let names = first
        .identifiers
        .iter()
        .map(|(name, _)| name)
        .filter(in_all);
    names.map(|name| (name.clone(), humane(name))).collect()
}

/// The step that was looked for: where it stopped, or where it would go on.
fn step_of(member: &Member) -> Option<StepName> {
    let details = &member.case.details;
    let stopped = member.facts.steps.iter();
    let mut stopped = stopped.filter(|step| step.name.as_str() == details.cause_step);
    let stopped = stopped.next().map(|step| step.name.clone());
    stopped.or_else(|| details.resume_step.clone())
}

/// The operation's own identifiers, each name once; of idempotency keys that of the step.
fn identifiers(member: &Member) -> Vec<(String, String)> {
    let step = step_of(member);
    let step = step.and_then(|name| member.facts.steps.iter().find(|s| s.name == name));
    let key = step.and_then(|step| step.own_key());
    let key = key.map(|key| ("idempotency_key".to_owned(), key.as_str().to_owned()));
    let mut all: Vec<(String, String)> = Vec::new();
    for one in own_identifiers(&member.facts) {
        if one.name != "idempotency_key" && !all.iter().any(|(name, _)| *name == one.name) {
            all.push((one.name, one.value));
        }
    }
    all.extend(key);
    all
}

/// Reads what was seen of each, or gives everything that is wrong with the form.
fn looks(ctx: &Ctx, marked: &[Marked], fields: &Fields) -> Result<Vec<(CaseId, Look)>, Vec<Fault>> {
    let mut faults = Vec::new();
    if fields.get("place").trim().is_empty() {
        faults.push(Fault::at("place", msg!("check-place-missing")));
    }
    let at_once = match fields.get("at_once") {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    };
    if at_once.is_none() {
        faults.push(Fault::at("at_once", msg!("check-at-once-missing")));
    }
    let looked_at = looked_at(ctx, fields, &mut faults);
    let mut looks = Vec::new();
    for one in marked {
        let case = one.member.case.id;
        let saw = saw(case, fields, &mut faults);
        let by = identifiers(&one.member);
        let by = by.into_iter().find(|(name, _)| name == fields.get("by"));
        if let (Some(saw), Some((_, by)), Some(step)) = (saw, by, step_of(&one.member)) {
            looks.push((
                case,
                Look {
                    step,
                    place: fields.get("place").to_owned(),
                    by,
                    shows_at_once: at_once.unwrap_or(false),
                    saw,
                    note: Some(fields.get("note").to_owned())
                        .filter(|note| !note.trim().is_empty()),
                    looked_at,
                },
            ));
        } else if !faults.iter().any(|fault| fault.field == "by") && fields.get("by").is_empty() {
            faults.push(Fault::at("by", msg!("check-by-missing")));
        }
    }
    if faults.is_empty() {
        Ok(looks)
    } else {
        Err(faults)
    }
}

/// When they looked; `None`: just now.
fn looked_at(ctx: &Ctx, fields: &Fields, faults: &mut Vec<Fault>) -> Option<Timestamp> {
    let text = fields.get("when").trim();
    if text.is_empty() {
        return None;
    }
    let at = until::read(text, ctx.reader.zone);
    if at.is_none_or(|at| at > ctx.reader.now) {
        faults.push(Fault::at("when", msg!("joint-check-when-wrong")));
    }
    at
}

/// What was seen of one case: its own answer, or the one for all.
fn saw(case: CaseId, fields: &Fields, faults: &mut Vec<Fault>) -> Option<Saw> {
    let own = fields.get(&seen_field(case));
    let answer = if own.is_empty() {
        fields.get("all")
    } else {
        own
    };
    let reference = reference_field(case);
    match answer {
        "absent" => Some(Saw::Absent),
        "inconclusive" => Some(Saw::Inconclusive),
        "found" if fields.get(&reference).trim().is_empty() => {
            faults.push(Fault::at(
                reference,
                msg!(
                    "joint-check-reference-missing",
                    case = crate::web::i18n::Arg::Word(case.to_string().into())
                ),
            ));
            None
        }
        "found" => Some(Saw::Found(ResultRef {
            object_type: fields.get("object_type").trim().to_owned(),
            id: fields.get(&reference).trim().to_owned(),
            url: None,
            status: None,
        })),
        _ => {
            if !faults.iter().any(|fault| fault.field == "all") {
                faults.push(Fault::at("all", msg!("joint-check-seen-missing")));
            }
            None
        }
    }
}
