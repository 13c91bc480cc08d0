//! One transaction in which reports of one source are taken in.

use super::Channel;
use super::effects::Settled;
use super::reading::Sound;
use super::receipt::{Receipt, Received};
use super::record;
use super::rounds::Placed;
use super::stop::Stop;
use crate::domain::age::signs::Sign;
use crate::domain::facts::Arrival;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, HistoryNumber, OperationId, ReportId};
use crate::domain::rules::Rules;
use crate::service::actor::Actor;
use crate::service::case_work::WorkError;
use crate::service::{Hint, Services, Source};
use crate::store::age::signs::{self, Came};
use crate::store::cases::{self, CaseRow};
use crate::store::history::{self, NewEntry};
use crate::store::operations::{self, LockedOperation, NewOperation};
use crate::store::reports::{self, ReportRow};
use crate::store::{self, Tx};
use serde_json::{Value, json};
use std::collections::HashMap;

/// One transaction in which reports of one source are taken in.
pub(super) struct Sitting<'a> {
    pub services: &'a Services,
    pub source: &'a Source,
    pub arrival: Arrival,
    /// For the history. It is one chain, so they are the last that the transaction writes.
    entries: Vec<NewEntry>,
    /// How many reports were counted.
    counted: usize,
}

/// What became of a report, and its place among those that came.
pub(super) type Fate = (usize, Received);

impl<'a> Sitting<'a> {
    pub fn new(services: &'a Services, source: &'a Source, arrival: Arrival) -> Self {
        Self {
            services,
            source,
            arrival,
            entries: Vec::new(),
            counted: 0,
        }
    }

    pub fn rules(&self) -> Rules<'_> {
        self.services.policy.rules()
    }

    /// Takes in reports of which none knows another's operation or id.
    pub async fn take_in(
        &mut self,
        tx: &mut Tx,
        round: Vec<Placed<'_>>,
    ) -> Result<Vec<Fate>, WorkError> {
        let known = self.known(tx, &round).await?;
        let (again, new): (Vec<_>, Vec<_>) = round
            .into_iter()
            .partition(|(_, sound)| known.contains_key(&sound.report.report_id));
        let mut fates = self.answer_again(tx, &again, &known).await?;
        let stops = self.meet_operations(tx, new).await?;
        let mut settled = Box::pin(self.settle(tx, stops)).await?;
        record::everything(tx, self, &mut settled).await?;
        for settled in &settled {
            let signs = settled.stop.signs(self.rules());
            self.note_signs(tx, settled.stop.sound, Some(settled.case), signs);
        }
        let told = settled.iter_mut().flat_map(|s| s.entries.drain(..));
        self.entries.extend(told);
        fates.extend(settled.into_iter().map(fate));
        Ok(fates)
    }

    async fn known(
        &self,
        tx: &mut Tx,
        round: &[Placed<'_>],
    ) -> Result<HashMap<ReportId, ReportRow>, store::Error> {
        let id = |(_, sound): &Placed<'_>| sound.report.report_id.clone();
        let ids: Vec<_> = round.iter().map(id).collect();
        let rows = reports::find_many(tx, self.source.id, &ids).await?;
        let by_id = |row: ReportRow| (row.report_id.clone(), row);
        Ok(rows.into_iter().map(by_id).collect())
    }

    /// The same content again: the answer is the same as the first time. Other content: refused. Nothing changes but
    /// the counts.
    async fn answer_again(
        &mut self,
        tx: &mut Tx,
        again: &[Placed<'_>],
        known: &HashMap<ReportId, ReportRow>,
    ) -> Result<Vec<Fate>, WorkError> {
        let (mut fates, mut repeats) = (Vec::new(), Vec::new());
        for (place, sound) in again {
            let Some(row) = known.get(&sound.report.report_id) else {
                continue;
            };
            if row.digest == sound.digest {
                repeats.push((row.id, 1));
                self.note_signs(tx, sound, row.case_id, vec![Sign::Repeated]);
            } else {
                self.turn_away(tx, row, &sound.digest).await?;
                self.note_signs(tx, sound, row.case_id, vec![Sign::ReusedId]);
            }
            fates.push((*place, Received::again(row, &sound.digest)));
        }
        reports::count_repeats(tx, &repeats, self.arrival.at).await?;
        Ok(fates)
    }

    /// Counts a report among those that came, with what it shows.
    fn note_signs(&mut self, tx: &mut Tx, sound: &Sound, case: Option<CaseId>, signs: Vec<Sign>) {
        let report = &sound.report;
        let came = Came {
            at: self.arrival.at,
            source: self.source.id,
            operation_type: &report.operation.operation_type,
            report: &report.report_id,
            case,
            signs,
        };
        signs::note(tx, &came);
        self.counted += 1;
    }

    /// A source that keeps trying the same id is counted, and told of once.
    async fn turn_away(
        &mut self,
        tx: &mut Tx,
        row: &ReportRow,
        digest: &str,
    ) -> Result<(), WorkError> {
        reports::count_refused_repeat(&mut *tx, row.id).await?;
        if row.refused_repeats == 0 {
            let document = json!({
                "report": row.report_id, "first_digest": row.digest, "digest": digest,
            });
            let operation = row.operation_id;
            let kind = EntryKind::ReportConflicted;
            let entry = self.entry(row.case_id, operation, kind, document);
            self.entries.push(entry);
        }
        Ok(())
    }

    /// Finds or makes the operations, locks them, and lets each meet its report.
    async fn meet_operations<'s>(
        &self,
        tx: &mut Tx,
        new: Vec<Placed<'s>>,
    ) -> Result<Vec<Stop<'s>>, WorkError> {
        let wanted = new.iter().map(|(_, sound)| NewOperation {
            key: sound.report.operation.key.clone(),
            operation_type: sound.report.operation.operation_type.clone(),
            facts: sound.first_facts_text.clone(),
        });
        let wanted = wanted.collect();
        let locked = operations::get_or_create(tx, self.source.id, wanted, self.arrival.at).await?;
        let mut newest = newest_cases(tx, &locked).await?;
        let by_key = |locked: LockedOperation| (locked.row.key.clone(), locked);
        let mut locked: HashMap<_, _> = locked.into_iter().map(by_key).collect();
        let mut stops = Vec::with_capacity(new.len());
        for (place, sound) in new {
            let key = &sound.report.operation.key;
            let locked = locked.remove(key).ok_or(store::Error::RowNotFound)?;
            let operation = locked.row;
            stops.push(if locked.created {
                Stop::first(place, sound, operation, self.arrival)
            } else {
                let newest = newest.remove(&operation.id);
                Stop::another(place, sound, operation, newest, self.arrival)?
            });
        }
        Ok(stops)
    }

    /// Reports that could not be read are of no operation.
    pub fn tell_of_refused(&mut self, channel: Channel, reports: usize) {
        let told = json!({"channel": channel.as_str(), "reports": reports});
        let by = Actor::Source(self.source);
        let entry = by.of_no_case(EntryKind::ReportRefused, told, self.arrival.at);
        self.entries.push(entry);
    }

    pub fn entry(
        &self,
        case: Option<CaseId>,
        operation: OperationId,
        kind: EntryKind,
        document: Value,
    ) -> NewEntry {
        let actor = Actor::Source(self.source);
        NewEntry {
            at: self.arrival.at,
            case,
            operation: Some(operation),
            actor_kind: actor.kind(),
            actor: actor.name(),
            kind,
            document,
        }
    }

    /// Writes the history. The hints are for after the commit.
    pub async fn finish(mut self, tx: &mut Tx) -> Result<Vec<Hint>, store::Error> {
        // What was only repeated changes no case, but it is counted, and the history vouches for what is.
        if self.entries.is_empty() && self.counted > 0 {
            let told = json!({ "reports": self.counted });
            let by = Actor::Source(self.source);
            let entry = by.of_no_case(EntryKind::ReportRepeated, told, self.arrival.at);
            self.entries.push(entry);
        }
        let cases: Vec<Option<CaseId>> = self.entries.iter().map(|entry| entry.case).collect();
        let numbers = history::append(tx, self.entries).await?;
        let told = cases.into_iter().zip(numbers);
        // Of each case the last entry stays.
        let last: HashMap<CaseId, HistoryNumber> = told
            .filter_map(|(case, number)| Some((case?, number)))
            .collect();
        let hint = |(case, number)| Hint {
            case,
            source: self.source.id,
            number: Some(number),
        };
        Ok(last.into_iter().map(hint).collect())
    }
}

fn fate(settled: Settled<'_>) -> Fate {
    let receipt = Receipt {
        report_id: settled.stop.sound.report.report_id.clone(),
        repeated: false,
        answer: settled.answer,
    };
    (settled.stop.place, Received::Kept(receipt))
}

/// Of each operation that was known before: its open case, or its last one.
async fn newest_cases(
    tx: &mut Tx,
    locked: &[LockedOperation],
) -> Result<HashMap<OperationId, CaseRow>, store::Error> {
    let known = locked.iter().filter(|l| !l.created).map(|l| l.row.id);
    let known: Vec<_> = known.collect();
    let mut newest = HashMap::new();
    for case in cases::lock_open_of_operations(tx, &known).await? {
        newest.insert(case.origin.operation_id, case);
    }
    for operation in known {
        if !newest.contains_key(&operation) {
            let last = cases::of_operation(&mut *tx, operation, 1).await?;
            newest.extend(last.into_iter().map(|case| (operation, case)));
        }
    }
    Ok(newest)
}
