//! Fills the register: entries about cases that are there, over three years, made by the database itself. They say what
//! entries say, and no chain holds them together.

use crate::database::{Raw, execute, number, texts};

/// Over so long they were made.
const MICROSECONDS: i64 = 3 * 365 * 24 * 3_600 * 1_000_000;

/// Adds so many entries to the register, spread over all cases.
pub async fn enter(raw: &mut Raw, many: u32) -> anyhow::Result<()> {
    let indexes = without_indexes(raw).await?;
    let base = number(
        raw.conn(),
        "SELECT COALESCE(MAX(number), 0) FROM history".to_owned(),
    )
    .await?;
    let cases = number(raw.conn(), "SELECT COUNT(*) FROM cases".to_owned()).await?;
    let mut statements = vec![
        "CREATE TABLE bench_case AS SELECT ROW_NUMBER() OVER (ORDER BY id) AS nth, * FROM cases"
            .to_owned(),
        "CREATE UNIQUE INDEX bench_case_nth ON bench_case (nth)".to_owned(),
        made(many, base, cases),
        ENTERED.to_owned(),
        TOLD.to_owned(),
        IDENTIFIED.to_owned(),
    ];
    statements.extend(WORDS.map(said));
    statements.extend(["bench_entry", "bench_case"].map(|table| format!("DROP TABLE {table}")));
    statements.push("UPDATE chain_head SET number = (SELECT MAX(number) FROM history)".to_owned());
    statements.extend(indexes);
    statements.push("ANALYZE".to_owned());
    for statement in statements {
        execute(raw.conn(), statement).await?;
    }
    Ok(())
}

/// SQLite makes an index sooner of all rows at once. Gives what makes them again.
async fn without_indexes(raw: &mut Raw) -> anyhow::Result<Vec<String>> {
    if matches!(raw, Raw::Postgres(_)) {
        return Ok(Vec::new());
    }
    let of = "FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('register', 'history')";
    let made = texts(raw.conn(), format!("SELECT sql {of}")).await?;
    for name in texts(raw.conn(), format!("SELECT name {of}")).await? {
        execute(raw.conn(), format!("DROP INDEX {name}")).await?;
    }
    Ok(made)
}

/// What every entry is about, and when; the last one now.
fn made(many: u32, base: i64, cases: i64) -> String {
    let step = MICROSECONDS / i64::from(many);
    format!(
        "CREATE TABLE bench_entry AS
        WITH RECURSIVE entries (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM entries WHERE n < {many})
        SELECT n, {base} + n AS number, (SELECT MAX(opened_at) FROM cases) - ({many} - n) * {step} AS at,
            c.id AS case_id, c.operation_id, c.source_id, c.operation_type, c.owner_team, c.kind AS stop_kind
        FROM entries JOIN bench_case c ON c.nth = 1 + (n * 7919) % {cases}"
    )
}

const ENTERED: &str = "INSERT INTO register (number, at, what, decision_id, case_id, operation_id, source_id, operation_type,
        owner_team, stop_kind, actor_kind, actor, role, kind, reason_code, basis, four_eyes, against_unknown, answered_by, answer,
        fate, fate_at, reopened, tried, why)
    SELECT number, at, CASE WHEN n % 20 < 13 THEN 'decided' WHEN n % 20 < 15 THEN 'proposed' WHEN n % 20 < 17 THEN 'approved'
            WHEN n % 20 = 17 THEN 'refused' WHEN n % 20 = 18 THEN 'turned_away' ELSE 'withdrawn' END,
        number, case_id, operation_id, source_id, operation_type, owner_team, stop_kind, 'person',
        CASE n % 3 WHEN 0 THEN 'irina' WHEN 1 THEN 'tomasz' ELSE 'amara' END, 'reviewer',
        CASE WHEN n % 20 = 18 THEN '' WHEN n % 5 = 0 THEN 'new_operation' WHEN n % 5 = 1 THEN 'close' ELSE 'resume' END,
        CASE WHEN n % 20 = 18 THEN '' WHEN n % 2 = 0 THEN 'never_sent' ELSE 'protected_repeat' END,
        CASE WHEN n % 5 = 0 THEN 'result_useless' ELSE '' END, n % 4 = 0, n % 3 = 0,
        CASE WHEN n % 4 = 0 THEN 'marta' ELSE '' END, CASE WHEN n % 4 = 0 THEN 'approved' ELSE '' END,
        CASE WHEN n % 20 = 18 THEN '' WHEN n % 7 = 0 THEN 'not_sent' ELSE 'done' END, at, n % 9 = 0,
        CASE WHEN n % 20 = 18 THEN 'resume' ELSE '' END, CASE WHEN n % 20 = 18 THEN 'holder' ELSE '' END
    FROM bench_entry";

const TOLD: &str = "INSERT INTO history (number, case_id, operation_id, at, actor_kind, actor, kind, document, previous_hash, hash)
    SELECT b.number, b.case_id, b.operation_id, b.at, 'person', r.actor, r.what,
        '{\"decision\":' || b.number || ',\"justification\":\"The stock of carrier' || (b.n % 10) || ' went to zone' || (b.n % 997)
            || ' on pallet' || b.n || '.\"}',
        substr('0000000000000000000000000000000000000000000000000000000000000000', 1, 64 - length(CAST(b.n - 1 AS TEXT))) || (b.n - 1),
        substr('0000000000000000000000000000000000000000000000000000000000000000', 1, 64 - length(CAST(b.n AS TEXT))) || b.n
    FROM bench_entry b JOIN register r ON r.number = b.number";

const IDENTIFIED: &str = "INSERT INTO identifiers (term, operation_id, name)
    SELECT 'parcel-' || nth || '-', operation_id, 'reference:parcel' FROM bench_case ORDER BY 1";

/// Words that are in every entry, in one of ten, in one of a thousand, and in one alone.
const WORDS: [&str; 4] = [
    "'stock'",
    "'carrier' || (n % 10)",
    "'zone' || (n % 997)",
    "'pallet' || n",
];

fn said(word: &str) -> String {
    format!(
        "INSERT INTO register_words (word, at, number) SELECT {word}, at, number FROM bench_entry ORDER BY 1, 2, 3"
    )
}
