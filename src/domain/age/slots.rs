//! The quarter hours by which moves are counted. Every time zone differs from UTC by a whole number of them, so that the
//! hours and days of any reader are made of whole slots.

use crate::domain::time::Timestamp;

const SECOND: i64 = 1_000_000;
/// Microseconds of a slot.
pub const SLOT: i64 = 15 * 60 * SECOND;
/// Microseconds of an hour.
pub const HOUR: i64 = 4 * SLOT;

/// When the slot began that a time is in.
pub fn slot(at: Timestamp) -> Timestamp {
    Timestamp(at.0 - at.0.rem_euclid(SLOT))
}

/// When the hour of UTC began that a time is in.
pub fn hour(at: Timestamp) -> Timestamp {
    Timestamp(at.0 - at.0.rem_euclid(HOUR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_begins_at_the_quarter() {
        let at = |text| Timestamp::parse(text).unwrap();
        let time = at("2026-11-29T10:44:59.999999Z");
        assert_eq!(slot(time), at("2026-11-29T10:30:00Z"));
        assert_eq!(hour(time), at("2026-11-29T10:00:00Z"));
        assert_eq!(slot(at("1969-12-31T23:59:59Z")), at("1969-12-31T23:45:00Z"));
    }
}
