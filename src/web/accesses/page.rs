//! A page of the access log.

use super::address::AccessAddress;
use crate::domain::access::Opened;
use crate::domain::ids::CaseId;
use crate::domain::people::Role;
use crate::domain::time::{Day, Timestamp};
use crate::service::Services;
use crate::service::access::{self, AccessRow, Page as Found, Place};
use crate::service::names::Names;
use crate::service::seal::Sealed;
use crate::web::back::{Back, case_href};
use crate::web::choices::{Choice, Select, options};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::words;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "accesses/page.html")]
pub struct AccessPage {
    pub ctx: Ctx,
    address: AccessAddress,
    /// What the address holds that is not understood.
    ignored: Vec<String>,
    form: Form,
    rows: Vec<Row>,
    /// Before this nothing is kept.
    since: Timestamp,
    sealed: Option<Msg>,
    newer: Option<String>,
    older: Option<String>,
}

/// What to filter by.
#[derive(Debug)]
struct Form {
    from: String,
    to: String,
    case: String,
    key: String,
    opened: Vec<Choice>,
    people: Select,
}

/// One entry.
#[derive(Debug)]
struct Row {
    at: Timestamp,
    who: String,
    role: Option<Msg>,
    opened: Msg,
    item: Option<String>,
    case: Option<Case>,
}

/// The case that an entry is about.
#[derive(Debug)]
struct Case {
    id: CaseId,
    href: String,
    key: String,
}

impl Page for AccessPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl AccessPage {
    /// Makes the page.
    pub(super) fn of(ctx: Ctx, address: AccessAddress, ignored: Vec<String>, page: &Found) -> Self {
        let found = &page.found;
        let beside = |place: Place| address.at(place).href();
        Self {
            form: Form::of(&address, page),
            rows: (found.entries.iter())
                .map(|entry| Row::of(entry, &page.names))
                .collect(),
            since: page.since,
            sealed: sealed(page.sealed),
            newer: found.before.map(|at| beside(Place::Before(at))),
            older: found.after.map(|at| beside(Place::After(at))),
            ignored,
            address,
            ctx,
        }
    }

    fn ignored_names(&self) -> String {
        self.ignored.join(", ")
    }

    fn shown(&self) -> Msg {
        msg!("register-shown-here", n = self.rows.len())
    }
}

impl Form {
    fn of(address: &AccessAddress, page: &Found) -> Self {
        let asked = &address.asked;
        let day = |day: Option<Day>| day.map(|day| day.to_string()).unwrap_or_default();
        let opened = Opened::ALL.map(|opened| Choice {
            value: opened.as_str(),
            label: words::opened(opened),
            chosen: asked.opened == Some(opened),
        });
        let people = page.people.iter();
        let people = people.map(|name| (name.as_str(), page.names.of(name)));
        let key = asked.operation_key.as_ref();
        Self {
            from: day(asked.from),
            to: day(asked.to),
            case: asked.case.map(|case| case.to_string()).unwrap_or_default(),
            key: key.map(ToString::to_string).unwrap_or_default(),
            opened: opened.into(),
            people: Select {
                name: "person",
                label: msg!("register-person"),
                all: msg!("register-person-all"),
                options: options(people, asked.person.as_deref()),
            },
        }
    }
}

impl Row {
    fn of(entry: &AccessRow, names: &Names) -> Self {
        let case = |id| Case {
            id,
            href: case_href(id, &Back::read(None)),
            key: entry.operation_key.clone(),
        };
        Self {
            at: entry.at,
            who: names.of(&entry.person),
            role: entry.role.parse::<Role>().ok().map(words::role),
            opened: words::opened(entry.opened),
            item: Some(entry.item.clone()).filter(|item| !item.is_empty()),
            case: entry.case_id.map(case),
        }
    }
}

/// How far the history vouches for the log; `None` where there is nothing to vouch for.
fn sealed(sealed: Sealed) -> Option<Msg> {
    match (sealed.until, sealed.waiting) {
        (None, 0) => None,
        (None, waiting) => Some(msg!("access-unsealed", n = waiting)),
        (Some(at), 0) => Some(msg!("access-sealed", at = at)),
        (Some(at), waiting) => Some(msg!("access-sealed-but", at = at, n = waiting)),
    }
}

/// Answers with a page.
pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let read = AccessAddress::read(request.query_string());
    let (address, zone) = (read.address, me.ctx.reader.zone);
    let page = access::page(&services, &me.person(), &address.asked, zone, address.place).await?;
    AccessPage::of(me.ctx, address, read.ignored, &page).respond()
}
