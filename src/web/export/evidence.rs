//! All of one operation in one file: the button, and the page in it that people read.

use crate::domain::ids::CaseId;
use crate::domain::people::Role;
use crate::domain::time::Timestamp;
use crate::service::Services;
use crate::service::export::evidence::{
    self, Bundle, DecisionRow, Evidence, MOST_ON_PAGE, What, report_name,
};
use crate::service::names::Names;
use crate::web::back::Back;
use crate::web::case::history::{Entry, History};
use crate::web::ctx::{Ctx, SignedIn};
use crate::web::error::PageError;
use crate::web::filters::{self, READER};
use crate::web::form::{Button, Form};
use crate::web::i18n::{Msg, msg};
use crate::web::words;
use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Bytes, Data, Path};
use askama::Template;
use futures_util::stream::try_unfold;
use std::any::Any;

/// The page in the file. It stands alone: nothing is fetched for it, and it has no script.
#[derive(Debug, Template)]
#[template(path = "export/evidence.html")]
pub struct EvidencePage {
    pub ctx: Ctx,
    pub title: String,
    pub key: String,
    pub case: CaseId,
    pub at: String,
    pub decisions: Vec<Made>,
    pub history: Vec<Told>,
    /// The history has more than stands on the page.
    pub has_earlier: bool,
    /// Marks stand in the place of personal values.
    pub is_masked: bool,
    pub files: Vec<FileNamed>,
    /// There are more reports than the page names.
    pub has_more_files: bool,
}

/// A file beside the page.
#[derive(Debug)]
pub struct FileNamed {
    pub name: String,
    pub what: Msg,
}

/// A decision.
#[derive(Debug)]
pub struct Made {
    pub id: i64,
    pub meant: Msg,
    pub state: Msg,
    pub by: String,
    pub role: Option<Msg>,
    pub at: String,
    pub version: i64,
    pub reason_code: String,
    pub justification: String,
    pub facts_digest: String,
    /// Who answered the proposal, when, and with which words.
    pub answer: Option<(String, String, String)>,
    /// Where its documents are.
    pub files: String,
}

/// An entry of the history.
#[derive(Debug)]
pub struct Told {
    pub entry: Entry,
    /// In UTC.
    pub at: String,
}

impl EvidencePage {
    /// The page as text, in its reader's language.
    fn html(&self) -> Result<String, PageError> {
        let reader: &dyn Any = &self.ctx.reader;
        Ok(self.render_with_values(&(READER, reader))?)
    }

    /// Makes the page.
    pub fn of(ctx: Ctx, evidence: &Evidence) -> Self {
        let (names, back) = (&evidence.names, Back::read(None));
        Self {
            title: evidence.title.clone(),
            key: evidence.key.as_str().to_owned(),
            case: evidence.case,
            at: evidence.at.to_string(),
            decisions: (evidence.decisions.iter())
                .map(|row| Made::of(row, names))
                .collect(),
            history: (evidence.history.iter())
                .map(|row| Told {
                    entry: History::one(row, names, &back),
                    at: Timestamp(row.at).to_string(),
                })
                .collect(),
            has_earlier: evidence.has_earlier,
            is_masked: evidence.masked.is_hidden(),
            files: files(evidence),
            has_more_files: evidence.reports.len() == MOST_ON_PAGE,
            ctx,
        }
    }
}

impl Made {
    fn of(row: &DecisionRow, names: &Names) -> Self {
        let answer = row.answered_name.as_deref().map(|by| {
            let at = row.answered_at.map(|at| at.to_string());
            let words = row.answer_words.clone();
            (
                names.of(by),
                at.unwrap_or_default(),
                words.unwrap_or_default(),
            )
        });
        Self {
            id: row.id,
            meant: words::decision_kind(row.kind),
            state: words::decision_state(row.state),
            by: names.of(&row.by_name),
            role: row.role.parse::<Role>().ok().map(words::role),
            at: row.decided_at.to_string(),
            version: row.case_version.0,
            reason_code: row.reason_code.clone(),
            justification: row.justification.clone(),
            facts_digest: row.facts_digest.clone(),
            answer,
            files: format!("decisions/{}/", row.id),
        }
    }
}

/// What the page leads to, with reports among it that were sent over the time.
fn files(evidence: &Evidence) -> Vec<FileNamed> {
    let documents = evidence.documents.iter().map(|document| FileNamed {
        name: document.name.clone(),
        what: match document.what {
            What::Facts => msg!("evidence-facts"),
            What::Payload => msg!("evidence-payload"),
            What::FactsAsSeen => msg!("evidence-seen"),
            What::Order => msg!("evidence-order"),
            What::Report | What::Page => msg!("evidence-report"),
        },
    });
    let reports = evidence.reports.iter().map(|head| FileNamed {
        name: report_name(head.id),
        what: msg!("evidence-report"),
    });
    let others = [
        ("history.jsonl", msg!("evidence-all-history")),
        ("anchors.jsonl", msg!("evidence-anchors")),
        ("manifest.json", msg!("evidence-manifest")),
    ];
    let others = others.into_iter().map(|(name, what)| FileNamed {
        name: name.to_owned(),
        what,
    });
    documents.chain(reports).chain(others).collect()
}

/// Where the button of a case leads, for those who may.
pub fn href(ctx: &Ctx, case: CaseId) -> Option<String> {
    super::is_offered(ctx).then(|| format!("/export/evidence/{case}"))
}

pub async fn send(
    me: SignedIn,
    services: Data<Services>,
    case: Path<i64>,
    _button: Form<Button>,
) -> Result<HttpResponse, PageError> {
    let person = me.person();
    let evidence = evidence::gather(&services, &person, CaseId(*case)).await?;
    let page = EvidencePage::of(me.ctx, &evidence).html()?;
    let bundle = evidence::begin(&services, &person, evidence, page).await?;
    Ok(file(services, bundle))
}

fn file(services: Data<Services>, bundle: Bundle) -> HttpResponse {
    let name = format!("attachment; filename=\"{}\"", bundle.file_name());
    let parts = try_unfold((services, bundle), |(services, mut bundle)| async move {
        let part = bundle.next(&services).await;
        let part = part.inspect_err(|error| tracing::error!("an export was cut: {error}"))?;
        let part = part.map(|bytes| (Bytes::from(bytes), (services, bundle)));
        Ok::<_, evidence::BundleError>(part)
    });
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, name))
        .streaming(parts)
}
