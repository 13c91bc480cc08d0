//! Scans of one filter's index, in the order of the page, whose rows are tried against the other filters.

use super::find::{Cursor, Filter, LOOKED_AT, MOST_COUNTED, Place};
use super::word;
use crate::domain::ids::{HistoryNumber, OperationId, SourceId};
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Pooled;
use sqlx::{Database, Encode, QueryBuilder, Result, Type};

/// So many are tried against the other filters in one question: most pages are full before as many were tried as may be.
const AT_ONCE: i64 = 250;

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
                .map(|kind| Key::Partly("r.kind <> ''", "kind", word(kind))),
        );
        let person = self.person.as_deref();
        keys.extend(person.map(|name| Key::Partly("r.actor_kind = 'person'", "actor", name)));
        let second = self.second.as_deref();
        keys.extend(second.map(|name| Key::Partly("r.answered_by <> ''", "answered_by", name)));
        let reason = self.reason_code.as_deref();
        keys.extend(reason.map(|code| Key::Partly("r.reason_code <> ''", "reason_code", code)));
        let basis = self.basis.as_deref();
        keys.extend(basis.map(|code| Key::Partly("r.basis <> ''", "basis", code)));
        let operation_type = self.operation_type.as_ref();
        keys.extend(operation_type.map(|name| Key::Text("operation_type", name.as_str())));
        keys.extend(self.source.map(Key::Source));
        let owner = self.owner.as_ref();
        keys.extend(owner.map(|team| Key::Text("owner_team", team.as_str())));
        keys.extend(
            self.fate
                .map(|fate| Key::Partly("r.fate <> ''", "fate", fate.as_str())),
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
struct Looked {
    #[sqlx(flatten)]
    place: Row,
    fits: bool,
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

    /// What the scan meets until so many are found that the other filters leave in, and not much more; at most [`LOOKED_AT`].
    pub async fn until_found(
        &self,
        conn: &mut Pooled,
        mut place: Place,
        wanted: i64,
    ) -> Result<Vec<(Cursor, bool)>> {
        let (mut all, mut found) = (Vec::new(), 0);
        for _ in 0..LOOKED_AT / AT_ONCE {
            let some = self.fitting(conn, place, AT_ONCE).await?;
            let Some((last, _)) = some.last().copied() else {
                break;
            };
            place = match place {
                Place::First | Place::After(_) => Place::After(last),
                Place::Before(_) => Place::Before(last),
            };
            found += some.iter().map(|(_, fits)| i64::from(*fits)).sum::<i64>();
            all.extend(some);
            if found >= wanted {
                break;
            }
        }
        Ok(all)
    }

    /// What the scan meets, in its direction, each with whether the other filters leave it in.
    pub async fn fitting(
        &self,
        conn: &mut Pooled,
        place: Place,
        limit: i64,
    ) -> Result<Vec<(Cursor, bool)>> {
        let rows: Vec<Looked> = on!((&mut *conn).into(), |c| {
            let mut query = QueryBuilder::<DB>::new("SELECT s.at, s.number, (");
            let mut tests = self.rest.iter().peekable();
            while let Some(key) = tests.next() {
                key.push_test(&mut query);
                if tests.peek().is_some() {
                    query.push(" AND ");
                }
            }
            query.push(") AS fits FROM (");
            self.push(&mut query, place, limit);
            query.push(") AS s");
            query.build_query_as().fetch_all(c).await?
        });
        let mut looked: Vec<_> = rows
            .into_iter()
            .map(|row| (row.place.into(), row.fits))
            .collect();
        // The order within is not promised without.
        looked.sort_unstable_by_key(|(at, _): &(Cursor, bool)| *at);
        if !matches!(place, Place::Before(_)) {
            looked.reverse();
        }
        Ok(looked)
    }

    fn push<DB: Database>(&self, query: &mut QueryBuilder<DB>, place: Place, limit: i64)
    where
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
            driver.push(query);
            query.push(" AND ");
        }
        self.push_period(query, place);
        let direction = match place {
            Place::First | Place::After(_) => "DESC",
            Place::Before(_) => "ASC",
        };
        query.push(format_args!(
            " ORDER BY r.at {direction}, r.number {direction} LIMIT "
        ));
        query.push_bind(limit);
    }

    /// From when to when. On each side there is one bound: of two, a database may take the wider one and read what lies between.
    fn push_period<DB: Database>(&self, query: &mut QueryBuilder<DB>, place: Place)
    where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
    {
        let from = self.filter.from.unwrap_or(Timestamp(i64::MIN));
        match place {
            Place::Before(cursor) if cursor.at >= from => push_place(query, '>', cursor),
            Place::First | Place::After(_) | Place::Before(_) => {
                query.push("r.at >= ").push_bind(from);
            }
        }
        match (place, self.filter.until) {
            (Place::After(cursor), until) if until.is_none_or(|until| cursor.at < until) => {
                query.push(" AND ");
                push_place(query, '<', cursor);
            }
            (Place::First | Place::After(_) | Place::Before(_), Some(until)) => {
                query.push(" AND r.at < ").push_bind(until);
            }
            (Place::First | Place::After(_) | Place::Before(_), None) => {}
        }
    }
}

fn push_place<DB: Database>(query: &mut QueryBuilder<DB>, comparison: char, cursor: Cursor)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    query.push(format_args!("(r.at, r.number) {comparison} ("));
    query.push_bind(cursor.at).push(", ");
    query.push_bind(cursor.number).push(")");
}

impl Key<'_> {
    /// The condition of a scan of this filter's own index.
    fn push<DB: Database>(&self, query: &mut QueryBuilder<DB>)
    where
        i64: Type<DB> + for<'q> Encode<'q, DB>,
        String: Type<DB> + for<'q> Encode<'q, DB>,
    {
        match *self {
            Self::Text(column, value) => {
                query
                    .push(format_args!("r.{column} = "))
                    .push_bind(value.to_owned());
            }
            Self::Partly(condition, column, value) => {
                query.push(format_args!("{condition} AND r.{column} = "));
                query.push_bind(value.to_owned());
            }
            Self::Source(id) => {
                query.push("r.source_id = ").push_bind(id);
            }
            Self::Flag(column) => {
                query.push(format_args!("r.{column}"));
            }
            Self::Word(word) => {
                query.push("r.word = ").push_bind(word.to_owned());
            }
            Self::Operations(ids) => push_operations(query, ids),
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
            Self::Word(_) => ("register_words", "r.number"),
            // Of several operations each would be looked for in the index.
            Self::Operations(_) => ("register", "r.number"),
            Self::Text(..) | Self::Partly(..) | Self::Source(_) | Self::Flag(_) => {
                ("register", "+r.number")
            }
        };
        query.push(format_args!("(SELECT r.number FROM {table} r WHERE "));
        self.push(query);
        query.push(format_args!(
            " AND r.at = s.at AND {number} = s.number LIMIT 1) IS NOT NULL"
        ));
    }
}

fn push_operations<DB: Database>(query: &mut QueryBuilder<DB>, ids: &[OperationId])
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
{
    // No operation has this number, and a list may not be empty.
    query.push("r.operation_id IN (-1");
    for id in ids {
        query.push(", ").push_bind(*id);
    }
    query.push(")");
}
