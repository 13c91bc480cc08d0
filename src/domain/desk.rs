//! What people do with a case beside deciding (`domain.md` §4.5, §5, §8): wait, hand over, note, take over, set its owner.

use super::case::CaseStanding;
use super::ids::UserId;
use super::people::{Action, Grade, Role, grade};
use super::time::Timestamp;
use std::time::Duration;

/// Something that is done with a case and decides nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Look again at a time that the holder names.
    Wait,
    /// To a person or to another team.
    HandOver,
    Note,
    /// From whoever holds it.
    TakeOver,
    /// Another team sees to it; whoever holds it goes on.
    SetOwner,
}

impl Deed {
    pub const ALL: [Self; 5] = [
        Self::Wait,
        Self::HandOver,
        Self::Note,
        Self::TakeOver,
        Self::SetOwner,
    ];

    /// The permission that it needs.
    pub fn permission(self) -> Action {
        match self {
            Self::Wait => Action::Wait,
            Self::HandOver => Action::HandOver,
            Self::Note => Action::Note,
            Self::TakeOver => Action::TakeOver,
            Self::SetOwner => Action::SetOwner,
        }
    }
}

/// Why a person may not do that with a case now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoDeed {
    /// The person's role does not have the permission.
    Role,
    /// Only the holder may, and nobody holds the case.
    NotClaimed,
    HeldByOther {
        holder: UserId,
    },
    /// There is nobody from whom to take it.
    NobodyHolds,
    /// A proposal waits for a second person and freezes the case.
    AwaitingApproval,
    /// A decision is on its way.
    Decided,
    Resolved,
}

/// Whether a person may do that with the case now: role, state and holder, in this order.
pub fn may(
    deed: Deed,
    state: CaseStanding,
    person: UserId,
    role: Role,
    now: Timestamp,
) -> Result<(), NoDeed> {
    let grade = grade(role, deed.permission());
    match (deed, grade) {
        (_, Grade::No) | (Deed::TakeOver, Grade::OwnCases) => return Err(NoDeed::Role),
        // Whatever becomes of a case, what there is to say of it can be said.
        (Deed::Note, Grade::OwnCases | Grade::Yes) => return Ok(()),
        (Deed::Wait | Deed::HandOver | Deed::TakeOver | Deed::SetOwner, _) => {}
    }
    let holder = match state {
        CaseStanding::Waiting | CaseStanding::InReview { .. } => state.holder(now),
        CaseStanding::AwaitingApproval => return Err(NoDeed::AwaitingApproval),
        // Who sees to a case matters until it is resolved, for it may come back.
        CaseStanding::Decided | CaseStanding::Executing
            if deed == Deed::SetOwner && grade == Grade::Yes =>
        {
            return Ok(());
        }
        CaseStanding::Decided | CaseStanding::Executing => return Err(NoDeed::Decided),
        CaseStanding::Resolved => return Err(NoDeed::Resolved),
    };
    match (deed, grade) {
        (Deed::TakeOver, _) => holder.map(|_| ()).ok_or(NoDeed::NobodyHolds),
        (Deed::HandOver | Deed::SetOwner, Grade::Yes) => Ok(()),
        (Deed::Wait | Deed::HandOver | Deed::SetOwner | Deed::Note, _) => match holder {
            Some(holder) if holder == person => Ok(()),
            Some(holder) => Err(NoDeed::HeldByOther { holder }),
            None => Err(NoDeed::NotClaimed),
        },
    }
}

/// Why a time is none until which a case can wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoWait {
    /// It is not later than now.
    Past,
    /// The policy lets cases wait no longer than until `latest`.
    TooLong { latest: Timestamp },
}

/// Whether a case may wait until then. A later time than the policy's limit would hide it.
pub fn wait(until: Timestamp, now: Timestamp, limit: Duration) -> Result<(), NoWait> {
    let latest = now.plus(limit);
    if until <= now {
        Err(NoWait::Past)
    } else if until > latest {
        Err(NoWait::TooLong { latest })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_000);
    const ME: UserId = UserId(1);
    const OTHER: UserId = UserId(2);

    fn held(holder: UserId) -> CaseStanding {
        let until = Timestamp(2_000);
        CaseStanding::InReview { holder, until }
    }

    fn states() -> [CaseStanding; 8] {
        let until = Timestamp(500);
        [
            CaseStanding::Waiting,
            CaseStanding::InReview { holder: ME, until },
            held(ME),
            held(OTHER),
            CaseStanding::AwaitingApproval,
            CaseStanding::Decided,
            CaseStanding::Executing,
            CaseStanding::Resolved,
        ]
    }

    /// One sign for each of [`states`]: free, my claim that ran out, mine, another's, awaiting approval, decided,
    /// executing, resolved.
    #[test]
    fn who_may_do_what_in_which_state() {
        let (reviewer, manager) = (Role::Reviewer, Role::Manager);
        let table = [
            (Deed::Note, reviewer, "yyyyyyyy"),
            (Deed::Note, manager, "rrrrrrrr"),
            (Deed::Wait, reviewer, "ccyhaddz"),
            (Deed::Wait, manager, "rrrrrrrr"),
            (Deed::HandOver, reviewer, "ccyhaddz"),
            (Deed::HandOver, manager, "yyyyaddz"),
            (Deed::TakeOver, reviewer, "rrrrrrrr"),
            (Deed::TakeOver, manager, "nnyyaddz"),
            (Deed::SetOwner, reviewer, "ccyhaddz"),
            (Deed::SetOwner, manager, "yyyyayyz"),
            (Deed::Note, Role::Auditor, "rrrrrrrr"),
            (Deed::HandOver, Role::Admin, "rrrrrrrr"),
        ];
        for (deed, role, row) in table {
            for (state, sign) in states().into_iter().zip(row.chars()) {
                let expected = match sign {
                    'y' => Ok(()),
                    'r' => Err(NoDeed::Role),
                    'c' => Err(NoDeed::NotClaimed),
                    'h' => Err(NoDeed::HeldByOther { holder: OTHER }),
                    'n' => Err(NoDeed::NobodyHolds),
                    'a' => Err(NoDeed::AwaitingApproval),
                    'd' => Err(NoDeed::Decided),
                    _ => Err(NoDeed::Resolved),
                };
                let told = may(deed, state, ME, role, NOW);
                assert_eq!(told, expected, "{deed:?} {role} {state:?}");
            }
        }
    }

    #[test]
    fn nobody_waits_into_the_past_or_longer_than_the_policy_allows() {
        let limit = Duration::from_micros(100);
        assert_eq!(wait(NOW, NOW, limit), Err(NoWait::Past));
        assert_eq!(wait(Timestamp(1_100), NOW, limit), Ok(()));
        let latest = Timestamp(1_100);
        assert_eq!(
            wait(Timestamp(1_101), NOW, limit),
            Err(NoWait::TooLong { latest })
        );
    }
}
