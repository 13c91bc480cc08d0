//! Sessions of browsers: from the cookie to the person, and back to the cookie.
//!
//! The middleware stands around pages only. It reads the session once for a request, and writes it when something in it changed;
//! that somebody is still there is written once a minute at most.

use super::Web;
use super::error::PageError;
use super::live;
use crate::domain::ids::UserId;
use crate::domain::people::User;
use crate::domain::time::Timestamp;
use crate::service::menu::{self, MenuCounts};
use crate::service::sessions::USER;
use crate::service::{IdSource, Services, people};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::Payload;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, web};
use std::future::{Ready, ready};
use std::sync::Arc;
use std::time::Duration;
use time::OffsetDateTime;
use tower_sessions::session::Id;
use tower_sessions::{Expiry, Session, SessionStore};

/// A session ends when nobody was there for so long.
pub const IDLE: Duration = Duration::from_secs(2 * 60 * 60);
/// Nobody stays signed in longer than this, however busy.
pub const ABSOLUTE: Duration = Duration::from_secs(12 * 60 * 60);
/// A visitor who has not signed in has a session for the sign-in form only.
const UNKNOWN_VISITOR: Duration = Duration::from_secs(60 * 60);
/// The idle limit is moved at most this often, so that a page view is no write.
const TOUCH_EVERY: Duration = Duration::from_secs(60);

/// The header of requests that a page makes by itself: they are no sign that somebody is there. The stream of hints, which
/// browsers open again by themselves, cannot carry it.
const BY_ITSELF: &str = "x-by-itself";

const TOKEN: &str = "token";
const BORN: &str = "born";
const SEEN: &str = "seen";

/// Who is behind a request. The middleware puts it among the request's extensions.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub session: Session,
    pub user: Option<Arc<User>>,
    /// The token that the session's forms carry; `None` until a form is shown.
    pub token: Option<String>,
    /// For the main menu of whoever is signed in.
    pub counts: Option<MenuCounts>,
}

/// Wraps the pages: finds who asks, and keeps what changed in their session.
pub async fn middleware(
    web: web::Data<Web>,
    services: web::Data<Services>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let now = services.now();
    let cookie = request.cookie(web.cookie_name());
    let id = cookie.as_ref().and_then(|c| c.value().parse::<Id>().ok());
    let session = Session::new(id, web.sessions.clone(), None);
    let by_itself = request.headers().contains_key(BY_ITSELF) || request.path() == live::PATH;
    match visitor(&session, &services, now, by_itself).await {
        Ok(visitor) => request.extensions_mut().insert(visitor),
        Err(error) => return Ok(request.error_response(error)),
    };
    let mut response = next.call(request).await?.map_into_boxed_body();
    if let Err(error) = settle(&web, &session, now, cookie.is_some(), &mut response).await {
        let (request, _) = response.into_parts();
        return Ok(ServiceResponse::from_err(error, request));
    }
    Ok(response)
}

async fn visitor(
    session: &Session,
    services: &Services,
    now: Timestamp,
    by_itself: bool,
) -> Result<Visitor, PageError> {
    end_or_touch(session, now, by_itself).await?;
    let user = match session.get::<i64>(USER).await? {
        Some(id) => people::active_user(services, UserId(id)).await?,
        None => None,
    };
    if user.is_none() && session.get::<i64>(USER).await?.is_some() {
        session.flush().await?;
    }
    let counts = match &user {
        Some(user) => Some(menu::counts(services, user).await?),
        None => None,
    };
    Ok(Visitor {
        session: session.clone(),
        token: session.get(TOKEN).await?,
        counts,
        user: user.map(Arc::new),
    })
}

/// Ends a session that is too old, and notes that this one is in use. A [`Session`] does not tell its record's age, so two
/// times stand in its data.
async fn end_or_touch(session: &Session, now: Timestamp, by_itself: bool) -> Result<(), PageError> {
    let seen: Option<i64> = session.get(SEEN).await?;
    let born: Option<i64> = session.get(BORN).await?;
    let (Some(seen), Some(born)) = (seen, born) else {
        return Ok(());
    };
    if now.since(Timestamp(born)) >= ABSOLUTE {
        session.flush().await?;
    } else if !by_itself && now.since(Timestamp(seen)) >= TOUCH_EVERY {
        session.insert(SEEN, now.0).await?;
    }
    Ok(())
}

/// Writes a session that changed, and tells the browser what it is called now.
async fn settle(
    web: &Web,
    session: &Session,
    now: Timestamp,
    presented: bool,
    response: &mut ServiceResponse<BoxBody>,
) -> Result<(), PageError> {
    if session.is_empty().await {
        // Signed out, expired, or never there: take a stale cookie back.
        if presented {
            let gone = cookie(web, String::new(), Duration::ZERO);
            add(response, &gone)?;
        }
    } else if session.is_modified() && !response.status().is_server_error() {
        let ends = ending(session, now).await?;
        session.set_expiry(Some(Expiry::AtDateTime(calendar(ends)?)));
        session.save().await?;
        if let Some(id) = session.id() {
            let renewed = cookie(web, id.to_string(), ends.since(now));
            add(response, &renewed)?;
        }
    }
    Ok(())
}

fn add(response: &mut ServiceResponse<BoxBody>, cookie: &Cookie<'_>) -> Result<(), PageError> {
    response
        .response_mut()
        .add_cookie(cookie)
        .map_err(PageError::internal)
}

async fn ending(session: &Session, now: Timestamp) -> Result<Timestamp, PageError> {
    if session.get::<i64>(USER).await?.is_none() {
        return Ok(now.plus(UNKNOWN_VISITOR));
    }
    let born = session.get(BORN).await?.map_or(now, Timestamp);
    Ok(now.plus(IDLE).min(born.plus(ABSOLUTE)))
}

fn calendar(at: Timestamp) -> Result<OffsetDateTime, PageError> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.0) * 1000).map_err(PageError::internal)
}

fn cookie(web: &Web, value: String, max_age: Duration) -> Cookie<'static> {
    let seconds = i64::try_from(max_age.as_secs()).unwrap_or(i64::MAX);
    Cookie::build(web.cookie_name(), value)
        .path("/")
        .http_only(true)
        .secure(web.secure_cookies)
        .same_site(SameSite::Lax)
        .max_age(actix_web::cookie::time::Duration::seconds(seconds))
        .finish()
}

impl Visitor {
    /// Whether the session still stands, as the database has it now.
    pub async fn is_still_there(&self, web: &Web) -> bool {
        let Some(id) = self.session.id() else {
            return false;
        };
        let record = web.sessions.load(&id).await;
        matches!(record, Ok(Some(record)) if record.data.contains_key(USER))
    }

    /// The token for the forms of this session; a session begins with it.
    ///
    /// # Errors
    /// If the session cannot be read.
    pub async fn form_token(&self, ids: &IdSource) -> Result<String, PageError> {
        if let Some(token) = &self.token {
            return Ok(token.clone());
        }
        let token = ids.token();
        self.session.insert(TOKEN, &token).await?;
        Ok(token)
    }

    /// From here on the session is this person's. Its name and its token are new: whatever the browser had before is dead.
    ///
    /// # Errors
    /// If the session cannot be changed.
    pub async fn sign_in(&self, user: &User, services: &Services) -> Result<(), PageError> {
        let now = services.now();
        self.session.cycle_id().await?;
        self.session.clear().await;
        self.session.insert(USER, user.id.0).await?;
        self.session.insert(TOKEN, services.ids.token()).await?;
        self.session.insert(BORN, now.0).await?;
        self.session.insert(SEEN, now.0).await?;
        Ok(())
    }
}

impl FromRequest for Visitor {
    type Error = PageError;
    type Future = Ready<Result<Self, PageError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let visitor = request.extensions().get::<Self>().cloned();
        ready(visitor.ok_or(PageError::NoSession))
    }
}
