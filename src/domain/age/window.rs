//! The time that figures are about, and the hours or days that it is shown by, as they are where the reader is.

use super::slots::{HOUR, SLOT};
use crate::domain::time::{Day, Timestamp};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone};
use chrono_tz::Tz;

/// The most days of a window.
pub const MOST_DAYS: u64 = 92;
/// The most hours that are shown one by one.
const MOST_HOURS: i64 = 8 * 24;

/// Which time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Period {
    /// The last 24 hours, the one that runs included.
    #[default]
    Day,
    /// The last seven days, today included.
    Week,
    Month,
    Quarter,
    /// From the first of two days to the end of the second.
    Days(Day, Day),
}

/// By what it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    Hour,
    Day,
}

/// A time from one moment up to another, which is no longer in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Interval {
    pub from: Timestamp,
    pub until: Timestamp,
}

impl Interval {
    /// Whether a moment is in it.
    pub fn holds(self, at: Timestamp) -> bool {
        self.from <= at && at < self.until
    }
}

/// A window, cut into its hours or days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    pub unit: Unit,
    /// One after the other, without gaps. The last one ends with the present moment if it reaches beyond it. Never empty.
    pub parts: Vec<Interval>,
}

/// From the first moment of a day, as the clock of a zone shows it.
pub fn day_begins(day: Day, zone: Tz) -> Timestamp {
    begins(day.date(), zone)
}

/// The first moment after a day.
pub fn day_ends(day: Day, zone: Tz) -> Timestamp {
    begins(next(day.date()), zone)
}

impl Window {
    /// The window of a period, seen at `now` in the reader's zone. Hours are shown where days are asked for only if there
    /// is no whole day; days where hours are asked for if those would be too many to read.
    pub fn of(period: Period, unit: Option<Unit>, now: Timestamp, zone: Tz) -> Self {
        let today = now.to_utc().with_timezone(&zone).date_naive();
        let back = |days: u64| today.checked_sub_days(Days::new(days)).unwrap_or(today);
        let (first, last) = match period {
            Period::Day => return Self::last_hours(now, zone),
            Period::Week => (back(6), today),
            Period::Month => (back(29), today),
            Period::Quarter => (back(MOST_DAYS - 1), today),
            Period::Days(first, last) => (first.date(), last.date()),
        };
        let last = last.clamp(
            first,
            first
                .checked_add_days(Days::new(MOST_DAYS - 1))
                .unwrap_or(first),
        );
        let (from, until) = (begins(first, zone), begins(next(last), zone));
        let few = (until.0 - from.0) <= MOST_HOURS * HOUR;
        match unit {
            Some(Unit::Hour) if few => Self::hours(from, until, now),
            Some(Unit::Hour | Unit::Day) | None => Self::days(first, last, now, zone),
        }
    }

    fn last_hours(now: Timestamp, zone: Tz) -> Self {
        let offset = now.to_utc().with_timezone(&zone).offset().fix();
        let seconds = i64::from(offset.local_minus_utc());
        // An hour of the reader's clock: it begins at a quarter of UTC's where the zone is off by one.
        let ahead = (seconds * 1_000_000).rem_euclid(HOUR);
        let into_it = (now.0 + ahead).rem_euclid(HOUR);
        let until = now.0 - into_it + HOUR;
        Self::hours(Timestamp(until - 24 * HOUR), Timestamp(until), now)
    }

    fn hours(from: Timestamp, until: Timestamp, now: Timestamp) -> Self {
        let mut parts = Vec::new();
        let mut at = from.0;
        while at < until.0 {
            let end = (at + HOUR).min(until.0);
            parts.push((Timestamp(at), Timestamp(end)));
            at = end;
        }
        Self::cut(Unit::Hour, parts, now)
    }

    fn days(first: NaiveDate, last: NaiveDate, now: Timestamp, zone: Tz) -> Self {
        let days = first.iter_days().take_while(|day| *day <= last);
        let parts = days.map(|day| (begins(day, zone), begins(next(day), zone)));
        Self::cut(Unit::Day, parts.collect(), now)
    }

    /// Leaves out what is still to come, but for the first part.
    fn cut(unit: Unit, parts: Vec<(Timestamp, Timestamp)>, now: Timestamp) -> Self {
        // What happens at this very moment is in.
        let end = Timestamp(now.0.saturating_add(1));
        let whole = parts.into_iter().enumerate();
        let parts = whole
            .filter(|(nth, (from, _))| *nth == 0 || *from < end)
            .map(|(_, (from, until))| Interval {
                from,
                until: until.min(end).max(from),
            });
        let parts = parts.collect();
        Self { unit, parts }
    }

    /// The whole of it.
    pub fn whole(&self) -> Interval {
        let from = self.parts.first().map_or(Timestamp(0), |part| part.from);
        let until = self.parts.last().map_or(from, |part| part.until);
        Interval { from, until }
    }

    /// The place of the part that a moment is in.
    pub fn part_of(&self, at: Timestamp) -> Option<usize> {
        let after = self.parts.partition_point(|part| part.from <= at);
        let place = after.checked_sub(1)?;
        self.parts.get(place)?.holds(at).then_some(place)
    }
}

fn next(day: NaiveDate) -> NaiveDate {
    day.checked_add_days(Days::new(1)).unwrap_or(day)
}

/// The first moment of a day: midnight, or what comes after a midnight that the clocks leave out.
fn begins(day: NaiveDate, zone: Tz) -> Timestamp {
    let midnight = day.and_time(NaiveTime::MIN);
    let quarter = TimeDelta::microseconds(SLOT);
    let mut local = midnight;
    for _ in 0..(24 * 4) {
        if let Some(found) = zone.from_local_datetime(&local).earliest() {
            return moment(found);
        }
        local += quarter;
    }
    moment(midnight.and_utc())
}

fn moment<Z: TimeZone>(at: DateTime<Z>) -> Timestamp {
    Timestamp(at.timestamp_micros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::age::slots::slot;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn the_last_hours_are_those_of_the_readers_clock() {
        let now = at("2026-11-29T10:13:00Z");
        let moscow = Window::of(Period::Day, None, now, Tz::Europe__Moscow);
        assert_eq!(moscow.parts.len(), 24);
        assert_eq!(moscow.whole().from, at("2026-11-28T11:00:00Z"));
        assert_eq!(moscow.whole().until, Timestamp(now.0 + 1));
        let nepal = Window::of(Period::Day, None, now, Tz::Asia__Kathmandu);
        assert_eq!(nepal.whole().from, at("2026-11-28T10:15:00Z"));
        assert_eq!(nepal.parts[23].from, at("2026-11-29T09:15:00Z"));
    }

    #[test]
    fn days_are_as_long_as_the_clocks_make_them() {
        let now = at("2026-12-01T00:00:00Z");
        let days = |first, last, zone| {
            Window::of(Period::Days(day(first), day(last)), None, now, zone).parts
        };
        let length = |part: &Interval| (part.until.0 - part.from.0) / HOUR;
        let autumn = days("2026-10-24", "2026-10-26", Tz::Europe__Berlin);
        assert_eq!(autumn.iter().map(length).collect::<Vec<_>>(), [24, 25, 24]);
        let spring = days("2026-03-28", "2026-03-30", Tz::Europe__Berlin);
        assert_eq!(spring.iter().map(length).collect::<Vec<_>>(), [24, 23, 24]);
        // In Beirut clocks go forward at midnight: the day begins at one.
        let beirut = days("2026-03-29", "2026-03-29", Tz::Asia__Beirut);
        assert_eq!(beirut[0].from, at("2026-03-28T22:00:00Z"));
        assert_eq!(length(&beirut[0]), 23);
    }

    #[test]
    fn a_window_is_never_empty_nor_longer_than_can_be_read() {
        let now = at("2026-11-29T10:13:00Z");
        let of =
            |first, last, unit| Window::of(Period::Days(day(first), day(last)), unit, now, Tz::UTC);
        assert_eq!(of("2020-01-01", "2026-01-01", None).parts.len(), 92);
        assert_eq!(of("2026-11-20", "2026-11-10", None).parts.len(), 1);
        let to_come = of("2030-01-01", "2030-01-05", None);
        assert_eq!(to_come.parts.len(), 1);
        assert_eq!(to_come.whole().from, to_come.whole().until);
        assert_eq!(
            of("2026-11-01", "2026-11-07", Some(Unit::Hour)).parts.len(),
            168
        );
        assert_eq!(
            of("2026-10-01", "2026-11-07", Some(Unit::Hour)).unit,
            Unit::Day
        );
    }

    const ZONES: [Tz; 6] = [
        Tz::UTC,
        Tz::Europe__Berlin,
        Tz::Asia__Kathmandu,
        Tz::America__St_Johns,
        Tz::Australia__Lord_Howe,
        Tz::Asia__Beirut,
    ];

    proptest! {
        #[test]
        fn parts_follow_each_other_by_whole_slots(
            now in 1_700_000_000i64..1_900_000_000,
            zone in prop::sample::select(&ZONES[..]),
            period in prop::sample::select(vec![Period::Day, Period::Week, Period::Month, Period::Quarter]),
            by_hour: bool,
        ) {
            let now = Timestamp(now * 1_000_000);
            let unit = by_hour.then_some(Unit::Hour);
            let window = Window::of(period, unit, now, zone);
            prop_assert_eq!(window.whole().until, Timestamp(now.0 + 1));
            for pair in window.parts.windows(2) {
                prop_assert_eq!(pair[0].until, pair[1].from);
            }
            for (nth, part) in window.parts.iter().enumerate() {
                prop_assert!(part.from < part.until);
                prop_assert_eq!(slot(part.from), part.from);
                prop_assert_eq!(window.part_of(part.from), Some(nth));
            }
            prop_assert_eq!(window.part_of(window.whole().until), None);
            prop_assert_eq!(window.part_of(Timestamp(window.whole().from.0 - 1)), None);
        }
    }
}
