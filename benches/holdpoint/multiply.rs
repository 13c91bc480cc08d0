//! Makes a hundred thousand cases of some hundred: the rows that the program wrote for them, copied by the database itself,
//! with other keys, numbers and times. Documents are copied too, and name the copy's keys and not the first one's.

use crate::database::{Column, Raw, columns, execute, number};
use crate::options::Size;
use anyhow::ensure;

/// Stands in every identifier of the first operations; in the copies, the copy's number stands there.
pub const UNIQUE: &str = "-zq0";
/// Stands in what several operations share, as those of one customer do.
pub const SHARED: &str = "-zc0";
/// So many copies share what can be shared.
const SHARE: u32 = 10;

/// Longer reports, in characters, are not copied: they are one in a hundred, and would be most of the bytes.
const LONGEST: u32 = 20_000;
/// How many copies are made at once.
const AT_ONCE: u32 = 100;
const MICROSECONDS_A_MINUTE: i64 = 60_000_000;
/// Open cases stopped within three days, resolved ones within a year.
const OPEN_MINUTES: u32 = 3 * 24 * 60;
const RESOLVED_MINUTES: u32 = 365 * 24 * 60;

/// The tables that hold what belongs to an operation, each with the column that names it; what is referred to comes first.
pub const TABLES: [(&str, &str); 9] = [
    ("operations", "id"),
    ("cases", "operation_id"),
    ("contents", "operation_id"),
    ("reports", "operation_id"),
    ("identifiers", "operation_id"),
    ("holds", "operation_id"),
    ("decisions", "operation_id"),
    ("instructions", "operation_id"),
    ("history", "operation_id"),
];

/// Times that move with the copy. Leases and claims stay: what has run out is not what a queue is full of.
const MOVING: [&str; 17] = [
    "opened_at",
    "stopped_at",
    "authorised_at",
    "due_at",
    "protection_since",
    "protection_until",
    "protection_order",
    "urgent_at",
    "last_attempt_at",
    "decided_at",
    "resolved_at",
    "came_in_at",
    "first_claimed_at",
    "first_decided_at",
    "arrived_at",
    "created_at",
    "at",
];

/// What is copied of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    Everything,
    /// Its row alone, as lists and figures read it; its operation says nothing.
    Row,
}

impl Depth {
    const fn tables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Everything => &TABLES,
            Self::Row => TABLES.split_at(2).0,
        }
    }
}

/// Which of the first cases are copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Held ones are not: a person holds a few at most.
    Open,
    Resolved,
}

/// The distance between the numbers of a row and of its first copy, table by table.
struct Strides {
    depth: Depth,
    operations: i64,
    cases: i64,
    reports: i64,
    decisions: i64,
    history: i64,
}

/// Copies until there are so many cases of each sort, and sets right what is kept about all of them.
pub async fn multiply(
    raw: &mut Raw,
    Size { open, resolved }: Size,
    depth: Depth,
) -> anyhow::Result<()> {
    let strides = Strides::measure(raw, depth).await?;
    let first = copy(raw, &strides, Which::Resolved, resolved, 1).await?;
    copy(raw, &strides, Which::Open, open, first).await?;
    for statement in settle(raw) {
        execute(raw.conn(), statement).await?;
    }
    Ok(())
}

/// Copies are numbered from `first` on; gives the number that comes next.
async fn copy(
    raw: &mut Raw,
    strides: &Strides,
    which: Which,
    wanted: u32,
    first: u32,
) -> anyhow::Result<u32> {
    let there = number(
        raw.conn(),
        format!("SELECT COUNT(*) FROM cases WHERE {}", stage(which)),
    );
    let missing = i64::from(wanted) - there.await?;
    ensure!(
        missing >= 0,
        "more than {wanted} cases are there to begin with"
    );
    execute(raw.conn(), rank(which)).await?;
    for (table, operation) in strides.depth.tables() {
        execute(raw.conn(), first_rows(table, operation)).await?;
    }
    let each = number(raw.conn(), "SELECT COUNT(*) FROM bench_first".to_owned()).await?;
    ensure!(each > 0, "nothing to copy");
    let copies = u32::try_from((missing + each - 1) / each)?;
    for from in (first..first + copies).step_by(AT_ONCE as usize) {
        let to = (first + copies).min(from + AT_ONCE);
        let some = Copies {
            which,
            first,
            copies,
            from,
            to,
            each,
            missing,
        };
        execute(raw.conn(), "BEGIN".to_owned()).await?;
        for (table, _) in strides.depth.tables() {
            let columns = columns(raw, table).await?;
            execute(raw.conn(), some.of_table(strides, table, &columns)).await?;
        }
        execute(raw.conn(), "COMMIT".to_owned()).await?;
    }
    execute(raw.conn(), "DROP TABLE bench_first".to_owned()).await?;
    for (table, _) in strides.depth.tables() {
        execute(raw.conn(), format!("DROP TABLE bench_{table}")).await?;
    }
    Ok(first + copies)
}

/// Open are those of every stage before the last.
const fn stage(which: Which) -> &'static str {
    match which {
        Which::Open => "stage < 2",
        Which::Resolved => "stage = 2",
    }
}

fn rank(which: Which) -> String {
    format!(
        "CREATE TABLE bench_first AS
        SELECT operation_id AS operation, ROW_NUMBER() OVER (ORDER BY operation_id) AS nth
        FROM cases WHERE {} AND holder_id IS NULL AND operation_id NOT IN
            (SELECT operation_id FROM reports WHERE length(document) > {LONGEST})",
        stage(which)
    )
}

/// The rows to copy, by themselves, so that no copy is looked at while others are made.
fn first_rows(table: &str, operation: &str) -> String {
    format!(
        "CREATE TABLE bench_{table} AS
        SELECT f.nth AS nth_first, t.* FROM bench_first f JOIN {table} t ON t.{operation} = f.operation"
    )
}

/// Some copies of all the first operations.
struct Copies {
    which: Which,
    first: u32,
    copies: u32,
    from: u32,
    to: u32,
    each: i64,
    missing: i64,
}

impl Copies {
    fn of_table(&self, strides: &Strides, table: &str, columns: &[Column]) -> String {
        let names: Vec<_> = columns.iter().map(|c| c.name.as_str()).collect();
        let values = columns.iter().map(|c| self.value(strides, table, c));
        let values: Vec<_> = values.collect();
        let Self {
            first,
            from,
            to,
            each,
            missing,
            ..
        } = self;
        format!(
            "INSERT INTO {table} ({})
            WITH RECURSIVE copies (n) AS (SELECT CAST({from} AS BIGINT) UNION ALL SELECT n + 1 FROM copies WHERE n + 1 < {to})
            SELECT {} FROM copies CROSS JOIN bench_{table} t
            WHERE (n - {first}) * {each} + t.nth_first <= {missing}",
            names.join(", "),
            values.join(", ")
        )
    }

    fn value(&self, strides: &Strides, table: &str, column: &Column) -> String {
        let name = column.name.as_str();
        if column.is_text {
            return match (table, name) {
                ("instructions", "id") | ("decisions", "instruction_id") => {
                    format!("t.{name} || '-' || n")
                }
                ("history", "previous_hash" | "hash") => format!("t.{name}"),
                ("operations", "facts") if strides.depth == Depth::Row => "'{}'".to_owned(),
                _ => format!(
                    "replace(replace(t.{name}, '{UNIQUE}', '-' || n), '{SHARED}', '-' || (n / {SHARE}))"
                ),
            };
        }
        if let Some(stride) = strides.of(table, name) {
            return format!("t.{name} + n * {stride}");
        }
        if MOVING.contains(&name) {
            return self.moved(name);
        }
        format!("t.{name}")
    }

    /// Open copies are scattered over their days, and not one after the other; resolved ones are in the order of their
    /// numbers.
    fn moved(&self, name: &str) -> String {
        let minutes = match self.which {
            Which::Open => format!("(n * 7919 % {OPEN_MINUTES})"),
            Which::Resolved => format!(
                "(({} - n) * {RESOLVED_MINUTES} / {})",
                self.first + self.copies,
                self.copies
            ),
        };
        let end = i64::MAX;
        format!(
            "CASE WHEN t.{name} = {end} THEN t.{name} ELSE t.{name} - {minutes} * {MICROSECONDS_A_MINUTE} END"
        )
    }
}

impl Strides {
    async fn measure(raw: &mut Raw, depth: Depth) -> anyhow::Result<Self> {
        Ok(Self {
            depth,
            operations: stride(raw, "operations", "id").await?,
            cases: stride(raw, "cases", "id").await?,
            reports: stride(raw, "reports", "id").await?,
            decisions: stride(raw, "decisions", "id").await?,
            history: stride(raw, "history", "number").await?,
        })
    }

    fn of(&self, table: &str, column: &str) -> Option<i64> {
        match (table, column) {
            ("operations", "id") | (_, "operation_id") => Some(self.operations),
            ("cases", "id") | (_, "case_id" | "previous_case_id") => Some(self.cases),
            ("reports", "id") => Some(self.reports),
            ("decisions", "id") | (_, "decision_id") => Some(self.decisions),
            ("history" | "instructions", "number") => Some(self.history),
            _ => None,
        }
    }
}

async fn stride(raw: &mut Raw, table: &str, column: &str) -> anyhow::Result<i64> {
    let sql = format!("SELECT COALESCE(MAX({column}) - MIN({column}), 0) + 1 FROM {table}");
    number(raw.conn(), sql).await
}

/// What cases did, as their rows tell it; whatever came back after a decision is left out.
const MOVES: [&str; 4] = [
    "DELETE FROM case_moves",
    "DELETE FROM queue_flow",
    "INSERT INTO case_moves (move, at, case_id, source_id, operation_type, owner_team, kind, age, late)
        SELECT m.move, m.at, c.id, c.source_id, c.operation_type, c.owner_team, c.kind,
            CASE WHEN m.at > c.stopped_at THEN m.at - c.stopped_at ELSE 0 END, c.due_at < m.at
        FROM cases c JOIN (
            SELECT id, 'came_in' AS move, came_in_at AS at FROM cases
            UNION ALL SELECT id, 'claimed', first_claimed_at FROM cases
            UNION ALL SELECT id, 'decided', first_decided_at FROM cases
            UNION ALL SELECT id, 'resolved', resolved_at FROM cases WHERE came_in_at IS NOT NULL
        ) AS m ON m.id = c.id
        WHERE m.at IS NOT NULL",
    "INSERT INTO queue_flow (slot, source_id, operation_type, owner_team, kind, came_in, came_back, decided, resolved, grew)
        SELECT m.at / 900000000 * 900000000, m.source_id, m.operation_type, m.owner_team, m.kind,
            COUNT(CASE WHEN m.move = 'came_in' THEN 1 END), 0, COUNT(CASE WHEN m.move = 'decided' THEN 1 END),
            COUNT(CASE WHEN m.move = 'resolved' THEN 1 END),
            COUNT(CASE WHEN m.move = 'came_in' THEN 1 END) - COUNT(CASE WHEN m.move = 'decided' THEN 1 END)
        FROM case_moves m WHERE m.move <> 'claimed'
        GROUP BY m.at / 900000000 * 900000000, m.source_id, m.operation_type, m.owner_team, m.kind",
];

/// What is kept about all cases together, and what the database itself must know of its tables.
fn settle(raw: &Raw) -> Vec<String> {
    let mut all = vec![
        "DELETE FROM queue_counts".to_owned(),
        "INSERT INTO queue_counts (stage, kind, n) SELECT stage, kind, COUNT(*) FROM cases GROUP BY stage, kind".to_owned(),
        "UPDATE chain_head SET number = (SELECT MAX(number) FROM history)".to_owned(),
    ];
    all.extend(MOVES.map(str::to_owned));
    match raw {
        Raw::Sqlite(_) => all.push("ANALYZE".to_owned()),
        Raw::Postgres(_) => {
            for table in ["operations", "cases", "reports", "decisions"] {
                all.push(format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))"
                ));
            }
            all.push("VACUUM ANALYZE".to_owned());
        }
    }
    all
}
