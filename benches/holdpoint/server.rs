//! The application in this process, with somebody signed in, and with static answers beside its own.

use crate::client::{Connection, Request};
use crate::database::Database;
use crate::pages::Site;
use actix_web::dev::ServerHandle;
use actix_web::http::header::ContentType;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Bytes, Data, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, rt};
use anyhow::Context;
use chrono_tz::Tz;
use holdpoint::api::auth::Caller;
use holdpoint::api::problem::{self, Problem};
use holdpoint::api::{body, early};
use holdpoint::app::App;
use holdpoint::clock::Clock;
use holdpoint::config::{AlertSettings, Anchors, Config, WebhookHosts};
use holdpoint::policy::Policy;
use holdpoint::service::Services;
use holdpoint::service::report_stop::LARGEST_REPORT;
use holdpoint::store::Db;
use holdpoint::web::{csrf, error, session};
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::redirect;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError, RwLock};

/// Answers that are ready in memory.
#[derive(Debug, Clone, Default)]
struct Statics(Arc<RwLock<Vec<Bytes>>>);

/// The application, listening.
pub struct Server {
    pub address: SocketAddr,
    pub services: Services,
    handle: ServerHandle,
    statics: Statics,
}

/// Makes doubles of a server's pages.
pub struct Doubles {
    pub address: SocketAddr,
    statics: Statics,
}

/// Requests for pages, and requests for the same bytes from memory.
#[derive(Default)]
pub struct Doubled {
    pub pages: Vec<Request>,
    /// Through everything that a page goes through: access log, headers, session, the counts of the menu, forgery check.
    pub as_pages: Vec<Request>,
    /// Through what every answer goes through: access log and headers.
    pub as_assets: Vec<Request>,
    /// The mean length.
    pub bytes: usize,
}

impl Server {
    pub fn start(db: Db, policy: Policy) -> anyhow::Result<Self> {
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            policy: None,
            plain_http: true,
            behind_proxy: false,
            time_zone: Tz::UTC,
            workers: 2,
            metrics_token: None,
            webhooks: WebhookHosts::default(),
            alerts: AlertSettings::default(),
            anchors: Anchors::default(),
            verify_state: None,
        };
        let statics = Statics::default();
        let served = statics.clone();
        let more = move |config: &mut ServiceConfig| {
            config.app_data(Data::new(served.clone()));
            // As the pages: for people who are signed in.
            let page = web::resource("/static-page/{nth}").get(static_answer);
            let page = page.wrap(from_fn(csrf::middleware));
            let page = page.wrap(from_fn(session::middleware));
            config.service(page.wrap(from_fn(error::middleware)));
            // As the API: for sources that show their token; what they send is read.
            let call = web::resource("/static-call/{nth}");
            let call = call.get(static_document).post(static_document_for_body);
            let call = call.wrap(from_fn(problem::middleware));
            config.service(call.wrap(from_fn(early::middleware)));
            // As the assets: for everybody.
            config.route("/static-asset/{nth}", web::get().to(static_answer));
        };
        let app = App::build_with(&config, policy, db, Clock::System, more)?;
        let server = Self {
            address: app.address(),
            services: app.services().clone(),
            handle: app.handle(),
            statics,
        };
        rt::spawn(app.run());
        Ok(server)
    }

    /// The cookie of somebody who is signed in.
    pub async fn sign_in(&self, name: &str, password: &str) -> anyhow::Result<String> {
        let client = reqwest::Client::builder()
            .redirect(redirect::Policy::none())
            .build()?;
        let address = format!("http://{}", self.address);
        let sign_in = format!("{address}/sign-in");
        let form = client.get(&sign_in).send().await?;
        let cookie = cookie(&form).context("the form begins no session")?;
        let page = form.text().await?;
        let token = field(&page, "token").context("the form has no token")?;
        let fields = [("token", token), ("name", name), ("password", password)];
        let sent = client.post(&sign_in).header(COOKIE, cookie);
        let sent = sent.header("origin", &address).form(&fields).send().await?;
        cookie_of_session(&sent)
    }

    /// The application with the database under it.
    pub const fn site<'a>(&'a self, database: &'a Database) -> Site<'a> {
        Site {
            server: self,
            database,
        }
    }

    pub fn doubles(&self) -> Doubles {
        Doubles {
            address: self.address,
            statics: self.statics.clone(),
        }
    }

    pub async fn stop(self) {
        self.handle.stop(false).await;
    }
}

impl Doubles {
    /// Asks for each path once, and has the answer's bytes served from memory as well.
    pub fn make(&self, paths: &[String], cookie: &str) -> anyhow::Result<Doubled> {
        let mut connection = Connection::open(self.address)?;
        let mut all = Doubled::default();
        let mut bytes = 0;
        for path in paths {
            let page = Request::get(self.address, path, cookie);
            let body = connection.ask(&page)?.to_vec();
            bytes += body.len();
            let nth = self.serve(body);
            let get = |path: String| Request::get(self.address, &path, cookie);
            all.as_pages.push(get(format!("/static-page/{nth}")));
            all.as_assets.push(get(format!("/static-asset/{nth}")));
            all.pages.push(page);
        }
        all.bytes = bytes / paths.len().max(1);
        Ok(all)
    }

    /// Gives the number under which the bytes are served.
    pub fn serve(&self, bytes: Vec<u8>) -> usize {
        let statics = self.statics.0.write();
        let mut statics = statics.unwrap_or_else(PoisonError::into_inner);
        statics.push(bytes.into());
        statics.len() - 1
    }
}

async fn static_answer(statics: Data<Statics>, nth: web::Path<usize>) -> HttpResponse {
    let statics = statics.0.read().unwrap_or_else(PoisonError::into_inner);
    match statics.get(*nth) {
        Some(bytes) => HttpResponse::Ok()
            .insert_header(ContentType::html())
            .body(bytes.clone()),
        None => HttpResponse::NotFound().finish(),
    }
}

/// The same for a source that shows its token.
async fn static_document(
    statics: Data<Statics>,
    _caller: Caller,
    nth: web::Path<usize>,
) -> HttpResponse {
    static_answer(statics, nth).await
}

/// The same for a call with a body.
async fn static_document_for_body(
    statics: Data<Statics>,
    _caller: Caller,
    nth: web::Path<usize>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Problem> {
    body::read(&request, payload, body::JSON, LARGEST_REPORT).await?;
    Ok(static_answer(statics, nth).await)
}

fn cookie_of_session(answer: &reqwest::Response) -> anyhow::Result<String> {
    let status = answer.status();
    let cookie = cookie(answer).filter(|_| status.is_redirection());
    cookie.with_context(|| format!("the sign-in was answered with {status}"))
}

fn cookie(answer: &reqwest::Response) -> Option<String> {
    let header = answer.headers().get(SET_COOKIE)?.to_str().ok()?;
    header.split(';').next().map(str::to_owned)
}

/// What a hidden field of a page holds.
fn field<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = page.split_once(&format!("name=\"{name}\""))?;
    let (_, value) = after.split('>').next()?.split_once("value=\"")?;
    value.split('"').next()
}
