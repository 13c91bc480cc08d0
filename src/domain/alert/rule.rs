//! When an alert begins, when it is over, and when either is told: once each.
//!
//! - What begins in quiet hours is told when they end, if it still holds.
//! - It is over once the condition has not held for the policy's while: a case that is decided just as another one comes
//!   over its deadline is no end and no beginning.
//! - Whoever was told that it began is told that it is over, not in quiet hours; if it holds again before that, it was not
//!   over. What nobody was told of ends without a word.

use crate::domain::time::Timestamp;
use std::time::Duration;

/// An alert's life so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Life {
    /// Whether its beginning was told.
    pub told: bool,
    /// Since when the condition has not held any more.
    pub ceased_at: Option<Timestamp>,
}

/// What is seen of one condition and one team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sees {
    pub now: Timestamp,
    /// The condition holds.
    pub holds: bool,
    /// The team is left in peace now.
    pub quiet: bool,
    /// So long it must not have held to be over.
    pub ends_after: Duration,
}

/// What becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// There is no alert.
    Nothing,
    /// The alert goes on, or begins; `tell`: its beginning is told now.
    Goes { life: Life, tell: bool },
    /// It is over; `tell`: and that is told now.
    Ends { since: Timestamp, tell: bool },
}

impl Life {
    /// What becomes of an alert, or of there being none.
    #[must_use]
    pub fn turn(before: Option<Self>, sees: Sees) -> Turn {
        match before {
            None if !sees.holds => Turn::Nothing,
            None => Self::holds(false, sees),
            Some(life) if sees.holds => Self::holds(life.told, sees),
            Some(life) => life.does_not_hold(sees),
        }
    }

    const fn holds(told: bool, sees: Sees) -> Turn {
        let tell = !told && !sees.quiet;
        Turn::Goes {
            life: Self {
                told: told || tell,
                ceased_at: None,
            },
            tell,
        }
    }

    fn does_not_hold(self, sees: Sees) -> Turn {
        let since = self.ceased_at.unwrap_or(sees.now);
        let settled = sees.now.since(since) >= sees.ends_after;
        if settled && !(self.told && sees.quiet) {
            return Turn::Ends {
                since,
                tell: self.told,
            };
        }
        Turn::Goes {
            life: Self {
                ceased_at: Some(since),
                ..self
            },
            tell: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MINUTE: Duration = Duration::from_secs(60);
    const ENDS_AFTER: Duration = Duration::from_secs(10 * 60);

    /// What was said, and at which minute.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Said {
        Begun(usize),
        Over(usize),
    }

    /// What is said if the condition holds, and it is quiet, in these minutes; and what is left at the end.
    fn play(minutes: &[(bool, bool)]) -> (Vec<Said>, Option<Life>) {
        let (mut life, mut said) = (None, Vec::new());
        for (nth, (holds, quiet)) in minutes.iter().enumerate() {
            let sees = Sees {
                now: Timestamp(0).plus(MINUTE * u32::try_from(nth).unwrap()),
                holds: *holds,
                quiet: *quiet,
                ends_after: ENDS_AFTER,
            };
            life = match Life::turn(life, sees) {
                Turn::Nothing => None,
                Turn::Goes { life, tell } => {
                    said.extend(tell.then_some(Said::Begun(nth)));
                    Some(life)
                }
                Turn::Ends { tell, .. } => {
                    said.extend(tell.then_some(Said::Over(nth)));
                    None
                }
            };
        }
        (said, life)
    }

    fn minutes(parts: &[(usize, bool, bool)]) -> Vec<(bool, bool)> {
        let part = |(n, holds, quiet): &(usize, bool, bool)| vec![(*holds, *quiet); *n];
        parts.iter().flat_map(part).collect()
    }

    #[test]
    fn an_hour_is_told_once_and_its_end_once() {
        let (said, life) = play(&minutes(&[(5, false, false), (60, true, false)]));
        assert_eq!(said, [Said::Begun(5)]);
        assert!(life.is_some());
        let (said, life) = play(&minutes(&[(60, true, false), (30, false, false)]));
        assert_eq!(said, [Said::Begun(0), Said::Over(70)]);
        assert_eq!(life, None);
    }

    #[test]
    fn what_comes_and_goes_is_one_alert() {
        let flicker = [(1, true, false), (9, false, false)];
        let (said, _) = play(&minutes(&flicker.repeat(20)));
        assert_eq!(said, [Said::Begun(0)]);
    }

    #[test]
    fn what_begins_in_quiet_hours_is_told_when_they_end_if_it_still_holds() {
        let (said, _) = play(&minutes(&[(60, true, true), (5, true, false)]));
        assert_eq!(said, [Said::Begun(60)]);
        let night = [(20, true, true), (40, false, true), (30, false, false)];
        let (said, life) = play(&minutes(&night));
        assert_eq!((said, life), (vec![], None));
    }

    #[test]
    fn what_ends_in_quiet_hours_is_told_when_they_end_unless_it_holds_again() {
        let ends = [(5, true, false), (60, false, true), (5, false, false)];
        let (said, _) = play(&minutes(&ends));
        assert_eq!(said, [Said::Begun(0), Said::Over(65)]);
        let again = [
            (5, true, false),
            (60, false, true),
            (5, true, true),
            (5, true, false),
        ];
        let (said, life) = play(&minutes(&again));
        assert_eq!(said, [Said::Begun(0)]);
        assert!(life.is_some());
    }

    proptest! {
        #[test]
        fn beginnings_and_ends_take_turns_and_nobody_is_woken(
            parts in prop::collection::vec((1usize..30, any::<bool>(), any::<bool>()), 0..30),
        ) {
            let minutes = minutes(&parts);
            let (said, life) = play(&minutes);
            for (nth, word) in said.iter().enumerate() {
                let (is_begun, at) = match word {
                    Said::Begun(at) => (true, *at),
                    Said::Over(at) => (false, *at),
                };
                // In turn, the beginning first; never in quiet hours; and it is so when it is said.
                prop_assert_eq!(is_begun, nth % 2 == 0);
                prop_assert!(!minutes[at].1);
                prop_assert_eq!(minutes[at].0, is_begun);
            }
            // Whoever was told last that it began has an alert to look at.
            let believed = said.last().is_some_and(|word| matches!(word, Said::Begun(_)));
            prop_assert_eq!(life.is_some_and(|life| life.told), believed);
            // Nothing that holds while people may be told is kept from them.
            if let Some((true, false)) = minutes.last() {
                prop_assert!(believed);
            }
            // What has not held for long enough is not believed any more, once it may be said.
            let long = minutes.len() >= 11 && minutes[minutes.len() - 11..].iter().all(|(holds, quiet)| !holds && !quiet);
            prop_assert!(!(long && believed));
        }
    }
}
