//! All that is kept of one operation, in one file that can be verified without this program.
//!
//! Payloads are in it as the person sees them on pages: where marks stand in the place of personal values, the list of
//! documents says so, for such a document does not give the digest that the history tells.

mod bundle;
mod zipped;

pub use bundle::{Bundle, begin};
pub use zipped::BundleError;

use crate::domain::ids::{CaseId, HistoryNumber, InstructionId, OperationId, OperationKey};
use crate::domain::json::digest;
use crate::domain::people::{Action, allows};
use crate::domain::time::Timestamp;
use crate::service::masking::{Document as Is, Look, Masked, Together, look};
use crate::service::names::{Names, of_evidence};
use crate::service::{Answer, Person, ServiceError, Services};
use crate::store::contents::ContentRow;
use crate::store::history::{self, EntryRow};
use crate::store::reports::{self, ReportHead, ReportRow};
use crate::store::{cases, contents, decisions, operations};
use serde::Serialize;
use serde_json::{Value, json};
use std::convert::Infallible;

pub use decisions::DecisionRow;

/// So many entries of the operation's history stand on the page, the latest ones; and so many reports are named there.
pub const MOST_ON_PAGE: usize = 1_000;

/// A document of the operation, as the person sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its path in the file.
    pub name: String,
    pub what: What,
    /// The digest of the document as it is stored, by its canonical text, where the history or the facts tell it.
    pub digest: Option<String>,
    /// Whether marks stand in it, so that it does not give that digest.
    pub has_marks: bool,
    /// What else there is to say of it, for programs.
    pub about: Value,
    /// Empty if retention took it away.
    pub text: String,
}

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The page that people read.
    Page,
    /// All that is known today.
    Facts,
    Payload,
    Report,
    FactsAsSeen,
    Order,
}

/// What there is of the operation, but for its reports and its whole history, of which there may be many.
#[derive(Debug)]
pub struct Evidence {
    pub case: CaseId,
    pub operation: OperationId,
    pub key: OperationKey,
    pub title: String,
    /// When it was read.
    pub at: Timestamp,
    pub documents: Vec<Document>,
    /// The oldest first.
    pub decisions: Vec<DecisionRow>,
    /// The oldest first.
    pub reports: Vec<ReportHead>,
    /// Its latest entries of the history, the oldest first.
    pub history: Vec<EntryRow>,
    /// Whether it has entries before those.
    pub has_earlier: bool,
    pub names: Names,
    pub masked: Masked,
    first: HistoryNumber,
    /// How its reports are to be seen.
    together: Together<'static>,
}

/// Reads what there is of the operation of a case.
///
/// # Errors
/// If there is no such case, the person may not export, or the database fails.
pub async fn gather(
    services: &Services,
    person: &Person,
    case: CaseId,
) -> Answer<Evidence, Infallible> {
    if !allows(person.role, Action::Export) {
        return Err(ServiceError::NotAllowed);
    }
    let at = services.now();
    let mut db = services.db.read().await?;
    let row = cases::get(&mut db, case).await?;
    let row = row.ok_or(ServiceError::NotFound)?;
    let look = look(services, &mut db, person, &row).await?;
    let id = row.origin.operation_id;
    let limit = i64::try_from(MOST_ON_PAGE).unwrap_or(i64::MAX);
    let mut history = history::of_operation(&mut db, id, None, limit).await?;
    history.reverse();
    let first = history::first_of_operation(&mut db, id).await?;
    let first = first.unwrap_or(HistoryNumber(1));
    let mut decided = decisions::of_operation(&mut db, id).await?;
    decided.reverse();
    let mut reports = reports::heads_of_operation(&mut db, id, limit).await?;
    reports.reverse();
    let facts = operations::get(&mut db, id).await?.map(|row| row.facts);
    let contents = contents::of_operation(&mut db, id).await?;
    let masked = look.masked;
    let (documents, together) = covered(look, facts, contents, &decided)?;
    Ok(Evidence {
        names: of_evidence(&mut db, &history, &decided).await?,
        case,
        operation: id,
        key: row.origin.operation_key,
        title: row.details.title,
        at,
        documents,
        decisions: decided,
        reports,
        has_earlier: history.first().is_some_and(|row| row.number > first.0),
        history,
        masked,
        first,
        together,
    })
}

/// Every document but the reports, as the person sees it.
fn covered(
    look: Look,
    facts: Option<String>,
    contents: Vec<ContentRow>,
    decided: &[DecisionRow],
) -> serde_json::Result<(Vec<Document>, Together<'static>)> {
    let mut together = look.into_together();
    // Facts name payloads by their digests, and hold none.
    let mut all: Vec<Document> = facts.into_iter().map(facts_as_they_stand).collect();
    for row in contents {
        all.push(of_content(row, &mut together)?);
    }
    for row in decided {
        all.push(facts_as_seen(row));
        all.push(ordered(row, &mut together)?);
    }
    Ok((all, together))
}

impl Document {
    fn plain(name: String, what: What, text: String) -> Self {
        let (digest, has_marks, about) = (None, false, Value::Null);
        Self {
            name,
            what,
            digest,
            has_marks,
            about,
            text,
        }
    }

    /// The page that people read.
    pub fn page(text: String) -> Self {
        Self::plain("index.html".to_owned(), What::Page, text)
    }
}

fn facts_as_they_stand(text: String) -> Document {
    Document::plain("facts.json".to_owned(), What::Facts, text)
}

fn of_content(row: ContentRow, together: &mut Together<'_>) -> serde_json::Result<Document> {
    let seen = together.text(row.payload, Is::Payload)?;
    let (_, hex) = row.digest.split_once(':').unwrap_or(("", &row.digest));
    Ok(Document {
        name: format!("payloads/{hex}.json"),
        what: What::Payload,
        has_marks: seen.has_marks,
        about: json!({"arrived_at": row.arrived_at.to_string()}),
        text: seen.text,
        digest: Some(row.digest),
    })
}

fn of_report(row: ReportRow, together: &mut Together<'_>) -> serde_json::Result<Document> {
    let seen = together.text(row.document, Is::Report)?;
    Ok(Document {
        name: report_name(row.id),
        what: What::Report,
        digest: Some(row.digest),
        has_marks: seen.has_marks,
        about: json!({"report_id": row.report_id.as_str(), "arrived_at": row.arrived_at.to_string()}),
        text: seen.text,
    })
}

/// The path of a report in the file.
pub fn report_name(id: i64) -> String {
    format!("reports/{id}.json")
}

fn facts_as_seen(row: &DecisionRow) -> Document {
    Document {
        name: format!("decisions/{}/facts-as-seen.json", row.id),
        what: What::FactsAsSeen,
        digest: Some(row.facts_digest.clone()),
        has_marks: false,
        about: json!({"decision": row.id}),
        text: row.facts_as_seen.clone(),
    }
}

fn ordered(row: &DecisionRow, together: &mut Together<'_>) -> serde_json::Result<Document> {
    let digest = digest(&serde_json::from_str(&row.document)?);
    let seen = together.order(row.document.clone())?;
    let instruction = row.instruction_id.as_ref().map(InstructionId::as_str);
    Ok(Document {
        name: format!("decisions/{}/order.json", row.id),
        what: What::Order,
        digest: Some(digest),
        has_marks: seen.has_marks,
        about: json!({"decision": row.id, "instruction": instruction}),
        text: seen.text,
    })
}
