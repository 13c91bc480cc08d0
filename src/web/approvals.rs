//! Decisions that wait for a second person, for all who may see cases.

use super::ctx::{Ctx, SignedIn};
use super::error::PageError;
use super::filters;
use super::i18n::Msg;
use super::page::Page;
use super::query::{self, Address};
use super::routes::{PageRoute, get};
use super::typeset::type_title;
use super::words;
use crate::domain::ids::CaseId;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::approvals::{Place, ProposalRow, approvals};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

const PATH: &str = "/approvals";

/// The page.
pub fn routes() -> Vec<PageRoute> {
    vec![get(PATH, list)]
}

/// The list.
#[derive(Debug, Template)]
#[template(path = "approvals.html")]
pub struct ApprovalsPage {
    pub ctx: Ctx,
    pub rows: Vec<Row>,
    /// It is not the first page.
    pub turned: bool,
    pub next: Option<String>,
}

/// One proposal.
#[derive(Debug)]
pub struct Row {
    pub href: String,
    pub case: CaseId,
    pub title: String,
    pub operation_type: String,
    pub meant: Msg,
    pub risk: Msg,
    pub by: String,
    pub at: Timestamp,
    pub answer_before: Timestamp,
    pub justification: String,
}

impl Page for ApprovalsPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl ApprovalsPage {
    /// Makes the page.
    pub fn of(
        ctx: Ctx,
        policy: &Policy,
        proposals: &[ProposalRow],
        turned: bool,
        next: Option<Place>,
    ) -> Self {
        let row = |row: &ProposalRow| Row {
            href: format!("/cases/{}/approval", row.case_id),
            case: row.case_id,
            title: row.title.clone(),
            operation_type: type_title(&row.operation_type, policy, &ctx.reader),
            meant: words::decision_kind(row.kind),
            risk: words::risk(row.risk),
            by: row.by_full_name.clone(),
            at: row.decided_at,
            answer_before: row.answer_before,
            justification: row.justification.clone(),
        };
        Self {
            rows: proposals.iter().map(row).collect(),
            turned,
            next: next.map(href),
            ctx,
        }
    }
}

fn href((until, id): Place) -> String {
    let address = Address::new(PATH).with("after", &format!("{}-{id}", until.0));
    address.into()
}

/// What is not understood is the first page.
fn place(query: &str) -> Option<Place> {
    let after = query::pairs(query)
        .into_iter()
        .find(|(name, _)| name == "after")?
        .1;
    let (until, id) = after.split_once('-')?;
    Some((Timestamp(until.parse().ok()?), id.parse().ok()?))
}

async fn list(
    me: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let after = place(request.query_string());
    let page = approvals(&services, &me.person(), after).await?;
    let turned = after.is_some();
    ApprovalsPage::of(me.ctx, &services.policy, &page.proposals, turned, page.next).respond()
}

#[cfg(test)]
pub fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    use super::page::Sample;
    use crate::domain::policy::Risk;
    use crate::domain::standing::DecisionKind;
    let now = ctx.reader.now;
    let proposal = ProposalRow {
        id: 3,
        case_id: CaseId(7),
        kind: DecisionKind::NewOperation,
        by_full_name: "Irina <Koroleva>".into(),
        decided_at: now,
        answer_before: now,
        justification: "Because <b>it is safe</b>.".into(),
        title: "8817 & <S-104>".into(),
        operation_type: "refund".into(),
        risk: Risk::High,
    };
    let policy = Policy::standard();
    let page = |rows: &[ProposalRow], next| {
        Sample::new(ApprovalsPage::of(ctx.clone(), policy, rows, true, next))
    };
    vec![page(&[proposal], Some((now, 3))), page(&[], None)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back() {
        let at = (Timestamp(1_796_000_000), 7);
        let href = href(at);
        let query = href.split_once('?').map_or("", |(_, query)| query);
        assert_eq!(place(query), Some(at));
        assert_eq!(place("after=x"), None);
    }
}
