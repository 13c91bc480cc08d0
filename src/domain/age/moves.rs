//! The steps of a case's life that figures over a time are made of.

use crate::domain::standing::{CaseState, Resolution, Stage};
use crate::domain::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What a case does to the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// It came to a person for the first time.
    CameIn,
    /// It was decided, and is to be reviewed again: its instruction was withdrawn, or its outcome was not the hoped one.
    CameBack,
    /// Somebody claimed it for the first time.
    Claimed,
    /// Somebody decided it for the first time.
    Decided,
    /// It was decided after it had come back.
    DecidedAgain,
    /// Its review came to an end, or what was decided was carried out.
    Resolved,
    /// It waits, and from now on it is of another owner or kind.
    Regrouped,
    /// The policy let it be; nobody decided.
    Lapsed,
}

impl Move {
    pub const ALL: [Self; 8] = [
        Self::CameIn,
        Self::CameBack,
        Self::Claimed,
        Self::Decided,
        Self::DecidedAgain,
        Self::Resolved,
        Self::Regrouped,
        Self::Lapsed,
    ];

    /// The word under which it is stored, and which stands in an address.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CameIn => "came_in",
            Self::CameBack => "came_back",
            Self::Claimed => "claimed",
            Self::Decided => "decided",
            Self::DecidedAgain => "decided_again",
            Self::Resolved => "resolved",
            Self::Regrouped => "regrouped",
            Self::Lapsed => "lapsed",
        }
    }
}

/// When a case did for the first time what it can do more than once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Milestones {
    /// When it came to a person; `None` for one that never did.
    pub came_in_at: Option<Timestamp>,
    pub first_claimed_at: Option<Timestamp>,
    pub first_decided_at: Option<Timestamp>,
}

impl Milestones {
    /// What a case does, but for [`Move::Regrouped`], that comes from one state (`None`: it is opened) to another.
    /// `ended`: how, if it is resolved.
    pub fn moves(
        self,
        before: Option<CaseState>,
        after: CaseState,
        ended: Option<Resolution>,
    ) -> Vec<Move> {
        let stage = |state: CaseState| state.stage();
        let was = before.map(stage);
        let claimed = after == CaseState::InReview && self.first_claimed_at.is_none();
        let claimed = claimed.then_some(Move::Claimed);
        let moved = match (was, after.stage()) {
            (Some(Stage::ToReview), Stage::ToReview)
            | (None | Some(Stage::Decided | Stage::Resolved), Stage::Decided)
            | (Some(Stage::Resolved), Stage::Resolved) => None,
            (_, Stage::ToReview) if self.came_in_at.is_none() => Some(Move::CameIn),
            (_, Stage::ToReview) => Some(Move::CameBack),
            (Some(Stage::ToReview), Stage::Decided) if self.first_decided_at.is_none() => {
                Some(Move::Decided)
            }
            (Some(Stage::ToReview), Stage::Decided) => Some(Move::DecidedAgain),
            // What nobody ever had to review is no stop that was resolved.
            (_, Stage::Resolved) => self.came_in_at.map(|_| end(ended)),
        };
        moved.into_iter().chain(claimed).collect()
    }

    /// The milestones once a case has done that.
    #[must_use]
    pub fn after(mut self, moves: &[Move], at: Timestamp) -> Self {
        for moved in moves {
            match moved {
                Move::CameIn => self.came_in_at = Some(at),
                Move::Claimed => self.first_claimed_at = Some(at),
                Move::Decided => self.first_decided_at = Some(at),
                Move::CameBack
                | Move::DecidedAgain
                | Move::Resolved
                | Move::Regrouped
                | Move::Lapsed => {}
            }
        }
        self
    }
}

fn end(ended: Option<Resolution>) -> Move {
    match ended {
        Some(Resolution::Lapsed) => Move::Lapsed,
        Some(
            Resolution::Resumed
            | Resolution::ConfirmedComplete
            | Resolution::NewOperation
            | Resolution::CarriedOut
            | Resolution::Compensated
            | Resolution::Closed,
        )
        | None => Move::Resolved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use CaseState::{AwaitingApproval, Decided, Executing, InReview, Resolved, Waiting};

    fn life(states: &[CaseState]) -> Vec<Move> {
        life_that_ends(states, Resolution::Closed)
    }

    fn life_that_ends(states: &[CaseState], ended: Resolution) -> Vec<Move> {
        let ended = Some(ended);
        let (mut before, mut stones, mut all) = (None, Milestones::default(), Vec::new());
        for (at, state) in (1..).zip(states) {
            let moves = stones.moves(before, *state, ended);
            stones = stones.after(&moves, Timestamp(at));
            before = Some(*state);
            all.extend(moves);
        }
        all
    }

    #[test]
    fn a_case_comes_in_is_claimed_decided_and_resolved() {
        let moves = life(&[Waiting, InReview, Decided, Executing, Resolved]);
        let usual = [Move::CameIn, Move::Claimed, Move::Decided, Move::Resolved];
        assert_eq!(moves, usual);
    }

    #[test]
    fn what_comes_back_is_not_new_and_not_decided_for_the_first_time() {
        let states = [
            Waiting,
            InReview,
            Waiting,
            InReview,
            AwaitingApproval,
            Decided,
            Waiting,
            InReview,
            Decided,
            Executing,
            Waiting,
            Resolved,
        ];
        let moves = [
            Move::CameIn,
            Move::Claimed,
            Move::Decided,
            Move::CameBack,
            Move::DecidedAgain,
            Move::CameBack,
            Move::Resolved,
        ];
        assert_eq!(life(&states), moves);
    }

    #[test]
    fn the_case_of_a_new_operation_is_a_stop_only_once_it_comes_to_a_person() {
        assert_eq!(life(&[Executing, Resolved]), []);
        let stopped = life(&[Executing, Waiting, InReview, Decided, Resolved]);
        let usual = [Move::CameIn, Move::Claimed, Move::Decided, Move::Resolved];
        assert_eq!(stopped, usual);
    }

    #[test]
    fn what_the_policy_lets_be_is_neither_decided_nor_resolved() {
        let moves = life_that_ends(&[Waiting, Resolved], Resolution::Lapsed);
        assert_eq!(moves, [Move::CameIn, Move::Lapsed]);
        assert_eq!(
            life_that_ends(&[Executing, Resolved], Resolution::Lapsed),
            []
        );
    }

    #[test]
    fn every_move_is_listed_once() {
        for (place, moved) in Move::ALL.into_iter().enumerate() {
            assert_eq!(moved as usize, place);
            let word = serde_json::to_value(moved).expect("a word");
            assert_eq!(word, moved.as_str());
        }
    }
}
