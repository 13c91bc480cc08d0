//! The receiving systems and the shop as they are reached: plain HTTP on one address, each under a path of its own.
//!
//! | call | what it does |
//! | --- | --- |
//! | `POST /{system}/{collection}` | creates an object; `Idempotency-Key` names the request, `reference` in the body what it is about |
//! | `GET /{system}/{collection}?reference=…` | the system's search |
//! | `GET /shop/events?after=N&wait=SECONDS` | what happened at the shop (long poll) |
//! | `POST /shop/orders` · `…/{order}/alike` | somebody buys; the same customer buys the same once more |
//! | `POST /shop/orders/{order}/again` · `…/changed` | the order's event comes twice; it comes with another quantity |
//! | `GET /books` | all lines of all books |
//! | `GET /calls` | all requests that reached a system since the start, also those that did nothing |
//! | `PUT /{system}/faults/{fault}` `{"times": 1}` · `DELETE` | a fault for so many requests (`null`: until it is switched off) |
//! | `PUT /{system}/lag` `{"seconds": 60}` | how far its search lags behind |
//! | `POST /clock` `{"advance_seconds": 3600}` | lets time pass |

use super::World;
use super::fault::{Fault, Times};
use super::receiver::{Heard, Request};
use super::system::System;
use super::wire;
use actix_web::dev::Server;
use actix_web::error::{ErrorInternalServerError, ErrorNotFound};
use actix_web::web::{Data, Json, Path, Query, ServiceConfig, get, post, put, resource};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, Result, http::StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// A long poll ends at the latest after so many seconds.
const LONGEST_WAIT: u64 = 25;

/// Serves the world's systems at that address, and what `more` adds; port 0 takes a free one. The address is given back.
///
/// # Errors
/// If the address cannot be bound.
pub fn serve(
    listen: SocketAddr,
    world: &Arc<World>,
    more: impl Fn(&mut ServiceConfig) + Clone + Send + 'static,
) -> io::Result<(Server, SocketAddr)> {
    let world = Data::from(Arc::clone(world));
    let app = move || {
        let app = App::new().app_data(world.clone());
        app.configure(more.clone()).configure(systems)
    };
    let server = HttpServer::new(app)
        .on_connect(wire::keep)
        .workers(1)
        .disable_signals()
        .shutdown_timeout(1)
        .bind(listen)?;
    let address = server.addrs().first().copied().unwrap_or(listen);
    Ok((server.run(), address))
}

/// Adds the systems to a server.
pub(super) fn systems(config: &mut ServiceConfig) {
    config
        .route("/books", get().to(books))
        .route("/calls", get().to(calls))
        .route("/clock", post().to(let_time_pass))
        .route("/shop/events", get().to(events))
        .route("/shop/orders", post().to(buy))
        .route("/shop/orders/{order}/alike", post().to(alike))
        .route("/shop/orders/{order}/again", post().to(again))
        .route("/shop/orders/{order}/changed", post().to(changed))
        .service(
            resource("/{system}/faults/{fault}")
                .put(switch_on)
                .delete(switch_off),
        )
        .route("/{system}/lag", put().to(lag))
        .service(resource("/{system}/{collection}").post(create).get(look_up));
}

async fn create(
    world: Data<World>,
    path: Path<(String, String)>,
    request: HttpRequest,
    content: Json<Value>,
) -> Result<HttpResponse> {
    let (system, collection) = path.into_inner();
    let key = request.headers().get("idempotency-key");
    let key = key.and_then(|key| key.to_str().ok()).map(str::to_owned);
    let heard = world.receive(Request {
        system: read(&system)?,
        collection,
        key,
        content: content.into_inner(),
    });
    Ok(match heard.map_err(ErrorInternalServerError)? {
        Heard::Answer(answer) => respond(answer.status, &answer.body),
        Heard::Nothing => wire::cut(&request),
    })
}

#[derive(Deserialize)]
struct LookUp {
    reference: String,
}

async fn look_up(
    world: Data<World>,
    path: Path<(String, String)>,
    wanted: Query<LookUp>,
) -> Result<HttpResponse> {
    let (system, collection) = path.into_inner();
    let answer = world.look_up(read(&system)?, &collection, &wanted.reference);
    Ok(respond(answer.status, &answer.body))
}

#[derive(Deserialize)]
struct After {
    #[serde(default)]
    after: u64,
    /// In seconds.
    #[serde(default)]
    wait: u64,
}

async fn events(world: Data<World>, wanted: Query<After>) -> HttpResponse {
    let patience = Duration::from_secs(wanted.wait.min(LONGEST_WAIT));
    let events = world.events_after(wanted.after, patience).await;
    HttpResponse::Ok().json(json!({ "events": events }))
}

async fn buy(world: Data<World>) -> Result<HttpResponse> {
    let event = world.buy().map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Created().json(event))
}

async fn alike(world: Data<World>, order: Path<String>) -> Result<HttpResponse> {
    let event = world.buy_alike(&order).map_err(ErrorInternalServerError)?;
    event.map_or_else(no_such, |event| Ok(HttpResponse::Created().json(event)))
}

async fn again(world: Data<World>, order: Path<String>) -> Result<HttpResponse> {
    let event = world.again(&order).map_err(ErrorInternalServerError)?;
    event.map_or_else(no_such, |event| Ok(HttpResponse::Created().json(event)))
}

async fn changed(world: Data<World>, order: Path<String>) -> Result<HttpResponse> {
    let event = world.changed(&order).map_err(ErrorInternalServerError)?;
    event.map_or_else(no_such, |event| Ok(HttpResponse::Created().json(event)))
}

async fn books(world: Data<World>) -> HttpResponse {
    HttpResponse::Ok().json(json!({ "lines": world.lines() }))
}

async fn calls(world: Data<World>) -> HttpResponse {
    HttpResponse::Ok().json(json!({ "calls": world.calls() }))
}

#[derive(Deserialize)]
struct HowOften {
    times: Option<u32>,
}

async fn switch_on(
    world: Data<World>,
    path: Path<(String, String)>,
    how_often: Json<HowOften>,
) -> Result<HttpResponse> {
    let times = how_often.times.map_or(Times::UntilSwitchedOff, Times::Next);
    let (system, fault): (System, Fault) = (read(&path.0)?, read(&path.1)?);
    world.switch_on(system, fault, times);
    Ok(HttpResponse::NoContent().finish())
}

async fn switch_off(world: Data<World>, path: Path<(String, String)>) -> Result<HttpResponse> {
    world.switch_off(read(&path.0)?, read(&path.1)?);
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize)]
struct Seconds {
    seconds: u64,
}

async fn lag(world: Data<World>, system: Path<String>, lag: Json<Seconds>) -> Result<HttpResponse> {
    world.lag(read(&system)?, Duration::from_secs(lag.seconds));
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize)]
struct Advance {
    advance_seconds: u64,
}

async fn let_time_pass(world: Data<World>, by: Json<Advance>) -> HttpResponse {
    world.let_time_pass(Duration::from_secs(by.advance_seconds));
    HttpResponse::Ok().json(json!({ "now": world.now().to_rfc3339() }))
}

/// A word of an address.
fn read<T: std::str::FromStr>(word: &str) -> Result<T> {
    word.parse().or_else(|_| no_such())
}

fn no_such<T>() -> Result<T> {
    Err(ErrorNotFound("there is no such thing here"))
}

fn respond(status: u16, body: &Value) -> HttpResponse {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    HttpResponse::build(status).json(body)
}
