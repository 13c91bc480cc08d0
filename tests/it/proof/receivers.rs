//! The model receiving systems, and the books that they keep: every effect that there ever was.
//!
//! They keep their contracts, and no more than that. A request arrives within the settling time or never. One without
//! keys acts at every request. One with keys recognises a repeat for its window, counted from the request that acted,
//! and afterwards acts again.

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

/// Something that was done, and can never be taken back unseen.
#[derive(Debug, Clone)]
pub struct Effect {
    pub operation: String,
    pub step: usize,
    pub key: Option<String>,
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
        asked: (&str, usize, Option<&str>),
        now: Timestamp,
        dice: &mut Dice,
    ) -> Answer {
        let (operation, step, key) = asked;
        if let Some(known) = self.known(promise, asked, now) {
            return Answer::Done(known.id.clone());
        }
        if dice.happens(15) {
            return Answer::Refused;
        }
        let id = format!("E-{}", self.0.len() + 1);
        self.0.push(Effect {
            operation: operation.to_owned(),
            step,
            key: key.map(str::to_owned),
            id: id.clone(),
            at: now,
        });
        Answer::Done(id)
    }

    fn known(
        &self,
        promise: Promise,
        (operation, step, key): (&str, usize, Option<&str>),
        now: Timestamp,
    ) -> Option<&Effect> {
        let (window, key) = (promise.window?, key?);
        let same = |effect: &&Effect| {
            effect.operation == operation
                && effect.step == step
                && effect.key.as_deref() == Some(key)
        };
        let mut acted = self.0.iter().rev().filter(same);
        acted.next().filter(|effect| now < effect.at.plus(window))
    }

    /// The effects of a step.
    pub fn of<'b>(&'b self, operation: &'b str, step: usize) -> impl Iterator<Item = &'b Effect> {
        let of_step = move |effect: &&Effect| effect.operation == operation && effect.step == step;
        self.0.iter().filter(of_step)
    }

    /// What a look shows that misses everything newer than `lag`.
    pub fn shown<'b>(
        &'b self,
        operation: &'b str,
        step: usize,
        now: Timestamp,
        lag: Duration,
    ) -> Option<&'b Effect> {
        self.of(operation, step)
            .find(|effect| effect.at.plus(lag) <= now)
    }
}
