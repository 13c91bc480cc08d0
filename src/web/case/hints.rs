//! Finds that do not count by themselves: what people judged about them, and the forms in which they do.

use super::draft::DraftNotice;
use super::sightings::{Sighting, Whose};
use super::stepper::ResultLink;
use crate::domain::decision::NoJustification;
use crate::domain::draft::DraftForm;
use crate::domain::facts::Facts;
use crate::domain::ids::{CaseId, StepName};
use crate::domain::judgement::{
    Hint, Judged, Judgement, NoJudgement, Second, Thing, Verdict, hints,
};
use crate::domain::permits::Act;
use crate::domain::policy::Risk;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::drafts::Draft;
use crate::service::judge_hint::{JudgeRequest, Says};
use crate::service::names::Names;
use crate::service::see_case::CaseSeen;
use crate::web::back::Back;
use crate::web::ctx::Ctx;
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use crate::web::words;
use serde::Deserialize;

/// The answer that stands for "not this operation's"; any other is the place of a step.
const NOT_OURS: &str = "not";
/// The answer that stands for "what the first person judged is so".
const CONFIRM: &str = "confirm";

/// Every find that does not count by itself.
#[derive(Debug, Clone)]
pub struct Hints {
    pub list: Vec<HintShown>,
    /// A judgement counts only when a second person has confirmed it.
    pub takes_two: bool,
    /// The least number of characters of the grounds for a judgement.
    pub least_grounds: usize,
}

impl Hints {
    /// Collects them.
    pub fn of(seen: &CaseSeen, sightings: &[Sighting], policy: &Policy, ctx: &Ctx) -> Self {
        let facts = &seen.facts;
        let (type_policy, _) = policy.operation_type(&facts.operation_type);
        let all = hints(facts).into_iter().enumerate();
        Self {
            list: all
                .map(|(place, hint)| HintShown::of(place + 1, &hint, sightings, (&seen.names, ctx)))
                .collect(),
            takes_two: type_policy.risk == Risk::High,
            least_grounds: policy.margins().justification_minimum,
        }
    }
}

/// One find that does not count by itself.
#[derive(Debug, Clone)]
pub struct HintShown {
    /// Its place on the page, from 1.
    pub no: usize,
    pub object: ResultLink,
    pub system: String,
    pub sightings: Vec<Sighting>,
    /// The steps whose result it can be, as values and names.
    pub steps: Vec<(String, String)>,
    /// How many judgements the person sees.
    pub seen: usize,
    /// What was judged last.
    pub last: Option<LastJudgement>,
    /// What the person typed, and what is wrong with it.
    pub form: JudgeForm,
}

/// What was judged last about a find.
#[derive(Debug, Clone)]
pub struct LastJudgement {
    pub verdict: Msg,
    /// The name of the step whose result it is; none if it is not this operation's.
    pub step: Option<String>,
    pub first: Said,
    pub second: Option<Said>,
    /// It counts only when a second person has confirmed it.
    pub awaits: bool,
    /// The person who looks is the one who judged.
    pub own: bool,
}

/// Somebody's words.
#[derive(Debug, Clone)]
pub struct Said {
    pub who: String,
    pub at: Timestamp,
    pub grounds: String,
}

/// A form as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct JudgeFields {
    pub system: String,
    pub object_type: String,
    pub id: String,
    pub seen: usize,
    pub verdict: String,
    pub grounds: String,
    /// The list that the case was opened from.
    pub back: String,
}

impl JudgeFields {
    /// What it asks for; a form that says nothing is taken for a judgement.
    pub fn act(&self) -> Act {
        match self.verdict.as_str() {
            CONFIRM => Act::ConfirmJudgement,
            _ => Act::Judge,
        }
    }
}

/// The form, with what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct JudgeForm {
    pub fields: JudgeFields,
    pub fault: Option<Msg>,
    /// The fields are a draft.
    pub draft: Option<DraftNotice>,
}

impl JudgeForm {
    /// The form with what the person has written into it before.
    pub fn of_draft(draft: &Draft, case: CaseId, back: &Back) -> Self {
        let mut fields = JudgeFields::default();
        for (name, value) in draft.fields.iter().cloned() {
            match name.as_str() {
                "system" => fields.system = value,
                "object_type" => fields.object_type = value,
                "id" => fields.id = value,
                "verdict" => fields.verdict = value,
                "grounds" => fields.grounds = value,
                _ => {}
            }
        }
        let notice = DraftNotice::of(case, DraftForm::Judge, draft.updated_at, back);
        Self {
            fields,
            fault: None,
            draft: Some(notice),
        }
    }

    /// It was filled in, and comes back.
    pub fn sent(&self) -> bool {
        self.fault.is_some() || self.draft.is_some()
    }
}

impl JudgeFields {
    /// As they were sent, for a draft.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let all = [
            ("system", &self.system),
            ("object_type", &self.object_type),
            ("id", &self.id),
            ("verdict", &self.verdict),
            ("grounds", &self.grounds),
        ];
        let owned = all.map(|(name, value)| (name.to_owned(), value.clone()));
        owned.into()
    }
}

impl HintShown {
    fn of(
        no: usize,
        hint: &Hint<'_>,
        sightings: &[Sighting],
        (names, ctx): (&Names, &Ctx),
    ) -> Self {
        let object = ResultLink::of(hint.object);
        let of_it = |seen: &&Sighting| {
            seen.system == hint.thing.system.as_str()
                && seen.whose != Whose::NoThing
                && (seen.object.as_ref())
                    .is_some_and(|o| o.id == object.id && o.object_type == object.object_type)
        };
        let steps = hint.steps.iter().enumerate();
        Self {
            no,
            system: hint.thing.system.as_str().to_owned(),
            sightings: sightings.iter().filter(of_it).cloned().collect(),
            steps: steps
                .map(|(place, step)| (place.to_string(), humane(step.as_str())))
                .collect(),
            seen: hint.judgements.len(),
            last: hint
                .judgements
                .last()
                .map(|last| LastJudgement::of(last, names, ctx)),
            form: JudgeForm::default(),
            object,
        }
    }

    /// Whether this is the find that a form was about.
    pub fn is_of(&self, fields: &JudgeFields) -> bool {
        self.system == fields.system
            && self.object.object_type == fields.object_type
            && self.object.id == fields.id
    }

    /// The steps that the judgement which is there does not name: to say the same once more records nothing.
    pub fn other_steps(&self) -> Vec<&(String, String)> {
        let judged = self.last.as_ref().and_then(|last| last.step.as_ref());
        let other = |(_, step): &&(String, String)| judged != Some(step);
        self.steps.iter().filter(other).collect()
    }

    /// Whether the judgement which is there says that it is not this operation's.
    pub fn judged_not_ours(&self) -> bool {
        self.last.as_ref().is_some_and(|last| last.step.is_none())
    }

    /// Whether a second person has to confirm what was judged, and it is not the one who looks.
    pub fn may_confirm(&self) -> bool {
        (self.last.as_ref()).is_some_and(|last| last.awaits && !last.own)
    }
}

impl LastJudgement {
    fn of(judgement: &Judgement, names: &Names, ctx: &Ctx) -> Self {
        let me = ctx.user.as_ref().map(|user| user.id);
        Self {
            verdict: verdict(&judgement.verdict),
            step: match &judgement.verdict {
                Verdict::ThisOperations { step } => Some(humane(step.as_str())),
                Verdict::NotThisOperations => None,
            },
            first: Said::of(&judgement.first, names),
            second: match &judgement.second {
                Second::Given(second) => Some(Said::of(second, names)),
                Second::NotNeeded | Second::Awaited => None,
            },
            awaits: !judgement.counts(),
            own: me == Some(judgement.first.user),
        }
    }
}

impl Said {
    fn of(judged: &Judged, names: &Names) -> Self {
        Self {
            who: names.of(&judged.name),
            at: judged.at,
            grounds: judged.grounds.clone(),
        }
    }
}

fn verdict(verdict: &Verdict) -> Msg {
    match verdict {
        Verdict::ThisOperations { step } => {
            msg!("hint-judged-ours", step = humane(step.as_str()))
        }
        Verdict::NotThisOperations => msg!("hint-judged-not-ours"),
    }
}

/// What people judged about a thing, in a few words.
pub fn judged(judgement: &Judgement, names: &Names) -> Msg {
    let who = names.of(&judgement.first.name);
    match (&judgement.second, &judgement.verdict) {
        (Second::Awaited, _) => msg!("judged-awaits", who = who),
        (Second::NotNeeded | Second::Given(_), Verdict::ThisOperations { .. }) => {
            msg!("judged-ours", who = who)
        }
        (Second::NotNeeded | Second::Given(_), Verdict::NotThisOperations) => {
            msg!("judged-not-ours", who = who)
        }
    }
}

/// Reads the form. `None` if nothing was chosen.
pub fn request(facts: &Facts, fields: &JudgeFields) -> Option<JudgeRequest> {
    let thing = Thing {
        system: fields.system.as_str().into(),
        object_type: fields.object_type.clone(),
        id: fields.id.clone(),
    };
    let says = match fields.verdict.as_str() {
        "" => return None,
        CONFIRM => Says::Confirms,
        NOT_OURS => Says::Judges(Verdict::NotThisOperations),
        place => Says::Judges(Verdict::ThisOperations {
            step: step_at(facts, &thing, place),
        }),
    };
    Some(JudgeRequest {
        thing,
        seen: fields.seen,
        says,
        grounds: fields.grounds.clone(),
    })
}

/// The step at that place among those whose result a find can be; what is no such place names no step.
fn step_at(facts: &Facts, thing: &Thing, place: &str) -> StepName {
    let hints = hints(facts);
    let hint = hints.iter().find(|hint| hint.thing == *thing);
    let steps = hint.map_or(&[][..], |hint| &hint.steps);
    let place: Option<usize> = place.parse().ok();
    let step = place.and_then(|place| steps.get(place));
    step.map_or_else(|| StepName::new(""), |step| (*step).clone())
}

/// Why a judgement was not kept.
pub fn no_judgement(why: NoJudgement) -> Msg {
    match why {
        NoJudgement::NoSuchHint => msg!("no-judgement-no-such-hint"),
        NoJudgement::NoSuchStep => msg!("no-judgement-no-such-step"),
        NoJudgement::JudgedMeanwhile => msg!("no-judgement-meanwhile"),
        NoJudgement::SaysTheSame => msg!("no-judgement-says-the-same"),
        NoJudgement::NothingAwaited => msg!("no-judgement-nothing-awaited"),
        NoJudgement::SamePerson => msg!("no-judgement-same-person"),
        NoJudgement::Grounds(NoJustification::TooShort {
            characters: 0,
            minimum,
        }) => {
            msg!("no-judgement-no-grounds", minimum = minimum)
        }
        NoJudgement::Grounds(why) => words::no_justification(why),
    }
}
