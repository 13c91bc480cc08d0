//! What came about in the stories, counted: a proof that is about nothing proves nothing.

use std::collections::BTreeMap;
use std::fmt;

/// Everything that has to come about, and how often at least in ten thousand stories.
const LEAST: [(&str, u64); 66] = [
    ("something happens", 300_000),
    ("report: kept", 20_000),
    ("report: comes again", 2_000),
    ("report: comes after a later one", 4_000),
    ("report: is lost", 300),
    ("report: of a resolved operation", 3_000),
    ("report: of a superseded operation", 1_000),
    ("report: tells something new of an offered instruction", 100),
    ("report: tells something new of a taken instruction", 1_000),
    ("report: other content", 1_000),
    ("check: found", 5_000),
    ("check: absent", 10_000),
    ("check: a hint", 2_000),
    ("hint: judged by one", 700),
    ("hint: judged, and a second one is awaited", 200),
    ("hint: judged wrongly, and a second one is awaited", 100),
    ("hint: confirmed", 100),
    ("hint: the first one cannot be the second", 20),
    ("claim", 20_000),
    ("release", 100),
    ("wait", 100),
    ("hand over", 100),
    ("take over", 100),
    ("resume", 10_000),
    ("resume: with a step to skip", 300),
    ("resume: with a new step key", 70),
    ("resume: confirms that all is done", 3_000),
    ("resume: the agreed of several contents", 1_000),
    ("resume: a changed content", 50),
    ("resume: says which of several results counts", 80),
    ("resume: refused", 7_000),
    ("new operation", 900),
    ("new operation: of a done step", 800),
    ("new operation: with another content", 200),
    ("new operation: refused", 1_000),
    ("compensate", 900),
    ("compensate: refused", 1_000),
    ("close", 900),
    ("proposal", 5_000),
    ("proposal: approved", 3_000),
    ("proposal: refused", 700),
    ("proposal: its own proposer is turned away", 500),
    ("withdrawn by a person", 100),
    ("taking: resume", 7_000),
    ("taking: new operation", 600),
    ("taking: compensate", 700),
    ("taking: close", 800),
    ("taking: near the end of a key's window", 500),
    ("taking: again by the same token", 1_000),
    ("taking: by another token, refused", 2_000),
    ("taking: by a source that tells no last attempt", 4_000),
    ("taking: refused, for the facts changed", 100),
    ("taking: refused, too late", 50),
    ("renewal", 3_000),
    ("renewal: refused", 400),
    ("sent", 10_000),
    ("sent: at the last moment of a lease", 3_000),
    ("sent: again under the same key", 3_000),
    ("sent: an undoing", 700),
    ("worker dies", 1_000),
    ("worker dies with what it wrote down", 300),
    ("outcome: done", 4_000),
    ("outcome: unknown", 2_000),
    ("outcome: refused", 1_000),
    ("follow-up settled", 80),
    ("seen through", 10_000),
];

/// How often each thing came about.
#[derive(Debug, Clone, Default)]
pub struct Coverage(BTreeMap<&'static str, u64>);

impl Coverage {
    pub fn count(&mut self, what: &'static str) {
        let named = LEAST.iter().any(|(name, _)| *name == what);
        assert!(named, "{what} is not in the table");
        *self.0.entry(what).or_default() += 1;
    }

    pub fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    pub fn add(&mut self, other: &Self) {
        for (what, times) in &other.0 {
            *self.0.entry(what).or_default() += times;
        }
    }

    /// What came about too seldom, in so many stories.
    pub fn too_seldom(&self, stories: u64) -> Vec<String> {
        let wanted = LEAST
            .iter()
            .map(|(what, least)| (*what, least * stories / 10_000));
        wanted
            .filter(|(what, least)| self.of(what) < *least)
            .map(|(what, least)| format!("{what}: {}, not {least}", self.of(what)))
            .collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, _) in LEAST {
            writeln!(f, "{:>9}  {what}", self.of(what))?;
        }
        Ok(())
    }
}
