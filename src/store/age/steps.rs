//! What one transaction does to the queue, written when it commits.

use crate::domain::age::Group;
use crate::domain::age::growth::Flow;
use crate::domain::age::moves::{Milestones, Move};
use crate::domain::age::slots::slot;
use crate::domain::history::Vouched;
use crate::domain::ids::CaseId;
use crate::domain::standing::Stage;
use crate::domain::time::Timestamp;
use crate::on;
use crate::store::Tx;
use crate::store::batch::{comes_again, to_insert};
use crate::store::cases::{CaseDetails, CaseOrigin, CaseRow, NewCase};
use sqlx::{QueryBuilder, Result};
use std::collections::BTreeMap;

/// Moves of cases, and by how much each count grew.
#[derive(Debug, Default)]
pub(in crate::store) struct Steps {
    moves: Vec<Moved>,
    flow: BTreeMap<(Timestamp, Group), Flow>,
}

#[derive(Debug)]
struct Moved {
    case: CaseId,
    what: Move,
    at: Timestamp,
    group: Group,
    age: i64,
    late: bool,
}

/// What a case that is opened has done by that.
pub(in crate::store) fn at_opening(new: &NewCase) -> (Vec<Move>, Milestones) {
    let none = Milestones::default();
    let moves = none.moves(None, new.details.state, new.details.resolution);
    let milestones = none.after(&moves, new.origin.opened_at);
    (moves, milestones)
}

impl Steps {
    pub(in crate::store) fn opened(&mut self, case: CaseId, new: &NewCase) {
        let (moves, _) = at_opening(new);
        let (origin, details) = (&new.origin, &new.details);
        self.grow(origin, details, 1, origin.opened_at);
        self.note(case, moves, origin, details, origin.opened_at);
    }

    pub(in crate::store) fn changed(
        &mut self,
        before: &CaseRow,
        details: &CaseDetails,
        moves: Vec<Move>,
        at: Timestamp,
    ) {
        self.grow(&before.origin, &before.details, -1, at);
        self.grow(&before.origin, details, 1, at);
        let waits = |details: &CaseDetails| details.state.stage() == Stage::ToReview;
        let mut moves = moves;
        let groups = [&before.details, details].map(|details| group(&before.origin, details));
        if waits(&before.details) && waits(details) && groups[0] != groups[1] {
            moves.push(Move::Regrouped);
        }
        self.note(before.id, moves, &before.origin, details, at);
    }

    fn grow(&mut self, origin: &CaseOrigin, details: &CaseDetails, by: i64, at: Timestamp) {
        if details.state.stage() == Stage::ToReview {
            self.count(origin, details, at).grew += by;
        }
    }

    fn count(&mut self, origin: &CaseOrigin, details: &CaseDetails, at: Timestamp) -> &mut Flow {
        let key = (slot(at), group(origin, details));
        self.flow.entry(key).or_default()
    }

    fn note(
        &mut self,
        case: CaseId,
        moves: Vec<Move>,
        origin: &CaseOrigin,
        details: &CaseDetails,
        at: Timestamp,
    ) {
        for what in moves {
            let flow = self.count(origin, details, at);
            match what {
                Move::CameIn => flow.came_in += 1,
                Move::CameBack => flow.came_back += 1,
                Move::Decided | Move::DecidedAgain => flow.decided += 1,
                Move::Resolved => flow.resolved += 1,
                Move::Lapsed => flow.lapsed += 1,
                Move::Claimed | Move::Regrouped => {}
            }
            self.moves.push(Moved {
                case,
                what,
                at,
                group: group(origin, details),
                age: (at.0 - details.stopped_at.0).max(0),
                late: details.due_at < at,
            });
        }
    }
}

fn group(origin: &CaseOrigin, details: &CaseDetails) -> Group {
    Group {
        source: origin.source_id,
        operation_type: origin.operation_type.clone(),
        owner: details.owner_team.clone(),
        kind: details.kind,
    }
}

/// Writes the steps; counts in the order of their keys, so that two transactions never wait for each other's.
pub(in crate::store) async fn apply(tx: &mut Tx, steps: &Steps) -> Result<()> {
    for some in to_insert(&steps.moves) {
        insert_moves(tx, some).await?;
    }
    let none = Flow::default();
    let counted: Vec<_> = steps
        .flow
        .iter()
        .filter(|(_, flow)| **flow != none)
        .collect();
    for ((slot, _), _) in &counted {
        tx.wrote(Vouched::QueueFlow, slot.0);
    }
    for some in to_insert(&counted) {
        add_to_flow(tx, some).await?;
    }
    Ok(())
}

async fn insert_moves(tx: &mut Tx, moves: &[Moved]) -> Result<()> {
    let made: Vec<i64> = on!((&mut *tx).into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "INSERT INTO case_moves (move, at, case_id, source_id, operation_type, owner_team, kind, age, late) ",
        );
        query.push_values(moves, |mut row, moved| {
            row.push_bind(moved.what)
                .push_bind(moved.at)
                .push_bind(moved.case)
                .push_bind(moved.group.source)
                .push_bind(&moved.group.operation_type)
                .push_bind(&moved.group.owner)
                .push_bind(moved.group.kind)
                .push_bind(moved.age)
                .push_bind(moved.late);
        });
        query.push(" RETURNING id");
        let query = query.build_query_scalar();
        let query = query.persistent(comes_again(moves.len()));
        query.fetch_all(c).await?
    });
    for id in made {
        tx.wrote(Vouched::CaseMoves, id);
    }
    Ok(())
}

async fn add_to_flow(tx: &mut Tx, counted: &[(&(Timestamp, Group), &Flow)]) -> Result<()> {
    on!(tx.into(), |c| {
        let mut query = QueryBuilder::<DB>::new(
            "INSERT INTO queue_flow (slot, source_id, operation_type, owner_team, kind,
                came_in, came_back, decided, resolved, lapsed, grew) ",
        );
        query.push_values(counted, |mut row, ((slot, group), flow)| {
            row.push_bind(*slot)
                .push_bind(group.source)
                .push_bind(&group.operation_type)
                .push_bind(&group.owner)
                .push_bind(group.kind)
                .push_bind(flow.came_in)
                .push_bind(flow.came_back)
                .push_bind(flow.decided)
                .push_bind(flow.resolved)
                .push_bind(flow.lapsed)
                .push_bind(flow.grew);
        });
        query.push(
            " ON CONFLICT (slot, source_id, operation_type, owner_team, kind) DO UPDATE SET
                came_in = queue_flow.came_in + excluded.came_in,
                came_back = queue_flow.came_back + excluded.came_back,
                decided = queue_flow.decided + excluded.decided,
                resolved = queue_flow.resolved + excluded.resolved,
                lapsed = queue_flow.lapsed + excluded.lapsed,
                grew = queue_flow.grew + excluded.grew",
        );
        let query = query.build().persistent(comes_again(counted.len()));
        query.execute(c).await.map(|_| ())
    })
}
