//! What every page knows about its request: the reader, who they are, and what stands around the page.

use super::Web;
use super::assets::{Assets, assets};
use super::error::PageError;
use super::i18n::{Msg, Reader, negotiate};
use super::kept::Kept;
use super::session::Visitor;
use super::time;
use crate::domain::people::{Action, Language, Theme, User, allows};
use crate::domain::time::Timestamp;
use crate::service::menu::MenuCounts;
use crate::service::{Person, Services};
use actix_web::dev::Payload;
use actix_web::http::header::ACCEPT_LANGUAGE;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use serde::de::DeserializeOwned;
use std::future::{Ready, ready};
use std::sync::Arc;
use tracing_actix_web::RequestId;

/// The surroundings of a page; each page struct has one as `ctx`.
#[derive(Debug, Clone)]
pub struct Ctx {
    pub reader: Reader,
    pub theme: Theme,
    /// Who is signed in, if anybody is.
    pub user: Option<Arc<User>>,
    /// The token for hidden fields of forms: `{{ ctx.token }}`.
    pub token: String,
    pub assets: &'static Assets,
    /// Path and query of this page.
    pub path: String,
    pub request_id: String,
    /// For the main menu; `None` for strangers.
    pub counts: Option<MenuCounts>,
    /// Whether a copy is shown, in which nothing can be changed.
    pub is_copy: bool,
}

impl Ctx {
    /// The surroundings of a request. Without the middlewares of pages around it, those of a stranger.
    pub fn of(request: &HttpRequest) -> Self {
        let extensions = request.extensions();
        let visitor = extensions.get::<Visitor>();
        let user = visitor.and_then(|v| v.user.clone());
        let preferences = user.as_ref().map(|u| u.preferences).unwrap_or_default();
        let web = request.app_data::<web::Data<Web>>();
        let zone = web.map(|web| web.time_zone);
        let now = request.app_data::<web::Data<Services>>();
        Self {
            reader: Reader {
                language: preferences.language.unwrap_or_else(|| browser(request)),
                zone: preferences.time_zone.or(zone).unwrap_or(chrono_tz::UTC),
                now: now.map_or(Timestamp(0), |s| s.now()),
            },
            theme: preferences.theme,
            user,
            token: visitor.and_then(|v| v.token.clone()).unwrap_or_default(),
            assets: assets(),
            path: request.uri().to_string(),
            request_id: (extensions.get::<RequestId>())
                .map_or_else(String::new, RequestId::to_string),
            counts: visitor.and_then(|v| v.counts),
            is_copy: web.is_some_and(|web| web.is_copy),
        }
    }

    /// Whether the person who is signed in may do this on any case.
    pub fn may(&self, action: Action) -> bool {
        self.user.as_ref().is_some_and(|u| allows(u.role, action))
    }

    /// The `lang` attribute.
    pub const fn lang(&self) -> &'static str {
        self.reader.language.as_str()
    }

    /// The `data-theme` attribute; none leaves it to the reader's system.
    pub const fn chosen_theme(&self) -> Option<&'static str> {
        match self.theme {
            Theme::System => None,
            theme @ (Theme::Light | Theme::Dark) => Some(theme.as_str()),
        }
    }

    /// How far the history had come when this page was made.
    pub fn number(&self) -> i64 {
        self.counts.map_or(0, |counts| counts.number.0)
    }

    /// The name of the time zone that the page's times are in.
    pub fn zone(&self) -> Msg {
        time::zone(&self.reader)
    }

    /// When the page was made, for the foot of a printed one: "1 Dec 2026, 08:00:00 (UTC+3)".
    pub fn moment(&self) -> Msg {
        time::moment(&self.reader)
    }

    /// This program's version.
    pub const fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }
}

fn browser(request: &HttpRequest) -> Language {
    let header = request.headers().get(ACCEPT_LANGUAGE);
    negotiate(header.and_then(|h| h.to_str().ok()).unwrap_or_default())
}

impl FromRequest for Ctx {
    type Error = PageError;
    type Future = Ready<Result<Self, PageError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self::of(request)))
    }
}

/// A request of somebody who is signed in. Handlers of pages take it.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub ctx: Ctx,
    pub user: Arc<User>,
    visitor: Visitor,
}

impl FromRequest for SignedIn {
    type Error = PageError;
    type Future = Ready<Result<Self, PageError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let visitor = request.extensions().get::<Visitor>().cloned();
        let signed_in = visitor.and_then(|visitor| {
            Some(Self {
                ctx: Ctx::of(request),
                user: visitor.user.clone()?,
                visitor,
            })
        });
        ready(signed_in.ok_or(PageError::SignInNeeded))
    }
}

impl SignedIn {
    /// Whether this person's session still stands, as the database has it now.
    pub async fn is_still_there(&self, web: &Web) -> bool {
        self.visitor.is_still_there(web).await
    }

    /// This person, as use cases know them.
    pub fn person(&self) -> Person {
        Person::of(&self.user)
    }

    /// What this person had written into this page's form when their session ended, once. The page shows it again.
    ///
    /// # Errors
    /// If the session cannot be read.
    pub async fn kept_form<T: DeserializeOwned>(&self) -> Result<Option<T>, PageError> {
        Kept::take(&self.visitor.session, &self.ctx.path).await
    }
}
