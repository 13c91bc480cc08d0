//! The age of the queue: steps of cases as they happen, what is counted of them, and the figures over cases that wait.

pub mod causes;
pub mod flow;
pub mod kept;
pub mod moved;
pub mod signs;
pub(in crate::store) mod steps;
pub mod totals;
pub mod unresolved;
pub mod waited;
pub mod waiting;

use crate::domain::age::Scope;
use sqlx::{Database, Encode, QueryBuilder, Type};

/// Narrows a question to some cases, by the columns of the table that `alias` stands for.
fn push_scope<DB: Database>(query: &mut QueryBuilder<DB>, alias: &str, scope: &Scope)
where
    i64: Type<DB> + for<'q> Encode<'q, DB>,
    String: Type<DB> + for<'q> Encode<'q, DB>,
{
    if let Some(source) = scope.source {
        query.push(format_args!(" AND {alias}.source_id = "));
        query.push_bind(source);
    }
    if let Some(operation_type) = &scope.operation_type {
        query.push(format_args!(" AND {alias}.operation_type = "));
        query.push_bind(operation_type.clone());
    }
    if let Some(owner) = &scope.owner {
        query.push(format_args!(" AND {alias}.owner_team = "));
        query.push_bind(owner.clone());
    }
    if let Some(kind) = scope.kind {
        query.push(format_args!(" AND {alias}.kind = "));
        query.push_bind(kind);
    }
}
