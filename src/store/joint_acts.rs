//! Acts on several cases at once, and what came of each case.

use super::{Conn, Tx};
use crate::domain::history::Vouched;
use crate::domain::ids::{CaseId, CauseId, JointActId, UserId};
use crate::domain::joint::JointKind;
use crate::domain::time::Timestamp;
use crate::on;
use sqlx::Result;

/// An act.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct JointActRow {
    pub id: JointActId,
    /// Told by the form that it was sent with, so that the same form is the same act.
    pub form: String,
    pub kind: JointKind,
    pub cause: CauseId,
    pub by_user: UserId,
    pub by_name: String,
    pub begun_at: Timestamp,
}

/// What came of one case.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ResultRow {
    pub case_id: CaseId,
    /// A JSON document; NULL until the case's turn has come.
    pub result: Option<String>,
}

/// An act to begin.
#[derive(Debug)]
pub struct NewJointAct<'a> {
    pub form: &'a str,
    pub kind: JointKind,
    pub cause: &'a CauseId,
    pub by_user: UserId,
    pub by_name: &'a str,
    pub begun_at: Timestamp,
}

/// Begins an act on some cases, in their order. `None` if its form was sent before.
pub async fn insert(
    tx: &mut Tx,
    new: &NewJointAct<'_>,
    cases: &[CaseId],
) -> Result<Option<JointActId>> {
    let sql = "INSERT INTO joint_acts (form, kind, cause, by_user, by_name, begun_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (form) DO NOTHING RETURNING id";
    let id: Option<JointActId> = on!((&mut *tx).into(), |c| {
        sqlx::query_scalar(sql)
            .bind(new.form)
            .bind(new.kind)
            .bind(new.cause)
            .bind(new.by_user)
            .bind(new.by_name)
            .bind(new.begun_at)
            .fetch_optional(c)
            .await?
    });
    let Some(id) = id else {
        return Ok(None);
    };
    tx.wrote(Vouched::JointActs, id.0);
    if !cases.is_empty() {
        tx.wrote(Vouched::JointActCases, id.0);
        on!(tx.into(), |c| {
            let mut query = sqlx::QueryBuilder::<DB>::new(
                "INSERT INTO joint_act_cases (act_id, place, case_id) ",
            );
            query.push_values((0_i64..).zip(cases), |mut row, (place, case)| {
                row.push_bind(id).push_bind(place).push_bind(*case);
            });
            query.push(" ON CONFLICT (act_id, case_id) DO NOTHING");
            query.build().persistent(false).execute(c).await?;
        });
    }
    Ok(Some(id))
}

/// Writes what came of a case, if nothing is written yet, or if it was done after all. `false` if nothing is written by that.
pub async fn note(
    tx: &mut Tx,
    act: JointActId,
    case: CaseId,
    result: &str,
    done: bool,
) -> Result<bool> {
    let sql = "UPDATE joint_act_cases SET result = $3
        WHERE act_id = $1 AND case_id = $2 AND (result IS NULL OR $4)";
    let noted = on!((&mut *tx).into(), |c| {
        let query = sqlx::query(sql).bind(act).bind(case);
        let query = query.bind(result).bind(done);
        query.execute(c).await?.rows_affected() > 0
    });
    if noted {
        tx.wrote(Vouched::JointActCases, act.0);
    }
    Ok(noted)
}

/// An act by its number.
pub async fn get<'c>(conn: impl Into<Conn<'c>>, id: JointActId) -> Result<Option<JointActRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as("SELECT * FROM joint_acts WHERE id = $1")
            .bind(id)
            .fetch_optional(c)
            .await
    })
}

/// An act by the form that it was sent with.
pub async fn by_form<'c>(conn: impl Into<Conn<'c>>, form: &str) -> Result<Option<JointActRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as("SELECT * FROM joint_acts WHERE form = $1")
            .bind(form)
            .fetch_optional(c)
            .await
    })
}

/// What came of each case, in the order in which they were named.
pub async fn results<'c>(conn: impl Into<Conn<'c>>, id: JointActId) -> Result<Vec<ResultRow>> {
    on!(conn.into(), |c| {
        sqlx::query_as(
            "SELECT case_id, result FROM joint_act_cases WHERE act_id = $1 ORDER BY place",
        )
        .bind(id)
        .fetch_all(c)
        .await
    })
}
