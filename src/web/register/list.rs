//! A page of the register.

use super::address::RegisterAddress;
use super::form::Form;
use super::row::Row;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::export::columns::{DECISIONS, DecidedUnder, headings};
use crate::service::register::{self, MOST_COUNTED, Page as Found, Place};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::export;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::page::Page;
use crate::web::queue::kind;
use crate::web::typeset::{capped, grouped};
use crate::web::words;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "register/list.html")]
pub struct RegisterPage {
    pub ctx: Ctx,
    pub address: RegisterAddress,
    /// What the address holds that is not understood.
    pub ignored: Vec<String>,
    pub form: Form,
    pub rows: Vec<Row>,
    /// How many there are in all, where that was counted.
    pub all: Option<String>,
    /// The identifier belongs to more operations than were looked at.
    pub too_many: bool,
    /// Enough was looked at, and there may be more.
    pub is_cut: bool,
    pub newer: Option<String>,
    pub older: Option<String>,
}

impl Page for RegisterPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl RegisterPage {
    /// Makes the page.
    pub fn of(
        ctx: Ctx,
        address: RegisterAddress,
        ignored: Vec<String>,
        page: &Found,
        policy: &Policy,
    ) -> Self {
        let found = &page.found;
        let beside = |place: Place| address.at(place).href();
        let count = |n: i64| {
            if n > MOST_COUNTED {
                capped(n, MOST_COUNTED + 1)
            } else {
                grouped(n)
            }
        };
        Self {
            form: Form::new(&address, page, policy, &ctx.reader),
            rows: (found.entries.iter())
                .map(|entry| Row::of(entry, &page.names, policy, &ctx.reader))
                .collect(),
            all: found.all.map(count),
            too_many: page.too_many,
            is_cut: found.is_cut,
            newer: found.before.map(|at| beside(Place::Before(at))),
            older: found.after.map(|at| beside(Place::After(at))),
            ignored,
            address,
            ctx,
        }
    }

    /// Each heading, with its name in the stylesheet; the columns of an export stand in the same order.
    fn headings(&self) -> Vec<(Msg, &'static str)> {
        let all = headings(DECISIONS).into_iter();
        all.map(|under| (heading(under), class(under))).collect()
    }

    /// Where the list is exported, for those who may, and where it is all there and what was asked for.
    fn export_href(&self) -> Option<String> {
        let offered = export::is_offered(&self.ctx) && !self.too_many && self.ignored.is_empty();
        offered.then(|| export::href_of_decisions(&self.address))
    }

    fn ignored_names(&self) -> String {
        self.ignored.join(", ")
    }

    /// "50 of 1 204"
    fn shown(&self) -> Msg {
        let here = self.rows.len();
        match &self.all {
            Some(all) => msg!("queue-shown", n = here, all = Arg::Word(all.clone().into())),
            None => msg!("register-shown-here", n = here),
        }
    }

    /// Nothing at all was ever decided.
    fn is_new(&self) -> bool {
        self.rows.is_empty() && self.address.is_whole() && self.address.place == Place::First
    }
}

fn heading(under: DecidedUnder) -> Msg {
    match under {
        DecidedUnder::At => msg!("register-column-at"),
        DecidedUnder::What => msg!("register-column-what"),
        DecidedUnder::Operation => msg!("queue-column-operation"),
        DecidedUnder::Stopped => msg!("queue-kinds"),
        DecidedUnder::Why => msg!("register-column-why"),
        DecidedUnder::By => msg!("register-column-by"),
        DecidedUnder::Outcome => msg!("register-column-outcome"),
        DecidedUnder::Entry => msg!("register-column-entry"),
    }
}

fn class(under: DecidedUnder) -> &'static str {
    match under {
        DecidedUnder::Operation => "c-op",
        DecidedUnder::Why => "c-why",
        DecidedUnder::At
        | DecidedUnder::What
        | DecidedUnder::Stopped
        | DecidedUnder::By
        | DecidedUnder::Outcome
        | DecidedUnder::Entry => "",
    }
}

/// Answers with a page.
pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let read = RegisterAddress::read(request.query_string());
    let address = read.address;
    let zone = me.ctx.reader.zone;
    let person = me.person();
    let page = register::page(&services, &person, &address.asked, zone, address.place).await?;
    RegisterPage::of(me.ctx, address, read.ignored, &page, &services.policy).respond()
}

#[cfg(test)]
pub fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use super::samples::{entries, page};
    use crate::service::register::Asked;
    use crate::web::page::Sample;
    let sample = |asked: Asked, found: Found| {
        let address = RegisterAddress::of(asked);
        let ignored = vec!["<colour>".to_owned()];
        let policy = Policy::standard();
        Sample::new(RegisterPage::of(
            ctx.clone(),
            address,
            ignored,
            &found,
            policy,
        ))
    };
    let asked = Asked {
        person: Some("<irina>".to_owned()),
        words: "<склад>".to_owned(),
        four_eyes: true,
        ..Asked::default()
    };
    let all = page(entries(ctx.reader.now), Some(1_001));
    let mut cut = page(Vec::new(), None);
    cut.found.is_cut = true;
    vec![
        sample(asked.clone(), all),
        sample(asked.clone(), cut),
        sample(asked, page(Vec::new(), Some(0))),
        sample(Asked::default(), page(Vec::new(), Some(0))),
    ]
}
