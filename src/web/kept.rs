//! A form that arrived after its session had ended is not lost: it travels through the sign-in and stands in the page again,
//! as the person's draft if it is one of a case.
//!
//! Nothing of it is carried out by that; the person sends it once more.

use super::case::draft::form_path;
use super::error::PageError;
use super::follow_ups;
use super::return_path::ReturnPath;
use crate::domain::draft::{DraftForm, Fields};
use crate::domain::ids::{CaseId, FollowUpId};
use crate::domain::people::User;
use crate::service::{Answer, Person, ServiceError, Services, drafts};
use actix_web::HttpRequest;
use actix_web::http::header::{HOST, REFERER};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use tower_sessions::Session;

const KEPT: &str = "kept";

/// A form's fields, and the page they were written on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    page: String,
    /// As the browser sent them, without token and password.
    fields: String,
}

impl Kept {
    /// The fields that were written on `page`. `None` if there is nothing worth keeping.
    fn new(page: &ReturnPath, fields: &str) -> Option<Self> {
        let fields = without_secrets(fields)?;
        let page = page.path().to_owned();
        Some(Self { page, fields })
    }

    /// Leaves the form with the session, for the page it belongs to.
    ///
    /// # Errors
    /// If the session cannot be changed.
    async fn leave(self, session: &Session) -> Result<(), PageError> {
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

/// Fields as a browser sends them, without the token and without passwords. `None` if there is nothing worth keeping.
pub fn without_secrets(fields: &str) -> Option<String> {
    let mut written: Vec<(String, String)> = serde_html_form::from_str(fields).ok()?;
    written.retain(|(name, _)| name != super::form::TOKEN && !name.contains("password"));
    if written.is_empty() {
        return None;
    }
    serde_html_form::to_string(written).ok()
}

/// A form that was not carried out.
#[derive(Debug, Clone, Copy)]
pub struct Unsent<'a> {
    /// The page on which it was written.
    pub page: &'a ReturnPath,
    /// The path to which it was sent.
    pub sent_to: &'a str,
    /// As the browser sent them.
    pub fields: &'a str,
}

impl Unsent<'_> {
    /// Keeps it for whoever is signed in now: as a draft if it is a form of a case, with the session otherwise.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn keep(
        self,
        services: &Services,
        session: &Session,
        user: Option<&User>,
    ) -> Result<(), PageError> {
        if let (Some(user), Some(place)) = (user, draft_place(self.sent_to)) {
            let Ok(fields) = serde_html_form::from_str(self.fields) else {
                return Ok(());
            };
            return match place.keep(services, &Person::of(user), &fields).await {
                Ok(()) | Err(ServiceError::NotFound | ServiceError::NotAllowed) => Ok(()),
                Err(error) => Err(error.into()),
            };
        }
        match Kept::new(self.page, self.fields) {
            Some(kept) => kept.leave(session).await,
            None => Ok(()),
        }
    }
}

/// What a form was written for, where its text is kept as a draft.
enum DraftPlace {
    Case(CaseId, DraftForm),
    FollowUp(FollowUpId),
}

impl DraftPlace {
    async fn keep(
        self,
        services: &Services,
        person: &Person,
        fields: &Fields,
    ) -> Answer<(), Infallible> {
        let (case, form) = match self {
            Self::Case(case, form) => (case, form),
            Self::FollowUp(id) => {
                let case = drafts::case_of(services, person, id).await?;
                (case, DraftForm::Settle(id))
            }
        };
        drafts::keep(services, person, case, form, fields).await?;
        Ok(())
    }
}

/// What a form that was sent to a path was written for.
fn draft_place(path: &str) -> Option<DraftPlace> {
    let follow_up = path.strip_prefix(follow_ups::PATH);
    if let Some(id) = follow_up.and_then(|rest| rest.strip_prefix('/')) {
        return Some(DraftPlace::FollowUp(FollowUpId(id.parse().ok()?)));
    }
    case_form(path).map(|(case, form)| DraftPlace::Case(case, form))
}

/// The case and the form of it that are at a path: `/cases/7/resume`, `/cases/7/desk/wait`.
fn case_form(path: &str) -> Option<(CaseId, DraftForm)> {
    let mut parts = path.strip_prefix("/cases/")?.split('/');
    let case = parts.next()?.parse().ok()?;
    Some((CaseId(case), parts.find_map(DraftForm::parse)?))
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
        .map(|page| form_page(&page).unwrap_or(page))
        .unwrap_or_default()
}

/// The page of a case's form, for a path that only takes forms.
fn form_page(page: &ReturnPath) -> Option<ReturnPath> {
    let (case, form) = case_form(page.path())?;
    let path = match form_path(form) {
        Some(form) => format!("/cases/{case}/{form}"),
        None => format!("/cases/{case}"),
    };
    let (_, query) = page.as_str().split_once('?').unwrap_or_default();
    let separator = if query.is_empty() { "" } else { "?" };
    ReturnPath::parse(&format!("{path}{separator}{query}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_of_a_case_is_known_by_its_path() {
        let wait = Some((CaseId(7), DraftForm::Wait));
        assert_eq!(case_form("/cases/7/desk/wait"), wait);
        let resume = Some((CaseId(7), DraftForm::Resume));
        assert_eq!(case_form("/cases/7/resume/again"), resume);
        let answer = Some((CaseId(7), DraftForm::Approve));
        assert_eq!(case_form("/cases/7/approval"), answer);
        assert_eq!(case_form("/cases/7/claim"), None);
        assert_eq!(case_form("/settings"), None);
        let page = |path: &str| form_page(&ReturnPath::parse(path).unwrap());
        let resume = ReturnPath::parse("/cases/7/resume?back=/").unwrap();
        assert_eq!(page("/cases/7/resume/again?back=/"), Some(resume));
        let case = ReturnPath::parse("/cases/7").unwrap();
        assert_eq!(page("/cases/7/checks"), Some(case));
    }

    #[test]
    fn no_secret_is_kept() {
        let kept = without_secrets("token=t&words=a%26b&password=x&new_password=y");
        assert_eq!(kept.as_deref(), Some("words=a%26b"));
        assert_eq!(without_secrets("token=t"), None);
    }
}
