//! The rows of one table against the entries that tell of them.

use super::{AuditFault, Faulty};
use crate::domain::history::{RemovalTold, RowFault, Table, Told, Witness};
use crate::domain::ids::OperationId;
use crate::service::ServiceError;
use crate::store::audit;
use crate::store::history::EntryRow;
use crate::store::{self, Snapshot, history, sources};
use std::collections::HashMap;

/// So many rows are read at once: facts as seen and reports can be long.
const AT_ONCE: usize = 50;

/// A table while the history is walked through.
pub(super) struct Rows {
    table: Table,
    told: i64,
}

/// A row, found by its entry, and what is wrong with it.
type Compared = (i64, Result<(), RowFault>);

impl Rows {
    /// A table of which so many rows were told of already.
    pub fn of(table: Table, told: i64) -> Self {
        Self { table, told }
    }

    /// How many rows the entries told of.
    pub fn told(&self) -> i64 {
        self.told
    }

    /// Compares the rows of this table that these entries tell of.
    pub async fn compare(
        &mut self,
        snapshot: &mut Snapshot,
        entries: &[(Told, Witness)],
    ) -> Result<(), Faulty> {
        let of_table = entries
            .iter()
            .filter(|(told, _)| told.table() == self.table);
        let entries: Vec<_> = of_table.collect();
        for some in entries.chunks(AT_ONCE) {
            let compared = match self.table {
                Table::Decisions => decisions(snapshot, some).await?,
                Table::Reports => reports(snapshot, some).await?,
            };
            for ((told, witness), row) in some.iter().zip(compared) {
                let Some((id, result)) = row else {
                    return Err(missing(snapshot, told, witness).await?);
                };
                result.map_err(|fault| self.changed(id, fault))?;
                self.told += i64::from(told.is_first());
            }
        }
        Ok(())
    }

    fn changed(&self, id: i64, fault: RowFault) -> Faulty {
        let table = self.table;
        ServiceError::Refused(AuditFault::Row { table, id, fault })
    }
}

/// Each entry's decision, if it is there, compared with what the entry tells.
async fn decisions(
    snapshot: &mut Snapshot,
    entries: &[&(Told, Witness)],
) -> Result<Vec<Option<Compared>>, store::Error> {
    let number = |told: &Told| match told {
        Told::Decision(id) | Told::Answer(id) => Some(*id),
        Told::Report(_) => None,
    };
    let ids: Vec<i64> = entries.iter().filter_map(|e| number(&e.0)).collect();
    let rows = audit::decisions(&mut *snapshot, &ids).await?;
    let bare = rows.iter().filter(|row| row.kept().is_bare());
    let bare: Vec<_> = bare.map(|row| OperationId(row.kept().operation)).collect();
    let removals = removals(snapshot, &bare).await?;
    let rows: HashMap<i64, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let compared = entries.iter().map(|(told, witness)| {
        let row = rows.get(&number(told)?)?;
        Some((row.id, witness.decision(&row.kept(), &removals)))
    });
    Ok(compared.collect())
}

/// Each entry's report, if it is there, compared with what the entry tells.
async fn reports(
    snapshot: &mut Snapshot,
    entries: &[&(Told, Witness)],
) -> Result<Vec<Option<Compared>>, store::Error> {
    let named = |(told, witness): &'_ (Told, Witness)| match told {
        Told::Report(id) => Some((witness.actor.clone(), id.clone())),
        Told::Decision(_) | Told::Answer(_) => None,
    };
    let names: Vec<_> = entries.iter().filter_map(|e| named(e)).collect();
    let rows = audit::reports(&mut *snapshot, &names).await?;
    let bare = rows.iter().filter(|row| row.kept().is_bare());
    let bare: Vec<_> = bare.map(|row| OperationId(row.kept().operation)).collect();
    let removals = removals(snapshot, &bare).await?;
    let name = |row: audit::ReportText| ((row.source.clone(), row.report_id.clone()), row);
    let rows: HashMap<_, _> = rows.into_iter().map(name).collect();
    let compared = entries.iter().map(|entry| {
        let row = rows.get(&named(entry)?)?;
        Some((row.id, entry.1.report(&row.kept(), &removals)))
    });
    Ok(compared.collect())
}

/// What was removed of operations some of whose documents are gone.
async fn removals(
    snapshot: &mut Snapshot,
    operations: &[OperationId],
) -> Result<Vec<RemovalTold>, store::Error> {
    if operations.is_empty() {
        return Ok(Vec::new());
    }
    let entries = history::removals_of(snapshot, operations).await?;
    let told = |entry: EntryRow| {
        let document = serde_json::from_str(&entry.document).ok()?;
        RemovalTold::by(&entry.kind, entry.number, entry.operation_id, &document)
    };
    Ok(entries.into_iter().filter_map(told).collect())
}

/// Without its source no report is found: then it is the source that is missing.
async fn missing(
    snapshot: &mut Snapshot,
    told: &Told,
    witness: &Witness,
) -> Result<Faulty, store::Error> {
    let number = witness.number;
    let is_of_no_source = match told {
        Told::Report(_) => sources::by_name(snapshot, &witness.actor).await?.is_none(),
        Told::Decision(_) | Told::Answer(_) => false,
    };
    Ok(ServiceError::Refused(if is_of_no_source {
        let name = witness.actor.clone();
        AuditFault::NoSource { number, name }
    } else {
        let told = told.clone();
        AuditFault::Missing { number, told }
    }))
}
