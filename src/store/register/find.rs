//! Reading the register: a page of what some filters leave in, latest first.
//!
//! Whatever is asked, the work is bounded. Each filter alone is one scan of its own index in the order of the page. Of
//! several, the one that leaves least in is scanned, and its rows are tried against the others: all of them where they are
//! few, or else so many a page ([`LOOKED_AT`]), and then the page says how far it has looked.

use super::places::Places;
use super::scan::{Counted, Key, Scan};
use crate::domain::history::ActorKind;
use crate::domain::ids::{
    CaseId, HistoryNumber, OperationId, OperationKey, OperationType, SourceId, Team,
};
use crate::domain::register::{Fate, What};
use crate::domain::report::StopKind;
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::{Conn, Pooled};
use sqlx::{QueryBuilder, Result};

/// Entries are counted no further than this.
pub const MOST_COUNTED: i64 = 1_000;
/// So many entries of the rarest filter are tried against the others for one page, where they are too many to try them all.
pub const LOOKED_AT: i64 = 2_000;

/// Which entries. What is `None`, `false` or empty leaves all in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub from: Option<Timestamp>,
    /// The first moment that is not shown any more.
    pub until: Option<Timestamp>,
    pub what: Option<What>,
    pub kind: Option<DecisionKind>,
    /// By sign-in name.
    pub person: Option<String>,
    /// Whoever answered the proposal, in whichever way.
    pub second: Option<String>,
    pub reason_code: Option<String>,
    pub basis: Option<String>,
    pub operation_type: Option<OperationType>,
    pub source: Option<SourceId>,
    pub owner: Option<Team>,
    pub fate: Option<Fate>,
    pub four_eyes: bool,
    pub against_unknown: bool,
    pub reopened: bool,
    /// As the register compares them; all of them have to be there.
    pub words: Vec<String>,
    /// Those of one of these operations.
    pub operations: Option<Vec<OperationId>>,
}

/// Where in the register an entry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    pub at: Timestamp,
    pub number: HistoryNumber,
}

/// Which page. `After` goes on to what is older.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    First,
    After(Cursor),
    Before(Cursor),
}

/// An entry as the page shows it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Entry {
    pub number: HistoryNumber,
    pub at: Timestamp,
    pub what: What,
    pub decision_id: Option<i64>,
    pub case_id: Option<CaseId>,
    pub operation_id: Option<OperationId>,
    pub source_id: Option<SourceId>,
    pub operation_type: OperationType,
    pub owner_team: Team,
    #[sqlx(try_from = "String")]
    pub stop_kind: Word<StopKind>,
    pub actor_kind: ActorKind,
    /// A sign-in name, a source's, a part of the program, or a rule of the policy.
    pub actor: String,
    /// As it was then; empty of what is no person.
    pub role: String,
    #[sqlx(try_from = "String")]
    pub kind: Word<DecisionKind>,
    pub reason_code: String,
    pub basis: String,
    pub four_eyes: bool,
    pub against_unknown: bool,
    /// The second person's sign-in name; empty while there is none.
    pub answered_by: String,
    #[sqlx(try_from = "String")]
    pub answer: Word<What>,
    #[sqlx(try_from = "String")]
    pub fate: Word<Fate>,
    pub fate_at: Option<Timestamp>,
    pub reopened: bool,
    /// What somebody tried in vain, and why in vain.
    pub tried: String,
    pub why: String,
    /// Of the case, as it is called today.
    pub title: Option<String>,
    pub operation_key: Option<OperationKey>,
    /// Of the entry of the history.
    pub hash: String,
    pub document: String,
}

/// A word that may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<T>(pub Option<T>);

impl<T: serde::de::DeserializeOwned> TryFrom<String> for Word<T> {
    type Error = serde_json::Error;

    fn try_from(word: String) -> std::result::Result<Self, Self::Error> {
        if word.is_empty() {
            return Ok(Self(None));
        }
        serde_json::from_value(word.into()).map(|word| Self(Some(word)))
    }
}

/// A page of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Latest first.
    pub entries: Vec<Entry>,
    pub before: Option<Cursor>,
    pub after: Option<Cursor>,
    /// How many there are in all, counted no further than [`MOST_COUNTED`] + 1; `None` where that would take too long.
    pub all: Option<i64>,
    /// The page ends here because enough was looked at, and not because it is full: `after` looks on.
    pub is_cut: bool,
}

/// One page, of at most `size` entries.
pub async fn find(conn: &mut Pooled, filter: &Filter, place: Place, size: usize) -> Result<Found> {
    let keys = filter.keys();
    let (driver, most) = rarest(conn, filter, &keys).await?;
    let rest: Vec<Key<'_>> = keys
        .iter()
        .enumerate()
        .filter(|(nth, _)| Some(*nth) != driver)
        .map(|(_, key)| *key)
        .collect();
    let scan = Scan {
        filter,
        driver: driver.and_then(|nth| keys.get(nth)).copied(),
        rest: &rest,
    };
    let places = if rest.is_empty() {
        let found = scan.places(conn, place, one_more(size)).await?;
        Places::of(found, place, size, Some(most))
    } else if most <= MOST_COUNTED {
        let all = scan.fitting(conn, Place::First, None, MOST_COUNTED).await?;
        Places::among(&all, place, size)
    } else {
        let furthest = scan.furthest(conn, place).await?;
        let found = scan.fitting(conn, place, furthest, one_more(size)).await?;
        Places::looked(found, furthest, place, size)
    };
    let entries = read(conn, &places.shown).await?;
    Ok(Found {
        entries,
        before: places.before,
        after: places.after,
        all: places.all,
        is_cut: places.is_cut,
    })
}

fn one_more(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1)
}

/// The filter that leaves least in, and how many that are, counted no further than one more than [`MOST_COUNTED`]: of those that
/// leave more in, the one whose latest go back furthest.
async fn rarest(
    conn: &mut Pooled,
    filter: &Filter,
    keys: &[Key<'_>],
) -> Result<(Option<usize>, i64)> {
    if keys.is_empty() {
        let whole = Scan {
            filter,
            driver: None,
            rest: &[],
        };
        return Ok((None, whole.count(conn).await?.n));
    }
    let mut least: Option<(usize, Counted)> = None;
    for (nth, key) in keys.iter().enumerate() {
        let alone = Scan {
            filter,
            driver: Some(*key),
            rest: &[],
        };
        let counted = alone.count(conn).await?;
        if least.is_none_or(|(_, least)| counted < least) {
            least = Some((nth, counted));
        }
    }
    Ok((
        least.map(|(nth, _)| nth),
        least.map_or(0, |(_, least)| least.n),
    ))
}

const ENTRIES: &str = "SELECT r.*, c.title, c.operation_key, h.hash, h.document FROM register r
    JOIN history h ON h.number = r.number LEFT JOIN cases c ON c.id = r.case_id WHERE ";

async fn read(conn: &mut Pooled, places: &[Cursor]) -> Result<Vec<Entry>> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    on!((&mut *conn).into(), |c| {
        let mut query = QueryBuilder::<DB>::new(ENTRIES);
        query.push("r.number IN (");
        let mut list = query.separated(", ");
        for place in places {
            list.push_bind(place.number);
        }
        query.push(") ORDER BY r.at DESC, r.number DESC");
        query.build_query_as().persistent(false).fetch_all(c).await
    })
}

/// All that the register tells of a decision, oldest first.
pub async fn of_decision<'c>(conn: impl Into<Conn<'c>>, decision: i64) -> Result<Vec<Entry>> {
    on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(ENTRIES);
        query.push("r.decision_id = ").push_bind(decision);
        query.push(" ORDER BY r.number");
        query.build_query_as().fetch_all(c).await
    })
}
