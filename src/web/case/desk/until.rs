//! A time as people type it: on the clock of their own zone.

use crate::domain::time::Timestamp;
use chrono::{NaiveDateTime, TimeZone, Utc};
use chrono_tz::Tz;

/// As browsers send and want it.
const FORMAT: &str = "%Y-%m-%dT%H:%M";

/// Reads a time of the reader's zone; one that comes twice, when clocks go back, is its first. `None`: there is no such
/// time.
pub fn read(text: &str, zone: Tz) -> Option<Timestamp> {
    let text = text.trim();
    // Some browsers send seconds as well.
    let minute = text.get(..16).unwrap_or(text);
    let local = NaiveDateTime::parse_from_str(minute, FORMAT).ok()?;
    let at = zone.from_local_datetime(&local).earliest()?;
    Some(at.with_timezone(&Utc).into())
}

/// Writes a time for the same field.
pub fn written(at: Timestamp, zone: Tz) -> String {
    at.to_utc().with_timezone(&zone).format(FORMAT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_in_the_readers_zone() {
        let zone = Tz::Europe__Berlin;
        let read = |text| read(text, zone).map(|at| at.to_string());
        let summer = Some("2026-07-01T12:05:00Z".to_owned());
        assert_eq!(read("2026-07-01T14:05"), summer);
        assert_eq!(read(" 2026-07-01T14:05:59 "), summer);
        // The hour that is left out, and the hour that comes twice.
        assert_eq!(read("2026-03-29T02:30"), None);
        assert_eq!(
            read("2026-10-25T02:30"),
            Some("2026-10-25T00:30:00Z".to_owned())
        );
        for wrong in [
            "",
            "tomorrow",
            "2026-13-01T00:00",
            "2026-07-01",
            "2026-07-01Т14:05",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        let at = Timestamp::parse("2026-07-01T12:05:00Z").unwrap();
        assert_eq!(written(at, zone), "2026-07-01T14:05");
    }
}
