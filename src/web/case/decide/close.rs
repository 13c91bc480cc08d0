//! Deciding that nothing more will be done.

use super::fields::Fields;
use super::form::DecisionForm;
use super::frame::{Decider, DecisionPage, Frame, Sight};
use crate::domain::ids::CaseId;
use crate::domain::policy::Reason;
use crate::policy::Policy;
use crate::service::Answer;
use crate::service::decide::{Decided, DecisionRefused};
use crate::service::decide_close::{CloseRequest, decide_close};
use crate::web::case::hands::Hands;
use crate::web::ctx::Ctx;
use crate::web::filters;
use crate::web::i18n::msg;
use crate::web::page::Page;
use crate::web::typeset::humane;
use askama::Template;

/// The page on which a person decides that nothing more will be done.
#[derive(Debug, Template)]
#[template(path = "case/close.html")]
pub struct ClosePage {
    pub ctx: Ctx,
    pub frame: Frame,
    /// Steps that will not be sent any more.
    pub not_sent: Vec<String>,
}

impl Page for ClosePage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl ClosePage {
    fn may_decide(&self) -> bool {
        self.frame.may_decide()
    }
}

impl DecisionPage for ClosePage {
    const FORM: DecisionForm = DecisionForm::Close;

    type Request = CloseRequest;

    fn reasons(policy: &Policy) -> &[Reason] {
        &policy.reasons().close
    }

    fn of(ctx: Ctx, frame: Frame, sight: &Sight<'_>) -> Self {
        let steps = sight.review.steps.iter();
        let still_to_do = steps.filter(|step| step.is_still_to_do());
        Self {
            not_sent: still_to_do.map(|s| humane(s.step.name.as_str())).collect(),
            ctx,
            frame,
        }
    }

    fn frame(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn request(fields: &Fields, _: &Sight<'_>) -> CloseRequest {
        CloseRequest {
            seen: fields.seen(),
            why: fields.why(),
            named: fields.get("named").to_owned(),
        }
    }

    async fn decide(
        by: &Decider<'_>,
        case: CaseId,
        request: &CloseRequest,
    ) -> Answer<Decided, DecisionRefused> {
        decide_close(by.services, &by.person, case, request).await
    }
}
