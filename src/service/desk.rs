//! What everything has in common that people do with a case beside deciding: permission, the locked case, and that it is
//! recorded with its history entry, or not at all.

use super::actor::Actor;
use super::case_work::commit;
use super::case_work::standing;
use super::claim::{entry, hold, save};
use super::permitted::{permitted, turn_away};
use super::{Answer, Person, ServiceError, Services};
use crate::domain::decision::{Justification, NoJustification};
use crate::domain::desk::{Deed, NoWait};
use crate::domain::draft::DraftForm;
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, Team, Version};
use crate::domain::people::{Action, User, UserName, allows};
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::time::Timestamp;
use crate::store::cases::{self, CaseDetails, CaseRow};
use crate::store::history::NewEntry;
use crate::store::{self, Tx, drafts, users};
use serde_json::Value;

/// Why nothing was done and nothing recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeskRefused {
    /// It is not the person's to do now.
    Deed {
        why: NotPermitted,
        /// The full name of whoever holds the case.
        holder: Option<String>,
    },
    /// Everything that is wrong with what the person filled in.
    Form(Vec<DeskFault>),
}

/// What is wrong with what the person filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeskFault {
    Words(NoJustification),
    Until(NoWait),
    To(NoReceiver),
}

/// Why a case cannot go there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoReceiver {
    /// Nobody works here under that name.
    NoSuchPerson,
    /// Their role does not let them take cases.
    TakesNoCases { who: String },
    /// They have it already.
    HasIt { who: String },
    /// Nobody is in a team of that name, and it owns nothing.
    NoSuchTeam,
    /// It owns the case already.
    OwnsIt { team: Team },
}

/// To whom a case goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Receiver {
    /// By their sign-in name; they hold it from then on.
    Person(String),
    /// It is free, and theirs to see to.
    Team(Team),
}

pub(super) type Refused = ServiceError<DeskRefused>;

/// A case, locked, with which this person may do that now.
pub(super) struct AtDesk<'a> {
    pub services: &'a Services,
    pub person: &'a Person,
    /// The person's full name.
    pub full_name: String,
    pub tx: Tx,
    pub now: Timestamp,
    /// As it was read.
    pub case: CaseRow,
    /// As it will be written.
    pub details: CaseDetails,
    entries: Vec<NewEntry>,
}

impl<'a> AtDesk<'a> {
    /// Opens the transaction, locks the case, and checks role, state and holder.
    pub async fn begin(
        services: &'a Services,
        person: &'a Person,
        deed: Deed,
        id: CaseId,
    ) -> Result<Self, Refused> {
        let mut tx = services.db.begin().await?;
        let case = cases::lock(&mut tx, id)
            .await?
            .ok_or(ServiceError::NotFound)?;
        let now = services.now();
        let act = Act::Desk(deed);
        if let Err(why) = permitted(&mut tx, &case, person, act, now).await? {
            drop(tx);
            let holder = case.holder_name;
            let refused = DeskRefused::Deed { why, holder };
            return Err(turn_away(services, person, id, act, why, refused).await?);
        }
        let user = users::by_id(&mut tx, person.id).await?;
        Ok(Self {
            services,
            person,
            full_name: user.map_or_else(|| person.name.clone(), |user| user.full_name),
            details: case.details.clone(),
            tx,
            now,
            case,
            entries: Vec::new(),
        })
    }

    /// Reads the person's words, and keeps what is wrong with them.
    pub fn words(text: &str, minimum: usize, faults: &mut Vec<DeskFault>) -> Option<Justification> {
        Justification::parse(text, minimum)
            .map_err(|fault| faults.push(DeskFault::Words(fault)))
            .ok()
    }

    /// Somebody who can take the case into their hands, by their sign-in name.
    pub async fn receiver(&mut self, name: &str) -> Result<Result<User, NoReceiver>, store::Error> {
        let found = match UserName::parse(name) {
            Ok(name) => users::by_name(&mut self.tx, &name).await?,
            Err(_) => None,
        };
        let user = found.map(|(user, _)| user).filter(|user| !user.disabled);
        Ok(match user {
            None => Err(NoReceiver::NoSuchPerson),
            Some(user) if !allows(user.role, Action::Claim) => Err(NoReceiver::TakesNoCases {
                who: user.full_name,
            }),
            Some(user) if standing(&self.details).holder(self.now) == Some(user.id) => {
                Err(NoReceiver::HasIt {
                    who: user.full_name,
                })
            }
            Some(user) => Ok(user),
        })
    }

    /// The sign-in name of whoever holds the case now and is not the person at the desk.
    pub async fn former(&mut self) -> Result<Option<String>, store::Error> {
        let holder = standing(&self.case.details).holder(self.now);
        let Some(holder) = holder.filter(|holder| *holder != self.person.id) else {
            return Ok(None);
        };
        let user = users::by_id(&mut self.tx, holder).await?;
        Ok(user.map(|user| user.name.to_string()))
    }

    /// Puts the case into somebody's hands, with a fresh lease.
    pub fn give_to(&mut self, user: &User) -> Timestamp {
        let until = self.now.plus(self.services.policy.margins().claim_lease);
        hold(&mut self.details, user.id, self.now, until);
        until
    }

    /// Notes an entry of the history.
    pub fn note(&mut self, kind: EntryKind, document: Value) {
        self.details.is_a_persons();
        let actor = Actor::Person(self.person);
        self.entries
            .push(entry(&self.case, actor, kind, document, self.now));
    }

    /// Writes what changed, drops the draft of the form that said so, and commits.
    pub async fn save(mut self, form: Option<DraftForm>) -> Result<Version, store::Error> {
        if let Some(form) = form {
            drafts::delete(&mut self.tx, self.person.id, self.case.id, form).await?;
        }
        let (case, now) = (&self.case, self.now);
        let saved = save(&mut self.tx, case, &self.details, self.entries, now).await?;
        commit(self.services, self.tx, &self.case, &saved).await?;
        Ok(saved.version)
    }
}

/// Gives up, with everything that is wrong with the form; the transaction ends without having changed anything.
pub(super) fn refused<T>(faults: Vec<DeskFault>) -> Answer<T, DeskRefused> {
    Err(ServiceError::Refused(DeskRefused::Form(faults)))
}
