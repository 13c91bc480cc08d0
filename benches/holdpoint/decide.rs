//! A reviewer at work: what the databases' cases are decided by.

use anyhow::Context;
use holdpoint::domain::basis::facts_as_seen;
use holdpoint::domain::facts::Facts;
use holdpoint::domain::ids::{CaseId, InstructionId};
use holdpoint::domain::json::digest;
use holdpoint::domain::resume::ResumeOrder;
use holdpoint::domain::review::review;
use holdpoint::service::claim::claim;
use holdpoint::service::decide::{Seen, Why};
use holdpoint::service::decide_resume::{ResumeRequest, decide_resume};
use holdpoint::service::{Person, Services};
use holdpoint::store::{cases, operations};

/// Claims a case and resumes its operation. `None` if that may not be, or not by one person alone; the case is held then.
pub async fn resume(
    services: &Services,
    person: &Person,
    case: CaseId,
) -> anyhow::Result<Option<InstructionId>> {
    claim(services, person, case).await?;
    let request = ResumeRequest {
        seen: seen(services, case).await?,
        why: why("protected_repeat"),
        order: ResumeOrder::default(),
        holds_acknowledged: true,
    };
    let may_be_refused = decide_resume(services, person, case, &request).await;
    Ok(may_be_refused
        .ok()
        .and_then(|decided| decided.instruction().cloned()))
}

/// What somebody who opens the case now sees.
pub async fn seen(services: &Services, case: CaseId) -> anyhow::Result<Seen> {
    let mut conn = services.db.read().await?;
    let row = cases::get(&mut conn, case).await?.context("no such case")?;
    let operation = operations::get(&mut conn, row.origin.operation_id).await?;
    let facts: Facts = serde_json::from_str(&operation.context("no such operation")?.facts)?;
    let review = review(&facts, services.policy.rules(), services.now());
    Ok(Seen {
        version: row.version,
        facts_digest: digest(&facts_as_seen(&review)),
    })
}

/// The words of a decision.
pub fn why(reason_code: &str) -> Why {
    Why {
        reason_code: reason_code.to_owned(),
        justification: "Agreed with the customer by telephone; nothing more is to be done"
            .to_owned(),
    }
}
