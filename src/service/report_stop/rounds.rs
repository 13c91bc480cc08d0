//! Which reports of a transaction can be written together: none of one round knows another's operation or id, and what
//! comes later about the same operation comes in a later round.

use super::reading::{Reading, Sound};
use crate::domain::ids::{OperationKey, ReportId};
use std::collections::HashMap;

/// A report and its place among those that came.
pub(super) type Placed<'r> = (usize, &'r Sound);

/// The sound reports, in rounds.
pub(super) fn of(readings: &[Reading]) -> Vec<Vec<Placed<'_>>> {
    let mut rounds: Vec<Vec<Placed<'_>>> = Vec::new();
    let mut next_of_operation: HashMap<&OperationKey, usize> = HashMap::new();
    let mut next_of_id: HashMap<&ReportId, usize> = HashMap::new();
    for (place, reading) in readings.iter().enumerate() {
        let sound = match reading {
            Reading::Sound(sound) => sound,
            Reading::Faulty(_) => continue,
        };
        let after_operation = next_of_operation
            .entry(&sound.report.operation.key)
            .or_default();
        let after_id = next_of_id.entry(&sound.report.report_id).or_default();
        let round = (*after_operation).max(*after_id);
        (*after_operation, *after_id) = (round + 1, round + 1);
        if rounds.len() == round {
            rounds.push(Vec::new());
        }
        rounds[round].push((place, sound));
    }
    rounds
}
