//! Saved views: giving what the queue shows a name, and looking after the names.

mod list;
mod new;
mod words;

use super::ctx::SignedIn;
use super::error::PageError;
use super::form::Form;
use super::page::{Page, see_other};
use super::query;
use super::queue::address::{QueueAddress, Saved};
use super::routes::{PageRoute, get, post};
use crate::domain::ids::{Team, ViewId};
use crate::domain::saved_view::SharedWith;
use crate::service::saved_views::{self, ViewRefused, Wanted};
use crate::service::{Answer, Services};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use list::Refused;
use new::Fields;
use serde::Deserialize;

/// The entries of the table of pages.
pub fn routes() -> Vec<PageRoute> {
    vec![
        get("/views", show),
        post("/views", save),
        get("/views/new", form),
        post("/views/open-with", open_with),
        post("/views/{view}/rename", rename),
        post("/views/{view}/replace", replace),
        post("/views/{view}/remove", remove),
    ]
}

async fn show(me: SignedIn, services: Data<Services>) -> Result<HttpResponse, PageError> {
    list::page(&me, &services, None).await?.respond()
}

async fn form(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let kept: Option<Fields> = me.kept_form().await?;
    let pairs = query::pairs(request.query_string());
    let filters = pairs.into_iter().find(|(name, _)| name == "filters");
    let asked = Fields {
        filters: filters.map(|(_, value)| value).unwrap_or_default(),
        ..Fields::default()
    };
    let page = new::page(&me, &services, kept.unwrap_or(asked), None).await?;
    page.respond()
}

async fn save(
    me: SignedIn,
    services: Data<Services>,
    Form(fields): Form<Fields>,
) -> Result<HttpResponse, PageError> {
    let read = QueueAddress::read(&fields.filters);
    let wanted = Wanted {
        name: fields.name.clone(),
        shared: SharedWith::of(Team::from(fields.team.as_str())),
        // Nothing is saved that is not understood; what was not shown cannot have been meant.
        filters: read.address.filters_text(),
        opens: !fields.opens.is_empty(),
    };
    match saved_views::save(&services, &me.user, &wanted).await {
        Ok(id) => Ok(see_other(&with_view(read.address, id).href())),
        Err(error) => {
            let page = new::page(&me, &services, fields, Some(error.refusal()?)).await?;
            page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
    }
}

fn with_view(address: QueueAddress, id: ViewId) -> QueueAddress {
    QueueAddress {
        saved: Saved::View(id),
        ..address.at(crate::service::queue::Place::First)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    name: String,
}

async fn rename(
    me: SignedIn,
    services: Data<Services>,
    view: Path<i64>,
    Form(named): Form<Named>,
) -> Result<HttpResponse, PageError> {
    let id = ViewId(*view);
    let done = saved_views::rename(&services, &me.user, id, &named.name).await;
    answered(&me, &services, id, Some(named.name), done).await
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Replaced {
    filters: String,
}

async fn replace(
    me: SignedIn,
    services: Data<Services>,
    view: Path<i64>,
    Form(replaced): Form<Replaced>,
) -> Result<HttpResponse, PageError> {
    let id = ViewId(*view);
    let address = QueueAddress::read(&replaced.filters).address;
    let done = saved_views::replace(&services, &me.user, id, &address.filters_text()).await;
    if done.is_ok() {
        return Ok(see_other(&with_view(address, id).href()));
    }
    answered(&me, &services, id, None, done).await
}

async fn remove(
    me: SignedIn,
    services: Data<Services>,
    view: Path<i64>,
    _button: Form<super::form::Button>,
) -> Result<HttpResponse, PageError> {
    let id = ViewId(*view);
    let done = saved_views::remove(&services, &me.user, id).await;
    answered(&me, &services, id, None, done).await
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Opens {
    /// Empty: with everything.
    view: String,
}

async fn open_with(
    me: SignedIn,
    services: Data<Services>,
    Form(opens): Form<Opens>,
) -> Result<HttpResponse, PageError> {
    let view = match opens.view.as_str() {
        "" => None,
        text => Some(ViewId(text.parse().map_err(|_| PageError::Malformed)?)),
    };
    saved_views::open_with(&services, &me.user, view).await?;
    Ok(see_other(&view.map_or_else(
        || "/views".to_owned(),
        super::queue::saved::manage_href,
    )))
}

/// Back to the list; or the list with what stands against it, and the name as it was typed.
async fn answered(
    me: &SignedIn,
    services: &Services,
    id: ViewId,
    typed: Option<String>,
    done: Answer<(), ViewRefused>,
) -> Result<HttpResponse, PageError> {
    let Err(error) = done else {
        return Ok(see_other(&super::queue::saved::manage_href(id)));
    };
    let refused = Refused {
        id,
        typed,
        why: words::refused(&error.refusal()?),
    };
    let page = list::page(me, services, Some(refused)).await?;
    page.respond_with(StatusCode::UNPROCESSABLE_ENTITY)
}

#[cfg(test)]
pub(super) fn samples(ctx: &super::ctx::Ctx) -> Vec<super::page::Sample> {
    let mut all = list::samples(ctx);
    all.extend(new::samples(ctx));
    all
}
