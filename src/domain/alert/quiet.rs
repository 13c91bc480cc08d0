//! Hours in which a team is left in peace, by its own clock.

use crate::domain::time::Timestamp;
use chrono::Timelike;
use chrono_tz::Tz;
use std::fmt;

const MINUTES_OF_AN_HOUR: u32 = 60;

/// A time of day, to the minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClockTime(u32);

impl ClockTime {
    /// Reads `22:00`. `None` if it is not a time of day.
    pub fn parse(text: &str) -> Option<Self> {
        let (hour, minute) = text.split_once(':')?;
        let number = |digits: &str, most: u32| {
            let well_written = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit());
            let number: u32 = digits.parse().ok()?;
            (well_written && number <= most).then_some(number)
        };
        let minutes = number(hour, 23)? * MINUTES_OF_AN_HOUR + number(minute, 59)?;
        Some(Self(minutes))
    }

    fn of(at: Timestamp, zone: Tz) -> Self {
        let local = at.to_utc().with_timezone(&zone);
        Self(local.hour() * MINUTES_OF_AN_HOUR + local.minute())
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute) = (self.0 / MINUTES_OF_AN_HOUR, self.0 % MINUTES_OF_AN_HOUR);
        write!(f, "{hour:02}:{minute:02}")
    }
}

/// From a time of day until another one, which may be of the next day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    pub from: ClockTime,
    pub until: ClockTime,
}

impl QuietHours {
    /// Whether it is quiet at a moment: what clocks show in the zone decides, so an hour that comes twice is twice quiet.
    pub fn hold(self, at: Timestamp, zone: Tz) -> bool {
        let shown = ClockTime::of(at, zone);
        if self.from <= self.until {
            self.from <= shown && shown < self.until
        } else {
            self.from <= shown || shown < self.until
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Europe::{Berlin, Moscow};

    fn quiet(from: &str, until: &str) -> QuietHours {
        let time = |text| ClockTime::parse(text).unwrap();
        QuietHours {
            from: time(from),
            until: time(until),
        }
    }

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn a_time_of_day_reads_back_and_nothing_else_is_one() {
        for text in ["00:00", "07:05", "23:59"] {
            assert_eq!(ClockTime::parse(text).unwrap().to_string(), text);
        }
        for bad in [
            "", "7:00", "24:00", "12:60", "12", "12:5", "+1:00", "12:00:00",
        ] {
            assert_eq!(ClockTime::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn nights_and_days_are_those_of_the_zone() {
        let night = quiet("22:00", "07:00");
        assert!(night.hold(at("2026-11-29T22:00:00+03:00"), Moscow));
        assert!(night.hold(at("2026-11-30T06:59:59+03:00"), Moscow));
        assert!(!night.hold(at("2026-11-30T07:00:00+03:00"), Moscow));
        assert!(!night.hold(at("2026-11-29T21:59:59+03:00"), Moscow));
        assert!(!night.hold(at("2026-11-29T22:00:00+03:00"), Berlin));
        let noon = quiet("12:00", "13:00");
        assert!(noon.hold(at("2026-11-29T12:30:00+03:00"), Moscow));
        assert!(!noon.hold(at("2026-11-29T13:00:00+03:00"), Moscow));
    }

    #[test]
    fn when_clocks_are_changed_the_shown_time_decides() {
        // In Berlin 02:00 to 03:00 is missing on 29 March, and comes twice on 25 October.
        let small_hours = quiet("02:00", "03:00");
        assert!(!small_hours.hold(at("2026-03-29T00:59:59Z"), Berlin));
        assert!(!small_hours.hold(at("2026-03-29T01:00:00Z"), Berlin));
        assert!(small_hours.hold(at("2026-10-25T00:30:00Z"), Berlin));
        assert!(small_hours.hold(at("2026-10-25T01:30:00Z"), Berlin));
        assert!(!small_hours.hold(at("2026-10-25T02:00:00Z"), Berlin));
    }
}
