//! What a decision ordered, in sentences: from the order as it is stored, and not from what is known today.

use super::json_text::{plain, pretty};
use crate::domain::compensate::{CompensatePlan, Undoing};
use crate::domain::ids::StepName;
use crate::domain::json::{Difference, differences};
use crate::domain::new_operation::NewOperationPlan;
use crate::domain::order::{CloseOrder, Order};
use crate::domain::resume::{KeyChange, ResumePlan, RunStep, WhichContent};
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::typeset::humane;
use crate::web::words;
use serde_json::Value;

/// No more differences than this are listed.
const MOST_DIFFERENCES: usize = 200;

/// What was ordered.
#[derive(Debug, Clone)]
pub struct Ordered {
    pub lines: Vec<Line>,
    pub payload: Payload,
}

/// One thing that was ordered.
#[derive(Debug, Clone)]
pub struct Line {
    pub sort: Sort,
    pub what: Msg,
    pub more: Vec<Msg>,
}

/// What sort of thing it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Something goes out.
    Sent,
    /// Something does not.
    NotSent,
    /// What holds beside that.
    Said,
}

/// What becomes of the payload.
#[derive(Debug, Clone)]
pub enum Payload {
    /// Nothing.
    Same,
    /// A new operation goes out with another one.
    Changed(Changes),
    /// With this one; but what it changes nobody can say, for nobody knows the old one.
    NotKnown(String),
}

/// How a payload differs from another one.
#[derive(Debug, Clone)]
pub struct Changes {
    pub list: Vec<Changed>,
    /// There are more than are listed.
    pub more: bool,
}

/// One place at which a payload is another one.
#[derive(Debug, Clone)]
pub struct Changed {
    pub pointer: String,
    pub old: Option<String>,
    pub new: Option<String>,
}

impl Line {
    /// Something goes out.
    pub fn is_sent(&self) -> bool {
        self.sort == Sort::Sent
    }

    /// Its sign.
    pub fn icon(&self) -> &'static str {
        match self.sort {
            Sort::Sent => "send",
            Sort::NotSent => "ban",
            Sort::Said => "info",
        }
    }
}

impl Ordered {
    /// Says an order; none where the document is not one. `agreed` is the old operation's payload, where it is known.
    pub fn of(document: &str, agreed: Option<&Value>) -> Option<Self> {
        let order: Order = serde_json::from_str(document).ok()?;
        Some(Self {
            lines: lines(&order),
            payload: payload(&order, agreed),
        })
    }
}

impl Changes {
    /// Nothing is another.
    pub fn is_none(&self) -> bool {
        self.list.is_empty()
    }

    /// What is another in `new` than it is in `old`.
    pub fn between(old: &Value, new: &Value) -> Self {
        let mut all = differences(old, new);
        let more = all.len() > MOST_DIFFERENCES;
        all.truncate(MOST_DIFFERENCES);
        let changed = |difference: Difference| Changed {
            pointer: difference.pointer,
            old: difference.old.as_ref().map(plain),
            new: difference.new.as_ref().map(plain),
        };
        Self {
            list: all.into_iter().map(changed).collect(),
            more,
        }
    }
}

fn lines(order: &Order) -> Vec<Line> {
    let mut lines = match order {
        Order::Resume(plan) => resume(plan),
        Order::Compensate(plan) => compensate(plan),
        Order::NewOperation(plan) => new_operation(plan),
        Order::Close(order) => close(order),
    };
    let surplus = order.surplus().iter().map(words::ordered_surplus);
    lines.extend(surplus.map(said));
    lines
}

fn resume(plan: &ResumePlan) -> Vec<Line> {
    let mut lines: Vec<Line> = sent(&plan.run, &plan.new_keys);
    if plan.run.is_empty() {
        lines.push(not_sent(msg!("ordered-nothing-sent")));
    }
    lines.extend(plan.stops_before.iter().map(stops_before));
    lines.extend(plan.skip.iter().map(|skip| {
        let (what, more) = words::ordered_skip(skip);
        Line {
            more,
            ..not_sent(what)
        }
    }));
    let done = plan.done.iter().map(words::ordered_done);
    lines.extend(done.map(not_sent));
    lines.push(said(words::ordered_content(&plan.content)));
    lines
}

fn compensate(plan: &CompensatePlan) -> Vec<Line> {
    let undoing = |undoing: &Undoing| {
        let run = plan.run.iter().find(|run| run.step == undoing.step);
        let results = undoing.results.iter();
        let results = results.map(|r| msg!("ordered-exists", result = words::result_of(r)));
        let (step, by) = (
            humane(undoing.undoes.as_str()),
            humane(undoing.step.as_str()),
        );
        Line {
            sort: Sort::Sent,
            what: msg!("ordered-undone", step = step, undoing = by),
            more: results
                .chain(run.into_iter().flat_map(|run| terms(run, None)))
                .collect(),
        }
    };
    plan.undoings.iter().map(undoing).collect()
}

fn new_operation(plan: &NewOperationPlan) -> Vec<Line> {
    let key = |key: &crate::domain::ids::OperationKey| Arg::Code(key.as_str().to_owned());
    let mut lines = vec![
        not_sent(msg!("approval-old-ends", key = key(&plan.supersedes))),
        said(msg!("approval-new-key", key = key(&plan.key))),
    ];
    lines.extend(sent(&plan.run, &plan.step_keys));
    lines.extend(
        (plan.acknowledged.iter())
            .map(|step| said(msg!("approval-known", step = humane(step.as_str())))),
    );
    lines.push(said(match plan.content.which {
        WhichContent::Agreed => msg!("approval-agreed-content"),
        WhichContent::Changed => msg!("approval-other-content"),
    }));
    lines
}

fn close(order: &CloseOrder) -> Vec<Line> {
    let mut lines = vec![not_sent(msg!("ordered-closed"))];
    lines.extend((order.reference.iter()).map(|reference| {
        said(msg!(
            "ordered-done-otherwise",
            reference = reference.as_str()
        ))
    }));
    lines.extend((order.duplicate_of.iter()).map(|key| {
        let key = Arg::Code(key.as_str().to_owned());
        said(msg!("ordered-duplicate-of", key = key))
    }));
    lines.extend((order.stays_uncertain.iter()).map(|step| {
        said(msg!(
            "ordered-stays-uncertain",
            step = humane(step.as_str())
        ))
    }));
    lines
}

fn sent(run: &[RunStep], changes: &[KeyChange]) -> Vec<Line> {
    let line = |run: &RunStep| Line {
        sort: Sort::Sent,
        what: msg!("ordered-sent", step = humane(run.step.as_str())),
        more: terms(run, changes.iter().find(|change| change.step == run.step)),
    };
    run.iter().map(line).collect()
}

/// Under which key, and until when.
fn terms(run: &RunStep, change: Option<&KeyChange>) -> Vec<Msg> {
    let key = words::ordered_key(run.idempotency_key.as_ref(), change);
    let until = run.not_after.map(|at| msg!("ordered-not-after", at = at));
    std::iter::once(key).chain(until).collect()
}

fn stops_before(step: &StepName) -> Line {
    not_sent(msg!("ordered-stops-before", step = humane(step.as_str())))
}

fn not_sent(what: Msg) -> Line {
    Line {
        sort: Sort::NotSent,
        ..said(what)
    }
}

fn said(what: Msg) -> Line {
    Line {
        sort: Sort::Said,
        what,
        more: Vec::new(),
    }
}

fn payload(order: &Order, agreed: Option<&Value>) -> Payload {
    let content = match order {
        Order::NewOperation(plan) => &plan.content,
        Order::Resume(_) | Order::Compensate(_) | Order::Close(_) => return Payload::Same,
    };
    match (content.which, agreed) {
        (WhichContent::Agreed, _) => Payload::Same,
        (WhichContent::Changed, Some(agreed)) => {
            Payload::Changed(Changes::between(agreed, &content.payload))
        }
        (WhichContent::Changed, None) => Payload::NotKnown(pretty(&content.payload)),
    }
}
