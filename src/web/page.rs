//! From a page struct to an answer.

use super::ctx::Ctx;
use super::error::PageError;
use super::filters::READER;
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{ContentType, LOCATION};
use askama::DynTemplate;
use std::any::Any;

/// A page: a struct with a template, and its surroundings in a field `ctx`.
pub trait Page: DynTemplate {
    /// The page's surroundings.
    fn ctx(&self) -> &Ctx;

    /// The page as text, in its reader's language.
    ///
    /// # Errors
    /// If the template fails.
    fn html(&self) -> Result<String, PageError> {
        let reader: &dyn Any = &self.ctx().reader;
        Ok(self.dyn_render_with_values(&(READER, reader))?)
    }

    /// The page as an answer that says "here it is".
    ///
    /// # Errors
    /// If the template fails.
    fn respond(&self) -> Result<HttpResponse, PageError> {
        self.respond_with(StatusCode::OK)
    }

    /// The page as an answer with another status: 422 for a form with errors, 409 for one that came too late.
    ///
    /// # Errors
    /// If the template fails.
    fn respond_with(&self, status: StatusCode) -> Result<HttpResponse, PageError> {
        Ok(HttpResponse::build(status)
            .insert_header(ContentType::html())
            .body(self.html()?))
    }
}

/// "Done; see there": the answer to a form that was carried out.
pub fn see_other(path: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((LOCATION, path))
        .finish()
}

/// A page as it may look, for the test of all pages.
#[cfg(test)]
pub struct Sample {
    /// The name of the page's type, with its path.
    pub of: &'static str,
    pub page: Box<dyn Page>,
}

#[cfg(test)]
impl Sample {
    pub fn new<P: Page + 'static>(page: P) -> Self {
        Self {
            of: std::any::type_name::<P>(),
            page: Box::new(page),
        }
    }
}
