//! One report and the operation that it tells of.

use super::reading::Sound;
use crate::domain::age::signs::{Sign, sends_what_is_done};
use crate::domain::basis::basis;
use crate::domain::case::{ReportEffect, report_effect};
use crate::domain::changes::{KnowledgeChange, knowledge_changes};
use crate::domain::facts::{Arrival, Facts};
use crate::domain::merge::{self, Added};
use crate::domain::queue_row::queue_row;
use crate::domain::review::{Review, review};
use crate::domain::rules::Rules;
use crate::domain::surplus::{Surplus, found_since};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Source;
use crate::service::case_work::standing;
use crate::service::opening::Opening;
use crate::store::cases::{CaseDetails, CaseRow, NewCase};
use crate::store::operations::OperationRow;
use std::borrow::Cow;

/// A report that is new, and its operation, which this transaction has locked.
pub(super) struct Stop<'s> {
    /// The report's place among those that came.
    pub place: usize,
    pub sound: &'s Sound,
    pub operation: OperationRow,
    /// What was known; `None` where nothing was.
    pub before: Option<Facts>,
    /// What is known with the report.
    pub facts: Cow<'s, Facts>,
    pub added: Added,
    /// The operation's open case, or its last one.
    pub newest: Option<CaseRow>,
    arrival: Arrival,
}

impl<'s> Stop<'s> {
    /// The first report of an operation.
    pub fn first(
        place: usize,
        sound: &'s Sound,
        operation: OperationRow,
        arrival: Arrival,
    ) -> Self {
        Self {
            place,
            sound,
            operation,
            before: None,
            facts: Cow::Borrowed(&sound.first_facts),
            added: Added::default(),
            newest: None,
            arrival,
        }
    }

    /// A report of an operation that is known. Its facts join what is known.
    pub fn another(
        place: usize,
        sound: &'s Sound,
        operation: OperationRow,
        newest: Option<CaseRow>,
        arrival: Arrival,
    ) -> serde_json::Result<Self> {
        let before: Facts = serde_json::from_str(&operation.facts)?;
        let mut facts = before.clone();
        let added = merge::merge(&mut facts, &sound.report, arrival);
        Ok(Self {
            place,
            sound,
            operation,
            before: Some(before),
            facts: Cow::Owned(facts),
            added,
            newest,
            arrival,
        })
    }

    /// What the report does.
    pub fn effect(&self, rules: Rules<'_>) -> ReportEffect {
        let newest = self.newest.as_ref().map(|case| standing(&case.details));
        let adds_facts = self.added.adds_facts();
        let standing = self.operation.standing;
        report_effect(newest, standing, adds_facts, self.changes_basis(rules))
    }

    /// Whether what a decision stands on is another thing now.
    fn changes_basis(&self, rules: Rules<'_>) -> bool {
        match &self.before {
            None => true,
            Some(_) if !self.added.bears_on_knowledge() => false,
            Some(before) => {
                let before = review(before, rules, self.arrival.at);
                basis(&before) != basis(&self.review(rules))
            }
        }
    }

    pub fn review<'a>(&'a self, rules: Rules<'a>) -> Review<'a> {
        review(&self.facts, rules, self.arrival.at)
    }

    /// The steps of which something else is known than before.
    pub fn knowledge_changes(&self, rules: Rules<'_>) -> Vec<KnowledgeChange> {
        match &self.before {
            Some(before) if self.added.bears_on_knowledge() => {
                let before = review(before, rules, self.arrival.at);
                knowledge_changes(&before, &self.review(rules))
            }
            Some(_) | None => Vec::new(),
        }
    }

    /// What the report brings to light of an operation whose last case is resolved.
    pub fn found_since_the_end(&self, rules: Rules<'_>) -> Vec<Surplus> {
        match (&self.before, &self.newest) {
            (Some(before), Some(_)) => {
                let before = review(before, rules, self.arrival.at);
                found_since(&before, &self.review(rules))
            }
            (None, _) | (_, None) => Vec::new(),
        }
    }

    /// Which signs of trouble it shows beside those that its id alone tells.
    pub fn signs(&self, rules: Rules<'_>) -> Vec<Sign> {
        let Some(before) = &self.before else {
            return Vec::new();
        };
        let key_conflict = (self.added.contents > 0).then_some(Sign::KeyConflict);
        let sends = self.added.attempts > 0 && {
            let before = review(before, rules, self.arrival.at);
            sends_what_is_done(&before, &self.facts, self.arrival)
        };
        let sent = sends.then_some(Sign::SentThoughDone);
        key_conflict.into_iter().chain(sent).collect()
    }

    /// Whether anything at all is to be written about the operation.
    pub fn facts_changed(&self) -> bool {
        self.before
            .as_ref()
            .is_some_and(|before| *before != *self.facts)
    }

    /// The case that the report opens.
    pub fn new_case(&self, policy: &Policy, source: &Source) -> NewCase {
        let opening = Opening {
            operation: &self.operation,
            source,
            review: &self.review(policy.rules()),
            stopped_at: self.stopped_at(),
            opened_at: self.arrival.at,
            previous: self.newest.as_ref().map(|case| case.id),
        };
        opening.case(policy)
    }

    /// When the operation stopped, for its case: the first stop. After a resolved case it is the stop that came after it.
    fn stopped_at(&self) -> Timestamp {
        match self.newest {
            None => self.facts.first_stopped_at,
            Some(_) => {
                let told = self.arrival.adjust(self.sound.report.stopped_at);
                told.min(self.arrival.at)
            }
        }
    }

    /// The details of the open case with what is known now. The stop kind stays, unless other content came.
    pub fn joined(&self, case: &CaseRow, rules: Rules<'_>) -> CaseDetails {
        let review = self.review(rules);
        let mut details = case.details.clone();
        details.follow(queue_row(&review, details.due_at));
        if self.added.contents == 0 {
            details.kind = case.details.kind;
        }
        if case.origin.previous_case_id.is_none() {
            details.stopped_at = details.stopped_at.min(self.facts.first_stopped_at);
        }
        details.settle_desk(&case.details);
        details
    }
}
