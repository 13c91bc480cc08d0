//! A form that arrived after its session had ended is not lost: it travels through the sign-in and stands in the page again.
//!
//! Nothing of it is carried out by that; the person sends it once more.

use super::error::PageError;
use super::return_path::ReturnPath;
use actix_web::HttpRequest;
use actix_web::http::header::{HOST, REFERER};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tower_sessions::Session;

const KEPT: &str = "kept";

/// A form's fields, and the page they were written on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    page: String,
    /// As the browser sent them, without the token.
    fields: String,
}

impl Kept {
    /// The fields that were written on `page`. `None` if there is nothing worth keeping.
    pub fn new(page: &ReturnPath, fields: &str) -> Option<Self> {
        let written: Vec<(String, String)> = serde_html_form::from_str(fields).ok()?;
        let mut kept = written
            .iter()
            .filter(|(name, _)| name != super::form::TOKEN);
        kept.clone().next()?;
        let fields = serde_html_form::to_string(kept.by_ref().collect::<Vec<_>>()).ok()?;
        let page = page.path().to_owned();
        Some(Self { page, fields })
    }

    /// Leaves the form with the session, for the page it belongs to.
    ///
    /// # Errors
    /// If the session cannot be changed.
    pub async fn leave(self, session: &Session) -> Result<(), PageError> {
        Ok(session.insert(KEPT, self).await?)
    }

    /// Takes the form back if it was written on the page at `path`.
    pub(super) async fn take<T: DeserializeOwned>(
        session: &Session,
        path: &str,
    ) -> Result<Option<T>, PageError> {
        let kept: Option<Self> = session.get(KEPT).await?;
        let page = path.split('?').next().unwrap_or(path);
        let Some(kept) = kept.filter(|kept| kept.page == page) else {
            return Ok(None);
        };
        session.remove_value(KEPT).await?;
        Ok(serde_html_form::from_str(&kept.fields).ok())
    }
}

/// The page whose form was sent with this request: the one it says it came from, else its own path.
pub fn page_of_form(request: &HttpRequest) -> ReturnPath {
    let header = |name| request.headers().get(name).and_then(|h| h.to_str().ok());
    let from_page = header(REFERER).zip(header(HOST)).and_then(|(from, host)| {
        let (_, rest) = from.split_once("://")?;
        ReturnPath::parse(rest.strip_prefix(host)?)
    });
    from_page
        .or_else(|| ReturnPath::parse(request.path()))
        .unwrap_or_default()
}
