//! The register. Its rows repeat what the history tells, in columns that can be filtered by: whoever appends to the history
//! writes them in the same transaction, through [`enter`] and nowhere else.

mod by_hash;
mod choices;
mod fill;
mod find;
mod places;
mod scan;
mod shown;

pub use by_hash::by_hash;
pub use choices::{Choices, choices};
pub use fill::fill;
pub use find::{
    Cursor, Entry, Filter, Found, LOOKED_AT, MOST_COUNTED, Place, Word, find, of_decision,
};

pub use shown::{Shown, entries_of, indexed_until, indexed_words, shown, told};

use super::batch::{comes_again, to_insert};
use super::history::EntryRow;
use super::stored::storable;
use super::{Conn, Tx, decisions, instructions};
use crate::domain::history::{EntryKind, Vouched};
use crate::domain::ids::CaseId;
use crate::domain::json;
use crate::domain::register::{
    Entered, Fate, Named, Reading, Reopens, What, unknown_steps, word, words,
};
use crate::on;
use sqlx::Result;

/// Enters what the entries tell, in their order. They have their numbers, and are written in this transaction.
pub(super) async fn enter(tx: &mut Tx, rows: &[EntryRow]) -> Result<()> {
    let mut last = None;
    for row in rows {
        let Some(reading) = read(row) else {
            continue;
        };
        if let Some(named) = &reading.decision {
            last = decision_of(tx, named).await?;
        }
        let decision = reading.decision.as_ref().and(last);
        if let Some(entered) = &reading.enters {
            insert(tx, row, decision, entered).await?;
        }
        if let (Some(decision), Some(fate)) = (decision, reading.fate) {
            set_fate(tx, decision, fate, row.at).await?;
        }
        match reading.reopens {
            Reopens::Nothing => {}
            Reopens::TheSame => reopen(tx, last).await?,
            Reopens::LastOf(case) => reopen_last_of(tx, case, row.operation_id).await?,
        }
    }
    Ok(())
}

fn read(row: &EntryRow) -> Option<Reading> {
    let kind = EntryKind::parse(&row.kind)?;
    if Reading::of(kind, &serde_json::Value::Null).is_empty() && kind != EntryKind::CaseOpened {
        return None;
    }
    let document = serde_json::from_str(&row.document).ok()?;
    Some(Reading::of(kind, &document))
}

async fn decision_of(tx: &mut Tx, named: &Named) -> Result<Option<i64>> {
    match named {
        Named::Decision(id) => Ok(Some(*id)),
        Named::Instruction(id) => instructions::decision_of(tx, id).await,
    }
}

/// What a case says of what happens to it.
#[derive(Default, sqlx::FromRow)]
struct Surroundings {
    operation_type: String,
    source_id: Option<i64>,
    owner_team: String,
    stop_kind: String,
}

/// What stays the same about a decision, and where it stands.
#[derive(Clone, Default, sqlx::FromRow)]
struct Decision {
    kind: String,
    reason_code: String,
    basis: String,
    four_eyes: bool,
    against_unknown: bool,
    answered_by: String,
    answer: String,
    reopened: bool,
}

async fn insert(tx: &mut Tx, row: &EntryRow, decision: Option<i64>, told: &Entered) -> Result<()> {
    let around = match row.case_id {
        Some(case) => surroundings(tx, case).await?,
        None => Surroundings::default(),
    };
    let about = about(tx, decision, told).await?;
    tx.wrote(Vouched::Register, row.number);
    let sql = "INSERT INTO register (number, at, what, decision_id, case_id, operation_id, source_id, operation_type,
            owner_team, stop_kind, actor_kind, actor, role, kind, reason_code, basis, four_eyes, against_unknown,
            answered_by, answer, fate, fate_at, reopened, tried, why)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, '', NULL,
            $21, $22, $23)";
    on!((&mut *tx).into(), |c| {
        sqlx::query(sql)
            .bind(row.number)
            .bind(row.at)
            .bind(told.what)
            .bind(decision)
            .bind(row.case_id)
            .bind(row.operation_id)
            .bind(around.source_id)
            .bind(&around.operation_type)
            .bind(&around.owner_team)
            .bind(&around.stop_kind)
            .bind(&row.actor_kind)
            .bind(&row.actor)
            .bind(&told.role)
            .bind(&about.kind)
            .bind(&about.reason_code)
            .bind(&about.basis)
            .bind(about.four_eyes)
            .bind(about.against_unknown)
            .bind(&about.answered_by)
            .bind(&about.answer)
            .bind(about.reopened)
            .bind(&told.tried)
            .bind(&told.why)
            .execute(c)
            .await?;
    });
    if let (Some(decision), Some(answer)) = (decision, told.what.answer()) {
        set_answer(tx, decision, row, answer).await?;
    }
    insert_words(tx, row, &told.words).await
}

/// What the entry tells of the decision, and what an earlier one told.
async fn about(tx: &mut Tx, decision: Option<i64>, told: &Entered) -> Result<Decision> {
    let earlier = match decision {
        Some(id) => first_of(tx, id).await?,
        None => None,
    };
    if let Some(earlier) = earlier {
        return Ok(earlier);
    }
    let against_unknown = match (told.against_unknown, decision) {
        (Some(told), _) => told,
        (None, Some(id)) => was_against_unknown(tx, id).await?,
        (None, None) => false,
    };
    Ok(Decision {
        kind: told.kind.map_or("", word).to_owned(),
        reason_code: told.reason_code.clone(),
        basis: told.basis.clone(),
        four_eyes: told.what == What::Proposed,
        against_unknown,
        ..Decision::default()
    })
}

/// Entries of an earlier version of the program do not tell it; the facts that are kept with the decision do.
async fn was_against_unknown(tx: &mut Tx, decision: i64) -> Result<bool> {
    let row = decisions::get(tx, decision).await?;
    let facts = row.and_then(|row| json::parse(row.facts_as_seen.as_bytes()).ok());
    Ok(facts.is_some_and(|facts| unknown_steps(&facts)))
}

async fn first_of(tx: &mut Tx, decision: i64) -> Result<Option<Decision>> {
    let sql =
        "SELECT kind, reason_code, basis, four_eyes, against_unknown, answered_by, answer, reopened
        FROM register WHERE decision_id = $1 ORDER BY number LIMIT 1";
    on!(tx.into(), |c| {
        sqlx::query_as::<DB, Decision>(sql)
            .bind(decision)
            .fetch_optional(c)
            .await
    })
}

async fn surroundings(tx: &mut Tx, case: i64) -> Result<Surroundings> {
    let sql =
        "SELECT operation_type, source_id, owner_team, kind AS stop_kind FROM cases WHERE id = $1";
    let found = on!(tx.into(), |c| {
        sqlx::query_as::<DB, Surroundings>(sql)
            .bind(case)
            .fetch_optional(c)
            .await?
    });
    Ok(found.unwrap_or_default())
}

/// The words of a text, as the register is searched for them.
pub fn words_in(text: &str) -> Vec<String> {
    words(&storable(text)).into_iter().collect()
}

async fn insert_words(tx: &mut Tx, row: &EntryRow, text: &str) -> Result<()> {
    let found = words_in(text);
    for some in to_insert(&found) {
        on!((&mut *tx).into(), |c| {
            let mut query =
                sqlx::QueryBuilder::<DB>::new("INSERT INTO register_words (word, at, number) ");
            query.push_values(some, |mut values, word| {
                values
                    .push_bind(word)
                    .push_bind(row.at)
                    .push_bind(row.number);
            });
            query
                .build()
                .persistent(comes_again(some.len()))
                .execute(c)
                .await?;
        });
    }
    Ok(())
}

/// From now on this is what became of the decision, wherever the register tells of it.
async fn set_fate(tx: &mut Tx, decision: i64, fate: Fate, at: i64) -> Result<()> {
    let sql = "UPDATE register SET fate = $2, fate_at = $3 WHERE decision_id = $1 RETURNING number";
    let moved: Vec<i64> = on!((&mut *tx).into(), |c| {
        let moved = sqlx::query_scalar::<DB, i64>(sql).bind(decision);
        moved.bind(fate).bind(at).fetch_all(c).await?
    });
    note(tx, moved);
    Ok(())
}

/// The history vouches for rows that moved on.
fn note(tx: &mut Tx, moved: Vec<i64>) {
    for number in moved {
        tx.wrote(Vouched::Register, number);
    }
}

async fn set_answer(tx: &mut Tx, decision: i64, row: &EntryRow, answer: &str) -> Result<()> {
    let sql =
        "UPDATE register SET answered_by = $2, answer = $3 WHERE decision_id = $1 RETURNING number";
    let moved: Vec<i64> = on!((&mut *tx).into(), |c| {
        let moved = sqlx::query_scalar::<DB, i64>(sql).bind(decision);
        moved.bind(&row.actor).bind(answer).fetch_all(c).await?
    });
    note(tx, moved);
    Ok(())
}

async fn reopen(tx: &mut Tx, decision: Option<i64>) -> Result<()> {
    let sql = "UPDATE register SET reopened = TRUE WHERE decision_id = $1 RETURNING number";
    let moved: Vec<i64> = on!((&mut *tx).into(), |c| {
        let moved = sqlx::query_scalar::<DB, i64>(sql).bind(decision);
        moved.fetch_all(c).await?
    });
    note(tx, moved);
    Ok(())
}

/// The last decision on a case, or what the policy did with it, did not end the matter: the operation has another case.
async fn reopen_last_of(tx: &mut Tx, case: CaseId, operation: Option<i64>) -> Result<()> {
    // What was decided on this case, unless another operation was begun there and the new case is that one's first; and
    // what an instruction from this case or from the one before it goes on with.
    let statements = [
        "UPDATE register SET reopened = TRUE WHERE decision_id = (SELECT MAX(r.decision_id) FROM register r
            WHERE r.case_id = $1 AND r.operation_id = $2) RETURNING number",
        "UPDATE register SET reopened = TRUE WHERE decision_id = (SELECT MAX(i.decision_id) FROM instructions i
            WHERE i.case_id IN (SELECT c.previous_case_id FROM cases c WHERE c.id = $1) AND i.operation_id = $2) RETURNING number",
        "UPDATE register SET reopened = TRUE WHERE case_id = $1 AND operation_id = $2 AND what = 'lapsed' RETURNING number",
    ];
    for sql in statements {
        let moved: Vec<i64> = on!((&mut *tx).into(), |c| {
            let moved = sqlx::query_scalar::<DB, i64>(sql).bind(case);
            moved.bind(operation).fetch_all(c).await?
        });
        note(tx, moved);
    }
    Ok(())
}

/// Whether entries of the history that were there before the register still have to be entered.
async fn must_fill<'c>(conn: impl Into<Conn<'c>>) -> Result<bool> {
    on!(conn.into(), |c| {
        sqlx::query_scalar::<DB, bool>("SELECT done < until FROM register_fill WHERE id = 1")
            .fetch_one(c)
            .await
    })
}
