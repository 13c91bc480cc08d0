//! Scans of one filter's index, in the order of the page, whose rows are tried against the other filters.

use super::find::{Cursor, Filter, LOOKED_AT, MOST_COUNTED, Place};
use super::word;
use crate::domain::ids::{HistoryNumber, OperationId, SourceId};
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Pooled;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// One filter, as it is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Key<'f> {
    /// A column, with what its index asks for beside the value.
    Text(&'static str, &'f str),
    /// The beginning of a partial index's condition, and the column.
    Partly(&'static str, &'static str, &'f str),
    Source(SourceId),
    Flag(&'static str),
    Word(&'f str),
    Operations(&'f [OperationId]),
}

impl Filter {
    pub(super) fn keys(&self) -> Vec<Key<'_>> {
        let mut keys = Vec::new();
        keys.extend(self.what.map(|what| Key::Text("what", what.as_str())));
        keys.extend(
            self.kind
                .map(|kind| Key::Partly("kind <> ''", "kind", word(kind))),
        );
        let person = self.person.as_deref();
        keys.extend(person.map(|name| Key::Partly("actor_kind = 'person'", "actor", name)));
        let second = self.second.as_deref();
        keys.extend(second.map(|name| Key::Partly("answered_by <> ''", "answered_by", name)));
        let reason = self.reason_code.as_deref();
        keys.extend(reason.map(|code| Key::Partly("reason_code <> ''", "reason_code", code)));
        let basis = self.basis.as_deref();
        keys.extend(basis.map(|code| Key::Partly("basis <> ''", "basis", code)));
        let operation_type = self.operation_type.as_ref();
        keys.extend(operation_type.map(|name| Key::Text("operation_type", name.as_str())));
        keys.extend(self.source.map(Key::Source));
        let owner = self.owner.as_ref();
        keys.extend(owner.map(|team| Key::Text("owner_team", team.as_str())));
        keys.extend(
            self.fate
                .map(|fate| Key::Partly("fate <> ''", "fate", fate.as_str())),
        );
        let flags = [
            (self.four_eyes, "four_eyes"),
            (self.against_unknown, "against_unknown"),
            (self.reopened, "reopened"),
        ];
        let set = flags.into_iter().filter(|(is_set, _)| *is_set);
        keys.extend(set.map(|(_, column)| Key::Flag(column)));
        keys.extend(self.words.iter().map(|word| Key::Word(word)));
        keys.extend(self.operations.as_deref().map(Key::Operations));
        keys
    }
}

/// A scan of one filter's index within the period, and the filters that its rows are tried against.
pub(super) struct Scan<'f> {
    pub filter: &'f Filter,
    /// `None`: the whole register.
    pub driver: Option<Key<'f>>,
    pub rest: &'f [Key<'f>],
}

/// How many entries a scan meets, latest first. The fewer, and of as many those that go back further, the rarer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub(super) struct Counted {
    pub n: i64,
    /// The time of the oldest that was counted.
    since: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct Row {
    at: Timestamp,
    number: HistoryNumber,
}

impl From<Row> for Cursor {
    fn from(Row { at, number }: Row) -> Self {
        Self { at, number }
    }
}

impl Scan<'_> {
    /// How many there are, counted no further than one more than [`MOST_COUNTED`].
    pub async fn count(&self, conn: &mut Pooled) -> Result<Counted> {
        on!((&mut *conn).into(), |c| {
            let mut query =
                QueryBuilder::<DB>::new("SELECT COUNT(*) AS n, MIN(at) AS since FROM (");
            self.push(&mut query, Place::First, MOST_COUNTED + 1);
            query.push(") AS counted");
            query.build_query_as().fetch_one(c).await
        })
    }

    pub async fn places(&self, conn: &mut Pooled, place: Place, limit: i64) -> Result<Vec<Cursor>> {
        let rows: Vec<Row> = on!((&mut *conn).into(), |c| {
            let mut query = QueryBuilder::<DB>::new("");
            self.push(&mut query, place, limit);
            query.build_query_as().fetch_all(c).await?
        });
        Ok(rows.into_iter().map(Cursor::from).collect())
    }

    /// Where the scan has met [`LOOKED_AT`] entries; `None` if there are not so many.
    pub async fn furthest(&self, conn: &mut Pooled, place: Place) -> Result<Option<Cursor>> {
        let row: Option<Row> = on!((&mut *conn).into(), |c| {
            let mut query = QueryBuilder::<DB>::new("");
            self.push(&mut query, place, 1);
            query.push(" OFFSET ").push_bind(LOOKED_AT - 1);
            query.build_query_as().fetch_optional(c).await?
        });
        Ok(row.map(Cursor::from))
    }

    /// What the scan meets, no further than to that place, and the other filters leave in.
    pub async fn fitting(
        &self,
        conn: &mut Pooled,
        place: Place,
        end: Option<Cursor>,
        limit: i64,
    ) -> Result<Vec<Cursor>> {
        let rows: Vec<Row> = on!((&mut *conn).into(), |c| {
            let mut query = QueryBuilder::<DB>::new("");
            self.push_scan(&mut query, place, end);
            for key in self.rest {
                query.push(" AND ");
                key.push_test(&mut query);
            }
            push_order(&mut query, place, limit);
            query.build_query_as().fetch_all(c).await?
        });
        Ok(rows.into_iter().map(Cursor::from).collect())
    }

    fn push<DB: Database>(&self, query: &mut QueryBuilder<DB>, place: Place, limit: i64)
    where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
        String: Type<DB> + for<'q> Encode<'q, DB>,
    {
        self.push_scan(query, place, None);
        push_order(query, place, limit);
    }

    fn push_scan<DB: Database>(
        &self,
        query: &mut QueryBuilder<DB>,
        place: Place,
        end: Option<Cursor>,
    ) where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
        String: Type<DB> + for<'q> Encode<'q, DB>,
    {
        let table = match self.driver {
            Some(Key::Word(_)) => "register_words",
            Some(
                Key::Text(..)
                | Key::Partly(..)
                | Key::Source(_)
                | Key::Flag(_)
                | Key::Operations(_),
            )
            | None => "register",
        };
        query.push(format_args!("SELECT r.at, r.number FROM {table} r WHERE "));
        if let Some(driver) = &self.driver {
            driver.push(query, "r");
            query.push(" AND ");
        }
        self.push_period(query, place, end);
    }

    /// From when to when. On each side there is one bound: of two, a database may take the wider one and read what lies between.
    fn push_period<DB: Database>(
        &self,
        query: &mut QueryBuilder<DB>,
        place: Place,
        end: Option<Cursor>,
    ) where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
    {
        let from = self.filter.from.unwrap_or(Timestamp(i64::MIN));
        match (place, end) {
            (Place::Before(cursor), _) if cursor.at >= from => push_place(query, ">", cursor),
            (Place::First | Place::After(_), Some(end)) => push_place(query, ">=", end),
            (Place::First | Place::After(_) | Place::Before(_), _) => {
                query.push("r.at >= ").push_bind(from);
            }
        }
        match (place, end, self.filter.until) {
            (Place::After(cursor), _, until) if until.is_none_or(|until| cursor.at < until) => {
                query.push(" AND ");
                push_place(query, "<", cursor);
            }
            (Place::Before(_), Some(end), _) => {
                query.push(" AND ");
                push_place(query, "<=", end);
            }
            (Place::First | Place::After(_) | Place::Before(_), _, Some(until)) => {
                query.push(" AND r.at < ").push_bind(until);
            }
            (Place::First | Place::After(_) | Place::Before(_), _, None) => {}
        }
    }
}

fn push_order<DB: Database>(query: &mut QueryBuilder<DB>, place: Place, limit: i64)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    let direction = match place {
        Place::First | Place::After(_) => "DESC",
        Place::Before(_) => "ASC",
    };
    query.push(format_args!(
        " ORDER BY r.at {direction}, r.number {direction} LIMIT "
    ));
    query.push_bind(limit);
}

fn push_place<DB: Database>(query: &mut QueryBuilder<DB>, comparison: &str, cursor: Cursor)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push(format_args!("(r.at, r.number) {comparison} ("));
    query.push_bind(cursor.at).push(", ");
    query.push_bind(cursor.number).push(")");
}

impl Key<'_> {
    /// The condition of a scan of this filter's own index, by the name that the table has in the question.
    fn push<DB: Database>(&self, query: &mut QueryBuilder<DB>, table: &str)
    where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
        String: Type<DB> + for<'q> Encode<'q, DB>,
    {
        match *self {
            Self::Text(column, value) => {
                query
                    .push(format_args!("{table}.{column} = "))
                    .push_bind(value.to_owned());
            }
            Self::Partly(known, column, value) => {
                query.push(format_args!("{table}.{known} AND {table}.{column} = "));
                query.push_bind(value.to_owned());
            }
            Self::Source(id) => {
                query
                    .push(format_args!("{table}.source_id = "))
                    .push_bind(id);
            }
            Self::Flag(column) => {
                query.push(format_args!("{table}.{column}"));
            }
            Self::Word(word) => {
                query
                    .push(format_args!("{table}.word = "))
                    .push_bind(word.to_owned());
            }
            Self::Operations(ids) => push_operations(query, table, ids),
        }
    }

    /// Whether the entry of the scan is in this filter's own index. A row of the register is ten times as wide as an entry of
    /// an index, and lies as much further away from the next one that is tried.
    ///
    /// A subquery with a limit is asked for each row, where of `EXISTS` PostgreSQL may rather read everything that a filter
    /// leaves in. The plus keeps SQLite from looking the row up by its number; by the time the index finds it.
    fn push_test<DB: Database>(&self, query: &mut QueryBuilder<DB>)
    where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
        String: Type<DB> + for<'q> Encode<'q, DB>,
    {
        let (table, number) = match self {
            Self::Word(_) => ("register_words", "t.number"),
            // Of several operations each would be looked for in the index.
            Self::Operations(_) => ("register", "t.number"),
            Self::Text(..) | Self::Partly(..) | Self::Source(_) | Self::Flag(_) => {
                ("register", "+t.number")
            }
        };
        query.push(format_args!("(SELECT t.number FROM {table} t WHERE "));
        self.push(query, "t");
        query.push(format_args!(
            " AND t.at = r.at AND {number} = r.number LIMIT 1) IS NOT NULL"
        ));
    }
}

fn push_operations<DB: Database>(query: &mut QueryBuilder<DB>, table: &str, ids: &[OperationId])
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    // No operation has this number, and a list may not be empty.
    query.push(format_args!("{table}.operation_id IN (-1"));
    for id in ids {
        query.push(", ").push_bind(*id);
    }
    query.push(")");
}
