//! Cases that wait, by how long they have waited and by what is left until their deadline.

use crate::domain::time::Timestamp;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long a case has waited since the first stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AgeBucket {
    UnderAnHour,
    UnderFourHours,
    UnderADay,
    UnderThreeDays,
    UnderAWeek,
    AWeekOrMore,
}

/// The times of a bucket: later than the one, and not later than the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub after: Option<Timestamp>,
    pub until: Option<Timestamp>,
}

impl Limits {
    /// Whether a time is within them.
    pub fn hold(self, at: Timestamp) -> bool {
        self.after.is_none_or(|after| at > after) && self.until.is_none_or(|until| at <= until)
    }
}

impl AgeBucket {
    pub const ALL: [Self; 6] = [
        Self::UnderAnHour,
        Self::UnderFourHours,
        Self::UnderADay,
        Self::UnderThreeDays,
        Self::UnderAWeek,
        Self::AWeekOrMore,
    ];

    /// The least age in the bucket, and the age from which on a case is in the next one.
    const fn ages(self) -> (Option<Duration>, Option<Duration>) {
        match self {
            Self::UnderAnHour => (None, Some(HOUR)),
            Self::UnderFourHours => (Some(HOUR), Some(HOUR.saturating_mul(4))),
            Self::UnderADay => (Some(HOUR.saturating_mul(4)), Some(DAY)),
            Self::UnderThreeDays => (Some(DAY), Some(DAY.saturating_mul(3))),
            Self::UnderAWeek => (Some(DAY.saturating_mul(3)), Some(DAY.saturating_mul(7))),
            Self::AWeekOrMore => (Some(DAY.saturating_mul(7)), None),
        }
    }

    /// When the cases of the bucket stopped, seen at `now`. One that by its source's clock has yet to stop is new.
    pub fn stopped(self, now: Timestamp) -> Limits {
        let (least, next) = self.ages();
        Limits {
            after: next.map(|age| now.minus(age)),
            until: least.map(|age| now.minus(age)),
        }
    }

    /// The word in an address.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnderAnHour => "under_1h",
            Self::UnderFourHours => "1h_4h",
            Self::UnderADay => "4h_24h",
            Self::UnderThreeDays => "1d_3d",
            Self::UnderAWeek => "3d_7d",
            Self::AWeekOrMore => "over_7d",
        }
    }

    /// The bucket of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bucket| bucket.as_str() == word)
    }
}

/// How a case that waits stands to its deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DueBucket {
    InTime,
    /// Less than a quarter of the time from the stop to the deadline is left.
    UnderAQuarter,
    /// Over by less than a day.
    Over,
    /// Over by a day, and less than three.
    OverADay,
    OverThreeDays,
}

impl DueBucket {
    pub const ALL: [Self; 5] = [
        Self::InTime,
        Self::UnderAQuarter,
        Self::Over,
        Self::OverADay,
        Self::OverThreeDays,
    ];

    /// The bucket of a case that stopped at one time, is due at another, and is looked at now.
    pub fn of(stopped_at: Timestamp, due_at: Timestamp, now: Timestamp) -> Self {
        if due_at < now {
            let over = now.since(due_at);
            return if over < DAY {
                Self::Over
            } else if over < DAY.saturating_mul(3) {
                Self::OverADay
            } else {
                Self::OverThreeDays
            };
        }
        if due_at.since(now).saturating_mul(4) < due_at.since(stopped_at) {
            Self::UnderAQuarter
        } else {
            Self::InTime
        }
    }

    /// When the cases of the bucket are due, seen at `now`. The first two share their times: what is left of the whole
    /// tells them apart.
    pub fn due(self, now: Timestamp) -> Limits {
        // The last moment that is past: a case is over its deadline when the deadline is.
        let past = Timestamp(now.0.saturating_sub(1));
        let (after, until) = match self {
            Self::InTime | Self::UnderAQuarter => (Some(past), None),
            Self::Over => (Some(now.minus(DAY)), Some(past)),
            Self::OverADay => (Some(now.minus(DAY.saturating_mul(3))), Some(now.minus(DAY))),
            Self::OverThreeDays => (None, Some(now.minus(DAY.saturating_mul(3)))),
        };
        Limits { after, until }
    }

    /// Whether the deadline is past.
    pub const fn is_over(self) -> bool {
        match self {
            Self::InTime | Self::UnderAQuarter => false,
            Self::Over | Self::OverADay | Self::OverThreeDays => true,
        }
    }

    /// The word in an address.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::InTime => "in_time",
            Self::UnderAQuarter => "quarter_left",
            Self::Over => "over",
            Self::OverADay => "over_1d",
            Self::OverThreeDays => "over_3d",
        }
    }

    /// The bucket of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bucket| bucket.as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Timestamp = Timestamp(1_796_000_000_000_000);

    fn back(span: Duration) -> Timestamp {
        NOW.minus(span)
    }

    #[test]
    fn a_case_grows_into_the_next_bucket_at_the_full_hour() {
        let bucket = |stopped| {
            AgeBucket::ALL
                .into_iter()
                .find(|b| b.stopped(NOW).hold(stopped))
        };
        let just_under = Timestamp(back(HOUR).0 + 1);
        assert_eq!(bucket(just_under), Some(AgeBucket::UnderAnHour));
        assert_eq!(bucket(back(HOUR)), Some(AgeBucket::UnderFourHours));
        assert_eq!(bucket(back(DAY)), Some(AgeBucket::UnderThreeDays));
        assert_eq!(bucket(back(DAY * 7)), Some(AgeBucket::AWeekOrMore));
        assert_eq!(bucket(NOW.plus(DAY)), Some(AgeBucket::UnderAnHour));
    }

    #[test]
    fn a_deadline_is_over_when_it_is_past() {
        let of = |due| DueBucket::of(back(HOUR), due, NOW);
        assert_eq!(of(NOW), DueBucket::UnderAQuarter);
        assert_eq!(of(Timestamp(NOW.0 - 1)), DueBucket::Over);
        assert_eq!(of(NOW.plus(HOUR / 3)), DueBucket::InTime);
        assert_eq!(
            of(Timestamp(NOW.plus(HOUR / 3).0 - 1)),
            DueBucket::UnderAQuarter
        );
        assert_eq!(of(back(DAY)), DueBucket::OverADay);
        assert_eq!(of(back(DAY * 3)), DueBucket::OverThreeDays);
    }

    #[test]
    fn words_are_read_back() {
        for bucket in AgeBucket::ALL {
            assert_eq!(AgeBucket::parse(bucket.as_str()), Some(bucket));
        }
        for bucket in DueBucket::ALL {
            assert_eq!(DueBucket::parse(bucket.as_str()), Some(bucket));
        }
    }

    proptest! {
        #[test]
        fn every_case_is_in_one_bucket_of_each(stopped in -800_000i64..10_000, allowed in 0i64..800_000) {
            let stopped_at = Timestamp(NOW.0 + stopped * 1_000_000);
            let due_at = Timestamp(stopped_at.0 + allowed * 1_000_000);
            let ages = AgeBucket::ALL.into_iter().filter(|b| b.stopped(NOW).hold(stopped_at));
            prop_assert_eq!(ages.count(), 1);
            let bucket = DueBucket::of(stopped_at, due_at, NOW);
            prop_assert!(bucket.due(NOW).hold(due_at));
            prop_assert_eq!(bucket.is_over(), due_at < NOW);
            let over = DueBucket::ALL.into_iter().filter(|b| b.is_over() && b.due(NOW).hold(due_at));
            prop_assert_eq!(over.count(), usize::from(bucket.is_over()));
        }
    }
}
