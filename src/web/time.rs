//! Times as people read them: in their own zone, absolute first ("until 14:05"), relative second ("52 min left").

use super::i18n::{Arg, Msg, Reader, msg};
use crate::domain::time::Timestamp;
use chrono::{DateTime, Datelike, Offset, SecondsFormat, Timelike};
use chrono_tz::Tz;
use std::time::Duration;

/// How much of a time is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// "14:05" today, "28 Nov, 14:05" this year, "28 Nov 2025, 14:05" otherwise.
    Clock,
    /// The same for what holds from then on: the first whole minute in which it does. Cut short, it would promise too early.
    ClockFrom,
    /// Evidence: always with its date, to the second: "29 Nov 2026, 13:13:04".
    Exact,
}

fn local(at: Timestamp, reader: &Reader) -> DateTime<Tz> {
    at.to_utc().with_timezone(&reader.zone)
}

/// The time as plain text.
pub fn text(at: Timestamp, form: Form, reader: &Reader) -> String {
    let shown = match form {
        Form::ClockFrom => whole_minute(at),
        Form::Clock | Form::Exact => at,
    };
    let (then, now) = (local(shown, reader), local(reader.now, reader));
    let clock = format!("{:02}:{:02}", then.hour(), then.minute());
    match form {
        Form::Clock | Form::ClockFrom if then.date_naive() == now.date_naive() => clock,
        Form::Clock | Form::ClockFrom if then.year() == now.year() => {
            dated(&day(&then), &clock, reader)
        }
        Form::Clock | Form::ClockFrom => dated(&day_of_year(&then), &clock, reader),
        Form::Exact => {
            let second = format!("{clock}:{:02}", then.second());
            dated(&day_of_year(&then), &second, reader)
        }
    }
}

/// The first whole minute that is not before `at`. Zones differ from UTC by whole minutes.
fn whole_minute(at: Timestamp) -> Timestamp {
    const MINUTE: i64 = 60_000_000;
    let into_it = at.0.rem_euclid(MINUTE);
    Timestamp(at.0.saturating_add((MINUTE - into_it) % MINUTE))
}

fn day(then: &DateTime<Tz>) -> Msg {
    msg!("time-day", day = then.day(), month = then.month())
}

fn day_of_year(then: &DateTime<Tz>) -> Msg {
    // As a word: a year is no number that is counted.
    let year = Arg::Word(then.year().to_string().into());
    msg!("time-day-of-year", day = day(then), year = year)
}

fn dated(day: &Msg, clock: &str, reader: &Reader) -> String {
    format!("{}, {clock}", day.plain(reader))
}

/// The time as a `<time>` element with its offset.
pub fn element(at: Timestamp, form: Form, reader: &Reader) -> String {
    let machine = local(at, reader).to_rfc3339_opts(SecondsFormat::AutoSi, true);
    let shown = text(at, form, reader);
    format!("<time datetime=\"{machine}\">{shown}</time>")
}

/// A span in its two greatest units: "52 min", "4 h 2 min"; days alone.
pub fn span(span: Duration) -> Msg {
    let seconds = span.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    match (days, hours, minutes) {
        (0, 0, 0) => msg!("time-span-seconds", n = seconds),
        (0, 0, n) => msg!("time-span-minutes", n = n),
        (0, n, minutes) if minutes % 60 == 0 => msg!("time-span-hours", n = n),
        (0, n, minutes) => msg!("time-span-hours-minutes", n = n, minutes = minutes % 60),
        (days, _, _) => msg!("time-span-days", n = days),
    }
}

/// "4 min ago".
pub fn ago(at: Timestamp, now: Timestamp) -> Msg {
    msg!("time-ago", span = span(now.since(at)))
}

/// "52 min left", or "over for 3 min".
pub fn left(until: Timestamp, now: Timestamp) -> Msg {
    if until > now {
        msg!("time-left", span = span(until.since(now)))
    } else {
        msg!("time-over", span = span(now.since(until)))
    }
}

/// The reader's zone, for the foot of a page: "Times are Moscow time (UTC+3)".
pub fn zone(reader: &Reader) -> Msg {
    let name = reader.zone.name();
    let slug = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let place = name.rsplit('/').next().unwrap_or(name).replace('_', " ");
    msg!(
        "frame-zone",
        zone = Arg::Word(slug.into()),
        place = Arg::Word(place.into()),
        offset = Arg::Word(offset(reader).into())
    )
}

/// The moment a page was made, with its zone, for paper: "1 Dec 2026, 08:00:00 (UTC+3)".
pub fn moment(reader: &Reader) -> Msg {
    msg!(
        "frame-moment",
        at = Arg::Word(text(reader.now, Form::Exact, reader).into()),
        offset = Arg::Word(offset(reader).into())
    )
}

/// "+3", "−3:30", or nothing for UTC itself.
fn offset(reader: &Reader) -> String {
    let seconds = local(reader.now, reader).offset().fix().local_minus_utc();
    let sign = if seconds < 0 { '\u{2212}' } else { '+' };
    let (hours, minutes) = (seconds.abs() / 3600, seconds.abs() / 60 % 60);
    match (hours, minutes) {
        (0, 0) => String::new(),
        (hours, 0) => format!("{sign}{hours}"),
        (hours, minutes) => format!("{sign}{hours}:{minutes:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::people::Language;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    fn reader(language: Language, zone: Tz) -> Reader {
        let now = at("2026-11-29T13:13:00+03:00");
        Reader {
            language,
            zone,
            now,
        }
    }

    #[test]
    fn a_time_says_as_much_as_its_reader_needs() {
        let here = reader(Language::En, Tz::Europe__Moscow);
        let shown = |t| text(at(t), Form::Clock, &here);
        assert_eq!(shown("2026-11-29T10:13:00Z"), "13:13");
        assert_eq!(shown("2026-11-28T22:00:00Z"), "01:00");
        assert_eq!(shown("2026-11-28T12:00:00Z"), "28 Nov, 15:00");
        assert_eq!(shown("2025-12-31T23:00:00Z"), "1 Jan, 02:00");
        assert_eq!(shown("2025-12-31T12:00:00Z"), "31 Dec 2025, 15:00");
    }

    #[test]
    fn what_holds_from_a_time_on_is_not_promised_too_early() {
        let here = reader(Language::En, Tz::UTC);
        let shown = |t| text(at(t), Form::ClockFrom, &here);
        assert_eq!(shown("2026-11-29T12:21:00Z"), "12:21");
        assert_eq!(shown("2026-11-29T12:21:00.000001Z"), "12:22");
        assert_eq!(shown("2026-11-29T23:59:30Z"), "30 Nov, 00:00");
    }

    #[test]
    fn evidence_is_exact_and_machines_get_the_offset() {
        let here = reader(Language::Ru, Tz::Asia__Kolkata);
        assert_eq!(
            element(at("2026-11-29T10:13:04.5Z"), Form::Exact, &here),
            "<time datetime=\"2026-11-29T15:43:04.500+05:30\">29 нояб. 2026, 15:43:04</time>"
        );
    }

    #[test]
    fn what_is_left_and_what_is_over() {
        let here = reader(Language::En, Tz::UTC);
        let shown = |t| left(at(t), here.now).plain(&here);
        assert_eq!(shown("2026-11-29T11:05:00Z"), "52 min left");
        assert_eq!(shown("2026-11-29T14:15:30Z"), "4 h 2 min left");
        assert_eq!(shown("2026-12-01T14:15:30Z"), "2 days left");
        assert_eq!(shown("2026-11-29T10:12:20Z"), "over for 40 s");
    }

    #[test]
    fn the_zone_is_named() {
        let shown = |language, tz| {
            let here = reader(language, tz);
            zone(&here).plain(&here)
        };
        let (en, ru) = (Language::En, Language::Ru);
        assert_eq!(
            shown(en, Tz::Europe__Moscow),
            "Times are Moscow time (UTC+3)"
        );
        assert_eq!(
            shown(en, Tz::America__St_Johns),
            "Times are St Johns time (UTC−3:30)"
        );
        assert_eq!(shown(en, Tz::UTC), "Times are UTC");
        assert_eq!(shown(ru, Tz::Europe__Moscow), "Время московское (UTC+3)");
        assert_eq!(shown(ru, Tz::Europe__Berlin), "Время: Berlin (UTC+1)");
        assert_eq!(shown(ru, Tz::UTC), "Время по UTC");
    }
}
