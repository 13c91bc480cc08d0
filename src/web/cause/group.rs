//! One group: what its cases have in common, when they stopped, and each with what is known of it.

use super::address::{
    MarkedTold, cause_of, group_after_href, group_href, group_marked_href, groups_href, read_place,
};
use super::list::protection;
use super::row::{MemberRow, Resume};
use super::timeline::{Step, Timeline};
use super::words as said;
use crate::domain::contract::Contract;
use crate::domain::ids::{StepName, SystemName, UserId};
use crate::domain::joint::MOST;
use crate::domain::people::Action;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::cause::{GroupSeen, see_group};
use crate::web::back::Back;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::queue::address::List;
use crate::web::queue::glyph::Mark;
use crate::web::queue::kind;
use crate::web::queue::row::{Age, Desk, Setting, Standing};
use crate::web::typeset::humane;
use crate::web::words;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "cause/group.html")]
pub struct GroupPage {
    pub ctx: Ctx,
    pub kind: StopKind,
    pub href: String,
    pub lane_href: String,
    pub cause: Msg,
    pub source: String,
    pub step: Option<String>,
    pub system: Option<String>,
    pub stop_code: Option<String>,
    pub promise: Option<Promise>,
    pub cases: i64,
    pub since: Option<Timestamp>,
    pub latest: Option<Timestamp>,
    pub protection: Option<Msg>,
    pub timeline: Option<Timeline>,
    pub rows: Vec<MemberRow>,
    pub marked: MarkedTold,
    /// Why an act that was asked for did not begin.
    pub not_begun: Option<Msg>,
    pub mark_all: String,
    pub first: Option<String>,
    pub next: Option<String>,
}

/// What the receiving system promises about a repeat.
#[derive(Debug, Clone)]
pub struct Promise {
    pub title: String,
    pub key: Msg,
    pub on_repeat: Msg,
    pub look_ups: Vec<(String, Msg)>,
}

impl Page for GroupPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// Shows a group.
pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let id = cause_of(request.path()).ok_or(PageError::NotFound)?;
    let place = read_place(request.query_string());
    let seen = see_group(&services, &me.person(), &id, place).await?;
    let mut page = GroupPage::of(me.ctx.clone(), &services.policy, &seen);
    page.first = place.map(|_| group_href(&id));
    let told = MarkedTold::read(request.query_string());
    page.not_begun = match told {
        MarkedTold::Nothing | MarkedTold::All | MarkedTold::These(_) => None,
        MarkedTold::None => Some(msg!("joint-none-marked")),
        MarkedTold::TooMany => Some(msg!("joint-too-many", n = MOST)),
    };
    page.marked = told;
    page.mark_all = group_marked_href(&id, place);
    page.respond()
}

impl GroupPage {
    /// Makes the page.
    pub fn of(ctx: Ctx, policy: &Policy, seen: &GroupSeen) -> Self {
        let group = &seen.group;
        let name = |text: &str| (!text.is_empty()).then(|| humane(text));
        let system = SystemName::new(group.system.as_str());
        let step = StepName::new(group.step.as_str());
        let contract = policy.rules().contracts.contract(&system, &step);
        Self {
            kind: group.kind,
            href: group_href(&group.id),
            lane_href: groups_href(group.kind),
            cause: said::cause(&group.system, &group.stop_code),
            source: group.source_title.clone(),
            step: name(&group.step),
            system: name(&group.system),
            stop_code: (!group.stop_code.is_empty()).then(|| group.stop_code.clone()),
            promise: contract.map(|contract| promise(contract, &ctx)),
            cases: group.cases,
            since: group.since,
            latest: group.latest,
            protection: protection(group),
            timeline: Timeline::of(&seen.stops, class(group.kind), &ctx.reader),
            rows: rows(&ctx, policy, seen),
            not_begun: None,
            marked: MarkedTold::Nothing,
            mark_all: group_marked_href(&group.id, None),
            first: None,
            next: (seen.next).map(|next| group_after_href(&group.id, next)),
            ctx,
        }
    }

    fn title(&self) -> Msg {
        msg!("cause-title", cause = self.cause.clone())
    }

    /// "100 of 400, most urgent first"
    fn shown(&self) -> Msg {
        msg!("cause-shown", n = self.rows.len(), all = self.cases)
    }

    /// Whether the person who looks can do anything with several cases.
    fn may_act(&self) -> bool {
        self.ctx.may(Action::Claim) && !self.rows.is_empty()
    }

    /// Whether nothing but taking it stands between the person who looks and going on.
    fn wants_taking(&self, member: &MemberRow) -> bool {
        let may = match member.resume {
            Resume::Complete | Resume::Yes { .. } => true,
            Resume::Asks { .. } | Resume::No { .. } => false,
        };
        may && self.may_act() && member.row.standing == Standing::Free
    }

    fn all_marked(&self) -> bool {
        self.marked == MarkedTold::All
    }

    const fn most(&self) -> usize {
        MOST
    }

    fn by(&self) -> Option<Msg> {
        self.timeline.as_ref().map(|timeline| match timeline.by {
            Step::Quarter => msg!("cause-by-quarter"),
            Step::Hour => msg!("age-by-hour"),
            Step::Day => msg!("age-by-day"),
        })
    }
}

/// The colour of a kind in charts.
const fn class(kind: StopKind) -> &'static str {
    match kind {
        StopKind::ResultUnknown => "c-unknown",
        StopKind::NextStepPending => "c-pending",
        StopKind::PayloadConflict => "c-conflict",
    }
}

fn promise(contract: &Contract, ctx: &Ctx) -> Promise {
    let tag = ctx.reader.language.as_str();
    let look_ups = contract.look_ups.iter().map(|look_up| {
        let by = look_up.by.for_tag(tag).to_owned();
        (by, words::look_up_strength(look_up.strength))
    });
    Promise {
        title: contract.title.for_tag(tag).to_owned(),
        key: words::key_promise(contract.key),
        on_repeat: words::on_repeat(contract.on_repeat),
        look_ups: look_ups.collect(),
    }
}

fn rows(ctx: &Ctx, policy: &Policy, seen: &GroupSeen) -> Vec<MemberRow> {
    let back = Back::Cause(seen.group.id.clone());
    let setting = Setting {
        reader: &ctx.reader,
        policy,
        me: ctx.user.as_ref().map_or(UserId(0), |user| user.id),
        back: &back,
        list: List::Lane(seen.group.kind),
    };
    let members = seen.members.iter();
    members
        .map(|member| MemberRow::of(member, policy, setting))
        .collect()
}
