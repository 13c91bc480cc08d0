//! Spans of time as people write them: a whole number and its unit.

use super::fault::FaultKind;
use std::time::Duration;

/// Longer than anything here is meant for; a guard against a slip of the keyboard.
const LONGEST: Duration = Duration::from_secs(10 * 366 * 24 * 60 * 60);

/// Reads `90 s`, `5 min`, `24 h` or `3 d`.
pub(super) fn parse(text: &str) -> Result<Duration, FaultKind> {
    let (number, unit) = split(text);
    let not_a_span = || FaultKind::NotASpan(text.to_owned());
    let number: u64 = number.parse().map_err(|_| not_a_span())?;
    let seconds = match unit {
        "s" => 1,
        "min" => 60,
        "h" => 60 * 60,
        "d" => 24 * 60 * 60,
        "" => return Err(FaultKind::NoUnit(number.to_string())),
        _ => return Err(not_a_span()),
    };
    let span = Duration::from_secs(number.saturating_mul(seconds));
    if span > LONGEST {
        return Err(FaultKind::OutOfRange("at most ten years"));
    }
    Ok(span)
}

/// The same the other way round, in the largest unit of which it is a whole number.
pub(super) fn span(span: &Duration) -> String {
    let seconds = span.as_secs();
    let units = [(24 * 60 * 60, "d"), (60 * 60, "h"), (60, "min")];
    let whole = |(unit, _): &(u64, &str)| seconds > 0 && seconds.is_multiple_of(*unit);
    let (unit, name) = units.into_iter().find(whole).unwrap_or((1, "s"));
    format!("{} {name}", seconds / unit)
}

fn split(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    (number, unit.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_is_read_with_or_without_a_space() {
        let seconds = |text| parse(text).map(|span| span.as_secs());
        assert_eq!(seconds("90 s"), Ok(90));
        assert_eq!(seconds("5min"), Ok(300));
        assert_eq!(seconds("24 h"), Ok(86_400));
        assert_eq!(seconds("3 d"), Ok(259_200));
        assert_eq!(seconds("0 s"), Ok(0));
    }

    #[test]
    fn a_span_is_written_in_its_largest_unit() {
        for text in ["3 d", "25 h", "90 min", "61 s", "0 s"] {
            assert_eq!(parse(text).map(|read| span(&read)), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_is_not_surely_a_span_is_refused() {
        assert_eq!(parse("90"), Err(FaultKind::NoUnit("90".into())));
        for text in [
            "",
            "s",
            "-5 min",
            "1.5 h",
            "5 m",
            "5 min 3 s",
            "five min",
            "5 MIN",
            "99999999999999999999 s",
        ] {
            assert_eq!(parse(text), Err(FaultKind::NotASpan(text.into())));
        }
        assert!(matches!(parse("4000 d"), Err(FaultKind::OutOfRange(_))));
        assert!(matches!(
            parse("18446744073709551615 d"),
            Err(FaultKind::OutOfRange(_))
        ));
    }
}
