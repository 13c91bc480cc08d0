//! All sources.

use crate::domain::webhook::EndpointState;
use crate::service::Services;
use crate::service::webhook::see::{COUNT_CAP, SourceSummary, all_sources};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::page::Page;
use crate::web::typeset::capped;
use crate::web::words;
use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "sources/list.html")]
pub struct SourcesPage {
    ctx: Ctx,
    rows: Vec<Row>,
}

/// A source.
#[derive(Debug)]
pub struct Row {
    href: String,
    title: String,
    name: String,
    owner: String,
    disabled: bool,
    endpoints: Vec<(String, Option<Msg>)>,
    undelivered: Option<Msg>,
}

impl Page for SourcesPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl Row {
    fn of(summary: &SourceSummary) -> Self {
        let source = &summary.source;
        let state = |state| match state {
            EndpointState::On => None,
            EndpointState::Off | EndpointState::Gone => Some(words::endpoint_state(state)),
        };
        let endpoints = summary.endpoints.iter();
        Self {
            href: format!("{}/{}", super::PATH, source.name),
            title: source.title.clone(),
            name: source.name.clone(),
            owner: source.owner_team.as_str().to_owned(),
            disabled: source.disabled,
            endpoints: endpoints.map(|e| (e.url.clone(), state(e.state))).collect(),
            undelivered: (summary.undelivered > 0).then(|| undelivered(summary.undelivered)),
        }
    }
}

pub async fn list(me: SignedIn, services: Data<Services>) -> Result<HttpResponse, PageError> {
    let all = all_sources(&services, &me.person()).await?;
    SourcesPage {
        rows: all.iter().map(Row::of).collect(),
        ctx: me.ctx,
    }
    .respond()
}

fn undelivered(n: i64) -> Msg {
    let shown = Arg::Word(capped(n, COUNT_CAP).into());
    msg!("sources-undelivered", n = n, shown = shown)
}

#[cfg(test)]
pub fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use super::one;
    use crate::web::page::Sample;
    let seen = one::seen(ctx.reader.now);
    let endpoints = seen.endpoints.into_iter().map(|e| e.endpoint);
    let summary = SourceSummary {
        source: seen.source,
        endpoints: endpoints.collect(),
        undelivered: 21,
    };
    let page = |rows| SourcesPage {
        ctx: ctx.clone(),
        rows,
    };
    vec![
        Sample::new(page(vec![Row::of(&summary)])),
        Sample::new(page(Vec::new())),
    ]
}
