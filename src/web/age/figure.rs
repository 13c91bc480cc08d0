//! What the lists behind the page's numbers hold, and how an address names it.

use super::address::LONGEST_VALUE;
use crate::domain::age::buckets::{AgeBucket, DueBucket};
use crate::domain::age::moves::Move;
use crate::domain::age::signs::Sign;
use crate::domain::age::window::Interval;
use crate::domain::cause;
use crate::domain::ids::SystemName;
use crate::domain::time::Timestamp;
use crate::service::age::{Share, Which};
use crate::service::age_list::{Before, Signs, Steps, Then, Unresolved};
use crate::web::query::Address;

/// What a list holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    Waiting(Which),
    Unresolved(Unresolved),
    Steps(Steps),
    /// The cases that waited just before a moment.
    Waited(Then, Timestamp),
    Signs(Signs),
}

impl Figure {
    /// The beginning of the time that it is about; `None` for what is now.
    pub const fn begins(&self) -> Option<Timestamp> {
        match self {
            Self::Waiting(_) | Self::Unresolved(_) => None,
            Self::Steps(steps) => Some(steps.within.from),
            Self::Waited(_, at) => Some(*at),
            Self::Signs(signs) => Some(signs.within.from),
        }
    }
}

/// Where the page before this one ended: a time and a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub at: Timestamp,
    pub id: i64,
}

impl From<Before> for Place {
    fn from(Before { at, id }: Before) -> Self {
        Self { at, id }
    }
}

impl From<Place> for Before {
    fn from(Place { at, id }: Place) -> Self {
        Self { at, id }
    }
}

impl Place {
    /// Its word in an address.
    pub fn word(self) -> String {
        format!("{}.{}", self.at.0, self.id)
    }

    /// The place of a word.
    pub fn read(word: &str) -> Option<Self> {
        let (at, id) = word.split_once('.')?;
        Some(Self {
            at: Timestamp(at.parse().ok()?),
            id: id.parse().ok()?,
        })
    }
}

/// The name of a figure in an address.
pub const fn word(figure: &Figure) -> &'static str {
    match figure {
        Figure::Waiting(which) => match which {
            Which::All => "waiting",
            Which::Aged(_) => "age",
            Which::Due(_) => "deadline",
            Which::Over => "over",
            Which::DueSoon => "due_soon",
            Which::OverLately => "over_lately",
            Which::New => "new",
            Which::Free => "free",
            Which::Idle => "idle",
            Which::AwaitingApproval => "awaiting_approval",
            Which::ProposedUntil(_) => "proposed_until",
            Which::NeverClaimed => "never_claimed",
            Which::Cause(_) => "cause",
            Which::At(..) => "at",
        },
        Figure::Unresolved(Unresolved::UnderWay) => "under_way",
        Figure::Unresolved(Unresolved::NotTaken(_)) => "not_taken",
        Figure::Unresolved(Unresolved::All) => "unresolved",
        Figure::Steps(_) => "steps",
        Figure::Waited(Then::All, _) => "waited",
        Figure::Waited(Then::Over, _) => "was_over",
        Figure::Signs(_) => "signs",
    }
}

/// An address with what the figure's name does not say.
pub fn write(figure: &Figure, address: Address) -> Address {
    match figure {
        Figure::Waiting(Which::Aged(bucket)) => address.with("of", bucket.as_str()),
        Figure::Waiting(Which::Due(bucket)) => address.with("of", bucket.as_str()),
        Figure::Waiting(Which::Cause(cause)) => address.with("of", cause.as_str()),
        Figure::Waiting(Which::At(system, share)) => address
            .with("system", system.as_str())
            .with("of", share_word(*share)),
        Figure::Waiting(Which::ProposedUntil(until))
        | Figure::Unresolved(Unresolved::NotTaken(until)) => {
            address.with("until", &until.0.to_string())
        }
        Figure::Waiting(
            Which::All
            | Which::Over
            | Which::DueSoon
            | Which::OverLately
            | Which::New
            | Which::Free
            | Which::Idle
            | Which::AwaitingApproval
            | Which::NeverClaimed,
        )
        | Figure::Unresolved(Unresolved::UnderWay | Unresolved::All) => address,
        Figure::Waited(_, at) => address.with("then", &at.0.to_string()),
        Figure::Signs(signs) => {
            write_within(signs.within, address.with("sign", signs.sign.as_str()))
        }
        Figure::Steps(steps) => {
            let moves: Vec<_> = steps.moves.iter().map(|moved| moved.as_str()).collect();
            let late = steps.late.map(|late| if late { "yes" } else { "no" });
            write_within(steps.within, address.with("moves", &moves.join(".")))
                .with_some("late", late)
                .with_some(
                    "from",
                    steps.from.map(Place::from).map(Place::word).as_deref(),
                )
        }
    }
}

const fn share_word(share: Share) -> &'static str {
    match share {
        Share::All => "all",
        Share::New => "new",
        Share::Over => "over",
        Share::Free => "free",
    }
}

fn system_of(name: &str) -> Option<SystemName> {
    let may_be = name.len() <= LONGEST_VALUE && !name.contains('\0');
    may_be.then(|| SystemName::from(name))
}

fn write_within(within: Interval, address: Address) -> Address {
    address
        .with("since", &within.from.0.to_string())
        .with("until", &within.until.0.to_string())
}

/// The figure of a name and of what goes with it; `None` if there is no such figure.
pub fn read<'q>(
    word: &str,
    of: impl Fn(&str) -> Option<&'q str>,
    time: impl Fn(&str) -> Option<Timestamp>,
) -> Option<Figure> {
    let which = match word {
        "waiting" => Which::All,
        "age" => Which::Aged(AgeBucket::parse(of("of")?)?),
        "deadline" => Which::Due(DueBucket::parse(of("of")?)?),
        "over" => Which::Over,
        "due_soon" => Which::DueSoon,
        "over_lately" => Which::OverLately,
        "new" => Which::New,
        "free" => Which::Free,
        "idle" => Which::Idle,
        "awaiting_approval" => Which::AwaitingApproval,
        "proposed_until" => Which::ProposedUntil(time("until")?),
        "never_claimed" => Which::NeverClaimed,
        "cause" => Which::Cause(cause::parse(of("of")?)?),
        "at" => {
            let share = of("of")?;
            let share = Share::ALL.into_iter().find(|s| share_word(*s) == share)?;
            Which::At(system_of(of("system")?)?, share)
        }
        "under_way" => return Some(Figure::Unresolved(Unresolved::UnderWay)),
        "not_taken" => return Some(Figure::Unresolved(Unresolved::NotTaken(time("until")?))),
        "unresolved" => return Some(Figure::Unresolved(Unresolved::All)),
        "waited" => return Some(Figure::Waited(Then::All, time("then")?)),
        "was_over" => return Some(Figure::Waited(Then::Over, time("then")?)),
        "signs" => {
            let sign = of("sign")?;
            let sign = Sign::ALL.into_iter().find(|of| of.as_str() == sign)?;
            let within = within_of(&time)?;
            return Some(Figure::Signs(Signs { sign, within }));
        }
        "steps" => {
            let moves: Option<Vec<Move>> = of("moves")?.split('.').map(move_of).collect();
            return Some(Figure::Steps(Steps {
                moves: moves?,
                within: within_of(&time)?,
                late: match of("late") {
                    None => None,
                    Some("yes") => Some(true),
                    Some("no") => Some(false),
                    Some(_) => return None,
                },
                from: match of("from") {
                    None => None,
                    Some(text) => Some(Place::read(text)?.into()),
                },
            }));
        }
        _ => return None,
    };
    Some(Figure::Waiting(which))
}

fn within_of(time: impl Fn(&str) -> Option<Timestamp>) -> Option<Interval> {
    Some(Interval {
        from: time("since")?,
        until: time("until")?,
    })
}

fn move_of(word: &str) -> Option<Move> {
    Move::ALL.into_iter().find(|moved| moved.as_str() == word)
}
