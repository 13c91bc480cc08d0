//! One act of one person on several named cases. Each case is done by the use case that does it alone, in its own transaction,
//! so that whatever holds for one holds here; what came of each is kept, to be read again.
//!
//! Whoever sends the same form again goes on where it ended: what is done is not done twice, for the form is the same act, and
//! every case is taken only in the version that was seen.

pub use crate::store::joint_acts::JointActRow;

use super::actor::Actor;
use super::case_work::WorkError;
use super::cause::reading;
use super::permitted::ask;
use super::{Answer, Person, ServiceError, Services};
use crate::domain::history::EntryKind;
use crate::domain::ids::{CaseId, CauseId, JointActId, Version};
use crate::domain::joint::{Came, JointKind, MOST, Named};
use crate::domain::people::{Action, allows};
use crate::domain::permits::Act;
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::store::cases::{self, CaseRow};
use crate::store::joint_acts::{self, NewJointAct};
use crate::store::{self, Tx, history};
use serde_json::{Value, json};
use std::convert::Infallible;

/// What an act is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointRequest {
    /// Told by the form, the same whenever it is sent.
    pub form: String,
    pub cause: CauseId,
    pub named: Vec<Named>,
}

/// An act with what came of each case; `None`: its turn has not come, or the program stopped before it could say.
#[derive(Debug, Clone, PartialEq)]
pub struct JointSeen {
    pub act: JointActRow,
    pub cases: Vec<(CaseRow, Option<Came>)>,
}

/// An act that is under way.
pub(super) struct Begun {
    pub id: JointActId,
    /// When the form was first sent.
    pub at: Timestamp,
    /// The cases whose turn is still to come.
    pub left: Vec<Named>,
}

/// Names a form, so that sending it again is the same act.
pub fn new_form(services: &Services) -> String {
    services.ids.token()
}

/// Begins an act, or goes on with it.
pub(super) async fn begin(
    services: &Services,
    person: &Person,
    kind: JointKind,
    request: &JointRequest,
) -> Answer<Begun, Infallible> {
    must_ever(services, person, kind, &request.named).await?;
    let mut tx = services.db.begin().await?;
    let (there, elsewhere) = sorted(&mut tx, request).await?;
    // Without a name of its own it is another act each time.
    let form = if request.form.is_empty() {
        new_form(services)
    } else {
        request.form.clone()
    };
    let new = NewJointAct {
        form: &form,
        kind,
        cause: &request.cause,
        by_user: person.id,
        by_name: &person.name,
        begun_at: services.now(),
    };
    let mut ids: Vec<_> = there.iter().map(|one| one.case).collect();
    ids.extend(&elsewhere);
    let begun = joint_acts::insert(&mut tx, &new, &ids).await?;
    let act = joint_acts::by_form(&mut tx, &form).await?;
    let same = |act: &JointActRow| {
        act.by_user == person.id && act.kind == kind && act.cause == request.cause
    };
    let act = act.filter(same).ok_or(ServiceError::NotFound)?;
    let came = Came::OfAnotherCause;
    let result = serde_json::to_string(&came)?;
    let mut is_news = begun.is_some();
    for case in elsewhere {
        is_news |= joint_acts::note(&mut tx, act.id, case, &result, came.is_done()).await?;
    }
    if is_news {
        let told = json!({
            "act": act.id, "kind": kind, "cause": request.cause, "cases": ids, "again": begun.is_none(),
        });
        tell(&mut tx, person, told, services.now()).await?;
    }
    let waits = joint_acts::results(&mut tx, act.id).await?;
    tx.commit().await?;
    let waits = |one: &Named| {
        let mut waits = waits.iter();
        waits.any(|row| row.case_id == one.case && row.result.is_none())
    };
    Ok(Begun {
        id: act.id,
        at: act.begun_at,
        left: there.into_iter().filter(waits).collect(),
    })
}

async fn tell(
    tx: &mut Tx,
    person: &Person,
    told: Value,
    now: Timestamp,
) -> Result<(), store::Error> {
    let entry = Actor::Person(person).of_no_case(EntryKind::JointAct, told, now);
    history::append(tx, vec![entry]).await.map(|_| ())
}

/// The named cases that there are, each once: those of the cause, and those of another one.
async fn sorted(
    tx: &mut Tx,
    request: &JointRequest,
) -> Result<(Vec<Named>, Vec<CaseId>), store::Error> {
    let (mut there, mut elsewhere): (Vec<Named>, Vec<CaseId>) = (Vec::new(), Vec::new());
    for one in request.named.iter().take(MOST) {
        if there.iter().any(|known| known.case == one.case) || elsewhere.contains(&one.case) {
            continue;
        }
        match cases::get(&mut *tx, one.case).await? {
            Some(case) if case.cause == request.cause => there.push(one.clone()),
            Some(_) => elsewhere.push(one.case),
            None => {}
        }
    }
    Ok((there, elsewhere))
}

/// A case's part in a joint act. What is done with the case and the word of it are one transaction, so that whoever sends the
/// form again after a fault is told what was done.
pub(super) struct JointPart {
    act: JointActId,
    case: CaseId,
    /// What the person had before their eyes.
    pub seen: Version,
}

impl JointPart {
    pub const fn of(act: &Begun, one: &Named) -> Self {
        Self {
            act: act.id,
            case: one.case,
            seen: one.version,
        }
    }

    /// Keeps what came of the case; `false` if that is known. The transaction tells the history what was done.
    pub async fn keep(&self, tx: &mut Tx, came: &Came) -> Result<bool, WorkError> {
        let result = serde_json::to_string(came)?;
        Ok(joint_acts::note(tx, self.act, self.case, &result, came.is_done()).await?)
    }

    /// The same where nothing was done of which the history is told.
    pub async fn keep_alone(
        &self,
        tx: &mut Tx,
        person: &Person,
        came: &Came,
        now: Timestamp,
    ) -> Result<bool, WorkError> {
        let kept = self.keep(tx, came).await?;
        if kept {
            let told = json!({"act": self.act, "case": self.case, "came": came});
            tell(tx, person, told, now).await?;
        }
        Ok(kept)
    }
}

/// Keeps why nothing was done with a case.
pub(super) async fn keep_refusal(
    services: &Services,
    person: &Person,
    part: &JointPart,
    came: &Came,
) -> Answer<(), Infallible> {
    let mut tx = services.db.begin().await?;
    if part
        .keep_alone(&mut tx, person, came, services.now())
        .await?
    {
        tx.commit().await?;
    }
    Ok(())
}

/// What came of an act.
///
/// # Errors
/// If there is no such act, the person may not see cases, or the database fails.
pub async fn see_joint(
    services: &Services,
    person: &Person,
    id: JointActId,
) -> Answer<JointSeen, Infallible> {
    let mut conn = reading(services, person).await?;
    let act = (joint_acts::get(&mut conn, id).await?).ok_or(ServiceError::NotFound)?;
    let mut seen = Vec::new();
    for row in joint_acts::results(&mut conn, id).await? {
        let came = row
            .result
            .as_deref()
            .map(serde_json::from_str)
            .transpose()?;
        if let Some(case) = cases::get(&mut conn, row.case_id).await? {
            seen.push((case, came));
        }
    }
    Ok(JointSeen { act, cases: seen })
}

/// Asks for each case whether the person may do that; who may not is on record, though the form could not even be read.
///
/// # Errors
/// If the person's role does not allow it, or the database fails.
pub async fn ask_for_each(
    services: &Services,
    person: &Person,
    kind: JointKind,
    named: &[Named],
) -> Answer<(), Infallible> {
    let (act, action) = kind.asks_for();
    // More than a person can mark is no act on any case, and is told as that.
    let asked = if named.len() > MOST { &[] } else { named };
    for one in asked {
        match ask(services, person, one.case, act).await {
            Ok(())
            | Err(ServiceError::Refused(_) | ServiceError::NotFound | ServiceError::NotAllowed) => {
            }
            Err(error) => {
                error.refusal()?;
            }
        }
    }
    if allows(person.role, action) {
        Ok(())
    } else {
        Err(ServiceError::NotAllowed)
    }
}

/// Turns those away whose role never lets them do that with any case, before anything is looked at.
///
/// # Errors
/// If it does not, or the database fails.
pub async fn must_ever(
    services: &Services,
    person: &Person,
    kind: JointKind,
    named: &[Named],
) -> Answer<(), Infallible> {
    if allows(person.role, kind.asks_for().1) {
        Ok(())
    } else {
        ask_for_each(services, person, kind, named).await
    }
}

impl JointKind {
    /// What it asks for on each case, and what a role has to allow for it.
    const fn asks_for(self) -> (Act, Action) {
        match self {
            Self::Claim => (Act::Claim, Action::Claim),
            Self::Check => (Act::Check, Action::RecordCheck),
            Self::Resume => (Act::Decide(DecisionKind::Resume), Action::Resume),
        }
    }
}
