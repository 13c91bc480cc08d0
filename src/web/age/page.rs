//! The page of the queue's age.

use super::address::AgeAddress;
use super::chart::{FlowChart, Segment};
use super::form::Form;
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::web::ctx::Ctx;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::queue::kind;
use crate::web::words;
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "age/page.html")]
pub struct AgePage {
    pub ctx: Ctx,
    pub address: AgeAddress,
    /// What the address holds that is not understood.
    pub ignored: Vec<String>,
    pub form: Form,
    /// The time and the filters in words, for paper, which has no form.
    pub shown: Vec<Msg>,
    /// The moment of the figures.
    pub at: Timestamp,
    /// What there is to tell a manager first.
    pub banner: Vec<BannerLine>,
    pub stats: Vec<Stat>,
    pub kinds: Vec<KindHead>,
    pub ages: Vec<BucketRow>,
    pub dues: Vec<BucketRow>,
    pub flow: FlowPanel,
    pub systems: Vec<SystemRow>,
    /// Since when something is new.
    pub lately: Timestamp,
    pub owners: Vec<OwnerRow>,
    pub causes: Vec<CauseRow>,
    /// How many cases that wait have other causes.
    pub other_causes: i64,
    pub oldest: Vec<OldRow>,
    pub times: Vec<TimesPanel>,
    pub signs: SignsPanel,
    /// Since when the window can be looked into, if not since its beginning.
    pub kept_since: Option<Timestamp>,
    /// The window has not begun yet.
    pub to_come: bool,
}

/// A stop kind at the head of a column.
#[derive(Debug, Clone, PartialEq)]
pub struct KindHead {
    pub look: &'static str,
    pub icon: &'static str,
    pub name: Msg,
}

/// A number, with the list that has so many rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    pub shown: String,
    /// None where there is nothing to list.
    pub href: Option<String>,
}

/// What answers one question of a manager.
#[derive(Debug, Clone, PartialEq)]
pub struct BannerLine {
    pub head: Msg,
    pub told: Vec<Told>,
}

/// One line of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    Sentence(Msg),
    /// Numbers, with the words that lead to them.
    Parts(Option<Msg>, Vec<Part>),
}

impl Told {
    /// One number.
    pub fn part(part: Part) -> Self {
        Self::Parts(None, vec![part])
    }
}

/// A number with its words, and of how many it is a part: "over their deadline: 12 of 40".
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    pub words: Msg,
    pub number: Number,
    pub of: Option<Msg>,
}

/// One of the greatest figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Stat {
    pub label: Msg,
    pub figure: Figure,
    pub alarm: bool,
    /// What stands under it.
    pub beside: Vec<Beside>,
}

/// A figure, large.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    Number(Number),
    /// Words, with the page they lead to.
    Words(Msg, Option<String>),
}

/// A smaller figure with its words: "6 within the hour".
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    pub words: Msg,
    pub number: Option<Number>,
}

/// Cases of one bucket.
#[derive(Debug, Clone, PartialEq)]
pub struct BucketRow {
    pub label: Msg,
    pub alarm: bool,
    pub bar: Vec<Segment>,
    /// In the order of the kinds.
    pub kinds: Vec<Number>,
    pub all: Number,
}

/// What came and went.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowPanel {
    pub chart: FlowChart,
    /// The chart in words.
    pub told: Msg,
    pub by_hour: bool,
    /// The same by the other unit, where that can be shown.
    pub other: Option<Other>,
    pub rows: Vec<FlowRow>,
    pub sums: FlowRow,
}

/// The other unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Other {
    pub words: Msg,
    pub href: String,
}

/// One hour or day.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowRow {
    pub label: Msg,
    pub came: Number,
    pub came_back: Number,
    pub decided: Number,
    pub resolved: Number,
    pub lapsed: Number,
    /// "+3", "−2", "0".
    pub net: String,
    pub backlog: Number,
}

/// Cases that stopped at one receiving system.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemRow {
    pub system: Msg,
    pub waiting: Number,
    pub new: Number,
    pub over: Number,
    pub free: Number,
    pub oldest: Msg,
}

/// Cases of one owner and type.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnerRow {
    pub owner: Msg,
    /// The row above has the same.
    pub again: bool,
    /// `None`: of all types.
    pub operation_type: Option<String>,
    pub waiting: Number,
    pub over: Number,
    pub soon: Number,
    pub oldest: Msg,
}

/// Cases of one cause.
#[derive(Debug, Clone, PartialEq)]
pub struct CauseRow {
    pub cause: Msg,
    /// The source, and the step at which they stopped.
    pub at: Msg,
    pub kind: StopKind,
    /// Its group's page.
    pub href: String,
    pub since: Timestamp,
    pub cases: Number,
}

/// One of the oldest cases.
#[derive(Debug, Clone, PartialEq)]
pub struct OldRow {
    pub waits: Msg,
    pub title: String,
    pub href: String,
    pub kind: StopKind,
    pub owner: Msg,
    /// Who holds it; `None`: nobody.
    pub holder: Option<String>,
    pub over: bool,
}

/// How long it took to get somewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct TimesPanel {
    pub id: &'static str,
    pub title: Msg,
    /// Of how many these are the latest, where there were more.
    pub cut: Option<Msg>,
    pub rows: Vec<TimesRow>,
    /// Share within the deadline, and what else there is to say.
    pub notes: Vec<Beside>,
}

/// The times of some cases.
#[derive(Debug, Clone, PartialEq)]
pub struct TimesRow {
    pub label: Msg,
    /// Begins a group of rows: by kind, by owner, by type.
    pub head: Option<Msg>,
    /// p50, p90, p95; none of nothing.
    pub times: Option<[Msg; 3]>,
    pub n: Number,
    pub open: Number,
}

/// Signs of trouble in what sources report.
#[derive(Debug, Clone, PartialEq)]
pub struct SignsPanel {
    /// Whether the page is narrowed by what does not narrow reports.
    pub not_narrowed: bool,
    pub rows: Vec<SignsRow>,
}

/// What one source's reports showed.
#[derive(Debug, Clone, PartialEq)]
pub struct SignsRow {
    pub source: String,
    /// How many reports came.
    pub reports: String,
    pub repeated: Number,
    /// The share of those that came again.
    pub share: Msg,
    pub reused_id: Number,
    pub key_conflict: Number,
    pub sent_though_done: Number,
}

impl Page for AgePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl AgePage {
    fn ignored_names(&self) -> String {
        self.ignored.join(", ")
    }

    /// Whether other than the usual time or all cases are shown.
    fn is_narrowed(&self) -> bool {
        self.address != AgeAddress::default()
    }
}
