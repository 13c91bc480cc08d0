//! The list of open follow-ups, those due first at the head.

use super::address::FollowUpsAddress;
use super::row::FollowUp;
use crate::domain::ids::{HistoryNumber, Team};
use crate::service::Services;
use crate::service::names::Names;
use crate::service::queue_head::{Asked, head};
use crate::service::surplus::{self, COUNT_CAP, Place, Wanted};
use crate::web::back::Back;
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::page::Page;
use crate::web::queue::page::Tab;
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
    address: FollowUpsAddress,
    views: Vec<Tab>,
    /// The teams to choose from.
    owners: Vec<Team>,
    /// How many there are in all.
    all: i64,
    rows: Vec<FollowUp>,
    before: Option<String>,
    after: Option<String>,
}

impl Page for FollowUpsPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl FollowUpsPage {
    /// "25 of 312"
    fn shown(&self) -> Msg {
        let all = Arg::Word(capped(self.all, COUNT_CAP).into());
        msg!("queue-shown", n = self.rows.len(), all = all)
    }

    fn is_chosen(&self, owner: &Team) -> bool {
        self.address.wanted.owner.as_ref() == Some(owner)
    }

    fn is_filtered(&self) -> bool {
        self.address.wanted != Wanted::default()
    }
}

pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let person = me.person();
    let address = FollowUpsAddress::read(request.query_string());
    let found = surplus::open(&services, &person, &address.wanted, address.place).await?;
    let number = HistoryNumber(me.ctx.number());
    let head = head(&services, &person, number, Asked::default()).await?;
    let often = often_wanted(&me.user.team);
    let mut wanted: Vec<Wanted> = often.iter().map(|(_, wanted)| wanted.clone()).collect();
    wanted.push(address.wanted.clone());
    let mut counts = surplus::counts(&services, &person, &wanted).await?;
    let all = counts.pop().unwrap_or_default();
    let beside = |place: Place| address.at(place).href();
    FollowUpsPage {
        stages: Stages::of(Here::FollowUps, &head),
        views: views(often, &counts, &address),
        owners: owners(surplus::owners(&services, &person).await?, &address),
        all,
        rows: {
            // Nobody has settled them yet.
            let names = Names::default();
            FollowUp::all(&found.rows, &names, me.ctx.reader.now, &Back::read(None))
        },
        before: found.before.map(|at| beside(Place::Before(at))),
        after: found.after.map(|at| beside(Place::After(at))),
        address,
        ctx: me.ctx,
    }
    .respond()
}

/// The lists that are often wanted.
fn often_wanted(team: &Team) -> Vec<(Msg, Wanted)> {
    let mut often = vec![(msg!("follow-ups-view-all"), Wanted::default())];
    if !team.as_str().is_empty() {
        let wanted = Wanted {
            owner: Some(team.clone()),
            over: false,
        };
        often.push((msg!("queue-view-team", team = team.as_str()), wanted));
    }
    let over = Wanted {
        owner: None,
        over: true,
    };
    often.push((msg!("follow-ups-view-over"), over));
    often
}

fn views(often: Vec<(Msg, Wanted)>, counts: &[i64], address: &FollowUpsAddress) -> Vec<Tab> {
    let tab = |((label, wanted), n): ((Msg, Wanted), &i64)| Tab {
        here: address.wanted == wanted,
        href: FollowUpsAddress::of(wanted).href(),
        label,
        count: Some(capped(*n, COUNT_CAP)),
    };
    often.into_iter().zip(counts).map(tab).collect()
}

/// A chosen team stays in the list even if it owns none any more.
fn owners(mut owners: Vec<Team>, address: &FollowUpsAddress) -> Vec<Team> {
    let gone = (address.wanted.owner.as_ref()).filter(|chosen| !owners.contains(chosen));
    owners.extend(gone.cloned());
    owners
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use super::row::samples::row;
    use crate::web::page::Sample;
    let now = ctx.reader.now;
    let page = |wanted: Wanted, rows: Vec<FollowUp>, after: Option<String>| {
        let address = FollowUpsAddress::of(wanted);
        let owners = vec![Team::new("R&D"), Team::new("Fulfilment <b>")];
        FollowUpsPage {
            ctx: ctx.clone(),
            stages: Stages::sample(Here::FollowUps),
            views: views(often_wanted(&owners[0]), &[7, 0, 500], &address),
            owners,
            all: 7,
            address,
            rows,
            before: after.clone(),
            after,
        }
    };
    let open = FollowUp::of(&row(now, None), &Names::default(), now, &Back::read(None));
    let of_team = Wanted {
        owner: Some(Team::new("R&D")),
        over: true,
    };
    let some = vec![open.clone(), open];
    vec![
        Sample::new(page(Wanted::default(), Vec::new(), None)),
        Sample::new(page(of_team.clone(), Vec::new(), None)),
        Sample::new(page(of_team, some, Some("/".to_owned()))),
    ]
}
