//! What people do with a case beside deciding (`domain.md` §4.5, §5, §8): wait, hand over, note, take over, set its owner.

use super::people::Action;
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
