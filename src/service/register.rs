//! The register of decisions, for those who look after them: what was decided, by whom, why, and what became of it.

pub use crate::store::register::{
    Choices, Cursor, Entry, Filter, Found, MOST_COUNTED, Place, Word,
};

use super::names::{Names, look_up};
use super::search::named;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::age::window::{day_begins, day_ends};
use crate::domain::history::ActorKind;
use crate::domain::ids::{OperationId, OperationType, Team};
use crate::domain::people::{Action, allows};
use crate::domain::register::{Fate, What, words};
use crate::domain::standing::DecisionKind;
use crate::domain::time::Day;
use crate::store::identifiers::{Hits, Whole};
use crate::store::sources::SourceRow;
use crate::store::{self, Pooled, identifiers, operations, register, sources};
use chrono_tz::Tz;
use std::convert::Infallible;

/// How many entries a page holds.
pub const PAGE_SIZE: usize = 50;
/// How many values of one sort can be chosen from.
const MOST_CHOICES: i64 = 200;
/// How many operations an identifier may stand for; whoever means one of more types more.
const MOST_OPERATIONS: usize = 200;
/// So many words can be sought together.
pub const MOST_WORDS: usize = 8;

/// What is asked of the register. What is `None`, `false` or empty leaves all in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// Days as the reader's clock shows them, both included.
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub what: Option<What>,
    pub kind: Option<DecisionKind>,
    /// By sign-in name.
    pub person: Option<String>,
    pub second: Option<String>,
    pub reason_code: Option<String>,
    pub basis: Option<String>,
    pub operation_type: Option<OperationType>,
    /// The source's name.
    pub source: Option<String>,
    pub owner: Option<Team>,
    pub fate: Option<Fate>,
    pub four_eyes: bool,
    pub against_unknown: bool,
    pub reopened: bool,
    /// Words of a justification, of an answer, or of a withdrawal; at most [`MOST_WORDS`].
    pub words: String,
    /// Any identifier of the operation, a case's number, an instruction's id, or the hash of an entry.
    pub identifier: String,
}

/// A page of the register with all it takes to show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub found: Found,
    pub names: Names,
    pub choices: Choices,
    pub sources: Vec<SourceRow>,
    /// The identifier belongs to more operations than are looked at.
    pub too_many: bool,
}

/// One page of the register, the latest first.
///
/// # Errors
/// If the person may not see the register, or the database fails.
pub async fn page(
    services: &Services,
    person: &Person,
    asked: &Asked,
    zone: Tz,
    place: Place,
) -> Answer<Page, Infallible> {
    let mut db = reading(services, person).await?;
    let Read {
        filter,
        sources,
        too_many,
    } = read_filter(&mut db, asked, zone).await?;
    let found = match filter {
        Some(filter) => register::find(&mut db, &filter, place, PAGE_SIZE).await?,
        None => nothing(),
    };
    let choices = register::choices(&mut db, MOST_CHOICES).await?;
    let named = found.entries.iter().flat_map(people);
    let named = named
        .chain(&choices.people)
        .chain(&choices.seconds)
        .cloned();
    let names = look_up(&mut db, named.collect()).await?;
    Ok(Page {
        found,
        names,
        choices,
        sources,
        too_many,
    })
}

/// What was asked, as the store takes it.
pub(super) struct Read {
    /// `None` if nothing can be found.
    pub filter: Option<Filter>,
    pub sources: Vec<SourceRow>,
    /// The identifier belongs to more operations than are looked at.
    pub too_many: bool,
}

/// Looks up what the filters name.
pub(super) async fn read_filter(
    db: &mut Pooled,
    asked: &Asked,
    zone: Tz,
) -> Result<Read, store::Error> {
    let sources = sources::list(&mut *db).await?;
    let meant = meant(db, &asked.identifier).await?;
    let too_many = meant.as_ref().is_some_and(|meant| meant.too_many);
    let operations = meant.map(|meant| meant.operations);
    Ok(Read {
        filter: filter(asked, zone, &sources, operations),
        sources,
        too_many,
    })
}

/// A connection, for somebody who may see the register.
pub(super) async fn reading(services: &Services, person: &Person) -> Answer<Pooled, Infallible> {
    if !allows(person.role, Action::SeeRegister) {
        return Err(ServiceError::NotAllowed);
    }
    Ok(services.db.read().await?)
}

/// Everybody whom an entry names.
fn people(entry: &Entry) -> impl Iterator<Item = &String> {
    let is_person = entry.actor_kind == ActorKind::Person;
    let actor = is_person.then_some(&entry.actor);
    let second = Some(&entry.answered_by).filter(|name| !name.is_empty());
    actor.into_iter().chain(second)
}

/// `None` if nothing can be found: there is no such source.
fn filter(
    asked: &Asked,
    zone: Tz,
    sources: &[SourceRow],
    operations: Option<Vec<OperationId>>,
) -> Option<Filter> {
    let asked = asked.clone();
    let source = match asked.source {
        Some(name) => Some(sources.iter().find(|source| source.name == name)?.id),
        None => None,
    };
    Some(Filter {
        from: asked.from.map(|day| day_begins(day, zone)),
        until: asked.to.map(|day| day_ends(day, zone)),
        what: asked.what,
        kind: asked.kind,
        person: asked.person,
        second: asked.second,
        reason_code: asked.reason_code,
        basis: asked.basis,
        operation_type: asked.operation_type,
        source,
        owner: asked.owner,
        fate: asked.fate,
        four_eyes: asked.four_eyes,
        against_unknown: asked.against_unknown,
        reopened: asked.reopened,
        words: words(&asked.words).into_iter().collect(),
        operations,
    })
}

fn nothing() -> Found {
    Found {
        entries: Vec::new(),
        before: None,
        after: None,
        all: Some(0),
        is_cut: false,
    }
}

/// The operations that a text stands for.
struct Meant {
    operations: Vec<OperationId>,
    /// There are more than are looked at.
    too_many: bool,
}

/// Those that have it as an identifier, or else those that have one which begins so; with each of them those whose place it
/// took, and those that took its own: a new operation is what a decision on the old one came to. `None` if nothing is sought.
async fn meant(db: &mut Pooled, text: &str) -> Result<Option<Meant>, store::Error> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    let named = named(db, text).await?;
    let mut found: Vec<_> = named
        .into_iter()
        .map(|(_, case)| case.origin.operation_id)
        .collect();
    let Hits { hits, whole } = identifiers::search(&mut *db, text, MOST_OPERATIONS).await?;
    let term = identifiers::fold(text);
    let exact: Vec<_> = hits.iter().filter(|hit| hit.term == term).collect();
    let is_exact = !exact.is_empty() || !found.is_empty();
    let too_many = match whole {
        Whole::All => false,
        Whole::Exact => !is_exact,
        Whole::Part => true,
    };
    let meant = if is_exact {
        exact
    } else {
        hits.iter().collect()
    };
    found.extend(meant.iter().map(|hit| hit.operation_id));
    found.sort_unstable();
    found.dedup();
    Ok(Some(Meant {
        operations: operations::with_kin(&mut *db, &found).await?,
        too_many,
    }))
}
