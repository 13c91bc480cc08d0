//! The page of the alerts.

use super::told::Telling;
use crate::domain::time::Timestamp;
use crate::web::age::page::Number;
use crate::web::ctx::Ctx;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "alerts/page.html")]
pub struct AlertsPage {
    pub ctx: Ctx,
    /// The moment at which the cases were counted.
    pub at: Timestamp,
    pub teams: Vec<Team>,
    pub ended: Vec<Ended>,
    /// The latest of those that are over, where the page does not begin with them.
    pub first: Option<String>,
    pub next: Option<String>,
}

/// What holds for a team.
#[derive(Debug, Clone, PartialEq)]
pub struct Team {
    pub name: Msg,
    /// Its quiet hours, or that there is nobody to tell.
    pub notes: Vec<Msg>,
    pub alerts: Vec<Alert>,
}

/// An alert that is not over.
#[derive(Debug, Clone, PartialEq)]
pub struct Alert {
    pub what: Msg,
    /// What there is to tell beside it.
    pub beside: Vec<Msg>,
    /// Now.
    pub cases: Number,
    pub since: Timestamp,
    pub tellings: Vec<Telling>,
    /// Why nobody is told.
    pub nobody: Option<Msg>,
}

/// An alert that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    pub team: Msg,
    pub what: Msg,
    pub most: String,
    pub since: Timestamp,
    pub until: Timestamp,
    pub tellings: Vec<Telling>,
    pub nobody: Option<Msg>,
}

impl Page for AlertsPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}
