//! What people bring to light about an operation, by looking or by judging (`domain.md` §3, §4.5). Nobody needs to hold the
//! case for that, and it is possible in every state.

use super::actor::Actor;
use super::case_work::{CaseWork, WorkError, commit, publish_of};
use super::claim::holds;
use super::permitted::permitted;
use super::turned_away::turned_away;
use super::{Person, ServiceError, Services};
use crate::domain::ids::CaseId;
use crate::domain::outcome::StoppedAgain;
use crate::domain::permits::Act;
use crate::domain::standing::CaseState;
use crate::store::{Tx, cases, sources};
use serde_json::Value;

/// An operation's newest case, locked, to which a person adds what they know.
pub(super) struct Evidence<'a> {
    services: &'a Services,
    pub person: &'a Person,
    pub tx: Tx,
    pub work: Box<CaseWork>,
    /// As it was read.
    state: CaseState,
}

/// Evidence that was kept.
pub(super) struct Kept {
    /// The case on which it is recorded: the operation's open one. If all were resolved, and it tells something new, it
    /// opened this one.
    pub case: CaseId,
    /// An instruction waited, and its decision does not stand on these facts: it is withdrawn.
    pub withdrew_decision: bool,
}

impl<'a> Evidence<'a> {
    /// Opens the transaction. `looked_at` is the case on whose page the person is.
    pub async fn begin<R: std::fmt::Debug>(
        services: &'a Services,
        person: &'a Person,
        act: Act,
        looked_at: CaseId,
    ) -> Result<Self, ServiceError<R>> {
        let mut tx = services.db.begin().await?;
        let looked_at = cases::get(&mut tx, looked_at)
            .await?
            .ok_or(ServiceError::NotFound)?;
        let now = services.now();
        if let Err(why) = permitted(&mut tx, &looked_at, person, act, now).await? {
            drop(tx);
            turned_away(services, person, looked_at.id, act, why.as_str()).await?;
            return Err(ServiceError::NotAllowed);
        }
        let work = CaseWork::lock_latest(&mut tx, services, looked_at.origin.operation_id)
            .await?
            .ok_or(ServiceError::NotFound)?;
        Ok(Self {
            services,
            person,
            tx,
            state: work.details.state,
            work,
        })
    }

    /// Writes what was added and noted, with all that follows from it. `cause` tells of the fact that did it.
    pub async fn keep(mut self, cause: Value) -> Result<Kept, WorkError> {
        self.work.facts_changed(&mut self.tx, cause).await?;
        let opened = self.open_again().await?;
        self.keep_claim();
        let withdrew_decision =
            self.state == CaseState::Decided && self.work.details.state != self.state;
        let case = self.work.case.clone();
        let saved = self.work.save(&mut self.tx).await?;
        commit(self.services, self.tx, &case, &saved).await?;
        if let Some(opened) = opened {
            publish_of(self.services, opened, case.origin.source_id, &saved);
        }
        Ok(Kept {
            case: opened.unwrap_or(case.id),
            withdrew_decision,
        })
    }

    /// What comes to light after the end gets a case of its own: nobody looks at a resolved one again.
    async fn open_again(&mut self) -> Result<Option<CaseId>, WorkError> {
        let (tx, work, person) = (&mut self.tx, &mut self.work, self.person);
        if work.details.state != CaseState::Resolved || !work.basis_changed() {
            return Ok(None);
        }
        let Some(source) = sources::get(&mut *tx, work.case.origin.source_id).await? else {
            return Ok(None);
        };
        let (now, source) = (work.now, source.into());
        work.stop_again(StoppedAgain::LateCheck, None, &person.name, now);
        let opened = work.open_again(tx, Actor::Person(person), &source).await?;
        Ok(Some(opened))
    }

    /// Working on one's own case renews the claim.
    fn keep_claim(&mut self) {
        let work = &mut self.work;
        if holds(&work.details, self.person, work.now) {
            let until = work.now.plus(self.services.policy.margins().claim_lease);
            work.details.claimed_until = work.details.claimed_until.max(Some(until));
        }
    }
}
