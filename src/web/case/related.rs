//! Other cases: of the same operation, of a shared business object, and look-alikes.

use crate::domain::ids::CaseId;
use crate::domain::standing::{CaseState, Resolution};
use crate::domain::time::Timestamp;
use crate::service::see_case::{CaseRow, CaseSeen, Kin};
use crate::web::back::{Back, case_href};
use crate::web::i18n::Msg;
use crate::web::words;

/// Another case of the same operation.
#[derive(Debug, Clone)]
pub struct OtherCase {
    pub id: CaseId,
    pub href: String,
    pub opened_at: Timestamp,
    pub kind: Msg,
    pub state: Msg,
    pub resolution: Option<Msg>,
    pub resolved_at: Option<Timestamp>,
    /// It came after the one that is shown.
    pub later: bool,
}

/// An open case that touches the same business object.
#[derive(Debug, Clone)]
pub struct Shared {
    pub hold: String,
    pub id: CaseId,
    pub href: String,
    pub operation_key: String,
    pub state: Msg,
}

/// Other operations with an equal reference.
#[derive(Debug, Clone)]
pub struct Alike {
    pub reference: String,
    pub value: String,
    pub count: usize,
    /// There are more than these.
    pub more: bool,
    pub operations: Vec<AlikeOperation>,
}

/// One of them.
#[derive(Debug, Clone)]
pub struct AlikeOperation {
    pub key: String,
    pub href: Option<String>,
    pub state: Option<Msg>,
}

/// An operation in whose place this one came, or that came in its place.
#[derive(Debug, Clone)]
pub struct KinLink {
    pub key: String,
    /// Its latest case.
    pub case: Option<(CaseId, String)>,
}

impl KinLink {
    /// The link to an operation's latest case.
    pub fn of(kin: &Kin, back: &Back) -> Self {
        Self {
            key: kin.key.as_str().to_owned(),
            case: kin.case.map(|id| (id, case_href(id, back))),
        }
    }
}

/// The operations before and after the case's, each in the other's place.
#[derive(Debug, Clone)]
pub struct LineageLinks {
    pub older: Option<KinLink>,
    /// Nothing is ever sent for the case's operation again.
    pub newer: Option<KinLink>,
}

impl LineageLinks {
    /// The links of a case's page.
    pub fn of(seen: &CaseSeen, back: &Back) -> Self {
        let link = |kin: &Option<Kin>| kin.as_ref().map(|kin| KinLink::of(kin, back));
        Self {
            older: link(&seen.lineage.older),
            newer: link(&seen.lineage.newer),
        }
    }
}

/// The other cases of the operation, newest first.
pub fn other_cases(seen: &CaseSeen, back: &Back) -> Vec<OtherCase> {
    let other = |case: &CaseRow| OtherCase {
        id: case.id,
        href: case_href(case.id, back),
        opened_at: case.origin.opened_at,
        kind: words::kind(case.details.kind),
        state: words::case_state(case.details.state),
        resolution: case
            .details
            .resolution
            .map(|r: Resolution| words::resolution(r)),
        resolved_at: case.details.resolved_at,
        later: case.id > seen.case.id,
    };
    seen.other_cases.iter().map(other).collect()
}

/// Open cases that share a hold with this one.
pub fn shared(seen: &CaseSeen, back: &Back) -> Vec<Shared> {
    (seen.shared_holds.iter())
        .map(|shared| Shared {
            hold: shared.hold.clone(),
            id: shared.case_id,
            href: case_href(shared.case_id, back),
            operation_key: shared.operation_key.as_str().to_owned(),
            state: words::case_state(shared.state),
        })
        .collect()
}

/// Hints at look-alikes, a reference each.
pub fn alikes(seen: &CaseSeen, back: &Back) -> Vec<Alike> {
    (seen.look_alikes.iter())
        .map(|alike| Alike {
            reference: alike.reference.clone(),
            value: alike.value.clone(),
            count: alike.hits.len(),
            more: alike.more,
            operations: (alike.hits.iter())
                .map(|hit| AlikeOperation {
                    key: hit.operation_key.as_str().to_owned(),
                    href: hit.case_id.map(|id| case_href(id, back)),
                    state: hit.state.map(|state: CaseState| words::case_state(state)),
                })
                .collect(),
        })
        .collect()
}
