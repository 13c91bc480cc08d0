//! The walk through the entries.

use super::rows::Rows;
use super::{AuditFault, Faulty, Progress, Stage, State, Verified, chain};
use crate::domain::digest::sha256_hex;
use crate::domain::history::{Founds, Table, Told, Verifier, Vouch, Witness, founds, vouched};
use crate::domain::ids::HistoryNumber;
use crate::service::{ServiceError, Services};
use crate::store::history::{self, EntryRow};
use crate::store::scratch::{Reached, Scratch};
use crate::store::{Snapshot, audit};
use serde_json::Value;
use std::collections::HashMap;

const PAGE: i64 = 1_000;

/// How far the history is read, and what it vouches for until there.
pub(super) struct Walk {
    verifier: Verifier,
    state: State,
    decisions: Rows,
    reports: Rows,
    reached: Reached,
}

impl Walk {
    /// Begins at the first entry, or after the last one that the state file knows to be right.
    pub async fn begin(services: &Services, mut state: State) -> Result<Self, Faulty> {
        let reached = match state.file.reached().await? {
            Some(reached) => reached,
            None => Reached {
                number: 0,
                hash: crate::domain::history::FIRST_PREVIOUS.to_owned(),
                decisions: 0,
                reports: 0,
                vouching: 0,
                found: 0,
                founds: Founds::default(),
            },
        };
        if reached.number > 0 {
            let mut snapshot = services.db.snapshot().await?;
            let before = HistoryNumber(reached.number - 1);
            let row = history::after(&mut snapshot, before, 1).await?;
            let same = row
                .first()
                .is_some_and(|row| row.number == reached.number && row.hash == reached.hash);
            if !same {
                let number = reached.number;
                return Err(ServiceError::Refused(AuditFault::OtherHistory { number }));
            }
        }
        Ok(Self {
            verifier: Verifier::after(reached.number, reached.hash.clone()),
            decisions: Rows::of(Table::Decisions, reached.decisions),
            reports: Rows::of(Table::Reports, reached.reports),
            state,
            reached,
        })
    }

    pub fn file(&mut self) -> &mut Scratch {
        &mut self.state.file
    }

    /// Reads a page. `false` if there was none.
    pub async fn step(
        &mut self,
        services: &Services,
        progress: &mut impl FnMut(Progress),
    ) -> Result<bool, Faulty> {
        let mut snapshot = services.db.snapshot().await?;
        let head = history::head(&mut snapshot).await?;
        let more = self.page(&mut snapshot).await?;
        progress(Progress {
            stage: Stage::Entries,
            reached: self.reached.number,
            last: head.number,
        });
        Ok(more)
    }

    /// Reads what there is of the history in this moment.
    pub async fn catch_up(&mut self, snapshot: &mut Snapshot) -> Result<(), Faulty> {
        let head = history::head(&mut *snapshot).await?;
        while self.page(snapshot).await? {}
        let verifier = self.verifier.clone();
        verifier
            .finish(head.number, &head.hash)
            .map(|_| ())
            .map_err(chain)
    }

    async fn page(&mut self, snapshot: &mut Snapshot) -> Result<bool, Faulty> {
        let after = HistoryNumber(self.reached.number);
        let rows = history::after(&mut *snapshot, after, PAGE).await?;
        let Some(last) = rows.last().map(|row| row.number) else {
            return Ok(false);
        };
        let texts = history::vouches(&mut *snapshot, after, HistoryNumber(last)).await?;
        let mut texts: HashMap<i64, String> = texts.into_iter().collect();
        let (mut witnesses, mut vouches) = (Vec::new(), Vec::new());
        for row in rows {
            self.verifier.check(&row.chain_row()).map_err(chain)?;
            let document: Value = serde_json::from_str(&row.document).unwrap_or_default();
            let text = texts.remove(&row.number);
            let of_entry = vouched_by(row.number, &document, text)?;
            self.reached.vouching += i64::from(of_entry.is_some());
            let of_entry = of_entry.unwrap_or_default();
            self.found(&row, &document, &of_entry)?;
            vouches.extend(of_entry.into_iter().map(|vouch| (row.number, vouch)));
            self.reached.hash.clone_from(&row.hash);
            witnesses.extend(witness(row, document));
        }
        self.decisions.compare(snapshot, &witnesses).await?;
        self.reports.compare(snapshot, &witnesses).await?;
        self.reached.number = last;
        self.reached.decisions = self.decisions.told();
        self.reached.reports = self.reports.told();
        self.state.file.keep(&vouches, &self.reached).await?;
        Ok(true)
    }

    /// Rows are vouched for as they were found only before those of their table are vouched for as they are written.
    fn found(&mut self, row: &EntryRow, document: &Value, vouches: &[Vouch]) -> Result<(), Faulty> {
        if !self.reached.founds.read(&row.kind, document, vouches) {
            let number = row.number;
            return Err(ServiceError::Refused(AuditFault::FoundLater { number }));
        }
        if founds::is_of_found(&row.kind, document) {
            self.reached.found = row.number;
        }
        Ok(())
    }

    /// The end: in one moment everything is told of, and what was told of is there.
    pub async fn finish(mut self, services: &Services, rows: i64) -> Result<Verified, Faulty> {
        let mut snapshot = services.db.snapshot().await?;
        self.catch_up(&mut snapshot).await?;
        if history::count_vouches(&mut snapshot).await? != self.reached.vouching {
            return Err(ServiceError::Refused(AuditFault::VouchesAdded));
        }
        if let Some(unmatched) = audit::unmatched(&mut snapshot).await? {
            return Err(ServiceError::Refused(AuditFault::Unmatched {
                instruction: unmatched.instruction,
                decision: unmatched.decision,
            }));
        }
        Ok(Verified {
            entries: self.reached.number,
            decisions: self.reached.decisions,
            reports: self.reached.reports,
            rows,
            found: self.reached.found,
        })
    }
}

/// What an entry vouches for, if its digest says that it is this.
fn vouched_by(
    number: i64,
    document: &Value,
    text: Option<String>,
) -> Result<Option<Vec<Vouch>>, Faulty> {
    let wrong = || ServiceError::Refused(AuditFault::Vouches { number });
    match (document.get(vouched::MEMBER), text) {
        (None, None) => Ok(None),
        (Some(told), Some(text)) if told.as_str() == Some(&sha256_hex(&text)) => {
            vouched::from_text(&text).map(Some).ok_or_else(wrong)
        }
        (Some(_), _) | (None, Some(_)) => Err(wrong()),
    }
}

/// The row that an entry tells of, if it tells of one.
fn witness(row: EntryRow, document: Value) -> Option<(Told, Witness)> {
    let told = Told::by(&row.kind, &document)?;
    let witness = Witness {
        number: row.number,
        told: told.clone(),
        at: row.at,
        case: row.case_id,
        operation: row.operation_id,
        actor: row.actor,
        document,
    };
    Some((told, witness))
}
