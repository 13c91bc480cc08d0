//! The rows of one table against the entries that tell of them.

use super::{AuditFault, Faulty, vouches};
use crate::domain::history::{RemovalTold, RowFault, Table, Told, Witness};
use crate::domain::ids::{HistoryNumber, OperationId};
use crate::service::ServiceError;
use crate::store::audit::{self, RowName};
use crate::store::history::EntryRow;
use crate::store::{self, Pooled, history};
use std::collections::HashMap;

/// So many rows are read at once: facts as seen and reports can be long.
const AT_ONCE: usize = 50;
/// So many rows, or entries of one operation, are read at once to find which row has no entry.
const NAMES: i64 = 500;

/// A table while the history is walked through.
pub(super) struct Rows {
    table: Table,
    /// The last row there was at the beginning; what is added later may be told of later.
    last: i64,
    /// How many rows up to that one were told of.
    told_up_to_last: i64,
    told: i64,
}

/// A row, found by its entry, and what is wrong with it.
type Compared = (i64, Result<(), RowFault>);

impl Rows {
    pub async fn begin(connection: &mut Pooled, table: Table) -> Result<Self, store::Error> {
        Ok(Self {
            table,
            last: audit::last_id(connection, table).await?,
            told_up_to_last: 0,
            told: 0,
        })
    }

    /// How many rows the entries told of.
    pub fn told(&self) -> i64 {
        self.told
    }

    /// Compares the rows of this table that these entries tell of.
    pub async fn compare(
        &mut self,
        connection: &mut Pooled,
        entries: &[(Told, Witness)],
    ) -> Result<(), Faulty> {
        let of_table = entries
            .iter()
            .filter(|(told, _)| told.table() == self.table);
        let entries: Vec<_> = of_table.collect();
        for some in entries.chunks(AT_ONCE) {
            let compared = match self.table {
                Table::Decisions => decisions(connection, some).await?,
                Table::Reports => reports(connection, some).await?,
            };
            for ((told, witness), row) in some.iter().zip(compared) {
                let (id, result) = row.ok_or_else(|| missing(told, witness))?;
                result.map_err(|fault| self.changed(id, fault))?;
                if told.is_first() {
                    self.told += 1;
                    self.told_up_to_last += i64::from(id <= self.last);
                }
            }
        }
        Ok(())
    }

    /// Every row there was at the beginning has its entry. Only if there are too many is it worth looking which.
    pub async fn none_untold(&self, connection: &mut Pooled) -> Result<(), Faulty> {
        let Self { table, last, .. } = *self;
        if audit::count(&mut *connection, table, last).await? == self.told_up_to_last {
            return Ok(());
        }
        let mut after = 0;
        loop {
            let names = audit::names(&mut *connection, table, after, last, NAMES).await?;
            let Some(end) = names.last() else {
                return Ok(());
            };
            after = end.id;
            for name in &names {
                if !is_told(connection, table, name).await? {
                    let id = name.id;
                    return Err(ServiceError::Refused(AuditFault::Untold { table, id }));
                }
            }
        }
    }

    fn changed(&self, id: i64, fault: RowFault) -> Faulty {
        let table = self.table;
        ServiceError::Refused(AuditFault::Row { table, id, fault })
    }
}

/// Each entry's decision, if it is there, compared with what the entry tells.
async fn decisions(
    connection: &mut Pooled,
    entries: &[&(Told, Witness)],
) -> Result<Vec<Option<Compared>>, store::Error> {
    let number = |told: &Told| match told {
        Told::Decision(id) | Told::Answer(id) => Some(*id),
        Told::Report(_) => None,
    };
    let ids: Vec<i64> = entries.iter().filter_map(|e| number(&e.0)).collect();
    let rows = audit::decisions(&mut *connection, &ids).await?;
    let bare = rows.iter().filter(|row| row.kept().is_bare());
    let bare: Vec<_> = bare.map(|row| OperationId(row.kept().operation)).collect();
    let removals = removals(connection, &bare).await?;
    let rows: HashMap<i64, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let compared = entries.iter().map(|(told, witness)| {
        let row = rows.get(&number(told)?)?;
        Some((row.id, witness.decision(&row.kept(), &removals)))
    });
    Ok(compared.collect())
}

/// Each entry's report, if it is there, compared with what the entry tells.
async fn reports(
    connection: &mut Pooled,
    entries: &[&(Told, Witness)],
) -> Result<Vec<Option<Compared>>, store::Error> {
    let named = |(told, witness): &'_ (Told, Witness)| match told {
        Told::Report(id) => Some((witness.actor.clone(), id.clone())),
        Told::Decision(_) | Told::Answer(_) => None,
    };
    let names: Vec<_> = entries.iter().filter_map(|e| named(e)).collect();
    let rows = audit::reports(&mut *connection, &names).await?;
    let bare = rows.iter().filter(|row| row.kept().is_bare());
    let bare: Vec<_> = bare.map(|row| OperationId(row.kept().operation)).collect();
    let removals = removals(connection, &bare).await?;
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
    connection: &mut Pooled,
    operations: &[OperationId],
) -> Result<Vec<RemovalTold>, store::Error> {
    if operations.is_empty() {
        return Ok(Vec::new());
    }
    let entries = history::removals_of(connection, operations).await?;
    let told = |entry: EntryRow| {
        let document = serde_json::from_str(&entry.document).ok()?;
        RemovalTold::by(&entry.kind, entry.number, entry.operation_id, &document)
    };
    Ok(entries.into_iter().filter_map(told).collect())
}

/// Whether an entry about the row's operation tells of it; however new the entry is.
async fn is_told(
    connection: &mut Pooled,
    table: Table,
    row: &RowName,
) -> Result<bool, store::Error> {
    let operation = OperationId(row.operation_id);
    let mut before = None;
    loop {
        let entries = history::of_operation(&mut *connection, operation, before, NAMES).await?;
        let Some(last) = entries.last() else {
            return Ok(false);
        };
        before = Some(HistoryNumber(last.number));
        let mut told = entries.into_iter().filter_map(vouches);
        if told.any(|(told, _)| told.is_first() && told.table() == table && told.name() == row.name)
        {
            return Ok(true);
        }
    }
}

fn missing(told: &Told, witness: &Witness) -> Faulty {
    let (told, number) = (told.clone(), witness.number);
    ServiceError::Refused(AuditFault::Missing { number, told })
}
