//! The model receiving systems, and the books that they keep: every effect that there ever was.
//!
//! They keep their contracts, and no more than that. A request arrives within the settling time or never. One without
//! keys acts at every request. One with keys recognises a repeat for its window, counted from the request that acted, by
//! a clock that may be some seconds off; afterwards it acts again.

use super::dice::Dice;
use holdpoint::domain::time::Timestamp;
use std::time::Duration;

/// What a receiving system promises.
#[derive(Debug, Clone, Copy)]
pub struct Promise {
    pub system: &'static str,
    /// How long it knows a key; `None`: it has no keys.
    pub window: Option<Duration>,
    pub settling: Duration,
    /// What its look-up is called, and how late that shows a new record.
    pub look_up: &'static str,
    pub lag: Duration,
}

const MINUTE: Duration = Duration::from_secs(60);
/// So much earlier a receiver may forget a key. Together with the settling time it is less than the safety margin.
const FORGETS_EARLY: Duration = Duration::from_secs(25);

/// The same as the policy of this world says.
pub const PROMISES: [Promise; 3] = [
    Promise {
        system: "ledger",
        window: Some(Duration::from_secs(20 * 60)),
        settling: Duration::from_secs(30),
        look_up: "read",
        lag: Duration::ZERO,
    },
    Promise {
        system: "wms",
        window: None,
        settling: MINUTE,
        look_up: "search",
        lag: MINUTE,
    },
    Promise {
        system: "mail",
        window: Some(Duration::from_secs(1 << 40)),
        settling: Duration::from_secs(30),
        look_up: "read",
        lag: Duration::ZERO,
    },
];

/// A request, as its receiver sees it. The receiver knows nothing of operations and steps; the books do.
#[derive(Debug, Clone)]
pub struct Request {
    pub operation: usize,
    pub step: usize,
    pub key: Option<String>,
    pub quantity: usize,
    /// It was sent inside a taking, and not by the source on its own.
    pub ordered: bool,
}

/// Something that was done, and can never be taken back unseen.
#[derive(Debug, Clone)]
pub struct Effect {
    pub asked: Request,
    system: &'static str,
    pub id: String,
    pub at: Timestamp,
}

/// What a receiver answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Done(String),
    /// Nothing was done, and nothing of this request ever will be.
    Refused,
}

/// All receiving systems' books together.
#[derive(Debug, Clone, Default)]
pub struct Books(pub Vec<Effect>);

impl Books {
    /// A request arrives.
    pub fn receive(
        &mut self,
        promise: Promise,
        asked: Request,
        now: Timestamp,
        dice: &mut Dice,
    ) -> Answer {
        let early = FORGETS_EARLY / 100 * dice.percent();
        if let Some(known) = self.known(promise, &asked, now.plus(early)) {
            return Answer::Done(known.id.clone());
        }
        if dice.happens(15) {
            return Answer::Refused;
        }
        let id = format!("E-{}", self.0.len() + 1);
        self.0.push(Effect {
            asked,
            system: promise.system,
            id: id.clone(),
            at: now,
        });
        Answer::Done(id)
    }

    /// The effect of which this is a repeat.
    fn known(&self, promise: Promise, asked: &Request, now: Timestamp) -> Option<&Effect> {
        let window = promise.window?;
        let key = asked.key.as_ref()?;
        let same = |e: &&Effect| e.system == promise.system && e.asked.key.as_ref() == Some(key);
        let mut acted = self.0.iter().rev().filter(same);
        acted.next().filter(|effect| now < effect.at.plus(window))
    }

    /// The effects of a step.
    pub fn of(&self, operation: usize, step: usize) -> impl Iterator<Item = &Effect> {
        let of_step = move |e: &&Effect| e.asked.operation == operation && e.asked.step == step;
        self.0.iter().filter(of_step)
    }

    /// The effects of an operation.
    pub fn of_operation(&self, operation: usize) -> impl Iterator<Item = &Effect> {
        self.0
            .iter()
            .filter(move |e| e.asked.operation == operation)
    }

    /// What a look shows that misses everything newer than `lag`.
    pub fn shown(
        &self,
        (operation, step): (usize, usize),
        now: Timestamp,
        lag: Duration,
    ) -> Option<&Effect> {
        self.of(operation, step)
            .find(|effect| effect.at.plus(lag) <= now)
    }
}
