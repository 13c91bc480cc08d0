//! A queue as a shop with a warehouse, two acquirers and a letter service would have it on some afternoon.

mod billing;
mod fulfilment;
mod payments;
mod puzzles;
mod stop;

use chrono::{DateTime, Utc};
use serde_json::Value;

/// One stop of the sample world, and what people and workers have done about it so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The name of the source.
    pub source: &'static str,
    /// The stop report, as the source sends it.
    pub report: Value,
    /// Reports of the same operation that came after it.
    pub further: Vec<Value>,
    pub since: Since,
}

/// What has happened to a case since its report came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    Nothing,
    /// The person named has claimed it.
    Claimed {
        by: &'static str,
    },
    /// The person looked, and it was not clear.
    LookedInVain {
        by: &'static str,
    },
    /// The person judged whose the find is that came with it.
    Judged {
        by: &'static str,
    },
    /// The person put it off, and told the others why.
    Waits {
        by: &'static str,
    },
    /// One person handed it to another.
    HandedOver {
        by: &'static str,
        to: &'static str,
    },
    /// The person took it, said something, and went on with something else.
    Noted {
        by: &'static str,
    },
    /// Continued; nobody has taken the instruction.
    Resumed {
        by: &'static str,
    },
    /// Continued, and the source told that it is done.
    Done {
        by: &'static str,
    },
    /// The same, and what became of a second result was recorded.
    Settled {
        by: &'static str,
    },
    /// What was done is undone, and the source told so.
    Undone {
        by: &'static str,
    },
    /// Proposed to be continued; it waits for a second person.
    Proposed {
        by: &'static str,
    },
    /// Proposed, and refused by a second person.
    Refused {
        by: &'static str,
        refused_by: &'static str,
    },
    /// A new operation was proposed in its place; that waits for a second person.
    AnotherProposed {
        by: &'static str,
    },
    /// A new operation took its place, with a second person's approval, and the source told that it is done.
    Replaced {
        by: &'static str,
        approved_by: &'static str,
    },
    /// Continued, and taken back before anybody took the instruction.
    TakenBack {
        by: &'static str,
    },
    /// Nothing more will be done.
    Closed {
        by: &'static str,
    },
}

/// The sample queue at `now`: cases of every stop kind, from minutes to days old.
pub fn queue(now: DateTime<Utc>) -> Vec<Sample> {
    let mut all = fulfilment::stops(now);
    all.extend(payments::stops(now));
    all.extend(billing::stops(now));
    all.extend(puzzles::stops(now));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn stop_kind(sample: &Sample) -> &str {
        sample.report["stop"]["kind"].as_str().unwrap()
    }

    #[test]
    fn the_queue_has_cases_of_every_kind_and_age_and_no_two_alike() {
        let now = "2026-11-29T13:13:00Z".parse::<DateTime<Utc>>().unwrap();
        let all = queue(now);
        assert!(all.len() >= 60, "{}", all.len());
        let keys: HashSet<_> = all
            .iter()
            .map(|s| s.report["operation"]["key"].as_str().unwrap())
            .collect();
        assert_eq!(keys.len(), all.len());
        let waiting = all.iter().filter(|s| {
            matches!(
                s.since,
                Since::Nothing
                    | Since::Claimed { .. }
                    | Since::LookedInVain { .. }
                    | Since::Judged { .. }
                    | Since::Waits { .. }
                    | Since::HandedOver { .. }
                    | Since::Noted { .. }
            )
        });
        for kind in ["result_unknown", "next_step_pending", "payload_conflict"] {
            let of_kind = waiting.clone().filter(|s| stop_kind(s) == kind).count();
            assert!(of_kind >= 5, "{kind}: {of_kind}");
        }
        let age = |s: &Sample| {
            let at = s.report["stopped_at"].as_str().unwrap();
            (now - at.parse::<DateTime<Utc>>().unwrap()).num_minutes()
        };
        for span in [0..60, 60..240, 240..1_440, 1_440..20_000] {
            assert!(waiting.clone().any(|s| span.contains(&age(s))), "{span:?}");
        }
    }

    #[test]
    fn every_report_is_one_that_the_api_takes() {
        let now = "2026-11-29T13:13:00Z".parse().unwrap();
        for sample in queue(now) {
            for report in std::iter::once(&sample.report).chain(&sample.further) {
                let parsed = crate::domain::report_parse::parse(report.clone(), None);
                assert!(parsed.is_ok(), "{parsed:?} in {report:#}");
            }
        }
    }
}
