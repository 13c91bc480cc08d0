//! What the pages of all decisions have in common, and what each of them adds.

use super::facts_seen::FactsSeen;
use super::fields::{Fault, Fields, ReasonChoice, has, reasons};
use super::form::DecisionForm;
use crate::domain::decision::NoDecision;
use crate::domain::ids::CaseId;
use crate::domain::permits::{Act, NotPermitted};
use crate::domain::policy::Reason;
use crate::domain::review::{Review, review};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::decide::{Decided, DecisionRefused, Seen};
use crate::service::passwords::Passwords;
use crate::service::see_case::CaseSeen;
use crate::service::{Answer, Person, Services};
use crate::web::back::{Back, case_href};
use crate::web::case::draft::DraftNotice;
use crate::web::case::hands::{Hands, permits};
use crate::web::case::related::{self, Shared};
use crate::web::case::said::{Said, Spoken};
use crate::web::case::sightings::{KnownThing, known_things, sightings};
use crate::web::ctx::Ctx;
use crate::web::i18n::{Msg, msg};
use crate::web::page::Page;
use crate::web::words;
use std::net::IpAddr;

/// A page on which a person decides.
///
/// The struct has the fields `ctx: Ctx` and `frame: Frame`, and its template extends `case/decision.html`.
pub trait DecisionPage: Page + Sized {
    /// The form that stands on it.
    const FORM: DecisionForm;

    /// What its form orders.
    type Request;

    /// The reasons that the policy offers for this decision.
    fn reasons(policy: &Policy) -> &[Reason];

    /// Whether a reason speaks of nothing that is not so here. One that comes by hand all the same is refused.
    fn fits(_reason: &Reason, _sight: &Sight<'_>, _fields: &Fields) -> bool {
        true
    }

    /// What the page says will happen with these fields, as a digest that its form sends back: nothing else is recorded.
    /// None where nothing that is filled in changes it, or where it cannot be ordered, whatever is written beside it.
    fn stated(_fields: &Fields, _sight: &Sight<'_>) -> Option<String> {
        None
    }

    /// Makes the page.
    fn of(ctx: Ctx, frame: Frame, sight: &Sight<'_>) -> Self;

    /// After this nothing may be sent of what the page says.
    fn not_after(&self) -> Option<Timestamp> {
        None
    }

    /// The common part, to put faults in.
    fn frame(&mut self) -> &mut Frame;

    /// Reads what the form orders. What is wrong with it is the service's to say.
    fn request(fields: &Fields, sight: &Sight<'_>) -> Self::Request;

    /// Carries it out.
    async fn decide(
        by: &Decider<'_>,
        case: CaseId,
        request: &Self::Request,
    ) -> Answer<Decided, DecisionRefused>;

    /// What stands against an order, at the field by which it can be put right.
    fn rule_fault(seen: &CaseSeen, rule: &NoDecision) -> Fault {
        Fault::at("decision", words::no_decision(&seen.facts, rule))
    }

    /// The page for a case as it is now, with `fields` filled in.
    fn for_case(ctx: Ctx, seen: &CaseSeen, policy: &Policy, back: Back, fields: Fields) -> Self {
        let sight = Sight::of(seen, policy, &ctx, back);
        let fields = fields.given_for(&sight.facts.digest, &sight.shared_cases());
        let fitting = Self::reasons(policy).iter();
        let fitting = fitting.filter(|reason| Self::fits(reason, &sight, &fields));
        let offered = reasons(fitting, &fields, &ctx.reader);
        let stated = Self::stated(&fields, &sight);
        let mut frame = Frame::of(Self::FORM, &ctx, &sight, fields, offered);
        frame.stated = stated.unwrap_or_default();
        let now = ctx.reader.now;
        let mut page = Self::of(ctx, frame, &sight);
        page.frame().second = SecondPerson::of(&sight, Self::FORM, page.not_after(), now);
        page
    }
}

/// Who sent a form, and by what it is carried out.
#[derive(Debug)]
pub struct Decider<'a> {
    pub services: &'a Services,
    /// For decisions at which the password is asked for again.
    pub passwords: &'a Passwords,
    pub person: Person,
    /// Where the form came from.
    pub address: IpAddr,
}

/// A case with what follows from its facts now.
#[derive(Debug)]
pub struct Sight<'a> {
    pub seen: &'a CaseSeen,
    pub policy: &'a Policy,
    pub review: Review<'a>,
    /// What was seen outside, by object.
    pub things: Vec<KnownThing>,
    facts: FactsSeen,
    pub back: Back,
}

impl<'a> Sight<'a> {
    /// Looks at a case.
    pub fn of(seen: &'a CaseSeen, policy: &'a Policy, ctx: &Ctx, back: Back) -> Self {
        let rules = policy.rules();
        let review = review(&seen.facts, rules, ctx.reader.now);
        let sightings = sightings(&review, rules, &seen.names);
        let things = known_things(&review, &sightings, &seen.names);
        Self {
            facts: FactsSeen::of(seen, &review, sightings, &things),
            seen,
            policy,
            review,
            things,
            back,
        }
    }

    /// What somebody sees who looks now.
    pub fn as_seen(&self) -> Seen {
        Seen {
            version: self.facts.version,
            facts_digest: self.facts.digest.clone(),
        }
    }
}

impl Sight<'_> {
    /// The open cases of other operations that hold the same object, as the form names them.
    fn shared_cases(&self) -> String {
        shared_cases(&related::shared(self.seen, &self.back))
    }
}

fn shared_cases(shared: &[Shared]) -> String {
    let cases: Vec<String> = shared.iter().map(|other| other.id.to_string()).collect();
    cases.join(",")
}

/// The common part of a decision's page.
#[derive(Debug)]
pub struct Frame {
    pub form: DecisionForm,
    pub back: Back,
    pub id: CaseId,
    pub case_href: String,
    pub title: String,
    pub source: String,
    pub operation_key: String,
    pub hands: Hands,
    /// Whether role and state let the person who looks decide this now.
    pub permit: Result<(), NotPermitted>,
    pub facts: FactsSeen,
    /// Open cases of other operations that hold the same object.
    pub shared: Vec<Shared>,
    pub reasons: Vec<ReasonChoice>,
    /// The fewest characters of a justification.
    pub minimum: usize,
    /// The decision will be a proposal.
    pub second: Option<SecondPerson>,
    /// What the page says will happen, as its form sends it back.
    pub stated: String,
    pub fields: Fields,
    pub faults: Vec<Fault>,
    /// Somebody took the case from the person who looks.
    pub lost: Option<Spoken>,
    /// The fields are a draft.
    pub draft: Option<DraftNotice>,
}

impl Frame {
    fn of(
        form: DecisionForm,
        ctx: &Ctx,
        sight: &Sight<'_>,
        fields: Fields,
        reasons: Vec<ReasonChoice>,
    ) -> Self {
        let seen = sight.seen;
        Self {
            form,
            id: seen.case.id,
            case_href: case_href(seen.case.id, &sight.back),
            title: seen.case.details.title.clone(),
            source: seen.source.title.clone(),
            operation_key: seen.facts.key.as_str().to_owned(),
            hands: Hands::of(seen, ctx),
            permit: permits(seen, ctx, Act::Decide(form.kind())),
            facts: sight.facts.clone(),
            shared: related::shared(seen, &sight.back),
            reasons,
            minimum: sight.policy.margins().justification_minimum,
            second: None,
            stated: String::new(),
            faults: Vec::new(),
            lost: Said::of(seen, ctx).lost,
            draft: None,
            fields,
            back: sight.back.clone(),
        }
    }

    /// Whether the person who looks may decide this now, as far as role and state go.
    pub fn may_decide(&self) -> bool {
        self.permit.is_ok()
    }

    /// Whether it is for the person's role at all.
    pub fn is_for_role(&self) -> bool {
        self.permit != Err(NotPermitted::Role)
    }

    /// Some of the reasons want something to be named.
    pub fn wants_a_name(&self) -> bool {
        self.reasons.iter().any(|reason| reason.wants.is_some())
    }

    /// Where what is typed is kept.
    pub fn draft_path(&self) -> String {
        let form = self.form.draft();
        format!("/cases/{}/drafts/{}", self.id, form.word())
    }

    /// The cases that share an object, for the form to say what was acknowledged.
    pub fn shared_cases(&self) -> String {
        shared_cases(&self.shared)
    }

    /// Where the page is made anew with what is filled in, so that it says what will happen with that.
    pub fn again_path(&self) -> String {
        format!("/cases/{}/{}/again", self.id, self.form.slug())
    }

    /// Whether one of the faults is at this field.
    pub fn has(&self, field: &str) -> bool {
        has(&self.faults, field)
    }
}

/// The second person, and by when their answer is of use.
#[derive(Debug, Clone)]
pub struct SecondPerson {
    /// Then the proposal ends by itself.
    answer_before: Timestamp,
    /// It ends then because nothing of it may be sent afterwards, however long the policy would let it wait.
    nothing_sent_after: bool,
    /// By when the case has to be resolved, where that is sooner.
    due: Option<Timestamp>,
}

impl SecondPerson {
    fn of(
        sight: &Sight<'_>,
        form: DecisionForm,
        not_after: Option<Timestamp>,
        now: Timestamp,
    ) -> Option<Self> {
        let case = &sight.seen.case;
        let (policy, _) = sight.policy.operation_type(&case.origin.operation_type);
        let policy_end = now.plus(policy.approve_within);
        let answer_before = not_after.map_or(policy_end, |end| end.min(policy_end));
        let due = case.details.due_at;
        (policy.wants_second_person(form.kind())).then(|| Self {
            answer_before,
            nothing_sent_after: answer_before < policy_end,
            due: (now < due && due < answer_before).then_some(due),
        })
    }

    /// What is said of that before the button.
    pub fn told(&self) -> Vec<Msg> {
        let at = self.answer_before;
        let until = if self.nothing_sent_after {
            msg!("decide-second-of-use", at = at)
        } else {
            msg!("decide-second-until", at = at)
        };
        let due = self.due.map(|due| msg!("decide-second-due", at = due));
        [msg!("decide-second-person"), until]
            .into_iter()
            .chain(due)
            .collect()
    }
}
