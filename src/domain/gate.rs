//! What an automatic retry may do now (`connector-api.md`, "Asking before a retry").

use super::standing::{CaseState, OperationStanding, Stage};
use serde::Serialize;

/// The answer to a source that asks before it goes on by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// Nobody is looking. It binds only a source that has reported its last unanswered attempt.
    Clear,
    /// A person is looking, or an open case of another operation holds the same object: nothing may be sent.
    Held,
    /// A decision is on its way: only a taking may follow.
    Instructed,
    /// A worker holds the instruction: only the taker acts.
    Executing,
    /// Every step is done: nothing may be sent.
    Done,
    /// Nothing more will be done.
    Closed,
    /// Another operation took this one's place for ever.
    Superseded,
}

/// What is known of an operation that has stopped at least once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub standing: OperationStanding,
    /// Where its newest case stands. An open case is always the newest one.
    pub case: Option<CaseState>,
    /// A worker may be sending for it, under the instruction of whatever case.
    pub taken: bool,
}

/// What may be done for an operation; `None` if it never stopped. `held_elsewhere`: an open case of another operation
/// holds an object that this one touches.
pub fn gate(known: Option<Known>, held_elsewhere: bool) -> Gate {
    let nobody_looks = if held_elsewhere {
        Gate::Held
    } else {
        Gate::Clear
    };
    let Some(known) = known else {
        return nobody_looks;
    };
    // Superseded is for ever: a case may be open still to account for an effect, and never to go on.
    match (known.standing, known.case) {
        (OperationStanding::Superseded, _) => Gate::Superseded,
        (_, Some(case)) if case.stage() != Stage::Resolved => of_open(case),
        (OperationStanding::Done, _) => Gate::Done,
        (OperationStanding::Closed, _) => Gate::Closed,
        (OperationStanding::Open, _) if known.taken => Gate::Executing,
        (OperationStanding::Open, _) => nobody_looks,
    }
}

fn of_open(case: CaseState) -> Gate {
    match case {
        // A claim whose lease is over changes nothing: the case waits for a person all the same.
        CaseState::Waiting | CaseState::InReview | CaseState::AwaitingApproval => Gate::Held,
        CaseState::Decided => Gate::Instructed,
        CaseState::Executing => Gate::Executing,
        CaseState::Resolved => Gate::Done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(standing: OperationStanding, case: CaseState) -> Option<Known> {
        Some(Known {
            standing,
            case: Some(case),
            taken: false,
        })
    }

    #[test]
    fn an_operation_that_never_stopped_is_clear_unless_its_object_is_held() {
        assert_eq!(gate(None, false), Gate::Clear);
        assert_eq!(gate(None, true), Gate::Held);
    }

    #[test]
    fn an_open_case_says_what_may_be_done_whatever_else_is_held() {
        let open = |case, held| gate(known(OperationStanding::Open, case), held);
        for held in [false, true] {
            for looked_at in [
                CaseState::Waiting,
                CaseState::InReview,
                CaseState::AwaitingApproval,
            ] {
                assert_eq!(open(looked_at, held), Gate::Held);
            }
            assert_eq!(open(CaseState::Decided, held), Gate::Instructed);
            assert_eq!(open(CaseState::Executing, held), Gate::Executing);
        }
    }

    #[test]
    fn after_its_end_nothing_of_an_operation_is_sent() {
        let ended = |standing| gate(known(standing, CaseState::Resolved), true);
        assert_eq!(ended(OperationStanding::Done), Gate::Done);
        assert_eq!(ended(OperationStanding::Closed), Gate::Closed);
        assert_eq!(ended(OperationStanding::Superseded), Gate::Superseded);
        // An effect of the old operation came to light: its case is open, and it stays superseded.
        let accounted = known(OperationStanding::Superseded, CaseState::Waiting);
        assert_eq!(gate(accounted, false), Gate::Superseded);
    }

    #[test]
    fn a_new_operation_whose_first_worker_is_at_it_is_nobody_elses() {
        let begun = Known {
            standing: OperationStanding::Open,
            case: None,
            taken: true,
        };
        assert_eq!(gate(Some(begun), false), Gate::Executing);
    }
}
