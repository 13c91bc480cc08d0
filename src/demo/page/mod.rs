//! The page of the sample world: its books beside Holdpoint's cases, and buttons that let something happen.

mod view;
mod words;

use super::holdpoint::Holdpoint;
use super::mishap::Mishaps;
use super::scene::Scene;
use super::world::World;
use actix_web::error::{ErrorForbidden, ErrorInternalServerError};
use actix_web::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::web::{Data, Form, Query, ServiceConfig, get, post};
use actix_web::{HttpRequest, HttpResponse, Result};
use askama::Template;
use serde::Deserialize;
use std::time::Duration;
use view::{Asked, WorldPage};
use words::Words;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Time can be let pass by so many seconds at once; each with the words for it.
const SPANS: [(u64, &str); 3] = [
    (600, "pass-600"),
    (7_200, "pass-7200"),
    (86_400, "pass-86400"),
];

/// What the page needs beside the world.
#[derive(Debug, Clone)]
pub struct Stage {
    pub holdpoint: Holdpoint,
    /// Where Holdpoint listens; the page's links go to the name under which the page itself was reached.
    pub port: u16,
    pub mishaps: Mishaps,
}

/// Adds the page to the server of the world's systems.
pub fn configure(config: &mut ServiceConfig, stage: &Data<Stage>) {
    config
        .app_data(stage.clone())
        .route("/", get().to(show))
        .route("/do", post().to(act))
        .route("/assets/holdpoint.css", get().to(css))
        .route("/assets/world.js", get().to(script))
        .route("/assets/icons.svg", get().to(icons))
        .route("/assets/favicon.svg", get().to(favicon));
}

#[derive(Debug, Default, Deserialize)]
struct Wanted {
    lang: Option<String>,
    /// An order or a shipment: only what is about it.
    about: Option<String>,
    /// What was let happen a moment ago, and with which order.
    played: Option<String>,
    order: Option<String>,
}

async fn show(
    world: Data<World>,
    stage: Data<Stage>,
    request: HttpRequest,
    wanted: Query<Wanted>,
) -> Result<HttpResponse> {
    let words = words(&request, wanted.lang.as_deref());
    let played = wanted
        .played
        .as_deref()
        .and_then(|name| name.parse::<Scene>().ok());
    let played = played.map(|scene| {
        let what = words.t(&format!("scene-{}", scene.name()));
        words.played(&what, wanted.order.as_deref())
    });
    let asked = Asked {
        words,
        holdpoint: address(&request, stage.port),
        about: wanted.into_inner().about.filter(|about| !about.is_empty()),
        played,
    };
    let page = WorldPage::look(&world, &stage.holdpoint, asked).await;
    let html = page.render().map_err(ErrorInternalServerError)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((REFERRER_POLICY, "same-origin"))
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(html))
}

/// Holdpoint at the name by which the visitor reached this page.
fn address(request: &HttpRequest, port: u16) -> String {
    let connection = request.connection_info();
    let host = connection.host();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    format!("http://{name}:{port}")
}

fn words(request: &HttpRequest, asked: Option<&str>) -> Words {
    let accepted = request.headers().get(ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    Words::choose(asked, accepted.unwrap_or_default())
}

#[derive(Debug, Deserialize)]
struct Act {
    scene: Option<String>,
    /// In seconds.
    pass: Option<u64>,
}

async fn act(
    world: Data<World>,
    stage: Data<Stage>,
    request: HttpRequest,
    wanted: Query<Wanted>,
    act: Form<Act>,
) -> Result<HttpResponse> {
    let from = request.headers().get("sec-fetch-site");
    if from.is_some_and(|from| from != "same-origin" && from != "none") {
        return Err(ErrorForbidden("from another site"));
    }
    let lang = words(&request, wanted.lang.as_deref()).lang();
    let mut back = format!("/?lang={lang}");
    if let Some(seconds) = act
        .pass
        .filter(|asked| SPANS.iter().any(|span| span.0 == *asked))
    {
        world.let_time_pass(Duration::from_secs(seconds));
    }
    let scene = act
        .scene
        .as_deref()
        .and_then(|name| name.parse::<Scene>().ok());
    if let Some(scene) = scene {
        let event = scene.play(&world, &stage.mishaps);
        let event = event.map_err(ErrorInternalServerError)?;
        if scene.lasting().is_none() {
            back.push_str("&played=");
            back.push_str(scene.name());
        }
        if let Some(order) = event
            .as_ref()
            .and_then(|event| event.order["order"].as_str())
        {
            back.push_str("&order=");
            back.push_str(order);
        }
    }
    Ok(HttpResponse::SeeOther()
        .insert_header((LOCATION, back))
        .finish())
}

async fn css() -> HttpResponse {
    asset(
        "text/css; charset=utf-8",
        include_str!("../../../static/holdpoint.css"),
    )
}

async fn script() -> HttpResponse {
    asset(
        "text/javascript; charset=utf-8",
        include_str!("../../../static/world.js"),
    )
}

async fn icons() -> HttpResponse {
    asset("image/svg+xml", include_str!("../../../static/icons.svg"))
}

async fn favicon() -> HttpResponse {
    asset("image/svg+xml", include_str!("../../../static/favicon.svg"))
}

fn asset(content_type: &str, content: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, content_type))
        .insert_header((CACHE_CONTROL, "max-age=3600"))
        .body(content)
}
