//! What a report does to its operation's cases, sentence by sentence as `domain.md` §6 has it.

use super::entries;
use super::receipt::{Answered, Decided, case_url, effect_word};
use super::sitting::Sitting;
use super::stop::Stop;
use crate::domain::case::ReportEffect;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Version};
use crate::domain::instruction::EndedBecause;
use crate::domain::report::StopKind;
use crate::domain::retention::Kept;
use crate::domain::standing::{CaseState, DecisionState};
use crate::service::actor::{Actor, Part};
use crate::service::case_work::{CaseWork, FACTS_CAME, WorkError, wait_ended, written};
use crate::service::opening::opened;
use crate::service::surplus::{FoundBy, found};
use crate::store::cases::{self, CaseDetails, CaseRow, NewCase};
use crate::store::history::NewEntry;
use crate::store::{self, Tx, decisions, follow_ups, instructions, operations, retention};
use serde_json::{Value, json};
use std::collections::HashMap;

/// A report, and what became of it.
pub(super) struct Settled<'s> {
    pub stop: Stop<'s>,
    pub case: CaseId,
    /// JSON.
    pub answer: String,
    /// What the history tells of it, still to be written.
    pub entries: Vec<NewEntry>,
    /// The facts are written already.
    pub facts_written: bool,
}

/// A case as the answer to a report names it.
#[derive(Clone, Copy)]
struct Named {
    case: CaseId,
    kind: StopKind,
    state: CaseState,
    version: Version,
}

impl Sitting<'_> {
    /// Lets each report have its effect.
    pub async fn settle<'s>(
        &self,
        tx: &mut Tx,
        stops: Vec<Stop<'s>>,
    ) -> Result<Vec<Settled<'s>>, WorkError> {
        let mut settled = Vec::with_capacity(stops.len());
        let mut opening = Vec::new();
        for mut stop in stops {
            let effect = stop.effect(self.rules());
            match (effect, stop.newest.take()) {
                (ReportEffect::OpensCase, previous) => {
                    stop.newest = previous;
                    opening.push(stop);
                }
                (ReportEffect::JoinsCase, Some(case)) => {
                    settled.push(self.join(tx, stop, &case).await?);
                }
                (ReportEffect::WithdrawsDecision, Some(case)) => {
                    settled.push(self.withdraw_decision(tx, stop, case).await?);
                }
                (ReportEffect::EndsTaking, Some(case)) => {
                    settled.push(self.end_taking(tx, stop, case).await?);
                }
                (ReportEffect::Late | ReportEffect::Superseded, Some(case)) => {
                    settled.push(self.keep_late(tx, stop, &case, effect).await?);
                }
                // Without a case, a report can only open one.
                (
                    ReportEffect::JoinsCase
                    | ReportEffect::WithdrawsDecision
                    | ReportEffect::EndsTaking
                    | ReportEffect::Late
                    | ReportEffect::Superseded,
                    None,
                ) => opening.push(stop),
            }
        }
        settled.extend(self.open_cases(tx, opening).await?);
        Ok(settled)
    }

    /// The first stop of an operation, or one that adds something after its end: a case, linked to the earlier one.
    async fn open_cases<'s>(
        &self,
        tx: &mut Tx,
        mut stops: Vec<Stop<'s>>,
    ) -> Result<Vec<Settled<'s>>, WorkError> {
        let new_case = |stop: &Stop<'_>| stop.new_case(&self.services.policy, self.source);
        let new: Vec<NewCase> = stops.iter().map(new_case).collect();
        let numbers: HashMap<_, _> = cases::insert(tx, &new).await?.into_iter().collect();
        for stop in &mut stops {
            go_on(tx, stop).await?;
        }
        let mut settled = Vec::with_capacity(stops.len());
        for (stop, new) in stops.into_iter().zip(new) {
            let case = numbers.get(&stop.operation.id).copied();
            let case = case.ok_or(store::Error::RowNotFound)?;
            let found = self.found_since(tx, &stop, &new, case).await?;
            let mut opened = self.opened(stop, &new, case)?;
            opened.entries.extend(found);
            settled.push(opened);
        }
        Ok(settled)
    }

    /// Effects that came to light after the operation's end: somebody has to account for each.
    async fn found_since(
        &self,
        tx: &mut Tx,
        stop: &Stop<'_>,
        new: &NewCase,
        case: CaseId,
    ) -> Result<Vec<NewEntry>, WorkError> {
        let by = FoundBy {
            case,
            operation: stop.operation.id,
            operation_type: &stop.operation.operation_type,
            owner: &new.details.owner_team,
            at: self.arrival.at,
        };
        let mut entries = Vec::new();
        for surplus in stop.found_since_the_end(self.rules()) {
            let new = by.follow_up(&surplus, &self.services.policy)?;
            if follow_ups::insert(tx, &new).await? {
                let document = found(&surplus, &new);
                entries.push(self.note(stop, case, EntryKind::SurplusFound, document));
            }
        }
        Ok(entries)
    }

    fn opened<'s>(
        &self,
        stop: Stop<'s>,
        new: &NewCase,
        case: CaseId,
    ) -> serde_json::Result<Settled<'s>> {
        let (details, previous) = (&new.details, new.origin.previous_case_id);
        let effect = ReportEffect::OpensCase;
        let named = Named {
            case,
            kind: details.kind,
            state: details.state,
            version: Version(1),
        };
        let opened = opened(details.kind, details.due_at, previous);
        Ok(Settled {
            answer: answer(&stop, effect, named, None)?,
            entries: vec![
                self.note(
                    &stop,
                    case,
                    EntryKind::ReportReceived,
                    entries::received(&stop, effect),
                ),
                self.note(&stop, case, EntryKind::CaseOpened, opened),
            ],
            case,
            facts_written: stop.before.is_none() || previous.is_some(),
            stop,
        })
    }

    /// Another report for an operation that has an open case: added to that case, never a second one. If it changes
    /// what is known, the version moves on.
    async fn join<'s>(
        &self,
        tx: &mut Tx,
        stop: Stop<'s>,
        case: &CaseRow,
    ) -> Result<Settled<'s>, WorkError> {
        let details = stop.joined(case, self.rules());
        let mut version = case.version;
        if details.storable() != case.details {
            written(cases::update(tx, case, &details, self.arrival.at).await?)?;
            version.0 += 1;
        }
        let named = Named {
            case: case.id,
            kind: details.kind,
            state: details.state,
            version,
        };
        Ok(Settled {
            answer: answer(&stop, ReportEffect::JoinsCase, named, None)?,
            entries: self.entries_of_joining(&stop, case, &details, version),
            case: case.id,
            facts_written: false,
            stop,
        })
    }

    fn entries_of_joining(
        &self,
        stop: &Stop<'_>,
        case: &CaseRow,
        details: &CaseDetails,
        version: Version,
    ) -> Vec<NewEntry> {
        let received = entries::received(stop, ReportEffect::JoinsCase);
        let mut noted = vec![self.note(stop, case.id, EntryKind::ReportReceived, received)];
        if stop.added.bears_on_knowledge() {
            let changes = stop.knowledge_changes(self.rules());
            let added = entries::facts_added(stop, &changes, version);
            noted.push(self.note(stop, case.id, EntryKind::FactsAdded, added));
        }
        if details.kind != case.details.kind {
            let change = json!({"was": case.details.kind, "is": details.kind, "version": version});
            noted.push(self.note(stop, case.id, EntryKind::KindChanged, change));
        }
        if case.details.look_again_at.is_some() && details.look_again_at.is_none() {
            let ended = wait_ended(case, FACTS_CAME);
            noted.push(self.note(stop, case.id, EntryKind::WaitEnded, ended));
        }
        noted
    }

    /// A decision is only as good as the facts it was made on.
    async fn withdraw_decision<'s>(
        &self,
        tx: &mut Tx,
        stop: Stop<'s>,
        case: CaseRow,
    ) -> Result<Settled<'s>, WorkError> {
        let effect = ReportEffect::WithdrawsDecision;
        let mut work = self.work(tx, &stop, case, effect).await?;
        work.facts_changed(tx, entries::cause(&stop)).await?;
        if stop.added.contents > 0 {
            work.set_kind(Actor::Source(self.source));
        }
        save(tx, work, stop, effect).await
    }

    /// A worker is at it on facts that are no longer so: its taking ends as unknown.
    async fn end_taking<'s>(
        &self,
        tx: &mut Tx,
        stop: Stop<'s>,
        case: CaseRow,
    ) -> Result<Settled<'s>, WorkError> {
        let effect = ReportEffect::EndsTaking;
        let mut work = self.work(tx, &stop, case, effect).await?;
        if let Some(live) = work.live.clone() {
            let rules = Actor::Program(Part::Rules);
            let because = EndedBecause::StopReported;
            work.end_taking(tx, rules, &live, because).await?;
        }
        save(tx, work, stop, effect).await
    }

    /// The case with what the report told, for rules that every change of facts goes through.
    async fn work(
        &self,
        tx: &mut Tx,
        stop: &Stop<'_>,
        case: CaseRow,
        effect: ReportEffect,
    ) -> Result<Box<CaseWork>, WorkError> {
        let operation = stop.operation.clone();
        let live = instructions::live_of_operation(&mut *tx, operation.id).await?;
        let mut work = Box::new(CaseWork::of(self.services, case, operation, live)?);
        work.facts.clone_from(&stop.facts);
        let source = Actor::Source(self.source);
        let changes = stop.knowledge_changes(self.rules());
        let version = Version(work.case.version.0 + 1);
        let added = entries::facts_added(stop, &changes, version);
        work.note(
            source,
            EntryKind::ReportReceived,
            entries::received(stop, effect),
        );
        work.note(source, EntryKind::FactsAdded, added);
        Ok(work)
    }

    /// It adds nothing: kept, and answered with the decision; it reopens nothing.
    async fn keep_late<'s>(
        &self,
        tx: &mut Tx,
        stop: Stop<'s>,
        case: &CaseRow,
        effect: ReportEffect,
    ) -> Result<Settled<'s>, WorkError> {
        if case.kept != Kept::Everything {
            retention::kept_again(tx, case.id).await?;
        }
        let made = decisions::of_case(&mut *tx, case.id).await?;
        let decision = made.iter().rev().find(|d| d.state == DecisionState::Made);
        let superseded_by = stop.operation.superseded_by.as_ref();
        let decided = Decided::of(decision, case.details.resolution, superseded_by);
        let named = Named {
            case: case.id,
            kind: case.details.kind,
            state: case.details.state,
            version: case.version,
        };
        let late = self.note(
            &stop,
            case.id,
            EntryKind::ReportLate,
            entries::received(&stop, effect),
        );
        Ok(Settled {
            answer: answer(&stop, effect, named, Some(decided))?,
            entries: vec![late],
            case: case.id,
            facts_written: false,
            stop,
        })
    }

    fn note(&self, stop: &Stop<'_>, case: CaseId, kind: EntryKind, document: Value) -> NewEntry {
        self.entry(Some(case), stop.operation.id, kind, document)
    }
}

/// An operation that was over goes on with its new case.
async fn go_on(tx: &mut Tx, stop: &mut Stop<'_>) -> Result<(), WorkError> {
    if stop.newest.is_some() {
        stop.operation.standing = stop.operation.standing.when_stopped_again();
        stop.operation.facts = serde_json::to_string(&stop.facts)?;
        written(operations::save(tx, &stop.operation).await?)?;
    }
    Ok(())
}

async fn save<'s>(
    tx: &mut Tx,
    work: Box<CaseWork>,
    stop: Stop<'s>,
    effect: ReportEffect,
) -> Result<Settled<'s>, WorkError> {
    let case = work.case.id;
    let (kind, state) = (work.details.kind, work.details.state);
    let (version, entries) = work.write(tx).await?;
    let named = Named {
        case,
        kind,
        state,
        version,
    };
    Ok(Settled {
        answer: answer(&stop, effect, named, None)?,
        entries,
        case,
        facts_written: true,
        stop,
    })
}

fn answer(
    stop: &Stop<'_>,
    effect: ReportEffect,
    named: Named,
    decision: Option<Decided<'_>>,
) -> serde_json::Result<String> {
    serde_json::to_string(&Answered {
        report_id: &stop.sound.report.report_id,
        operation_key: &stop.operation.key,
        case: named.case,
        case_url: case_url(named.case),
        effect: effect_word(effect),
        kind: named.kind,
        state: named.state,
        version: named.version,
        previous_case: match effect {
            ReportEffect::OpensCase => stop.newest.as_ref().map(|case| case.id),
            ReportEffect::JoinsCase
            | ReportEffect::WithdrawsDecision
            | ReportEffect::EndsTaking
            | ReportEffect::Late
            | ReportEffect::Superseded => None,
        },
        decision,
    })
}
