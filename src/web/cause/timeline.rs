//! When the cases of a group stopped: by quarters of an hour, hours or days, whichever shows it best.

use crate::domain::age::window::{Interval, Period, Unit, Window};
use crate::domain::time::{Day, Timestamp};
use crate::service::cause::{SLOT, Stops};
use crate::web::age::chart::BarChart;
use crate::web::i18n::{Msg, Reader, msg};
use chrono::{Datelike, Timelike};

/// So many quarters of an hour are shown one by one.
const MOST_QUARTERS: i64 = 24;

/// The timeline.
#[derive(Debug, Clone)]
pub struct Timeline {
    pub chart: BarChart,
    pub by: Step,
    pub rows: Vec<Row>,
}

/// By what it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Quarter,
    Hour,
    Day,
}

/// One part of it.
#[derive(Debug, Clone)]
pub struct Row {
    pub label: Msg,
    pub cases: i64,
}

impl Timeline {
    /// Draws when cases stopped, from the first of them to now. `None` where there are none.
    pub fn of(stops: &[Stops], class: &'static str, reader: &Reader) -> Option<Self> {
        let first = Timestamp(stops.first()?.slot * SLOT);
        let (by, parts) = parts(first, reader);
        let count = |part: &Interval| {
            let within = |stops: &&Stops| part.holds(Timestamp(stops.slot * SLOT));
            stops.iter().filter(within).map(|stops| stops.cases).sum()
        };
        let counts: Vec<i64> = parts.iter().map(count).collect();
        let names: Vec<String> = parts
            .iter()
            .map(|part| short(part.from, by, reader))
            .collect();
        let row = |(part, cases): (&Interval, &i64)| Row {
            label: label(part.from, by, reader),
            cases: *cases,
        };
        Some(Self {
            chart: BarChart::of(&counts, class, &names),
            rows: parts.iter().zip(&counts).map(row).collect(),
            by,
        })
    }

    /// What it tells, for those who do not see it: the part in which most stopped.
    pub fn told(&self) -> Option<Msg> {
        let most = self.rows.iter().max_by_key(|row| row.cases)?;
        let (n, part) = (most.cases, most.label.clone());
        Some(msg!("cause-timeline-told", n = n, part = part))
    }
}

fn parts(first: Timestamp, reader: &Reader) -> (Step, Vec<Interval>) {
    let (now, zone) = (reader.now, reader.zone);
    // A source whose clock is ahead tells of stops that are still to come.
    let slots = |at: Timestamp| at.0.div_euclid(SLOT);
    if slots(now) - slots(first) < MOST_QUARTERS {
        let last = slots(now).max(slots(first));
        let quarter = |nth: i64| Interval {
            from: Timestamp(nth * SLOT),
            until: Timestamp((nth + 1) * SLOT),
        };
        // A few before, so that one can see that it began.
        let begins = slots(first) - 2;
        return (Step::Quarter, (begins..=last).map(quarter).collect());
    }
    let hours = Window::of(Period::Day, None, now, zone);
    if hours.whole().from <= first {
        return (Step::Hour, hours.parts);
    }
    let day = |at: Timestamp| Day::of(at.to_utc().with_timezone(&zone).date_naive());
    let period = Period::Days(day(first), day(now));
    let days = Window::of(period, Some(Unit::Day), now, zone);
    (Step::Day, days.parts)
}

fn label(at: Timestamp, by: Step, reader: &Reader) -> Msg {
    match by {
        Step::Quarter | Step::Hour => msg!("age-hour", at = at),
        Step::Day => day(at, reader),
    }
}

fn day(at: Timestamp, reader: &Reader) -> Msg {
    let then = at.to_utc().with_timezone(&reader.zone);
    msg!("time-day", day = then.day(), month = then.month())
}

/// What stands under a bar.
fn short(at: Timestamp, by: Step, reader: &Reader) -> String {
    let then = at.to_utc().with_timezone(&reader.zone);
    match by {
        Step::Quarter | Step::Hour => format!("{:02}:{:02}", then.hour(), then.minute()),
        Step::Day => day(at, reader).plain(reader),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::people::Language;

    fn reader() -> Reader {
        Reader {
            language: Language::En,
            zone: chrono_tz::Asia::Kathmandu,
            now: Timestamp::parse("2026-11-29T10:00:00Z").unwrap(),
        }
    }

    #[test]
    fn every_stop_is_in_it_once_whatever_the_span() {
        let now = reader().now.0;
        for (ago, by) in [(1, Step::Quarter), (30, Step::Hour), (400, Step::Day)] {
            let first = now.div_euclid(SLOT) - ago;
            let stops =
                [first, first + 1, now.div_euclid(SLOT)].map(|slot| Stops { slot, cases: 5 });
            let timeline = Timeline::of(&stops, "c-unknown", &reader()).unwrap();
            assert_eq!(timeline.by, by);
            assert_eq!(
                timeline.rows.iter().map(|row| row.cases).sum::<i64>(),
                15,
                "{by:?}"
            );
        }
        assert!(Timeline::of(&[], "c-unknown", &reader()).is_none());
    }
}
