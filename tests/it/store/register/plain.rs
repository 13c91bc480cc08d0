//! What the register has to show, and a filter as a plain question about it.

use holdpoint::domain::ids::{OperationId, SourceId};
use holdpoint::domain::register::{Fate, What, words};
use holdpoint::domain::standing::DecisionKind;
use holdpoint::domain::time::Timestamp;
use holdpoint::store::register::Filter;

/// What the register has to show of an entry, as the test keeps it.
#[derive(Debug, Clone)]
pub struct Plain {
    pub number: i64,
    pub at: Timestamp,
    pub what: What,
    pub decision: Option<i64>,
    pub kind: Option<DecisionKind>,
    pub person: Option<String>,
    pub second: String,
    pub reason: String,
    pub operation: OperationId,
    pub source: SourceId,
    pub operation_type: &'static str,
    pub owner: &'static str,
    pub fate: Option<Fate>,
    pub four_eyes: bool,
    pub unknown: bool,
    pub reopened: bool,
    pub said: String,
}

impl Plain {
    pub fn fits(&self, filter: &Filter) -> bool {
        let is = |wanted: &Option<String>, has: &str| wanted.as_deref().is_none_or(|w| w == has);
        let said = words(&self.said.replace('\0', "\u{fffd}"));
        let basis = if self.kind == Some(DecisionKind::NewOperation) {
            self.reason.as_str()
        } else {
            ""
        };
        filter.from.is_none_or(|from| self.at >= from)
            && filter.until.is_none_or(|until| self.at < until)
            && filter.what.is_none_or(|what| self.what == what)
            && filter.kind.is_none_or(|kind| self.kind == Some(kind))
            && filter
                .person
                .as_ref()
                .is_none_or(|name| self.person.as_ref() == Some(name))
            && is(&filter.second, &self.second)
            && is(&filter.reason_code, &self.reason)
            && is(&filter.basis, basis)
            && filter
                .operation_type
                .as_ref()
                .is_none_or(|name| name.as_str() == self.operation_type)
            && filter.source.is_none_or(|source| source == self.source)
            && filter
                .owner
                .as_ref()
                .is_none_or(|team| team.as_str() == self.owner)
            && filter.fate.is_none_or(|fate| self.fate == Some(fate))
            && (!filter.four_eyes || self.four_eyes)
            && (!filter.against_unknown || self.unknown)
            && (!filter.reopened || self.reopened)
            && filter.words.iter().all(|word| said.contains(word))
            && filter
                .operations
                .as_ref()
                .is_none_or(|of| of.contains(&self.operation))
    }
}

/// Both at once.
pub fn together(one: Filter, other: Filter) -> Filter {
    Filter {
        from: one.from.or(other.from),
        until: one.until.or(other.until),
        what: one.what.or(other.what),
        kind: one.kind.or(other.kind),
        person: one.person.or(other.person),
        second: one.second.or(other.second),
        reason_code: one.reason_code.or(other.reason_code),
        basis: one.basis.or(other.basis),
        operation_type: one.operation_type.or(other.operation_type),
        source: one.source.or(other.source),
        owner: one.owner.or(other.owner),
        fate: one.fate.or(other.fate),
        four_eyes: one.four_eyes || other.four_eyes,
        against_unknown: one.against_unknown || other.against_unknown,
        reopened: one.reopened || other.reopened,
        words: one.words.into_iter().chain(other.words).collect(),
        operations: one.operations.or(other.operations),
    }
}
