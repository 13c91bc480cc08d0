//! Exports: a list as a file, of any size.
//!
//! A file says first what it is: which list, by which filter, when, up to which entry of the history; and last how many rows
//! it has. One without its last line was cut. That somebody took it is an entry of the history before its first byte, and that it
//! was made to its end is another.

pub mod columns;
pub mod evidence;
mod rows;
mod write;

pub use crate::store::Error as Cut;

use super::access::opened;
use super::actor::{Actor, Part};
use super::queue::{self, CaseRow, List};
use super::register::{self, Asked};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::access::Access;
use crate::domain::export::{Format, Table, guarded};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, HistoryNumber};
use crate::domain::people::{Action, allows};
use crate::domain::time::Timestamp;
use crate::store::history::NewEntry;
use crate::store::register::Place;
use crate::store::{self, cases, history, sources};
use chrono_tz::Tz;
use rows::{Rows, Sources};
use serde_json::{Value, json};

/// Who takes a file.
#[derive(Debug, Clone)]
pub enum By {
    Person(Person),
    /// Somebody at the machine itself.
    CommandLine,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub enum Wanted {
    Decisions {
        asked: Box<Asked>,
        zone: Tz,
    },
    History,
    /// A list of cases.
    Cases(List),
    /// The cases that the person holds.
    Held,
}

/// Which file.
#[derive(Debug, Clone)]
pub struct Order {
    pub wanted: Wanted,
    pub form: Format,
    /// The filter as the page's address has it, which the file repeats.
    pub filter: String,
}

/// Why no file is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoExport {
    /// The identifier belongs to more operations than the register looks at; so does not everything that it shows.
    TooManyOperations,
}

/// A file being made.
#[derive(Debug)]
pub struct Exporting {
    about: About,
    by: By,
    sources: Sources,
    rows: Rows,
    stage: Stage,
    written: usize,
}

/// What the file says of itself.
#[derive(Debug)]
struct About {
    table: Table,
    form: Format,
    filter: String,
    zone: Option<Tz>,
    at: Timestamp,
    /// The entry of the history that tells of it; nothing later is in it.
    entry: HistoryNumber,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Beginning,
    Rows,
    Over,
}

impl Wanted {
    fn table(&self) -> Table {
        match self {
            Self::Decisions { .. } => Table::Decisions,
            Self::History => Table::History,
            Self::Cases(_) | Self::Held => Table::Cases,
        }
    }
}

/// Begins a file: it is recorded, and then read from [`Exporting::next`]. Every export of a list goes through here.
///
/// # Errors
/// If the person may not export, nothing complete can be made, or the database fails.
pub async fn begin(services: &Services, by: By, order: Order) -> Answer<Exporting, NoExport> {
    if let By::Person(person) = &by
        && !allows(person.role, Action::Export)
    {
        return Err(ServiceError::NotAllowed);
    }
    let Order {
        wanted,
        form,
        filter,
    } = order;
    let mut about = About {
        table: wanted.table(),
        form,
        filter,
        zone: match &wanted {
            Wanted::Decisions { zone, .. } => Some(*zone),
            Wanted::History | Wanted::Cases(_) | Wanted::Held => None,
        },
        at: services.now(),
        entry: HistoryNumber(0),
    };
    let mut rows = rows_of(services, &by, wanted).await?;
    about.entry = record(services, &by, about.told()).await?;
    rows.end_at(about.entry);
    if let By::Person(person) = &by {
        opened(services, person, Access::export(about.words(), None)).await;
    }
    let mut db = services.db.read().await?;
    let named = sources::list(&mut db).await?.into_iter();
    if let Rows::Cases { until, .. } = &mut rows {
        *until = cases::last(&mut db).await?.unwrap_or(CaseId(0));
    }
    Ok(Exporting {
        sources: named.map(|source| (source.id, source.name)).collect(),
        about,
        by,
        rows,
        stage: Stage::Beginning,
        written: 0,
    })
}

async fn rows_of(services: &Services, by: &By, wanted: Wanted) -> Answer<Rows, NoExport> {
    let none = HistoryNumber(0);
    Ok(match wanted {
        Wanted::Decisions { asked, zone } => {
            let mut db = services.db.read().await?;
            let read = register::read_filter(&mut db, &asked, zone).await?;
            if read.too_many {
                return Err(ServiceError::Refused(NoExport::TooManyOperations));
            }
            match read.filter {
                Some(filter) => Rows::Decisions {
                    filter,
                    place: Some(Place::First),
                    until: none,
                },
                None => Rows::Over,
            }
        }
        Wanted::History => Rows::History {
            after: none,
            until: none,
        },
        Wanted::Cases(list) => Rows::Cases {
            list,
            after: CaseId(0),
            until: CaseId(0),
        },
        Wanted::Held => Rows::Held(held(services, by).await?),
    })
}

async fn held(services: &Services, by: &By) -> Answer<Vec<CaseRow>, NoExport> {
    match by {
        By::Person(person) => match queue::mine(services, person).await {
            Ok(cases) => Ok(cases),
            Err(error) => Err(error.widened()),
        },
        By::CommandLine => Ok(Vec::new()),
    }
}

async fn record(services: &Services, by: &By, told: Value) -> store::Result<HistoryNumber> {
    let actor = match by {
        By::Person(person) => Actor::Person(person),
        By::CommandLine => Actor::Program(Part::CommandLine),
    };
    append(
        services,
        actor.of_no_case(EntryKind::Exported, told, services.now()),
    )
    .await
}

async fn append(services: &Services, entry: NewEntry) -> store::Result<HistoryNumber> {
    let mut tx = services.db.begin().await?;
    let numbers = history::append(&mut tx, vec![entry]).await?;
    tx.commit().await?;
    Ok(numbers.first().copied().unwrap_or(HistoryNumber(0)))
}

impl Rows {
    /// Nothing is written that came after this entry.
    fn end_at(&mut self, entry: HistoryNumber) {
        match self {
            Self::Decisions { until, .. } | Self::History { until, .. } => *until = entry,
            Self::Cases { .. } | Self::Held(_) | Self::Over => {}
        }
    }
}

impl Exporting {
    /// The next part of the file. `None` after the last.
    ///
    /// # Errors
    /// If the database fails: then the file has no last line.
    pub async fn next(&mut self, services: &Services) -> store::Result<Option<Vec<u8>>> {
        match self.stage {
            Stage::Beginning => {
                self.stage = Stage::Rows;
                Ok(Some(self.about.first_lines()))
            }
            Stage::Rows => {
                let form = self.about.form;
                let next = self.rows.next(services, &self.sources, form).await?;
                if let Some(lines) = next {
                    self.written += lines.rows;
                    return Ok(Some(lines.bytes));
                }
                self.stage = Stage::Over;
                let told = self.about.told_at_end(self.written);
                record(services, &self.by, told).await?;
                Ok(Some(self.about.last_line(self.written)))
            }
            Stage::Over => Ok(None),
        }
    }

    /// What the file is best called.
    pub fn file_name(&self) -> String {
        let About {
            table, form, entry, ..
        } = &self.about;
        format!("holdpoint-{}-{}.{}", table.as_str(), entry.0, form.as_str())
    }

    /// Its form.
    pub fn form(&self) -> Format {
        self.about.form
    }

    /// How many rows were written so far.
    pub fn written(&self) -> usize {
        self.written
    }
}

impl About {
    /// For the history, before anything is written.
    fn told(&self) -> Value {
        let (what, form) = (self.table.as_str(), self.form.as_str());
        json!({"what": what, "form": form, "filter": self.filter, "time_zone": self.zone_name()})
    }

    /// For the history, when all is written.
    fn told_at_end(&self, rows: usize) -> Value {
        json!({"what": self.table.as_str(), "ended": self.entry.0, "rows": rows})
    }

    /// For the log of who opened what.
    fn words(&self) -> String {
        let (what, form) = (self.table.as_str(), self.form.as_str());
        format!("{what} {form} {}", self.filter)
            .trim_end()
            .to_owned()
    }

    fn zone_name(&self) -> Option<&'static str> {
        self.zone.map(Tz::name)
    }

    fn columns(&self) -> Vec<&'static str> {
        match self.table {
            Table::Decisions => write::names(columns::DECISIONS),
            Table::History => write::names(columns::HISTORY),
            Table::Cases => write::names(columns::CASES),
        }
    }

    fn first_lines(&self) -> Vec<u8> {
        // Not the title of what `audit export` writes, which is another format.
        let title = format!("holdpoint list of {} 1", self.table.as_str());
        let (at, entry) = (self.at.to_string(), self.entry.0);
        let columns = self.columns();
        match self.form {
            Format::Csv => {
                let zone = self.zone_name().unwrap_or_default().to_owned();
                let about = [
                    "export".to_owned(),
                    title,
                    guarded(&self.filter).into_owned(),
                    zone,
                    at,
                    entry.to_string(),
                ];
                let names = columns.iter().map(|name| (*name).to_owned()).collect();
                // Spreadsheets know UTF-8 by this mark.
                let mut bytes = "\u{feff}".as_bytes().to_vec();
                bytes.extend(write::csv(
                    [padded(about, columns.len()), names].into_iter(),
                ));
                bytes
            }
            Format::JsonLines => {
                let mut lines = Vec::new();
                write::line(
                    &mut lines,
                    &json!({
                        "export": title, "filter": self.filter, "time_zone": self.zone_name(), "at": at, "entry": entry,
                        "columns": columns,
                    }),
                );
                lines
            }
        }
    }

    fn last_line(&self, rows: usize) -> Vec<u8> {
        match self.form {
            Format::Csv => {
                let end = ["end".to_owned(), rows.to_string()];
                write::csv(std::iter::once(padded(end, self.columns().len())))
            }
            Format::JsonLines => {
                let mut lines = Vec::new();
                write::line(
                    &mut lines,
                    &json!({"end": {"rows": rows, "entry": self.entry.0}}),
                );
                lines
            }
        }
    }
}

/// As many cells as every line has.
fn padded(cells: impl IntoIterator<Item = String>, width: usize) -> Vec<String> {
    let mut cells: Vec<_> = cells.into_iter().collect();
    cells.resize(cells.len().max(width), String::new());
    cells
}
