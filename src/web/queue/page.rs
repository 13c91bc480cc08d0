//! The page of the queue.

use super::address::{List, QueueAddress};
use super::form::FilterForm;
use super::glyph::Mark;
use super::kind;
use super::row::{Age, Desk, Protection, Row, Standing, Why};
use super::saved::SavedViews;
use super::stages::Stages;
use crate::domain::people::Action;
use crate::domain::report::StopKind;
use crate::service::export::columns::{CASES, CaseUnder, headings};
use crate::service::queue::{Order, Quiet};
use crate::web::cause::address::groups_href;
use crate::web::ctx::Ctx;
use crate::web::export;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::page::Page;
use crate::web::typeset::grouped;
use crate::web::words;
use askama::Template;

/// One page of one list.
#[derive(Debug, Template)]
#[template(path = "queue/page.html")]
pub struct QueuePage {
    pub ctx: Ctx,
    pub address: QueueAddress,
    /// What the address holds that is not understood.
    pub ignored: Vec<String>,
    /// What a manager is told of a queue that grows or is left alone.
    pub growth: Vec<Msg>,
    /// What became of "take next", where nothing did.
    pub notice: Option<Msg>,
    pub lanes: Vec<LaneTab>,
    pub stages: Stages,
    pub views: Vec<Tab>,
    pub saved: SavedViews,
    pub form: Option<FilterForm>,
    pub rows: Vec<Row>,
    /// How many cases the list holds in all, where that is counted.
    pub all: Option<String>,
    pub before: Option<String>,
    pub after: Option<String>,
    pub empty: Option<Empty>,
}

/// A lane's head.
#[derive(Debug, Clone)]
pub struct LaneTab {
    pub kind: StopKind,
    pub href: String,
    pub here: bool,
    pub cases: i64,
    /// For how long the oldest has waited.
    pub oldest: Option<Msg>,
    /// How many are over their deadline, if any are.
    pub over: Option<String>,
}

impl LaneTab {
    fn count(&self) -> String {
        grouped(self.cases)
    }
}

/// A link to a list, with its count.
#[derive(Debug, Clone)]
pub struct Tab {
    pub href: String,
    pub here: bool,
    pub label: Msg,
    pub count: Option<String>,
}

/// Why a list shows nothing.
#[derive(Debug, Clone)]
pub enum Empty {
    /// The filters leave nothing in.
    Filtered {
        whole: i64,
        href: String,
    },
    /// The list goes on elsewhere, but not here.
    PageGone {
        href: String,
    },
    Lane {
        kind: StopKind,
        quiet: Quiet,
        /// The first lane that has cases.
        elsewhere: Option<LaneTab>,
    },
    Mine,
    PutOff,
    UnderWay,
    Resolved,
}

/// A number that is set for reading already.
fn word(number: String) -> Arg {
    Arg::Word(number.into())
}

impl Page for QueuePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl QueuePage {
    fn title(&self) -> Msg {
        match self.lanes.iter().find(|lane| lane.here) {
            Some(lane) => msg!(
                "queue-title-lane",
                lane = words::kind(lane.kind),
                n = word(lane.count())
            ),
            None => msg!("queue-title-list", list = self.list_name()),
        }
    }

    fn list_name(&self) -> Msg {
        match self.address.list {
            List::Lane(kind) => words::kind(kind),
            List::Mine => msg!("queue-mine"),
            List::PutOff => msg!("queue-put-off"),
            List::UnderWay => msg!("queue-under-way"),
            List::Resolved => msg!("queue-resolved"),
        }
    }

    fn has_lanes(&self) -> bool {
        match self.address.list {
            List::Lane(_) => true,
            List::Mine | List::PutOff | List::UnderWay | List::Resolved => false,
        }
    }

    /// The same lane, by causes.
    fn grouped_href(&self) -> Option<String> {
        match self.address.list {
            List::Lane(kind) => Some(groups_href(kind)),
            List::Mine | List::PutOff | List::UnderWay | List::Resolved => None,
        }
    }

    /// The colour of the board: that of its kind.
    fn look(&self) -> Option<&'static str> {
        match self.address.list {
            List::Lane(kind) => Some(kind::look(kind)),
            List::Mine | List::PutOff | List::UnderWay | List::Resolved => None,
        }
    }

    fn offers_next(&self) -> bool {
        self.has_lanes() && !self.rows.is_empty() && self.ctx.may(Action::Claim)
    }

    fn ignored_names(&self) -> String {
        self.ignored.join(", ")
    }

    /// Where the list is exported, for those who may, and where it is what was asked for.
    fn export_href(&self) -> Option<String> {
        let offered = export::is_offered(&self.ctx) && self.ignored.is_empty();
        offered.then(|| export::href_of_cases(&self.address))
    }

    fn order_words(&self) -> Msg {
        match (self.address.list, self.address.order) {
            (List::PutOff, _) => msg!("queue-sorted-put-off"),
            (List::UnderWay, _) => msg!("queue-sorted-under-way"),
            (List::Resolved, _) => msg!("queue-sorted-resolved"),
            (List::Mine, _) | (List::Lane(_), Order::MostUrgent) => msg!("queue-sorted-urgent"),
            (List::Lane(_), Order::LongestWaiting) => msg!("queue-sorted-waiting"),
            (List::Lane(_), Order::ProtectionEndsFirst) => msg!("queue-sorted-protection"),
        }
    }

    fn caption(&self) -> Msg {
        msg!(
            "queue-caption",
            list = self.list_name(),
            order = self.order_words()
        )
    }

    fn age_column(&self) -> Msg {
        age_column(self.address.list)
    }

    fn headings(&self) -> Vec<(Msg, &'static str)> {
        headings_of(self.address.list)
    }

    fn shows_protection(&self) -> bool {
        shows_protection(self.address.list)
    }

    /// What the list is, where its name does not say enough.
    fn about(&self) -> Option<Msg> {
        match self.address.list {
            List::PutOff => Some(msg!("queue-put-off-about")),
            List::Lane(_) | List::Mine | List::UnderWay | List::Resolved => None,
        }
    }

    /// "25 of 312"
    fn shown(&self) -> Msg {
        let here = self.rows.len();
        match &self.all {
            Some(all) => msg!("queue-shown", n = here, all = word(all.clone())),
            None => msg!("queue-shown-here", n = here),
        }
    }

    fn has_pages(&self) -> bool {
        self.before.is_some() || self.after.is_some()
    }

    fn nothing_of(&self, kind: StopKind) -> Msg {
        match kind {
            StopKind::ResultUnknown => msg!("queue-empty-result-unknown"),
            StopKind::NextStepPending => msg!("queue-empty-next-step-pending"),
            StopKind::PayloadConflict => msg!("queue-empty-payload-conflict"),
        }
    }
}

/// Each heading of a list, with its name in the stylesheet; the columns of an export stand in the same order.
pub fn headings_of(list: List) -> Vec<(Msg, &'static str)> {
    let all = headings(CASES).into_iter();
    let shown = all.filter(|under| *under != CaseUnder::Protection || shows_protection(list));
    let heading = |under| match under {
        CaseUnder::Age => (age_column(list), ""),
        CaseUnder::Operation => (msg!("queue-column-operation"), "c-op"),
        CaseUnder::At => (msg!("queue-column-at"), "c-at"),
        CaseUnder::Why => (msg!("queue-column-why"), ""),
        CaseUnder::Protection => (msg!("queue-column-protection"), "c-prot"),
        CaseUnder::Owner => (owner_column(list), "c-own"),
    };
    shown.map(heading).collect()
}

fn age_column(list: List) -> Msg {
    match list {
        List::Lane(_) | List::Mine => msg!("queue-column-waiting"),
        List::PutOff => msg!("queue-column-put-off"),
        List::UnderWay => msg!("queue-column-decided"),
        List::Resolved => msg!("queue-column-resolved"),
    }
}

fn owner_column(list: List) -> Msg {
    match list {
        List::Lane(_) | List::Mine | List::PutOff => msg!("queue-column-owner"),
        List::UnderWay => msg!("queue-column-owner-and-state"),
        List::Resolved => msg!("queue-column-owner-and-outcome"),
    }
}

/// Once a case is resolved nothing is sent any more.
fn shows_protection(list: List) -> bool {
    list != List::Resolved
}
