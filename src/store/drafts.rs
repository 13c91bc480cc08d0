//! What people have written into forms of cases and not yet sent.

use super::Conn;
use super::stored::storable;
use crate::domain::draft::{DraftForm, Fields};
use crate::domain::ids::{CaseId, UserId};
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// A draft as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftRow {
    pub fields: Fields,
    pub updated_at: Timestamp,
}

/// Keeps what somebody has written, over what was kept of the same form before.
pub async fn keep<'c>(
    conn: impl Into<Conn<'c>>,
    user: UserId,
    case: CaseId,
    form: DraftForm,
    draft: &DraftRow,
) -> Result<()> {
    let sql = "INSERT INTO drafts (user_id, case_id, form, fields, updated_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (user_id, case_id, form) DO UPDATE SET fields = excluded.fields, updated_at = excluded.updated_at";
    let fields = storable(&serde_json::json!(draft.fields).to_string());
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(user)
            .bind(case)
            .bind(form.word())
            .bind(fields)
            .bind(draft.updated_at)
            .execute(c)
            .await
            .map(|_| ())
    })
}

/// What somebody has written into a form, if anything.
pub async fn get<'c>(
    conn: impl Into<Conn<'c>>,
    user: UserId,
    case: CaseId,
    form: DraftForm,
) -> Result<Option<DraftRow>> {
    let sql =
        "SELECT fields, updated_at FROM drafts WHERE user_id = $1 AND case_id = $2 AND form = $3";
    let found: Option<(String, Timestamp)> = on!(conn.into(), |c| {
        sqlx::query_as(sql)
            .bind(user)
            .bind(case)
            .bind(form.word())
            .fetch_optional(c)
            .await?
    });
    Ok(found.and_then(|(fields, updated_at)| read(&fields, updated_at)))
}

/// What cannot be read is no draft.
fn read(fields: &str, updated_at: Timestamp) -> Option<DraftRow> {
    let fields = serde_json::from_str(fields).ok()?;
    Some(DraftRow { fields, updated_at })
}

/// What somebody has written into the forms of a case, latest first.
pub async fn of_case<'c>(
    conn: impl Into<Conn<'c>>,
    user: UserId,
    case: CaseId,
) -> Result<Vec<(DraftForm, DraftRow)>> {
    let sql = "SELECT form, fields, updated_at FROM drafts WHERE user_id = $1 AND case_id = $2 ORDER BY updated_at DESC, form";
    let found: Vec<(String, String, Timestamp)> = on!(conn.into(), |c| {
        sqlx::query_as(sql)
            .bind(user)
            .bind(case)
            .fetch_all(c)
            .await?
    });
    let known = |(form, fields, at): (String, String, Timestamp)| {
        Some((DraftForm::parse(&form)?, read(&fields, at)?))
    };
    Ok(found.into_iter().filter_map(known).collect())
}

/// Drops a draft: it was sent, or is not wanted.
pub async fn delete<'c>(
    conn: impl Into<Conn<'c>>,
    user: UserId,
    case: CaseId,
    form: DraftForm,
) -> Result<()> {
    let sql = "DELETE FROM drafts WHERE user_id = $1 AND case_id = $2 AND form = $3";
    on!(conn.into(), |c| {
        sqlx::query(sql)
            .bind(user)
            .bind(case)
            .bind(form.word())
            .execute(c)
            .await
            .map(|_| ())
    })
}

/// Forgets drafts that nobody touched since.
pub async fn delete_older<'c>(conn: impl Into<Conn<'c>>, than: Timestamp) -> Result<()> {
    on!(conn.into(), |c| {
        sqlx::query("DELETE FROM drafts WHERE updated_at < $1")
            .bind(than)
            .execute(c)
            .await
            .map(|_| ())
    })
}
