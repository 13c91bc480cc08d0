//! One follow-up as pages show it.

use super::PATH;
use crate::domain::ids::{CaseId, FollowUpId};
use crate::domain::report::ResultRef;
use crate::domain::time::Timestamp;
use crate::service::names::Names;
use crate::service::surplus::FollowUpRow;
use crate::web::back::{Back, case_href};
use crate::web::case::stepper::ResultLink;
use crate::web::i18n::Msg;
use crate::web::time::span;
use crate::web::typeset::humane;
use crate::web::words;

/// A follow-up.
#[derive(Debug, Clone)]
pub struct FollowUp {
    pub id: FollowUpId,
    pub href: String,
    pub case: CaseId,
    pub case_href: String,
    pub title: String,
    pub operation_key: String,
    pub step: String,
    pub result: ResultLink,
    /// Over 1: one look-up showed the result in so many rows.
    pub rows: i64,
    /// Empty where every team may see to it.
    pub owner: String,
    pub found_at: Timestamp,
    pub due_at: Timestamp,
    pub over: bool,
    /// By how much.
    pub over_by: Option<Msg>,
    pub settled: Option<Settled>,
}

/// What became of it.
#[derive(Debug, Clone)]
pub struct Settled {
    pub what: Msg,
    pub by: String,
    pub at: Timestamp,
    pub words: String,
    pub reference: Option<String>,
}

impl FollowUp {
    /// Reads rows.
    pub fn all(rows: &[FollowUpRow], names: &Names, now: Timestamp, back: &Back) -> Vec<Self> {
        let of = |row| Self::of(row, names, now, back);
        rows.iter().map(of).collect()
    }

    /// Reads a row. A result that cannot be read is shown without its members.
    pub fn of(row: &FollowUpRow, names: &Names, now: Timestamp, back: &Back) -> Self {
        let result: Option<ResultRef> = serde_json::from_str(&row.result).ok();
        let over = row.settlement.is_none() && row.due_at < now;
        let unread = || ResultLink {
            object_type: String::new(),
            id: row.result.clone(),
            url: None,
            status: None,
        };
        Self {
            id: row.id,
            href: format!("{PATH}/{}", row.id),
            case: row.case_id,
            case_href: case_href(row.case_id, back),
            title: row.title.clone(),
            operation_key: row.operation_key.as_str().to_owned(),
            step: humane(row.step.as_str()),
            result: result.as_ref().map_or_else(unread, ResultLink::of),
            rows: row.seen_rows,
            owner: row.owner_team.as_str().to_owned(),
            found_at: row.found_at,
            due_at: row.due_at,
            over,
            over_by: over.then(|| span(now.since(row.due_at))),
            settled: settled(row, names),
        }
    }
}

fn settled(row: &FollowUpRow, names: &Names) -> Option<Settled> {
    Some(Settled {
        what: words::settlement(row.settlement?),
        by: names.of(row.settled_name.as_deref().unwrap_or_default()),
        at: row.settled_at?,
        words: row.settled_words.clone().unwrap_or_default(),
        reference: row.reference.clone(),
    })
}

#[cfg(test)]
pub mod samples {
    use crate::domain::ids::{
        CaseId, FollowUpId, OperationId, OperationKey, OperationType, UserId,
    };
    use crate::domain::surplus::Settlement;
    use crate::domain::time::Timestamp;
    use crate::service::surplus::FollowUpRow;

    /// A follow-up of a sample case, open or settled in this way.
    pub fn row(now: Timestamp, settlement: Option<Settlement>) -> FollowUpRow {
        let settled = settlement.is_some();
        FollowUpRow {
            id: FollowUpId(3),
            case_id: CaseId(20_418),
            operation_id: OperationId(1),
            step: "buy_label".into(),
            result: r#"{"object_type":"label","id":"<b>L-2</b>","url":"https://carrier.example/l/2","status":"paid"}"#.into(),
            seen_rows: if settled { 1 } else { 3 },
            owner_team: if settled { "" } else { "Fulfilment <b>" }.into(),
            found_at: now,
            due_at: Timestamp(now.0 - 1),
            settlement,
            settled_by: settled.then_some(UserId(7)),
            settled_name: settled.then(|| "irina <b>".to_owned()),
            settled_at: settled.then_some(now),
            settled_words: settled.then(|| "Voided in the portal <b>".to_owned()),
            reference: settled.then(|| "VOID-<1>".to_owned()),
            title: "8817 · <S-104>".into(),
            operation_key: OperationKey::new("ship:<8817>"),
            operation_type: OperationType::new("shipment"),
        }
    }
}
