//! What people do: look, claim, open pages and decide on them, at once or much later.

use super::receivers::Effect;
use super::source::{step_name, step_of};
use super::story::Story;
use holdpoint::domain::check::{Look, Saw};
use holdpoint::domain::facts::{ContentStanding, Facts};
use holdpoint::domain::ids::{IdempotencyKey, StepName};
use holdpoint::domain::report::ResultRef;
use holdpoint::domain::resume::{ContentChoice, GoesOnWith, NewKey, ResumeOrder, Skip};
use holdpoint::domain::review::Review;
use holdpoint::service::ServiceError;
use holdpoint::service::answer_proposal::{AnswerRequest, SecondAnswer, answer_proposal};
use holdpoint::service::claim::claim;
use holdpoint::service::decide::{DecisionRefused, Why};
use holdpoint::service::decide_close::{CloseRequest, decide_close};
use holdpoint::service::decide_resume::{ResumeRequest, decide_resume};
use holdpoint::service::desk::Receiver;
use holdpoint::service::hand_over::hand_over;
use holdpoint::service::record_check::record_check;
use holdpoint::service::release::release;
use holdpoint::service::take_over::take_over;
use holdpoint::service::wait::wait;
use holdpoint::service::withdraw::withdraw;
use std::time::Duration;

const WORDS: &str = "The receiver knows our key until then.";

pub fn why(reason: &str) -> Why {
    Why {
        reason_code: reason.to_owned(),
        justification: WORDS.to_owned(),
    }
}

impl Story<'_> {
    /// Somebody looks into a receiving system, tells what is to be seen there, and where they looked.
    pub async fn somebody_checks(&mut self) {
        let person = self.dice.below(self.world.people.len());
        let step = self.dice.below(self.operation.chain.len());
        let at_once = self.dice.happens(75);
        self.check(person, step, at_once).await;
    }

    pub async fn check(&mut self, person: usize, step: usize, at_once: bool) {
        let world = self.world;
        let Some(case) = world.case(&self.operation.key).await else {
            return;
        };
        // What a place that shows new records late shows is no promise.
        let lag = if at_once {
            Duration::ZERO
        } else {
            Duration::from_secs(45)
        };
        let key = self.operation.key.clone();
        let shown = self.books.shown(&key, step, world.now(), lag);
        let look = Look {
            step: StepName::from(step_name(step).as_str()),
            place: "console".to_owned(),
            by: key.clone(),
            shows_at_once: at_once,
            saw: shown.map_or(Saw::Absent, |effect| Saw::Found(result(effect))),
            note: None,
        };
        let person = &world.people[person];
        let checked = record_check(&world.services, person, case.id, &look).await;
        self.note(|| {
            format!(
                "{} looks for step {step}: {:?}: {checked:?}",
                person.name, look.saw
            )
        });
    }

    pub async fn somebody_acts(&mut self) {
        let person = self.dice.below(self.world.people.len());
        match self.dice.below(100) {
            0..=11 => self.claims(person).await,
            12..=20 => self.opens_page(person).await,
            21..=66 => self.decides(person).await,
            67..=79 => self.answers(person).await,
            80..=84 => self.releases(person).await,
            85..=89 => self.withdraws(person).await,
            _ => self.tidies(person).await,
        }
    }

    pub async fn claims(&mut self, person: usize) {
        let world = self.world;
        let Some(case) = world.case(&self.operation.key).await else {
            return;
        };
        let person = &world.people[person];
        let claimed = claim(&world.services, person, case.id).await;
        self.note(|| format!("{} claims: {claimed:?}", person.name));
    }

    pub async fn opens_page(&mut self, person: usize) {
        let world = self.world;
        if let Some(case) = world.case(&self.operation.key).await {
            let facts = world.facts(&case).await;
            self.pages[person] = Some((case.id, world.seen(&case, &facts)));
        }
    }

    async fn releases(&mut self, person: usize) {
        let Some((case, _)) = self.pages[person].clone() else {
            return;
        };
        let person = &self.world.people[person];
        let released = release(&self.world.services, person, case).await;
        self.note(|| format!("{} releases: {released:?}", person.name));
    }

    /// Answers a proposal, if one waits: most often approves it, on what is on their screen.
    pub async fn answers(&mut self, person: usize) {
        let world = self.world;
        let Some(case) = world.case(&self.operation.key).await else {
            return;
        };
        if self.dice.happens(70) {
            self.opens_page(person).await;
        }
        let (Some(proposal), Some((_, seen))) =
            (world.proposal(&case).await, self.pages[person].clone())
        else {
            return;
        };
        let request = AnswerRequest {
            proposal,
            seen,
            answer: if self.dice.happens(85) {
                SecondAnswer::Approve
            } else {
                SecondAnswer::Refuse
            },
            words: WORDS.to_owned(),
        };
        let person = &world.people[person];
        let answered = answer_proposal(&world.services, person, case.id, &request).await;
        self.deeds.answers += usize::from(answered.is_ok());
        self.note(|| format!("{} answers {:?}: {answered:?}", person.name, request.answer));
    }

    /// What people do with a case beside deciding.
    async fn tidies(&mut self, person: usize) {
        let world = self.world;
        let Some(case) = world.case(&self.operation.key).await else {
            return;
        };
        let (services, who) = (&world.services, &world.people[person]);
        let to = world.people[self.dice.below(world.people.len())]
            .name
            .clone();
        let done = match self.dice.below(3) {
            0 => {
                let until = world.now().plus(Duration::from_secs(600));
                wait(services, who, case.id, until, WORDS).await
            }
            1 => hand_over(services, who, case.id, &Receiver::Person(to), WORDS).await,
            _ => take_over(services, who, case.id, Some(&to), WORDS).await,
        };
        self.note(|| format!("{} tidies: {done:?}", who.name));
    }

    async fn withdraws(&mut self, person: usize) {
        let Some(case) = self.world.case(&self.operation.key).await else {
            return;
        };
        let person = &self.world.people[person];
        let withdrawn = withdraw(&self.world.services, person, case.id, WORDS).await;
        self.deeds.withdrawn += usize::from(withdrawn.is_ok());
        self.note(|| format!("{} withdraws: {withdrawn:?}", person.name));
    }

    /// Decides on what is on the person's screen: most often they have just looked, and claimed the case.
    async fn decides(&mut self, person: usize) {
        if self.dice.happens(75) {
            self.claims(person).await;
            self.opens_page(person).await;
        }
        if self.dice.happens(96) {
            self.resumes(person).await;
        } else {
            self.closes(person).await;
        }
    }

    pub async fn resumes(&mut self, person: usize) -> bool {
        let world = self.world;
        let Some((case, seen)) = self.pages[person].clone() else {
            return false;
        };
        let Some(row) = world.case(&self.operation.key).await else {
            return false;
        };
        let facts = world.facts(&row).await;
        let request = ResumeRequest {
            seen,
            why: why("other"),
            order: self.resume_order(&facts),
            holds_acknowledged: true,
        };
        let person = &world.people[person];
        let decided = decide_resume(&world.services, person, case, &request).await;
        self.decided(&person.name, "resume", &decided)
    }

    async fn closes(&mut self, person: usize) {
        let Some((case, seen)) = self.pages[person].clone() else {
            return;
        };
        let request = CloseRequest {
            seen,
            why: why("no_longer_wanted"),
            named: String::new(),
        };
        let person = &self.world.people[person];
        let decided = decide_close(&self.world.services, person, case, &request).await;
        self.decided(&person.name, "close", &decided);
    }

    fn decided<T: std::fmt::Debug>(
        &mut self,
        who: &str,
        what: &str,
        decided: &Result<T, ServiceError<DecisionRefused>>,
    ) -> bool {
        if let Err(ServiceError::Database(_) | ServiceError::Document(_)) = decided {
            self.fail(&format!("{decided:?}"));
        }
        let made = decided.is_ok();
        self.deeds.decisions += usize::from(made);
        self.deeds.refused_decisions += usize::from(!made);
        self.note(|| format!("{who} decides to {what}: {decided:?}"));
        made
    }

    /// What else the person orders: sometimes to skip a step, or a new key; and whatever has to be said.
    fn resume_order(&mut self, facts: &Facts) -> ResumeOrder {
        let step = self.dice.below(self.operation.chain.len());
        let name = StepName::from(step_name(step).as_str());
        let mut order = self.world.reviewed(facts, what_has_to_be_said);
        if self.dice.happens(5) {
            order.skip.push(Skip {
                step: name.clone(),
                reason: "not applicable here".to_owned(),
                acknowledged: self.dice.happens(70),
            });
        }
        if self.dice.happens(6) {
            let key = format!("{}#{step}-{}", self.operation.key, self.dice.below(1_000));
            order.new_keys.push(NewKey {
                step: name,
                key: IdempotencyKey::new(key),
            });
        }
        order
    }
}

/// Of steps that were done more than once the first result, and of contents the agreed one.
fn what_has_to_be_said(review: &Review<'_>) -> ResumeOrder {
    let twice = review.steps.iter().filter(|s| s.known.more_than_once());
    let goes_on_with = twice.filter_map(|s| {
        let first = s.known.results.first()?;
        Some(GoesOnWith {
            step: s.step.name.clone(),
            object_type: first.result.object_type.clone(),
            id: first.result.id.clone(),
        })
    });
    let contested = review
        .facts
        .contents
        .iter()
        .any(|c| c.standing == ContentStanding::Contested);
    ResumeOrder {
        goes_on_with: goes_on_with.collect(),
        content: contested.then_some(ContentChoice::Agreed),
        ..ResumeOrder::default()
    }
}

fn result(effect: &Effect) -> ResultRef {
    ResultRef {
        object_type: "effect".to_owned(),
        id: effect.id.clone(),
        url: None,
        status: None,
    }
}

/// The steps whose result is not known.
pub fn unknown_steps(review: &Review<'_>) -> Vec<usize> {
    let unknown = review.steps.iter().filter(|s| s.is_unknown());
    unknown.map(|s| step_of(s.step.name.as_str())).collect()
}
