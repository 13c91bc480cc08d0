//! A lane by its causes: the largest groups first, each with its most urgent cases.

use super::address::{group_href, groups_after_href, groups_href, read_groups};
use super::words as said;
use crate::domain::ids::HistoryNumber;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::service::Services;
use crate::service::cause::{ENDED_CAP, Group, GroupsSeen, SAMPLE, Sums, see_groups};
use crate::service::queue::CaseRow;
use crate::service::queue_head::{Asked, Head, head};
use crate::web::back::Back;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::page::Page;
use crate::web::queue::address::{List, QueueAddress};
use crate::web::queue::glyph::Mark;
use crate::web::queue::kind;
use crate::web::queue::page::{Tab, headings_of};
use crate::web::queue::row::{Age, Desk, Protection, Row, Setting, Standing, Why};
use crate::web::queue::stages::{Here, Stages};
use crate::web::typeset::{capped, grouped};
use crate::web::words;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "cause/list.html")]
pub struct CausesPage {
    pub ctx: Ctx,
    pub kind: StopKind,
    pub stages: Stages,
    pub views: Vec<Tab>,
    pub lanes: Vec<LaneLink>,
    pub groups: Vec<GroupRow>,
    pub sums: Sums,
    /// Cases of the lane that share their cause with no other.
    pub single: i64,
    /// It does not begin with the largest group.
    pub first: Option<String>,
    pub next: Option<String>,
}

/// A lane.
#[derive(Debug, Clone)]
pub struct LaneLink {
    pub kind: StopKind,
    pub href: String,
    pub here: bool,
    pub cases: String,
}

/// A group, and some of its cases.
#[derive(Debug, Clone)]
pub struct GroupRow {
    pub href: String,
    pub cause: Msg,
    pub at: Msg,
    pub cases: i64,
    pub since: Option<Timestamp>,
    pub protection: Option<Msg>,
    /// How many more it has than are shown here.
    pub more: i64,
    pub rows: Vec<Row>,
}

impl Page for CausesPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

/// Shows a page of groups.
pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let (kind, after) = read_groups(request.query_string());
    let person = me.person();
    let number = HistoryNumber(me.ctx.number());
    let head = head(&services, &person, number, Asked::default()).await?;
    let seen = see_groups(&services, &person, kind, after.as_ref()).await?;
    let mut page = CausesPage::of(me.ctx.clone(), &services.policy, kind, &head, &seen);
    page.first = after.map(|_| groups_href(kind));
    page.respond()
}

impl CausesPage {
    /// Makes the page.
    pub fn of(
        ctx: Ctx,
        policy: &crate::policy::Policy,
        kind: StopKind,
        head: &Head,
        seen: &GroupsSeen,
    ) -> Self {
        let all = head.cases_of(kind).unwrap_or(0);
        let lane = |(of, head): &(StopKind, _)| lane_link(*of, kind, head);
        Self {
            stages: Stages::of(Here::List(List::Lane(kind)), head),
            views: views(kind, all),
            lanes: head.lanes.iter().map(lane).collect(),
            groups: (seen.groups.iter())
                .map(|(group, cases)| group_row(&ctx, policy, group, cases))
                .collect(),
            sums: seen.sums,
            single: (all - seen.sums.cases).max(0),
            first: None,
            next: seen.next.as_ref().map(|next| groups_after_href(kind, next)),
            kind,
            ctx,
        }
    }

    fn title(&self) -> Msg {
        msg!("causes-title", lane = words::kind(self.kind))
    }

    /// "312 of 319 cases share a cause with others: 4 causes."
    fn told(&self) -> Msg {
        msg!(
            "causes-told",
            n = self.sums.cases,
            groups = self.sums.groups
        )
    }

    fn lane_href(&self) -> String {
        QueueAddress::of(List::Lane(self.kind)).href()
    }

    fn age_column(&self) -> Msg {
        msg!("queue-column-waiting")
    }

    fn headings(&self) -> Vec<(Msg, &'static str)> {
        headings_of(List::Lane(self.kind))
    }

    /// The rows are those of a lane.
    const fn has_lanes(&self) -> bool {
        true
    }

    const fn shows_protection(&self) -> bool {
        true
    }

    fn has_pages(&self) -> bool {
        self.first.is_some() || self.next.is_some()
    }
}

fn lane_link(of: StopKind, here: StopKind, head: &crate::service::queue::LaneHead) -> LaneLink {
    LaneLink {
        kind: of,
        href: groups_href(of),
        here: of == here,
        cases: grouped(head.cases),
    }
}

fn views(kind: StopKind, all: i64) -> Vec<Tab> {
    let tab = |href, here, label, count| Tab {
        href,
        here,
        label,
        count,
    };
    let whole = QueueAddress::of(List::Lane(kind)).href();
    vec![
        tab(whole, false, msg!("queue-view-all"), Some(grouped(all))),
        tab(groups_href(kind), true, msg!("causes-view"), None),
    ]
}

fn group_row(
    ctx: &Ctx,
    policy: &crate::policy::Policy,
    group: &Group,
    cases: &[CaseRow],
) -> GroupRow {
    let back = Back::Cause(group.id.clone());
    let me = ctx
        .user
        .as_ref()
        .map_or(crate::domain::ids::UserId(0), |user| user.id);
    let setting = Setting {
        reader: &ctx.reader,
        policy,
        me,
        back: &back,
        list: List::Lane(group.kind),
    };
    let shown = i64::try_from(cases.len().min(SAMPLE)).unwrap_or(0);
    GroupRow {
        href: group_href(&group.id),
        cause: said::cause(&group.system, &group.stop_code),
        at: said::at(&group.source_title, &group.step),
        cases: group.cases,
        since: group.since,
        protection: protection(group),
        more: (group.cases - shown).max(0),
        rows: cases.iter().map(|case| Row::of(case, setting)).collect(),
    }
}

/// What is said of the protection of a group's cases, in short.
pub fn protection(group: &Group) -> Option<Msg> {
    let ended = || Arg::Word(capped(group.ended, ENDED_CAP).into());
    match (group.first_end, group.ended) {
        (None, 0) => None,
        (Some(end), 0) => Some(msg!("cause-first-end", at = end)),
        (None, _) => Some(msg!("cause-ended", n = ended())),
        (Some(end), _) => Some(msg!("cause-first-end-and-ended", at = end, n = ended())),
    }
}
