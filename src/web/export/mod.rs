//! Lists as files: the buttons beside a list, and what they send.

pub mod evidence;

use super::ctx::{Ctx, SignedIn};
use super::error::PageError;
use super::form::Form;
use super::queue::address::QueueAddress;
use super::queue::wanted;
use super::register::RegisterAddress;
use super::routes::{OpenTo, PageRoute, post};
use crate::domain::export::Format;
use crate::domain::people::Action;
use crate::service::export::{self, By, Exporting, Order, Wanted};
use crate::service::{Person, ServiceError, Services};
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::try_unfold;
use serde::Deserialize;

/// Where each list is exported.
const DECISIONS: &str = "/export/decisions";
const HISTORY: &str = "/export/history";
const CASES: &str = "/export/cases";

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    let only = OpenTo::Role(Action::Export);
    vec![
        post(DECISIONS, decisions).open_to(only),
        post(HISTORY, history).open_to(only),
        post(CASES, cases).open_to(only),
        post("/export/evidence/{case}", evidence::send).open_to(only),
    ]
}

/// What the buttons send.
#[derive(Debug, Deserialize)]
struct Chosen {
    #[serde(default)]
    form: String,
}

impl Chosen {
    fn form(&self) -> Result<Format, PageError> {
        Format::parse(&self.form).ok_or(PageError::Malformed)
    }
}

/// Whether the page has the buttons. A copy cannot record that something was exported.
pub fn is_offered(ctx: &Ctx) -> bool {
    ctx.may(Action::Export) && !ctx.is_copy
}

/// Where the buttons beside a list of the register lead.
pub fn href_of_decisions(address: &RegisterAddress) -> String {
    with(DECISIONS, &filter_of(address))
}

/// Where the buttons beside a list of cases lead.
pub fn href_of_cases(address: &QueueAddress) -> String {
    with(CASES, &address.filters_text())
}

fn with(path: &str, filter: &str) -> String {
    if filter.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{filter}")
    }
}

fn filter_of(address: &RegisterAddress) -> String {
    let href = RegisterAddress::of(address.asked.clone()).href();
    let (_, filter) = href.split_once('?').unwrap_or_default();
    filter.to_owned()
}

/// Nothing is exported by a filter of which a part means nothing: whoever has the file would take it for what they asked for.
fn understood<T>(address: T, ignored: &[String]) -> Result<T, PageError> {
    if ignored.is_empty() {
        Ok(address)
    } else {
        Err(PageError::Filter(ignored.join(", ")))
    }
}

async fn decisions(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
    Form(chosen): Form<Chosen>,
) -> Result<HttpResponse, PageError> {
    let read = RegisterAddress::read(request.query_string());
    let address = understood(read.address, &read.ignored)?;
    let filter = filter_of(&address);
    let wanted = Wanted::Decisions {
        asked: Box::new(address.asked),
        zone: me.ctx.reader.zone,
    };
    send(me.person(), services, wanted, chosen.form()?, filter).await
}

async fn history(
    me: SignedIn,
    services: Data<Services>,
    Form(chosen): Form<Chosen>,
) -> Result<HttpResponse, PageError> {
    let form = chosen.form()?;
    send(me.person(), services, Wanted::History, form, String::new()).await
}

async fn cases(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
    Form(chosen): Form<Chosen>,
) -> Result<HttpResponse, PageError> {
    let read = QueueAddress::read(request.query_string());
    let address = understood(read.address, &read.ignored)?;
    let filter = address.told_filters_text();
    let wanted = wanted(&me, &services, address).await?;
    send(me.person(), services, wanted, chosen.form()?, filter).await
}

async fn send(
    person: Person,
    services: Data<Services>,
    wanted: Wanted,
    form: Format,
    filter: String,
) -> Result<HttpResponse, PageError> {
    let order = Order {
        wanted,
        form,
        filter,
    };
    match export::begin(&services, By::Person(person), order).await {
        Ok(exporting) => Ok(file(services, exporting)),
        // The page says so, and has no buttons then.
        Err(ServiceError::Refused(export::NoExport::TooManyOperations)) => {
            Err(PageError::Malformed)
        }
        Err(other) => {
            other.refusal()?;
            Err(PageError::Malformed)
        }
    }
}

/// The file, part by part as whoever takes it reads. Where a part fails the connection is broken off, and the file has no last
/// line.
fn file(services: Data<Services>, exporting: Exporting) -> HttpResponse {
    let content_type = match exporting.form() {
        Format::Csv => "text/csv; charset=utf-8",
        Format::JsonLines => "application/jsonl; charset=utf-8",
    };
    let name = format!("attachment; filename=\"{}\"", exporting.file_name());
    let parts = try_unfold(
        (services, exporting),
        |(services, mut exporting)| async move {
            let part = exporting.next(&services).await;
            let part = part.inspect_err(|error| tracing::error!("an export was cut: {error}"))?;
            let part = part.map(|bytes| (Bytes::from(bytes), (services, exporting)));
            Ok::<_, crate::service::export::Cut>(part)
        },
    );
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, content_type))
        .insert_header((CONTENT_DISPOSITION, name))
        .streaming(parts)
}
