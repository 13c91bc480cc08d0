//! The access log: who opened what.

use super::stored::storable;
use super::{Conn, Tx};
use crate::domain::access::{Access, Opened};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, OperationKey};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// One thing that was opened, to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAccess {
    pub at: Timestamp,
    /// The sign-in name.
    pub person: String,
    pub role: &'static str,
    pub access: Access,
}

/// One thing that was opened.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct AccessRow {
    pub id: i64,
    pub at: Timestamp,
    pub person: String,
    /// As it was then.
    pub role: String,
    pub opened: Opened,
    pub case_id: Option<CaseId>,
    /// Empty of what belongs to no case.
    pub operation_key: String,
    /// Empty for the case itself.
    pub item: String,
}

/// Which entries. What is `None` leaves all in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub from: Option<Timestamp>,
    /// The first moment that is not shown any more.
    pub until: Option<Timestamp>,
    /// By sign-in name.
    pub person: Option<String>,
    pub opened: Option<Opened>,
    pub case: Option<CaseId>,
    pub operation_key: Option<String>,
}

/// Where an entry stands in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    pub at: Timestamp,
    pub id: i64,
}

/// Which page. `After` goes on to what is older.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    First,
    After(Cursor),
    Before(Cursor),
}

/// A page of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Latest first.
    pub entries: Vec<AccessRow>,
    /// Where the page before and the page after this one begin, if there are any.
    pub before: Option<Cursor>,
    pub after: Option<Cursor>,
}

/// Keeps an entry.
pub async fn insert(tx: &mut Tx, new: &NewAccess) -> Result<()> {
    let (case, key) = new.access.case.clone().unzip();
    let key = key.as_ref().map_or("", OperationKey::as_str);
    let sql = "INSERT INTO accesses (at, person, role, opened, case_id, operation_key, item)
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    on!(tx.into(), |c| {
        sqlx::query(sql)
            .bind(new.at)
            .bind(&new.person)
            .bind(new.role)
            .bind(new.access.opened)
            .bind(case)
            .bind(storable(key))
            .bind(storable(&new.access.item))
            .execute(c)
            .await?;
    });
    Ok(())
}

/// One page, of at most `size` entries.
pub async fn find<'c>(
    conn: impl Into<Conn<'c>>,
    filter: &Filter,
    place: Place,
    size: usize,
) -> Result<Found> {
    let limit = i64::try_from(size).unwrap_or(i64::MAX).saturating_add(1);
    let found: Vec<AccessRow> = on!(conn.into(), |c| {
        let mut query = QueryBuilder::<DB>::new("SELECT a.* FROM accesses a WHERE ");
        filter.push(&mut query);
        push_place(&mut query, place);
        query.push_bind(limit);
        query.build_query_as().fetch_all(c).await?
    });
    Ok(page_of(found, place, size))
}

/// Who opened anything, by sign-in names, at most `limit`: walks from one name to the next by the index.
pub async fn people<'c>(conn: impl Into<Conn<'c>>, limit: i64) -> Result<Vec<String>> {
    let sql = "WITH RECURSIVE people (name) AS (
            SELECT (SELECT person FROM accesses ORDER BY person LIMIT 1)
            UNION ALL SELECT (SELECT a.person FROM accesses a WHERE a.person > people.name ORDER BY a.person LIMIT 1)
                FROM people WHERE people.name IS NOT NULL)
        SELECT name FROM (SELECT name FROM people LIMIT $1) AS found WHERE name IS NOT NULL";
    on!(conn.into(), |c| {
        sqlx::query_scalar(sql).bind(limit).fetch_all(c).await
    })
}

/// Removes the oldest entries from before a moment, at most so many; gives how many.
pub async fn remove(tx: &mut Tx, until: Timestamp, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM accesses WHERE id IN
        (SELECT id FROM accesses WHERE at < $1 ORDER BY at, id LIMIT $2) RETURNING seal";
    let seals: Vec<Option<i64>> = on!((&mut *tx).into(), |c| {
        let removed = sqlx::query_scalar::<DB, Option<i64>>(sql).bind(until);
        removed.bind(limit).fetch_all(c).await?
    });
    for seal in seals.iter().flatten() {
        tx.wrote(Vouched::Accesses, *seal);
    }
    Ok(seals.len() as u64)
}

impl Filter {
    /// The condition. A case or a key, which few entries have, is found by its index, and its entries are tried against the
    /// rest; a person, a sort, and both together have an index each.
    fn push<DB: Database>(&self, query: &mut QueryBuilder<DB>)
    where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
        String: Type<DB> + for<'q> Encode<'q, DB>,
    {
        query
            .push("a.at >= ")
            .push_bind(self.from.unwrap_or(Timestamp(i64::MIN)));
        if let Some(until) = self.until {
            query.push(" AND a.at < ").push_bind(until);
        }
        if let Some(case) = self.case {
            query.push(" AND a.case_id = ").push_bind(case);
        }
        if let Some(key) = &self.operation_key {
            let column = tried("a.operation_key", self.case.is_some());
            query.push(format_args!(" AND a.operation_key <> '' AND {column} = "));
            query.push_bind(key.clone());
        }
        let is_tried = self.case.is_some() || self.operation_key.is_some();
        if let Some(person) = &self.person {
            query.push(format_args!(" AND {} = ", tried("a.person", is_tried)));
            query.push_bind(person.clone());
        }
        if let Some(opened) = self.opened {
            query.push(format_args!(" AND {} = ", tried("a.opened", is_tried)));
            query.push_bind(opened.as_str().to_owned());
        }
    }
}

/// A column as it is written where no index of it shall be walked.
fn tried(column: &str, is_tried: bool) -> String {
    if is_tried {
        format!("COALESCE({column}, '')")
    } else {
        column.to_owned()
    }
}

fn push_place<DB: Database>(query: &mut QueryBuilder<DB>, place: Place)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    let (beside, direction) = match place {
        Place::First => (None, "DESC"),
        Place::After(cursor) => (Some(('<', cursor)), "DESC"),
        Place::Before(cursor) => (Some(('>', cursor)), "ASC"),
    };
    if let Some((comparison, cursor)) = beside {
        query.push(format_args!(" AND (a.at, a.id) {comparison} ("));
        query.push_bind(cursor.at).push(", ");
        query.push_bind(cursor.id).push(")");
    }
    query.push(format_args!(
        " ORDER BY a.at {direction}, a.id {direction} LIMIT "
    ));
}

/// A page of what a scan in its direction found, with one more than the page takes.
fn page_of(mut found: Vec<AccessRow>, place: Place, size: usize) -> Found {
    let more = found.len() > size;
    found.truncate(size);
    if matches!(place, Place::Before(_)) {
        found.reverse();
    }
    let cursor = |row: &AccessRow| Cursor {
        at: row.at,
        id: row.id,
    };
    let (first, last) = (found.first().map(cursor), found.last().map(cursor));
    let (before, after) = match place {
        Place::First => (None, last.filter(|_| more)),
        Place::After(from) => (first.or(Some(from)), last.filter(|_| more)),
        Place::Before(from) => (first.filter(|_| more), last.or(Some(from))),
    };
    Found {
        entries: found,
        before,
        after,
    }
}
