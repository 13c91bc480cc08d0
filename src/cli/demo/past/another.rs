//! Decisions that take two people: a new operation in the place of an old one, and what the second person answers.

use super::Stage;
use crate::domain::ids::CaseId;
use crate::domain::new_operation::{business_reference, to_acknowledge};
use crate::domain::review::review;
use crate::service::Person;
use crate::service::answer_proposal::{AnswerRequest, SecondAnswer, answer_proposal};
use crate::service::decide::Why;
use crate::service::decide_new_operation::{
    NewOperationRequest, PasswordAgain, decide_new_operation, see_successor,
};
use crate::service::see_case::see_case;
use anyhow::Context;
use std::net::{IpAddr, Ipv4Addr};

impl Stage<'_> {
    /// The letter never arrived: another one goes out, under a key of its own.
    pub(super) async fn start_another(&self, person: &Person, case: CaseId) -> anyhow::Result<()> {
        let services = self.services;
        let seen = see_case(services, person, case, None).await?;
        let review = review(&seen.facts, services.policy.rules(), services.now());
        let steps = to_acknowledge(&review).map(|step| step.step.name.clone());
        let request = NewOperationRequest {
            seen: self.seen(person, case).await?,
            why: Why {
                reason_code: "result_useless".into(),
                justification: "The customer has looked through the mailbox and the spam folder: the letter is not there. \
                    They wait for another one and know that two may come."
                    .into(),
            },
            key: see_successor(services, person, case).await?.key.to_string(),
            acknowledged: steps.collect(),
            reference: business_reference(&seen.facts),
            payload: None,
            holds_acknowledged: true,
            password: self.cast.password.clone(),
        };
        let again = PasswordAgain {
            passwords: &self.cast.passwords,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        };
        decide_new_operation(services, person, again, case, &request).await?;
        Ok(())
    }

    pub(super) async fn approve(&self, person: &Person, case: CaseId) -> anyhow::Result<()> {
        let words =
            "Agreed: I have spoken with the customer as well, and a second letter does no harm.";
        self.answer(person, case, SecondAnswer::Approve, words)
            .await
    }

    /// The second person has seen something that the first one has not.
    pub(super) async fn refuse(&self, person: &Person, case: CaseId) -> anyhow::Result<()> {
        let words = "The buyer has disputed the charge with the bank: wait for its answer first.";
        self.answer(person, case, SecondAnswer::Refuse, words).await
    }

    async fn answer(
        &self,
        person: &Person,
        case: CaseId,
        answer: SecondAnswer,
        words: &str,
    ) -> anyhow::Result<()> {
        let seen = see_case(self.services, person, case, None).await?;
        let proposal = seen.decisions.first().context("a proposal")?;
        let request = AnswerRequest {
            proposal: proposal.id,
            seen: self.seen(person, case).await?,
            answer,
            words: words.into(),
        };
        answer_proposal(self.services, person, case, &request).await?;
        Ok(())
    }
}
