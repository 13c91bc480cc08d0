//! The writes of a taking by themselves: the same rows, with nothing read, checked or digested, over one connection and
//! each durable before the next begins.

use crate::database::{Database, Raw, execute};
use crate::measure::count;
use holdpoint::domain::ids::InstructionId;
use holdpoint::on;
use std::time::Instant;

/// What a taking changes: its instruction, its operation, its case; and the history that it is told to.
const WRITES: [&str; 5] = [
    "UPDATE instructions SET worker = worker || '', lease_until = lease_until + 1 WHERE id = $1",
    "UPDATE operations SET facts = facts || ' ', version = version + 1
        WHERE id = (SELECT operation_id FROM instructions WHERE id = $1)",
    "UPDATE cases SET version = version + 1 WHERE id = (SELECT case_id FROM instructions WHERE id = $1)",
    "INSERT INTO history (number, case_id, operation_id, at, actor_kind, actor, kind, document, previous_hash, hash)
        SELECT h.number + 1, i.case_id, i.operation_id, i.taken_at, 'source', 'bench', 'instruction_taken', i.document,
            h.hash, h.hash
        FROM chain_head h CROSS JOIN instructions i WHERE i.id = $1",
    "UPDATE chain_head SET number = number + 1 WHERE id = 1 AND $1 <> ''",
];

/// Writes by a connection of its own.
pub struct BareWrites(Raw);

impl BareWrites {
    pub async fn on(database: &Database) -> anyhow::Result<Self> {
        Ok(Self(database.connect().await?))
    }

    /// Writes for each instruction once, and gives how many in a second.
    pub async fn rate(&mut self, instructions: &[InstructionId]) -> anyhow::Result<f64> {
        let began = Instant::now();
        for id in instructions {
            execute(self.0.conn(), "BEGIN".to_owned()).await?;
            for sql in WRITES {
                on!(self.0.conn(), |c| sqlx::query(sql)
                    .bind(id)
                    .execute(c)
                    .await
                    .map(|_| ()))?;
            }
            execute(self.0.conn(), "COMMIT".to_owned()).await?;
        }
        Ok(count(instructions.len()) / began.elapsed().as_secs_f64())
    }

    pub async fn close(self) -> anyhow::Result<()> {
        self.0.close().await
    }
}
