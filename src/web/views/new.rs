//! Giving what the queue shows a name.

use super::words;
use crate::domain::ids::Team;
use crate::domain::saved_view::LONGEST_NAME;
use crate::service::Services;
use crate::service::saved_views::{self, ViewRefused};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::queue::address::QueueAddress;
use askama::Template;
use serde::Deserialize;

/// The form, as it was sent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    /// As in the address of the queue.
    pub filters: String,
    pub name: String,
    /// Empty: for oneself.
    pub team: String,
    /// Anything: the queue opens with it.
    pub opens: String,
}

/// The page.
#[derive(Debug, Template)]
#[template(path = "views/new.html")]
pub struct NewViewPage {
    ctx: Ctx,
    fields: Fields,
    shows: Vec<Msg>,
    teams: Vec<Team>,
    fault: Option<Msg>,
    back: String,
}

impl Page for NewViewPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl NewViewPage {
    const fn longest(&self) -> usize {
        LONGEST_NAME
    }
}

/// The page with the fields as they are, and what stands against them.
pub async fn page(
    me: &SignedIn,
    services: &Services,
    fields: Fields,
    refused: Option<ViewRefused>,
) -> Result<NewViewPage, PageError> {
    let address = QueueAddress::read(&fields.filters).address;
    Ok(NewViewPage {
        shows: words::describe(&address, &services.policy, &me.ctx.reader),
        teams: saved_views::teams(services, &me.user).await?,
        fault: refused.as_ref().map(words::refused),
        back: address.href(),
        fields: Fields {
            filters: address.filters_text(),
            ..fields
        },
        ctx: me.ctx.clone(),
    })
}

#[cfg(test)]
pub fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use crate::policy::Policy;
    use crate::web::page::Sample;
    let filters = "kind=payload_conflict&type=%3Crefund%3E&system=w%26s&owner=R%26D&source=shop&holder=me&sort=waiting";
    let page = |fields: Fields, fault: Option<ViewRefused>| {
        let address = QueueAddress::read(&fields.filters).address;
        Sample::new(NewViewPage {
            ctx: ctx.clone(),
            shows: words::describe(&address, Policy::standard(), &ctx.reader),
            teams: vec![Team::from("R&D <b>")],
            fault: fault.as_ref().map(words::refused),
            back: address.href(),
            fields,
        })
    };
    let filled = Fields {
        filters: filters.to_owned(),
        name: "<b>Mine</b> & more".to_owned(),
        team: "R&D <b>".to_owned(),
        opens: "yes".to_owned(),
    };
    vec![
        page(Fields::default(), None),
        page(filled, Some(ViewRefused::Taken)),
    ]
}
