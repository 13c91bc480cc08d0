//! Who may do what with which case: the one table that pages, use cases and tests read (`domain.md` §4.5, §4.6, §5, §8).
//!
//! First comes how far the person's role lets them go, then where the case stands, seen by this person. What the facts of an
//! operation allow is another question, which `decision` answers.

use super::case::CaseStanding;
use super::desk::Deed;
use super::ids::UserId;
use super::people::{self, Action, Grade, Role};
use super::report::StopKind;
use super::standing::DecisionKind;
use super::time::Timestamp;

/// What a person asks to do with a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    Claim,
    Release,
    /// Record what they saw in a receiving system.
    Check,
    /// Judge whose a find is.
    Judge,
    /// Confirm what somebody else judged.
    ConfirmJudgement,
    /// Record what became of a follow-up.
    Settle,
    Decide(DecisionKind),
    /// Approve what somebody else proposed.
    Approve,
    /// Refuse what somebody else proposed.
    Refuse,
    /// Take a decision or a proposal back.
    Withdraw,
    Desk(Deed),
}

impl Act {
    pub const ALL: [Self; 18] = [
        Self::Claim,
        Self::Release,
        Self::Check,
        Self::Judge,
        Self::ConfirmJudgement,
        Self::Settle,
        Self::Decide(DecisionKind::Resume),
        Self::Decide(DecisionKind::NewOperation),
        Self::Decide(DecisionKind::Compensate),
        Self::Decide(DecisionKind::Close),
        Self::Approve,
        Self::Refuse,
        Self::Withdraw,
        Self::Desk(Deed::Wait),
        Self::Desk(Deed::HandOver),
        Self::Desk(Deed::Note),
        Self::Desk(Deed::TakeOver),
        Self::Desk(Deed::SetOwner),
    ];

    /// The word under which the history tells that somebody tried it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Claim => "claim",
            Self::Release => "release",
            Self::Check => "check",
            Self::Judge => "judge",
            Self::ConfirmJudgement => "confirm_judgement",
            Self::Settle => "settle",
            Self::Decide(DecisionKind::Resume) => "resume",
            Self::Decide(DecisionKind::NewOperation) => "new_operation",
            Self::Decide(DecisionKind::Compensate) => "compensate",
            Self::Decide(DecisionKind::Close) => "close",
            Self::Approve => "approve",
            Self::Refuse => "refuse",
            Self::Withdraw => "withdraw",
            Self::Desk(Deed::Wait) => "wait",
            Self::Desk(Deed::HandOver) => "hand_over",
            Self::Desk(Deed::Note) => "note",
            Self::Desk(Deed::TakeOver) => "take_over",
            Self::Desk(Deed::SetOwner) => "set_owner",
        }
    }

    /// The act of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.as_str() == word)
    }

    /// How far a role goes with it.
    fn grade(self, role: Role) -> Grade {
        let of = |action| people::grade(role, action);
        match self {
            Self::Claim => of(Action::Claim),
            Self::Check | Self::Judge | Self::ConfirmJudgement | Self::Settle => {
                of(Action::RecordCheck)
            }
            Self::Decide(DecisionKind::Resume) => of(Action::Resume),
            Self::Decide(DecisionKind::NewOperation) => of(Action::CreateNewOperation),
            Self::Decide(DecisionKind::Compensate) => of(Action::Compensate),
            Self::Decide(DecisionKind::Close) => of(Action::Close),
            Self::Approve | Self::Refuse => of(Action::Approve),
            Self::Desk(deed) => of(deed.permission()),
            // Who became an auditor lets go of nothing any more: their claims and proposals run out by themselves.
            Self::Release | Self::Withdraw if people::changes_nothing(role) => Grade::No,
            // What somebody holds or has decided, they can let go of, whatever their role; a manager takes back anybody's.
            Self::Release => Grade::OwnCases,
            Self::Withdraw if people::allows(role, Action::TakeOver) => Grade::Yes,
            Self::Withdraw => Grade::OwnCases,
        }
    }
}

/// Where a case stands, seen by one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Towards {
    /// Nobody holds it.
    Free,
    Own,
    /// Somebody else holds it.
    Others,
    /// What the person proposed waits for a second one.
    OwnProposal,
    OthersProposal,
    /// What the person decided is on its way, and nobody has taken it.
    OwnDecision,
    OthersDecision,
    /// A worker has taken the instruction.
    Executing,
    Resolved,
}

impl Towards {
    pub const ALL: [Self; 9] = [
        Self::Free,
        Self::Own,
        Self::Others,
        Self::OwnProposal,
        Self::OthersProposal,
        Self::OwnDecision,
        Self::OthersDecision,
        Self::Executing,
        Self::Resolved,
    ];

    /// Looks at a case with the eyes of `person`. `decided_by`: whose the decision or the proposal is on which it stands.
    pub fn of(
        standing: CaseStanding,
        decided_by: Option<UserId>,
        person: UserId,
        now: Timestamp,
    ) -> Self {
        let own = decided_by == Some(person);
        match standing {
            CaseStanding::Waiting | CaseStanding::InReview { .. } => match standing.holder(now) {
                None => Self::Free,
                Some(holder) if holder == person => Self::Own,
                Some(_) => Self::Others,
            },
            CaseStanding::AwaitingApproval if own => Self::OwnProposal,
            CaseStanding::AwaitingApproval => Self::OthersProposal,
            CaseStanding::Decided if own => Self::OwnDecision,
            CaseStanding::Decided => Self::OthersDecision,
            CaseStanding::Executing => Self::Executing,
            CaseStanding::Resolved => Self::Resolved,
        }
    }
}

/// Why a person may not do that with a case now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotPermitted {
    /// The person's role does not have the permission.
    Role,
    /// Only the holder may, and nobody holds the case.
    NotClaimed,
    HeldByOther,
    /// There is nobody from whom to take it.
    NobodyHolds,
    /// A proposal waits for a second person and freezes the case.
    AwaitingApproval,
    /// No proposal waits.
    NoProposal,
    /// Whoever proposed it is never the second person.
    OwnProposal,
    /// A decision is on its way.
    Decided,
    /// Somebody else decided it.
    NotTheirs,
    NothingToWithdraw,
    /// A worker has it already.
    Taken,
    Resolved,
}

impl NotPermitted {
    pub const ALL: [Self; 12] = [
        Self::Role,
        Self::NotClaimed,
        Self::HeldByOther,
        Self::NobodyHolds,
        Self::AwaitingApproval,
        Self::NoProposal,
        Self::OwnProposal,
        Self::Decided,
        Self::NotTheirs,
        Self::NothingToWithdraw,
        Self::Taken,
        Self::Resolved,
    ];

    /// The word under which the history tells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Role => "role",
            Self::NotClaimed => "not_claimed",
            Self::HeldByOther => "held_by_other",
            Self::NobodyHolds => "nobody_holds",
            Self::AwaitingApproval => "awaiting_approval",
            Self::NoProposal => "no_proposal",
            Self::OwnProposal => "own_proposal",
            Self::Decided => "decided",
            Self::NotTheirs => "not_theirs",
            Self::NothingToWithdraw => "nothing_to_withdraw",
            Self::Taken => "taken",
            Self::Resolved => "resolved",
        }
    }

    /// The reason of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.as_str() == word)
    }
}

type Cell = Result<(), NotPermitted>;

/// Whether somebody of this role, who sees the case so, may do that with it.
///
/// # Errors
/// What stands against it.
pub fn permit(act: Act, role: Role, towards: Towards, kind: StopKind) -> Cell {
    match kind {
        // The kind changes what a decision has to say, and never who may make it. Another kind has to be thought about here.
        StopKind::ResultUnknown | StopKind::NextStepPending | StopKind::PayloadConflict => {
            row(act, act.grade(role))[towards as usize]
        }
    }
}

/// Whether somebody of this role may do that with any case at all.
pub fn ever(act: Act, role: Role) -> bool {
    row(act, act.grade(role)).iter().any(Result::is_ok)
}

/// Whether somebody of this role, who sees the case so, may have the personal values of its payloads shown. It changes nothing
/// about the case.
///
/// # Errors
/// What stands against it.
pub const fn may_unmask(role: Role, towards: Towards) -> Cell {
    match (people::grade(role, Action::Unmask), towards) {
        (Grade::No, _) => Err(NotPermitted::Role),
        (Grade::Yes, _)
        | (Grade::OwnCases, Towards::Own | Towards::OwnProposal | Towards::OwnDecision) => Ok(()),
        (Grade::OwnCases, Towards::Free) => Err(NotPermitted::NotClaimed),
        (Grade::OwnCases, Towards::Others) => Err(NotPermitted::HeldByOther),
        (
            Grade::OwnCases,
            Towards::OthersProposal
            | Towards::OthersDecision
            | Towards::Executing
            | Towards::Resolved,
        ) => Err(NotPermitted::NotTheirs),
    }
}

/// The table: a row for each act, as far as a role goes with it; columns in the order of [`Towards::ALL`].
#[rustfmt::skip] // a table is read by its columns
const fn row(act: Act, grade: Grade) -> [Cell; Towards::ALL.len()] {
    use Act::*;
    use Grade::{No, OwnCases as Own, Yes};
    use NotPermitted as N;
    const YES: Cell = Ok(());
    const ROLE: Cell = Err(N::Role);
    const FREE: Cell = Err(N::NotClaimed);
    const HELD: Cell = Err(N::HeldByOther);
    const NOBODY: Cell = Err(N::NobodyHolds);
    const WAITS: Cell = Err(N::AwaitingApproval);
    const NONE: Cell = Err(N::NoProposal);
    const SELF: Cell = Err(N::OwnProposal);
    const DECIDED: Cell = Err(N::Decided);
    const THEIRS: Cell = Err(N::NotTheirs);
    const NOTHING: Cell = Err(N::NothingToWithdraw);
    const TAKEN: Cell = Err(N::Taken);
    const OVER: Cell = Err(N::Resolved);
    match (act, grade) {
        //                                 free     own      others'  own      others'  own      others'  executing resolved
        //                                                            proposal proposal decision decision
        (_, No)                        => [ROLE,    ROLE,    ROLE,    ROLE,    ROLE,    ROLE,    ROLE,    ROLE,     ROLE],
        (Claim, Own | Yes)             => [YES,     YES,     HELD,    WAITS,   WAITS,   DECIDED, DECIDED, DECIDED,  OVER],
        (Release | Decide(_) | Desk(Deed::Wait), Own | Yes)
                                       => [FREE,    YES,     HELD,    WAITS,   WAITS,   DECIDED, DECIDED, DECIDED,  OVER],
        // What there is to say of a case can be said whatever becomes of it, and nobody needs to hold it for that.
        (Check | Judge | ConfirmJudgement | Settle | Desk(Deed::Note), Own | Yes)
                                       => [YES,     YES,     YES,     YES,     YES,     YES,     YES,     YES,      YES],
        (Approve | Refuse, Own | Yes)  => [NONE,    NONE,    NONE,    SELF,    YES,     NONE,    NONE,    NONE,     NONE],
        (Withdraw, Own)                => [NOTHING, NOTHING, NOTHING, YES,     THEIRS,  YES,     THEIRS,  TAKEN,    NOTHING],
        (Withdraw, Yes)                => [NOTHING, NOTHING, NOTHING, YES,     YES,     YES,     YES,     TAKEN,    NOTHING],
        (Desk(Deed::HandOver | Deed::SetOwner), Own)
                                       => [FREE,    YES,     HELD,    WAITS,   WAITS,   DECIDED, DECIDED, DECIDED,  OVER],
        (Desk(Deed::HandOver), Yes)    => [YES,     YES,     YES,     WAITS,   WAITS,   DECIDED, DECIDED, DECIDED,  OVER],
        // Who sees to a case matters until it is resolved, for it may come back.
        (Desk(Deed::SetOwner), Yes)    => [YES,     YES,     YES,     WAITS,   WAITS,   YES,     YES,     YES,      OVER],
        // Nobody takes a case from themselves.
        (Desk(Deed::TakeOver), Own)    => [ROLE,    ROLE,    ROLE,    ROLE,    ROLE,    ROLE,    ROLE,    ROLE,     ROLE],
        (Desk(Deed::TakeOver), Yes)    => [NOBODY,  YES,     YES,     WAITS,   WAITS,   DECIDED, DECIDED, DECIDED,  OVER],
    }
}
