//! Deciding to start another operation in the place of the old one. Its own page, in its own colour: nothing of it looks
//! like continuing.

use super::fields::{Fault, Fields};
use super::form::DecisionForm;
use super::frame::{Decider, DecisionPage, Frame, Sight};
use crate::domain::decision::{NoDecision, against_new_operation};
use crate::domain::facts::Facts;
use crate::domain::ids::{CaseId, StepName};
use crate::domain::json::{digest, parse};
use crate::domain::knowledge::Knowledge;
use crate::domain::mask::holds_marks;
use crate::domain::new_operation::{
    NoNewOperation, business_reference, step_keys_under, to_acknowledge,
};
use crate::domain::policy::Reason;
use crate::domain::review::{Review, StepReview};
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::Answer;
use crate::service::decide::{Decided, DecisionRefused};
use crate::service::decide_new_operation::{
    NewOperationRequest, PasswordAgain, decide_new_operation,
};
use crate::service::see_case::CaseSeen;
use crate::web::case::hands::Hands;
use crate::web::case::json_text::{LARGE, pretty};
use crate::web::case::ordered::Changes;
use crate::web::case::stepper::ResultLink;
use crate::web::ctx::Ctx;
use crate::web::filters;
use crate::web::form::PASSWORD;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::typeset::humane;
use crate::web::words;
use askama::Template;
use serde_json::{Value, json};

/// The page on which a person decides to start a new operation.
#[derive(Debug, Template)]
#[template(path = "case/new-operation.html")]
pub struct NewOperationPage {
    pub ctx: Ctx,
    pub frame: Frame,
    /// The key that is suggested, or the one that was typed.
    pub key: String,
    pub sends: Vec<NewStep>,
    pub exists: Vec<Exists>,
    /// What the person types again.
    pub reference: String,
    pub payload: Payload,
    pub take_before: Timestamp,
    /// Why it is not possible now, whatever the person writes.
    pub against: Vec<Msg>,
}

/// A step that is sent, as if it had never been.
#[derive(Debug, Clone)]
pub struct NewStep {
    pub name: String,
    pub system: String,
    pub does: Option<String>,
    /// It was done by the old operation.
    pub done_before: bool,
    pub old_key: Option<String>,
    pub new_key: Option<String>,
}

/// What exists already, or may: the person says that they know it.
#[derive(Debug, Clone)]
pub struct Exists {
    pub field: String,
    pub what: Msg,
    pub results: Vec<ResultLink>,
    pub then: Msg,
    pub ticked: bool,
}

/// The payload that the new operation goes out with.
#[derive(Debug, Clone)]
pub struct Payload {
    /// To be changed; `None` where it is too long for a page, and goes over as it is.
    pub text: Option<String>,
    /// What the person changed of it, once it was sent.
    pub changes: Option<Changes>,
    /// It was sent with the form, and is the old one.
    pub same: bool,
    /// The old one is not here any more; the person writes what goes out.
    pub not_held: bool,
    /// Values of the old one are covered: it goes over as it is stored, and to change it they have to be shown first.
    pub masked: bool,
}

impl Page for NewOperationPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl NewOperationPage {
    /// Whether the person can decide here and now.
    fn may_decide(&self) -> bool {
        self.frame.may_decide() && self.against.is_empty()
    }

    /// Whether something would be done a second time.
    fn does_again(&self) -> bool {
        self.sends.iter().any(|step| step.done_before)
    }
}

impl DecisionPage for NewOperationPage {
    const FORM: DecisionForm = DecisionForm::NewOperation;

    type Request = NewOperationRequest;

    fn reasons(policy: &Policy) -> &[Reason] {
        policy.reasons().of(DecisionKind::NewOperation)
    }

    fn stated(fields: &Fields, sight: &Sight<'_>) -> Option<String> {
        let successor = sight.seen.successor.as_ref()?;
        let key = fields.sent("key").unwrap_or(successor.key.as_str()).trim();
        // What cannot be read cannot be said; it is refused for that.
        let payload = match fields.sent("payload") {
            Some(text) => parse(text.as_bytes()).ok()?,
            None => successor.payload.clone()?,
        };
        (!key.is_empty()).then(|| digest(&json!({"key": key, "payload": payload})))
    }

    fn of(ctx: Ctx, frame: Frame, sight: &Sight<'_>) -> Self {
        let (review, fields) = (&sight.review, &frame.fields);
        let successor = sight.seen.successor.as_ref();
        let suggested = successor.map_or("", |s| s.key.as_str());
        let key = fields.sent("key").unwrap_or(suggested).to_owned();
        let agreed = successor.and_then(|s| s.payload.as_ref());
        Self {
            sends: new_steps(review, &key),
            exists: exists(review, fields),
            reference: business_reference(review.facts),
            payload: Payload::of(agreed, fields),
            take_before: ctx.reader.now.plus(sight.policy.margins().take_before),
            against: against(&frame, sight),
            key,
            ctx,
            frame,
        }
    }

    fn frame(&mut self) -> &mut Frame {
        &mut self.frame
    }

    fn request(fields: &Fields, sight: &Sight<'_>) -> NewOperationRequest {
        NewOperationRequest {
            seen: fields.seen(),
            why: fields.why(),
            key: fields.get("key").to_owned(),
            acknowledged: acknowledged(&sight.review, fields),
            reference: fields.get("reference").to_owned(),
            payload: fields.sent("payload").map(ToOwned::to_owned),
            holds_acknowledged: fields.get("holds") == "yes",
            password: fields.get(PASSWORD).to_owned(),
        }
    }

    async fn decide(
        by: &Decider<'_>,
        case: CaseId,
        request: &NewOperationRequest,
    ) -> Answer<Decided, DecisionRefused> {
        let again = PasswordAgain {
            passwords: by.passwords,
            address: by.address,
        };
        decide_new_operation(by.services, &by.person, again, case, request).await
    }

    fn rule_fault(seen: &CaseSeen, rule: &NoDecision) -> Fault {
        let text = words::no_decision(&seen.facts, rule);
        let field = match rule {
            NoDecision::NewOperation(why) => field_of(&seen.facts, why),
            NoDecision::Resume(_)
            | NoDecision::Compensate(_)
            | NoDecision::BeingUndone
            | NoDecision::Superseded
            | NoDecision::TakingOpen { .. } => "decision".to_owned(),
        };
        Fault::at(field, text)
    }
}

fn field_of(facts: &Facts, why: &NoNewOperation) -> String {
    match why {
        NoNewOperation::NotAcknowledged { step } => {
            let place = facts.steps.iter().position(|s| s.name == *step);
            ack_field(place.unwrap_or_default())
        }
        NoNewOperation::OtherReference => "reference".to_owned(),
        NoNewOperation::KeyNotUsable | NoNewOperation::KeyInUse => "key".to_owned(),
        NoNewOperation::PayloadNotHeld | NoNewOperation::PayloadOfOtherKind => "payload".to_owned(),
    }
}

/// Why it is not possible, however it is ordered.
fn against(frame: &Frame, sight: &Sight<'_>) -> Vec<Msg> {
    let facts = &sight.seen.facts;
    let mut all = Vec::new();
    if !frame.is_for_role() {
        all.push(msg!("new-not-your-role"));
    }
    if sight.seen.lineage.newer.is_some() {
        all.push(words::no_decision(facts, &NoDecision::Superseded));
    }
    let rules = against_new_operation(&sight.review, sight.policy.rules());
    all.extend(rules.iter().map(|rule| words::no_decision(facts, rule)));
    all
}

/// Every step that would be sent, with its key until now and its new one.
fn new_steps(review: &Review<'_>, key: &str) -> Vec<NewStep> {
    let keys = step_keys_under(review.facts, key);
    let forward = review.steps.iter().filter(|s| s.step.undoes.is_none());
    forward
        .map(|step| {
            let change = keys.iter().find(|change| change.step == step.step.name);
            NewStep {
                name: humane(step.step.name.as_str()),
                system: step.step.system.as_str().to_owned(),
                does: step.step.does.clone(),
                done_before: step.known.knowledge == Knowledge::Done,
                old_key: step.step.own_key().map(|k| k.as_str().to_owned()),
                new_key: change.map(|change| change.new.as_str().to_owned()),
            }
        })
        .collect()
}

fn ack_field(place: usize) -> String {
    format!("ack_{}", place + 1)
}

/// The steps to be acknowledged, with their fields: a field is named by the step's place in the chain.
fn asked<'r>(review: &'r Review<'_>) -> Vec<(String, &'r StepReview<'r>)> {
    let place = |name: &StepName| review.steps.iter().position(|s| s.step.name == *name);
    to_acknowledge(review)
        .filter_map(|step| Some((ack_field(place(&step.step.name)?), step)))
        .collect()
}

fn acknowledged(review: &Review<'_>, fields: &Fields) -> Vec<StepName> {
    let asked = asked(review).into_iter();
    let ticked = asked.filter(|(field, _)| fields.get(field) == "yes");
    ticked.map(|(_, step)| step.step.name.clone()).collect()
}

fn exists(review: &Review<'_>, fields: &Fields) -> Vec<Exists> {
    let exists = |(field, step): (String, &StepReview<'_>)| {
        let (name, system) = (
            humane(step.step.name.as_str()),
            step.step.system.as_str().to_owned(),
        );
        let (what, then) = if step.is_unknown() {
            (
                msg!("new-may-exist", step = name, system = &system),
                msg!("new-may-exist-then", system = system),
            )
        } else {
            (
                msg!("new-exists", step = name, system = system),
                msg!("new-exists-then"),
            )
        };
        Exists {
            what,
            then,
            results: (step.known.results.iter())
                .map(|known| ResultLink::of(&known.result))
                .collect(),
            ticked: fields.get(&field) == "yes",
            field,
        }
    };
    asked(review).into_iter().map(exists).collect()
}

impl Payload {
    fn of(agreed: Option<&Value>, fields: &Fields) -> Self {
        let masked = agreed.is_some_and(holds_marks);
        let old = agreed.map(pretty).unwrap_or_default();
        let sent = fields.sent("payload");
        let typed = sent.and_then(|text| parse(text.as_bytes()).ok());
        let changes = typed.and_then(|typed| Some(Changes::between(agreed?, &typed)));
        Self {
            same: changes.as_ref().is_some_and(Changes::is_none),
            text: match sent {
                Some(text) => Some(text.to_owned()),
                None => (old.len() <= LARGE && !masked).then_some(old),
            },
            changes: changes.filter(|changes| !changes.is_none()),
            not_held: agreed.is_none(),
            masked,
        }
    }
}
