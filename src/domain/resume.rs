//! What a resume sends, and what it does not (`domain.md` §4.1).

use super::facts::ContentStanding;
use super::ids::{IdempotencyKey, StepName};
use super::knowledge::{Knowledge, WhyNotDone};
use super::protection::key_carried_elsewhere;
use super::report::ResultRef;
use super::review::{Blocker, NeverSent, Review, Sending, StepReview};
use super::time::Timestamp;
use serde::{Deserialize, Serialize};

/// What a reviewer orders with a resume, beside the resume itself.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ResumeOrder {
    /// Steps marked as not applicable, each with its reason.
    pub skip: Vec<Skip>,
    /// New keys for steps whose every attempt was refused.
    pub new_keys: Vec<NewKey>,
    /// For steps done more than once: the result that the operation goes on with.
    pub goes_on_with: Vec<GoesOnWith>,
    /// For a payload conflict: which content is the operation's. Nothing stands for a person who did not say.
    pub content: Option<ContentChoice>,
}

/// Which content a reviewer says is the operation's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentChoice {
    /// The agreed one; every other version is refused.
    Agreed,
    /// A changed one, by its digest.
    Changed(String),
}

impl ResumeOrder {
    /// The digest of the changed content that was chosen, if one was.
    pub fn changed_content(&self) -> Option<&String> {
        match &self.content {
            Some(ContentChoice::Changed(digest)) => Some(digest),
            Some(ContentChoice::Agreed) | None => None,
        }
    }
}

/// A step that is not applicable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skip {
    pub step: StepName,
    pub reason: String,
    /// The reviewer acknowledged that an unknown step may have had its effect.
    pub acknowledged: bool,
}

/// A new idempotency key for a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewKey {
    pub step: StepName,
    pub key: IdempotencyKey,
}

/// Which of several results the operation goes on with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoesOnWith {
    pub step: StepName,
    pub object_type: String,
    pub id: String,
}

/// What a resume sends and what it does not; the core of its instruction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResumePlan {
    /// In the order in which they are sent. Empty: nothing is sent, the operation is confirmed complete.
    pub run: Vec<RunStep>,
    /// The first later step that may not be sent: the source stops there and reports.
    pub stops_before: Option<StepName>,
    pub skip: Vec<Skip>,
    pub new_keys: Vec<KeyChange>,
    pub done: Vec<DoneStep>,
    /// Results beyond the ones the operation goes on with.
    pub surplus: Vec<DoneStep>,
    pub content: PlanContent,
    /// The earliest moment after which one of the steps may not be sent.
    pub not_after: Option<Timestamp>,
}

impl ResumePlan {
    /// The order that this is the plan of.
    pub fn order(&self) -> ResumeOrder {
        let goes_on_with = |done: &DoneStep| GoesOnWith {
            step: done.step.clone(),
            object_type: done.result.object_type.clone(),
            id: done.result.id.clone(),
        };
        let new_key = |change: &KeyChange| NewKey {
            step: change.step.clone(),
            key: change.new.clone(),
        };
        ResumeOrder {
            skip: self.skip.clone(),
            new_keys: self.new_keys.iter().map(new_key).collect(),
            goes_on_with: self.done.iter().map(goes_on_with).collect(),
            content: match self.content.which {
                WhichContent::Agreed => Some(ContentChoice::Agreed),
                WhichContent::Changed => self.content.digest.clone().map(ContentChoice::Changed),
            },
        }
    }
}

/// One step to be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunStep {
    pub step: StepName,
    pub idempotency_key: Option<IdempotencyKey>,
    pub not_after: Option<Timestamp>,
}

/// A step's key, old and new.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyChange {
    pub step: StepName,
    pub old: Option<IdempotencyKey>,
    pub new: IdempotencyKey,
}

/// A result of a step that is not sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoneStep {
    pub step: StepName,
    pub result: ResultRef,
}

/// Which content the operation goes on with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanContent {
    pub which: WhichContent,
    pub digest: Option<String>,
}

/// The agreed content, or a changed one that a person chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhichContent {
    Agreed,
    Changed,
}

/// Why a resume is not allowed. Several can hold at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoResume {
    /// The step at the resume point may not be sent.
    Blocked { step: StepName, blocker: Blocker },
    /// Something was sent that undoes a step; resume is over.
    BeingUndone,
    /// Done more than once: the reviewer has to say which result the operation goes on with.
    ChooseResult { step: StepName },
    /// The result named is not one of the step's.
    NoSuchResult { step: StepName },
    /// An order names a step that the operation does not have.
    NoSuchStep { step: StepName },
    /// A step that is done or undone cannot be skipped.
    SkipOfDone { step: StepName },
    /// A step is skipped for a reason.
    SkipWithoutReason { step: StepName },
    /// Skipping an unknown step needs the acknowledgement that its effect may exist.
    SkipNotAcknowledged { step: StepName },
    /// A new key is only for a step whose every attempt was refused, or whose key another step used.
    NewKeyNotAllowed { step: StepName },
    /// The new key is the old one, or another step's.
    NewKeyInUse { step: StepName },
    /// Several contents came under the key: the reviewer has to say which one is the operation's.
    ChooseContent,
    /// A changed content is only for an operation of which nothing is done or unknown.
    ContentTooLate { step: StepName },
    /// The content is not known, or not one that came under this key.
    NoSuchContent,
    /// A changed content needs a new key for each step that has one.
    ContentNeedsNewKey { step: StepName },
}

/// Plans a resume, or says everything that stands against it.
pub fn plan(review: &Review<'_>, order: &ResumeOrder) -> Result<ResumePlan, Vec<NoResume>> {
    let mut faults = Vec::new();
    if review.is_being_undone() {
        faults.push(NoResume::BeingUndone);
    }
    check_steps_exist(review, order, &mut faults);
    check_skips(review, order, &mut faults);
    check_new_keys(review, order, &mut faults);
    let content = content(review, order, &mut faults);
    let (done, surplus) = results(review, order, &mut faults);
    let (run, stop) = run(review, order);
    if let (true, Some((step, blocker))) = (run.is_empty(), &stop) {
        faults.push(NoResume::Blocked {
            step: step.clone(),
            blocker: *blocker,
        });
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(ResumePlan {
        not_after: run.iter().filter_map(|r| r.not_after).min(),
        run,
        stops_before: stop.map(|(step, _)| step),
        skip: order.skip.clone(),
        new_keys: key_changes(review, order),
        done,
        surplus,
        content,
    })
}

/// The steps from the resume point up to the first that may not be sent, and that one.
fn run(review: &Review<'_>, order: &ResumeOrder) -> (Vec<RunStep>, Option<(StepName, Blocker)>) {
    let mut run = Vec::new();
    for step in &review.steps {
        if order.skip.iter().any(|s| s.step == step.step.name) {
            continue;
        }
        let new_key = new_key(order, &step.step.name);
        let not_after = match (step.sending, new_key) {
            (Sending::Never(_), _) => continue,
            (Sending::Blocked(Blocker::KeyBoundToOtherStep), Some(_)) => None,
            (Sending::Blocked(blocker), _) => {
                return (run, Some((step.step.name.clone(), blocker)));
            }
            (Sending::Repeat { not_after }, _) => not_after,
            (Sending::Starts | Sending::AgainAfterRefusal | Sending::AgainAfterAbsence, _) => None,
        };
        run.push(RunStep {
            step: step.step.name.clone(),
            idempotency_key: new_key.or(step.step.own_key()).cloned(),
            not_after,
        });
    }
    (run, None)
}

fn new_key<'o>(order: &'o ResumeOrder, step: &StepName) -> Option<&'o IdempotencyKey> {
    order
        .new_keys
        .iter()
        .find(|n| n.step == *step)
        .map(|n| &n.key)
}

fn find<'r>(review: &'r Review<'_>, name: &StepName) -> Option<&'r StepReview<'r>> {
    review.steps.iter().find(|s| s.step.name == *name)
}

fn check_steps_exist(review: &Review<'_>, order: &ResumeOrder, faults: &mut Vec<NoResume>) {
    let named = (order.skip.iter().map(|s| &s.step))
        .chain(order.new_keys.iter().map(|n| &n.step))
        .chain(order.goes_on_with.iter().map(|g| &g.step));
    for step in named {
        if find(review, step).is_none() {
            faults.push(NoResume::NoSuchStep { step: step.clone() });
        }
    }
}

fn check_skips(review: &Review<'_>, order: &ResumeOrder, faults: &mut Vec<NoResume>) {
    for skip in &order.skip {
        let Some(step) = find(review, &skip.step) else {
            continue;
        };
        let name = || skip.step.clone();
        match step.sending {
            Sending::Never(NeverSent::Done | NeverSent::Undone) => {
                faults.push(NoResume::SkipOfDone { step: name() });
            }
            Sending::Never(NeverSent::Skipped | NeverSent::UndoesAnother)
            | Sending::Starts
            | Sending::AgainAfterRefusal
            | Sending::AgainAfterAbsence
            | Sending::Repeat { .. }
            | Sending::Blocked(_) => {
                if skip.reason.trim().is_empty() {
                    faults.push(NoResume::SkipWithoutReason { step: name() });
                }
                if step.is_unknown() && !skip.acknowledged {
                    faults.push(NoResume::SkipNotAcknowledged { step: name() });
                }
            }
        }
    }
}

fn check_new_keys(review: &Review<'_>, order: &ResumeOrder, faults: &mut Vec<NoResume>) {
    for new in &order.new_keys {
        let Some(step) = find(review, &new.step) else {
            continue;
        };
        // The old keys are bound to the old content, whatever became of it.
        let untouched = order.changed_content().is_some()
            && matches!(step.known.knowledge, Knowledge::NotDone(_));
        let refused = step.known.knowledge == Knowledge::NotDone(WhyNotDone::Refused);
        let bound = step.sending == Sending::Blocked(Blocker::KeyBoundToOtherStep);
        if !refused && !untouched && !bound {
            faults.push(NoResume::NewKeyNotAllowed {
                step: new.step.clone(),
            });
        }
        let twice = order.new_keys.iter().filter(|n| n.key == new.key).count() > 1;
        if twice
            || step.step.own_key() == Some(&new.key)
            || step.known.sent.keys.contains(&Some(new.key.clone()))
            || key_carried_elsewhere(review.facts, step.step, &new.key)
        {
            faults.push(NoResume::NewKeyInUse {
                step: new.step.clone(),
            });
        }
    }
}

fn key_changes(review: &Review<'_>, order: &ResumeOrder) -> Vec<KeyChange> {
    order
        .new_keys
        .iter()
        .map(|new| KeyChange {
            step: new.step.clone(),
            old: find(review, &new.step).and_then(|s| s.step.own_key().cloned()),
            new: new.key.clone(),
        })
        .collect()
}

/// Which content the operation goes on with.
fn content(review: &Review<'_>, order: &ResumeOrder, faults: &mut Vec<NoResume>) -> PlanContent {
    let contents = &review.facts.contents;
    let agreed = contents
        .iter()
        .find(|c| c.standing == ContentStanding::Agreed);
    if order.content.is_none() && review.has_contested_content() {
        faults.push(NoResume::ChooseContent);
    }
    let Some(digest) = order.changed_content() else {
        return PlanContent {
            which: WhichContent::Agreed,
            digest: agreed.and_then(|c| c.digest.clone()),
        };
    };
    if !contents.iter().any(|c| c.may_be_chosen(digest)) {
        faults.push(NoResume::NoSuchContent);
    }
    faults.extend(too_late_for_changed_content(review));
    let without_key = |step: &&StepReview<'_>| {
        let skipped = order.skip.iter().any(|s| s.step == step.step.name);
        needs_key_for_changed_content(step) && !skipped && new_key(order, &step.step.name).is_none()
    };
    faults.extend((review.steps.iter().filter(without_key)).map(|step| {
        NoResume::ContentNeedsNewKey {
            step: step.step.name.clone(),
        }
    }));
    PlanContent {
        which: WhichContent::Changed,
        digest: Some(digest.clone()),
    }
}

/// What stands against a changed content, whichever: steps that are done, or may be, with the agreed one.
pub fn too_late_for_changed_content(review: &Review<'_>) -> Vec<NoResume> {
    let touched = |step: &&StepReview<'_>| match step.known.knowledge {
        Knowledge::Done | Knowledge::Undone | Knowledge::Unknown(_) => true,
        Knowledge::NotDone(_) => false,
    };
    let fault = |step: &StepReview<'_>| NoResume::ContentTooLate {
        step: step.step.name.clone(),
    };
    review.steps.iter().filter(touched).map(fault).collect()
}

/// Whether a step needs a new key with a changed content: its old one, if it has one, is bound to the agreed content.
pub fn needs_key_for_changed_content(step: &StepReview<'_>) -> bool {
    step.is_still_to_do()
        && step.step.own_key().is_some()
        && matches!(step.known.knowledge, Knowledge::NotDone(_))
}

/// The result each done step goes on with, and those beyond it.
fn results(
    review: &Review<'_>,
    order: &ResumeOrder,
    faults: &mut Vec<NoResume>,
) -> (Vec<DoneStep>, Vec<DoneStep>) {
    let (mut done, mut surplus) = (Vec::new(), Vec::new());
    for step in &review.steps {
        if step.known.knowledge != Knowledge::Done {
            continue;
        }
        match chosen(step, order) {
            Err(fault) => faults.push(fault),
            Ok(chosen) => {
                for known in &step.known.results {
                    let list = if known.result == *chosen {
                        &mut done
                    } else {
                        &mut surplus
                    };
                    list.push(DoneStep {
                        step: step.step.name.clone(),
                        result: known.result.clone(),
                    });
                }
            }
        }
    }
    (done, surplus)
}

fn chosen<'r>(step: &'r StepReview<'_>, order: &ResumeOrder) -> Result<&'r ResultRef, NoResume> {
    let name = || step.step.name.clone();
    let wanted = order.goes_on_with.iter().find(|g| g.step == step.step.name);
    let mut results = step.known.results.iter().map(|k| &k.result);
    match wanted {
        Some(w) => results
            .find(|r| r.object_type == w.object_type && r.id == w.id)
            .ok_or_else(|| NoResume::NoSuchResult { step: name() }),
        None if step.known.more_than_once() => Err(NoResume::ChooseResult { step: name() }),
        None => results
            .next()
            .ok_or_else(|| NoResume::NoSuchResult { step: name() }),
    }
}
