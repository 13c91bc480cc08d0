//! How old the queue is, whether it grows, and how quickly people get to its cases.
//!
//! Everything here counts *stops that came to a person*. The case under which a new operation is carried out waits for
//! nobody, and is counted only from the moment at which its outcome brings it to one.

pub mod buckets;
pub mod growth;
pub mod moves;
pub mod percentile;
pub mod signs;
pub mod slots;
pub mod window;

use super::ids::{OperationType, SourceId, Team};
use super::report::StopKind;

/// What figures are told apart by, and what they can be narrowed to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group {
    pub source: SourceId,
    pub operation_type: OperationType,
    /// Empty where every team may see to it.
    pub owner: Team,
    pub kind: StopKind,
}

/// Which cases figures are about. `None` leaves all in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Scope {
    pub source: Option<SourceId>,
    pub operation_type: Option<OperationType>,
    pub owner: Option<Team>,
    pub kind: Option<StopKind>,
}

impl Scope {
    /// Whether a group is one of them.
    pub fn holds(&self, group: &Group) -> bool {
        fn fits<T: PartialEq>(wanted: Option<&T>, is: &T) -> bool {
            wanted.is_none_or(|wanted| wanted == is)
        }
        fits(self.source.as_ref(), &group.source)
            && fits(self.operation_type.as_ref(), &group.operation_type)
            && fits(self.owner.as_ref(), &group.owner)
            && fits(self.kind.as_ref(), &group.kind)
    }
}
