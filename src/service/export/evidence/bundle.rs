//! The file, part by part: the documents, the history up to the entry that tells of them, the anchors, and the list of it all.

use super::zipped::{BundleError, Zipped};
use super::{Document, Evidence, of_report};
use crate::domain::access::Access;
use crate::domain::digest::sha256_hex;
use crate::domain::history::EntryKind;
use crate::domain::history::anchor::SignedAnchor;
use crate::domain::ids::{CaseId, HistoryNumber, OperationId};
use crate::service::access::opened;
use crate::service::actor::Actor;
use crate::service::export::append;
use crate::service::masking::Together;
use crate::service::{Answer, Person, Services};
use crate::store::anchors::{self, AnchorRow};
use crate::store::history::{self, EntryRow, NewEntry};
use crate::store::{self, reports};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::convert::Infallible;

/// So many entries of the history, or anchors, are in memory at a time.
const PAGE: i64 = 1_000;
/// So many reports are.
const REPORTS: i64 = 20;

const HISTORY: &str = "history.jsonl";
const ANCHORS: &str = "anchors.jsonl";

/// A file being made.
pub struct Bundle {
    zipped: Option<Zipped>,
    maker: Maker,
    left: VecDeque<Document>,
    together: Together<'static>,
    /// The entry of the history that tells that it was begun.
    entry: HistoryNumber,
    /// The first entry that the file has.
    first: HistoryNumber,
    stage: Stage,
    documents: Vec<Value>,
    others: Vec<Value>,
}

/// Who makes it, and of what.
struct Maker {
    person: Person,
    case: CaseId,
    operation: OperationId,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    Documents,
    /// After the report of that number.
    Reports(i64),
    /// After the one entry, up to the other.
    History(HistoryNumber, HistoryNumber),
    /// After the anchor of that place, as far as the entry goes.
    Anchors(i64, HistoryNumber),
    End(HistoryNumber),
    Over,
}

/// Begins the file: it is recorded, and then read from [`Bundle::next`]. `page` is what people read in it.
///
/// # Errors
/// If the database fails.
pub async fn begin(
    services: &Services,
    person: &Person,
    evidence: Evidence,
    page: String,
) -> Answer<Bundle, Infallible> {
    let maker = Maker {
        person: person.clone(),
        case: evidence.case,
        operation: evidence.operation,
    };
    let told = json!({"what": "evidence", "form": "zip", "masked": evidence.masked.is_hidden()});
    let entry = maker.record(services, told).await?;
    let of = Some((evidence.case, evidence.key));
    opened(
        services,
        person,
        Access::export("evidence zip".to_owned(), of),
    )
    .await;
    let mut left = VecDeque::from(evidence.documents);
    left.push_front(Document::page(page));
    Ok(Bundle {
        zipped: Some(Zipped::new()),
        maker,
        left,
        together: evidence.together,
        entry,
        first: evidence.first,
        stage: Stage::Documents,
        documents: Vec::new(),
        others: Vec::new(),
    })
}

impl Maker {
    async fn record(&self, services: &Services, told: Value) -> store::Result<HistoryNumber> {
        let actor = Actor::Person(&self.person);
        let entry = NewEntry {
            case: Some(self.case),
            operation: Some(self.operation),
            ..actor.of_no_case(EntryKind::Exported, told, services.now())
        };
        append(services, entry).await
    }
}

impl Bundle {
    /// The next part of the file. `None` after the last.
    ///
    /// # Errors
    /// Then the file has no table of its contents, and no program opens it.
    pub async fn next(&mut self, services: &Services) -> Result<Option<Vec<u8>>, BundleError> {
        let Some(mut zipped) = self.zipped.take() else {
            return Ok(None);
        };
        self.stage = match self.stage {
            Stage::Documents => self.document(&mut zipped)?,
            Stage::Reports(after) => self.reports(services, &mut zipped, after).await?,
            Stage::History(after, until) => {
                self.history(services, &mut zipped, after, until).await?
            }
            Stage::Anchors(place, until) => {
                self.anchors(services, &mut zipped, place, until).await?
            }
            Stage::End(until) => self.manifest(&mut zipped, until)?,
            Stage::Over => return Ok(Some(zipped.end()?)),
        };
        let part = zipped.take();
        self.zipped = Some(zipped);
        Ok(Some(part))
    }

    /// What the file is best called.
    pub fn file_name(&self) -> String {
        format!("holdpoint-case-{}-{}.zip", self.maker.case, self.entry.0)
    }

    fn document(&mut self, zipped: &mut Zipped) -> Result<Stage, BundleError> {
        match self.left.pop_front() {
            Some(document) => {
                self.documents.push(written(zipped, document)?);
                Ok(Stage::Documents)
            }
            None => Ok(Stage::Reports(0)),
        }
    }

    /// After the last one the history tells of all documents, and of the digest of their list.
    async fn reports(
        &mut self,
        services: &Services,
        zipped: &mut Zipped,
        after: i64,
    ) -> Result<Stage, BundleError> {
        let mut db = services.db.read().await?;
        let page = reports::of_operation(&mut db, self.maker.operation, after, REPORTS).await?;
        drop(db);
        if let Some(last) = page.last() {
            let next = Stage::Reports(last.id);
            for row in page {
                let document = of_report(row, &mut self.together)?;
                self.documents.push(written(zipped, document)?);
            }
            return Ok(next);
        }
        let listed = sha256_hex(Value::from(self.documents.clone()).to_string());
        let told = json!({
            "what": "evidence", "ended": self.entry.0, "files": self.documents.len(), "documents": listed,
        });
        let until = self.maker.record(services, told).await?;
        zipped.begin(HISTORY)?;
        Ok(Stage::History(HistoryNumber(self.first.0 - 1), until))
    }

    async fn history(
        &mut self,
        services: &Services,
        zipped: &mut Zipped,
        after: HistoryNumber,
        until: HistoryNumber,
    ) -> Result<Stage, BundleError> {
        let mut db = services.db.read().await?;
        let rows = history::after(&mut db, after, PAGE.min(until.0 - after.0)).await?;
        drop(db);
        let Some(last) = rows.last() else {
            self.list(HISTORY, zipped);
            zipped.begin(ANCHORS)?;
            return Ok(Stage::Anchors(0, until));
        };
        for row in &rows {
            zipped.write(&line(row, self.maker.operation))?;
        }
        Ok(Stage::History(HistoryNumber(last.number), until))
    }

    /// Those of the entries that the file has, where the chain was signed.
    async fn anchors(
        &mut self,
        services: &Services,
        zipped: &mut Zipped,
        place: i64,
        until: HistoryNumber,
    ) -> Result<Stage, BundleError> {
        let mut db = services.db.read().await?;
        let page = anchors::after(&mut db, place, PAGE).await?;
        drop(db);
        let Some((last, _)) = page.last() else {
            self.list(ANCHORS, zipped);
            return Ok(Stage::End(until));
        };
        let next = Stage::Anchors(*last, until);
        let numbers = self.first.0..=until.0;
        for (_, row) in page {
            if numbers.contains(&row.number) {
                zipped.write(&format!("{}\n", signed(row).line()))?;
            }
        }
        Ok(next)
    }

    fn list(&mut self, name: &str, zipped: &Zipped) {
        let listed = json!({"name": name, "sha256": zipped.sha256()});
        self.others.push(listed);
    }

    fn manifest(
        &mut self,
        zipped: &mut Zipped,
        until: HistoryNumber,
    ) -> Result<Stage, BundleError> {
        let manifest = json!({
            "holdpoint": "evidence 1", "case": self.maker.case.0, "operation": self.maker.operation.0,
            "entry": until.0, "documents": self.documents, "others": self.others,
        });
        zipped.file("manifest.json", &format!("{manifest:#}\n"))?;
        Ok(Stage::Over)
    }
}

/// Writes a document, and tells what the list says of it.
fn written(zipped: &mut Zipped, document: Document) -> Result<Value, BundleError> {
    let sha256 = zipped.file(&document.name, &document.text)?;
    Ok(json!({
        "name": document.name, "what": document.what, "sha256": sha256, "digest": document.digest,
        "masked": document.has_marks, "removed": document.text.is_empty(), "about": document.about,
    }))
}

fn signed(row: AnchorRow) -> SignedAnchor {
    SignedAnchor {
        anchor: 1,
        number: row.number,
        count: row.number,
        hash: row.hash,
        at: row.at,
        public_key: row.public_key,
        signature: row.signature,
    }
}

/// An entry of the operation whole, and of any other the digest of its document, which is what the chain's hash covers.
fn line(row: &EntryRow, operation: OperationId) -> String {
    let mut line = json!({
        "number": row.number, "at": row.at, "case": row.case_id, "operation": row.operation_id,
        "actor_kind": row.actor_kind, "actor": row.actor, "kind": row.kind,
        "previous": row.previous_hash, "hash": row.hash,
    });
    let (name, value) = if row.operation_id == Some(operation.0) {
        ("document", row.document.clone())
    } else {
        ("document_sha256", sha256_hex(&row.document))
    };
    line[name] = value.into();
    format!("{line}\n")
}
