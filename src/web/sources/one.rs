//! One source: its endpoints, what waits for each, and the buttons of those who look after it.

use crate::domain::ids::{DeliveryId, EndpointId};
use crate::domain::time::Timestamp;
use crate::domain::webhook::EndpointState;
use crate::service::webhook::Administrator;
use crate::service::webhook::endpoints::{self, EndpointRefused};
use crate::service::webhook::redeliver::redeliver;
use crate::service::webhook::see::{EndpointSeen, SourceSeen, one_source};
use crate::service::{Person, ServiceError, Services};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::deliveries::Delivery;
use crate::web::error::PageError;
use crate::web::filters;
use crate::web::form::{Button, Form};
use crate::web::i18n::{Msg, msg};
use crate::web::page::{Page, see_other};
use crate::web::words;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;

/// The page.
#[derive(Debug, Template)]
#[template(path = "sources/one.html")]
pub struct SourcePage {
    ctx: Ctx,
    title: String,
    name: String,
    endpoints: Vec<Endpoint>,
    /// Why the button that was pressed did nothing.
    refused: Option<Msg>,
}

/// An endpoint.
#[derive(Debug)]
pub struct Endpoint {
    id: i64,
    url: String,
    state: Msg,
    since: Timestamp,
    on: bool,
    gone: bool,
    secrets: Vec<(Timestamp, Option<Timestamp>)>,
    undelivered: Vec<Delivery>,
    latest: Vec<Delivery>,
}

impl Page for SourcePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl SourcePage {
    fn of(ctx: Ctx, seen: &SourceSeen, refused: Option<Msg>) -> Self {
        Self {
            ctx,
            title: seen.source.title.clone(),
            name: seen.source.name.clone(),
            endpoints: seen.endpoints.iter().map(Endpoint::of).collect(),
            refused,
        }
    }

    fn href(&self) -> String {
        href(&self.name)
    }
}

impl Endpoint {
    fn of(seen: &EndpointSeen) -> Self {
        let row = &seen.endpoint;
        let secrets = seen.secrets.iter();
        Self {
            id: row.id.0,
            url: row.url.clone(),
            state: words::endpoint_state(row.state),
            since: row.since,
            on: row.state == EndpointState::On,
            gone: row.state == EndpointState::Gone,
            secrets: secrets.map(|s| (s.since, s.ends_at)).collect(),
            undelivered: seen.undelivered.iter().map(Delivery::of).collect(),
            latest: seen.latest.iter().map(Delivery::of).collect(),
        }
    }
}

fn href(name: &str) -> String {
    format!("{}/{name}", super::PATH)
}

pub async fn show(
    me: SignedIn,
    services: Data<Services>,
    name: Path<String>,
) -> Result<HttpResponse, PageError> {
    let person = me.person();
    let seen = one_source(&services, Administrator::Person(&person), &name).await?;
    SourcePage::of(me.ctx, &seen, None).respond()
}

pub async fn off(
    me: SignedIn,
    services: Data<Services>,
    path: Path<(String, i64)>,
    _: Form<Button>,
) -> Result<HttpResponse, PageError> {
    let (name, id) = path.into_inner();
    let person = me.person();
    let by = Administrator::Person(&person);
    let done = endpoints::switch_off(&services, by, &name, EndpointId(id)).await;
    answer(me, &services, &name, done.map_err(in_words)).await
}

pub async fn on(
    me: SignedIn,
    services: Data<Services>,
    path: Path<(String, i64)>,
    _: Form<Button>,
) -> Result<HttpResponse, PageError> {
    let (name, id) = path.into_inner();
    let person = me.person();
    let by = Administrator::Person(&person);
    let done = endpoints::switch_on(&services, by, &name, EndpointId(id)).await;
    answer(me, &services, &name, done.map_err(in_words)).await
}

pub async fn test(
    me: SignedIn,
    services: Data<Services>,
    path: Path<(String, i64)>,
    _: Form<Button>,
) -> Result<HttpResponse, PageError> {
    let (name, id) = path.into_inner();
    let person = me.person();
    let by = Administrator::Person(&person);
    let done = endpoints::test(&services, by, &name, EndpointId(id)).await;
    answer(me, &services, &name, done.map(drop).map_err(in_words)).await
}

pub async fn again(
    me: SignedIn,
    services: Data<Services>,
    path: Path<(String, i64)>,
    _: Form<Button>,
) -> Result<HttpResponse, PageError> {
    let (name, id) = path.into_inner();
    let person = me.person();
    let by = Administrator::Person(&person);
    let done = redeliver(&services, by, &name, DeliveryId(id)).await;
    let in_words = |error: ServiceError<_>| error.refusal().map(words::redeliver_refused);
    answer(me, &services, &name, done.map_err(in_words)).await
}

type Refused = Result<Msg, ServiceError<std::convert::Infallible>>;

fn in_words(error: ServiceError<EndpointRefused>) -> Refused {
    error.refusal().map(words::endpoint_refused)
}

/// Back to the page; what was refused is said there.
async fn answer(
    me: SignedIn,
    services: &Services,
    name: &str,
    done: Result<(), Refused>,
) -> Result<HttpResponse, PageError> {
    let refused = match done {
        Ok(()) => return Ok(see_other(&href(name))),
        Err(refused) => refused?,
    };
    let person: Person = me.person();
    let seen = one_source(services, Administrator::Person(&person), name).await?;
    SourcePage::of(me.ctx, &seen, Some(refused)).respond_with(StatusCode::CONFLICT)
}

#[cfg(test)]
pub fn seen(now: Timestamp) -> SourceSeen {
    use crate::domain::ids::{SourceId, Team};
    use crate::service::see_case::SourceRow;
    use crate::service::webhook::see::{EndpointRow, SecretSeen};
    let secret = |ends_at| SecretSeen {
        since: now,
        ends_at,
    };
    let endpoint = |id, state| EndpointSeen {
        endpoint: EndpointRow {
            id: EndpointId(id),
            source_id: SourceId(1),
            url: "https://shop.example/<b>".to_owned(),
            state,
            since: now,
            created_at: now,
        },
        secrets: vec![secret(None), secret(Some(now))],
        latest: crate::web::deliveries::samples::all(now),
        undelivered: crate::web::deliveries::samples::all(now),
    };
    SourceSeen {
        source: SourceRow {
            id: SourceId(1),
            name: "shop-wms".to_owned(),
            title: "Shop <b>& more".to_owned(),
            owner_team: Team::new("R&D"),
            disabled: true,
            created_at: now,
        },
        endpoints: vec![
            endpoint(1, EndpointState::On),
            endpoint(2, EndpointState::Off),
            endpoint(3, EndpointState::Gone),
        ],
    }
}

#[cfg(test)]
pub fn samples(ctx: &Ctx) -> Vec<crate::web::page::Sample> {
    use crate::domain::webhook::BadEndpoint;
    use crate::service::webhook::redeliver::RedeliverRefused;
    use crate::web::page::Sample;
    let seen = seen(ctx.reader.now);
    let refusals = [
        EndpointRefused::Bad(BadEndpoint::NotPublic),
        EndpointRefused::Bad(BadEndpoint::NotHttps),
        EndpointRefused::Known,
        EndpointRefused::TwoSecrets,
        EndpointRefused::OneSecret,
        EndpointRefused::IsOff,
        EndpointRefused::IsOn,
        EndpointRefused::NotOn,
    ];
    let said = refusals.map(words::endpoint_refused).into_iter();
    let said = said.chain([
        words::redeliver_refused(RedeliverRefused::OnItsWay),
        words::redeliver_refused(RedeliverRefused::NotOn),
    ]);
    let page = |refused| Sample::new(SourcePage::of(ctx.clone(), &seen, refused));
    let mut all: Vec<_> = said.map(|said| page(Some(said))).collect();
    all.push(page(None));
    let bare = SourceSeen {
        endpoints: Vec::new(),
        ..seen
    };
    all.push(Sample::new(SourcePage::of(ctx.clone(), &bare, None)));
    all
}
