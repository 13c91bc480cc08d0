//! The list of open follow-ups, those due first at the head.

use super::PATH;
use super::row::FollowUp;
use crate::domain::ids::{FollowUpId, HistoryNumber};
use crate::domain::time::Timestamp;
use crate::service::Services;
use crate::service::queue_head::{Asked, head};
use crate::service::surplus::{self, After, COUNT_CAP};
use crate::web::back::Back;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::page::Page;
use crate::web::query::{self, Address};
use crate::web::queue::stages::{Here, Stages};
use crate::web::typeset::capped;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

/// The list.
#[derive(Debug, Template)]
#[template(path = "follow_ups/list.html")]
pub struct FollowUpsPage {
    ctx: Ctx,
    stages: Stages,
    rows: Vec<FollowUp>,
    /// The first page, where this is another one.
    first: Option<String>,
    next: Option<String>,
}

impl Page for FollowUpsPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl FollowUpsPage {
    /// "25 of 312"
    fn shown(&self) -> Msg {
        let all = Arg::Word(capped(self.stages.counts.follow_ups, COUNT_CAP).into());
        msg!("queue-shown", n = self.rows.len(), all = all)
    }
}

pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let after = after(request.query_string());
    let found = surplus::open(&services, &me.person(), after).await?;
    let number = HistoryNumber(me.ctx.number());
    let head = head(&services, &me.person(), number, Asked::default()).await?;
    let back = Back::read(None);
    let now = me.ctx.reader.now;
    FollowUpsPage {
        stages: Stages::of(Here::FollowUps, &head),
        rows: FollowUp::all(&found.rows, now, &back),
        first: after.map(|_| PATH.to_owned()),
        next: found.next.map(href),
        ctx: me.ctx,
    }
    .respond()
}

fn href(after: After) -> String {
    let value = format!("{}.{}", after.due_at.0, after.id);
    Address::new(PATH).with("after", &value).into()
}

/// What is not understood is the first page.
fn after(query: &str) -> Option<After> {
    let read = |(name, value): (String, String)| {
        let (due_at, id) = value.split_once('.').filter(|_| name == "after")?;
        Some(After {
            due_at: Timestamp(due_at.parse().ok()?),
            id: FollowUpId(id.parse().ok()?),
        })
    };
    query::pairs(query).into_iter().find_map(read)
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use super::row::samples::row;
    use crate::web::page::Sample;
    let now = ctx.reader.now;
    let page = |rows: Vec<FollowUp>, next: Option<String>| FollowUpsPage {
        ctx: ctx.clone(),
        stages: Stages::sample(Here::FollowUps),
        rows,
        first: next.clone(),
        next,
    };
    let open = FollowUp::of(&row(now, None), now, &Back::read(None));
    vec![
        Sample::new(page(Vec::new(), None)),
        Sample::new(page(vec![open.clone(), open], Some("/".to_owned()))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back() {
        let at = After {
            due_at: Timestamp(-5),
            id: FollowUpId(7),
        };
        let href = href(at);
        let (_, query) = href.split_once('?').expect("a query");
        assert_eq!(after(query), Some(at));
        for garbled in ["after=5", "after=x.1", "after=1.x", "before=1.2", ""] {
            assert_eq!(after(garbled), None);
        }
    }
}
