//! The books of the model: what people ordered and were told is recorded, what Holdpoint was told, and what its
//! instructions made of it. They are kept without any rule of Holdpoint's own, and whatever does not balance is a fault.

use super::source::{Operation, content_digest};
use holdpoint::domain::ids::{IdempotencyKey, InstructionId};
use holdpoint::domain::new_operation::NewOperationPlan;
use holdpoint::domain::order::Order;
use holdpoint::domain::resume::{ResumePlan, RunStep, WhichContent};
use holdpoint::domain::standing::DecisionKind;
use holdpoint::service::take::Taken;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A decision, as far as somebody was told that it is recorded.
#[derive(Debug, Clone)]
pub struct Ordered {
    pub operation: usize,
    pub what: What,
    /// The people, by their places.
    pub by: usize,
    /// It takes two people, and this is the second one.
    pub second: Option<usize>,
    pub takes_two: bool,
    pub instruction: Option<InstructionId>,
}

/// What was ordered.
#[derive(Debug, Clone)]
pub enum What {
    Resume {
        skip: Vec<String>,
        new_keys: Vec<(String, String)>,
        /// The changed content that was chosen.
        quantity: Option<usize>,
    },
    NewOperation {
        key: String,
        acknowledged: Vec<String>,
        quantity: usize,
    },
    Compensate {
        undo: Vec<String>,
    },
    Close,
}

impl What {
    fn kind(&self) -> DecisionKind {
        match self {
            Self::Resume { .. } => DecisionKind::Resume,
            Self::NewOperation { .. } => DecisionKind::NewOperation,
            Self::Compensate { .. } => DecisionKind::Compensate,
            Self::Close => DecisionKind::Close,
        }
    }
}

/// What Holdpoint was told of one operation, and what became of it.
#[derive(Debug, Clone, Default)]
pub struct Account {
    /// Attempts, and whether they were told as acknowledged.
    attempts: HashMap<(String, i64), bool>,
    /// Results of steps.
    pub results: HashSet<(String, String)>,
    pub skipped: HashSet<String>,
    /// Steps that were to be undone.
    pub undone: HashSet<String>,
    pub superseded: bool,
}

/// A taking that somebody was given.
#[derive(Debug, Clone)]
struct Given {
    operation: usize,
    token: String,
    /// Something new was told since: nobody may go on.
    over: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Accounts {
    pub of: Vec<Account>,
    pub ordered: Vec<Ordered>,
    given: HashMap<InstructionId, Given>,
    /// Every key of an operation or of a step that there ever was.
    keys: HashSet<String>,
}

impl Accounts {
    /// From now on there is this operation.
    pub fn begin(&mut self, operation: &Operation) {
        self.of.push(Account::default());
        self.keys.insert(operation.key.clone());
        self.note_keys(operation);
    }

    /// These keys are in use.
    pub fn note_keys(&mut self, operation: &Operation) {
        let keys = operation.steps.iter().filter_map(|s| s.key.clone());
        self.keys.extend(keys);
    }

    /// Takes in a report, an outcome, or part of one. Whether it told anything new, that is, an attempt that was not
    /// known, or not known as acknowledged, or a result.
    pub fn hear(&mut self, operation: usize, document: &Value) -> bool {
        let mut news = false;
        for attempt in list(document, "attempts") {
            news |= self.of[operation].hear_attempt(attempt);
        }
        for step in list(document, "steps") {
            for result in list(step, "results") {
                news |= self.hear_result(operation, &text(step, "name"), &text(result, "id"));
            }
        }
        for result in list(document, "results") {
            news |= self.hear_result(operation, &text(result, "step"), &text(result, "id"));
        }
        for seen in list(document, "observations") {
            if seen["matches"] == true {
                let (step, id) = (text(seen, "step"), text(&seen["object"], "id"));
                news |= self.hear_result(operation, &step, &id);
            }
        }
        news
    }

    /// Whether the result of that step was not known.
    pub fn hear_result(&mut self, operation: usize, step: &str, id: &str) -> bool {
        let result = (step.to_owned(), id.to_owned());
        self.of[operation].results.insert(result)
    }

    /// Whether anybody ever decided about the operation, or brought it about.
    pub fn has_decisions(&self, operation: usize) -> bool {
        operation > 0 || self.ordered.iter().any(|o| o.operation == operation)
    }

    /// The decision that waits for a second person.
    pub fn proposed(&mut self, operation: usize) -> Option<&mut Ordered> {
        let waits = |o: &&mut Ordered| o.operation == operation && o.takes_two;
        self.ordered
            .iter_mut()
            .rfind(waits)
            .filter(|o| o.second.is_none())
    }

    /// Something new was told of an operation while instructions of it were taken: none of them goes on.
    pub fn end_takings(&mut self, operation: usize) {
        for given in self.given.values_mut() {
            given.over |= given.operation == operation;
        }
    }

    /// A worker may go on.
    pub fn renewed(&self, id: &InstructionId) -> Result<(), String> {
        match self.given.get(id) {
            Some(given) if !given.over => Ok(()),
            Some(_) => Err("a worker goes on, and something new was told since".to_owned()),
            None => Err("a worker goes on with what nobody took".to_owned()),
        }
    }

    /// An instruction was given out. `operation` is the one that was decided about; people have their places in `people`.
    pub fn taken(
        &mut self,
        operation: usize,
        taken: &Taken,
        token: &str,
        people: &[&str],
    ) -> Result<(), String> {
        if let Some(given) = self.given.get(&taken.instruction) {
            return match (given.token == token, taken.repeated) {
                (true, true) => Ok(()),
                (true, false) => Err("a repeated taking is not called repeated".to_owned()),
                (false, _) => Err("an instruction is given out to two".to_owned()),
            };
        }
        if taken.repeated {
            return Err("a first taking is called repeated".to_owned());
        }
        let ordered = self.decision(operation, taken, people)?;
        self.check(operation, &taken.order, &ordered)?;
        self.follow(operation, &taken.order);
        self.given.insert(
            taken.instruction.clone(),
            Given {
                operation: match &taken.order {
                    Order::NewOperation(_) => self.of.len(),
                    Order::Resume(_) | Order::Compensate(_) | Order::Close(_) => operation,
                },
                token: token.to_owned(),
                over: false,
            },
        );
        Ok(())
    }

    /// The decision that it carries out: made by those people, and by two where it takes two.
    fn decision(
        &mut self,
        operation: usize,
        taken: &Taken,
        people: &[&str],
    ) -> Result<What, String> {
        let fits = |o: &&mut Ordered| {
            let known = o.instruction.as_ref() == Some(&taken.instruction);
            let approved = o.instruction.is_none() && o.second.is_some();
            o.operation == operation && o.what.kind() == taken.order.kind() && (known || approved)
        };
        let Some(ordered) = self.ordered.iter_mut().rfind(fits) else {
            return Err("an instruction that nobody decided".to_owned());
        };
        ordered.instruction = Some(taken.instruction.clone());
        if ordered.takes_two && ordered.second.is_none_or(|second| second == ordered.by) {
            return Err("an instruction that only one person decided".to_owned());
        }
        let named = |place: usize| people[place].to_owned();
        let second = ordered.second.map(named);
        if taken.decided_by != named(ordered.by) || taken.approved_by != second {
            return Err("an instruction in somebody else's name".to_owned());
        }
        Ok(ordered.what.clone())
    }

    fn check(&self, operation: usize, order: &Order, ordered: &What) -> Result<(), String> {
        let account = &self.of[operation];
        let sends = !order.run().is_empty();
        if sends && account.superseded {
            return Err("something is sent for an operation that is superseded".to_owned());
        }
        match (order, ordered) {
            (Order::Resume(plan), What::Resume { .. }) => {
                account.check_resume(plan, ordered)?;
                if sends && !account.undone.is_empty() {
                    return Err("an operation goes on that is being undone".to_owned());
                }
            }
            (Order::NewOperation(plan), What::NewOperation { .. }) => {
                account.check_new_operation(plan, ordered)?;
                self.check_keys(&plan.run, plan.key.as_str())?;
            }
            (Order::Compensate(plan), What::Compensate { undo }) => {
                let undone: HashSet<&str> =
                    plan.undoings.iter().map(|u| u.undoes.as_str()).collect();
                if undone != undo.iter().map(String::as_str).collect() {
                    return Err("what is undone is not what was ordered".to_owned());
                }
                account.nothing_done(&plan.run)?;
            }
            (Order::Close(_), What::Close) => {}
            _ => return Err("an instruction of another kind than its decision".to_owned()),
        }
        Ok(())
    }

    /// Nothing of a new operation goes by a key that there was before.
    fn check_keys(&self, run: &[RunStep], key: &str) -> Result<(), String> {
        let step_keys = run.iter().filter_map(|s| s.idempotency_key.as_ref());
        let mut keys = step_keys.map(IdempotencyKey::as_str).chain([key]);
        match keys.find(|key| self.keys.contains(*key)) {
            Some(key) => Err(format!("a new operation uses the old key {key}")),
            None => Ok(()),
        }
    }

    /// What holds from this taking on.
    fn follow(&mut self, operation: usize, order: &Order) {
        let account = &mut self.of[operation];
        match order {
            Order::Resume(plan) => {
                let skipped = plan.skip.iter().map(|skip| skip.step.to_string());
                account.skipped.extend(skipped);
            }
            Order::Compensate(plan) => {
                let undone = plan.undoings.iter().map(|u| u.undoes.to_string());
                account.undone.extend(undone);
            }
            Order::NewOperation(_) => account.superseded = true,
            Order::Close(_) => {}
        }
    }
}

impl Account {
    fn hear_attempt(&mut self, attempt: &Value) -> bool {
        let number = attempt["number"].as_i64().expect("a number");
        let acknowledged = attempt["outcome"] == "acknowledged";
        let known = self
            .attempts
            .insert((text(attempt, "step"), number), acknowledged);
        match known {
            Some(true) => {
                self.attempts.insert((text(attempt, "step"), number), true);
                false
            }
            Some(false) => acknowledged,
            None => true,
        }
    }

    /// Whether Holdpoint was told a result of that step.
    pub fn is_done(&self, step: &str) -> bool {
        self.results.iter().any(|(done, _)| done == step)
    }

    fn nothing_done(&self, run: &[RunStep]) -> Result<(), String> {
        match run.iter().find(|run| self.is_done(run.step.as_str())) {
            Some(run) => Err(format!("{} is done, and is to be sent", run.step)),
            None => Ok(()),
        }
    }

    fn check_new_operation(&self, plan: &NewOperationPlan, ordered: &What) -> Result<(), String> {
        let What::NewOperation {
            key,
            acknowledged,
            quantity,
        } = ordered
        else {
            return Err("no new operation".to_owned());
        };
        if plan.key.as_str() != key || plan.content.digest != content_digest(*quantity) {
            return Err("a new operation with a key or a content that nobody ordered".to_owned());
        }
        let mut done = self.results.iter().map(|(step, _)| step);
        let known = |step: &String| {
            let undoing = step.starts_with("back") || step.starts_with("undo");
            undoing || self.undone.contains(step) || acknowledged.contains(step)
        };
        match done.find(|step| !known(step)) {
            Some(step) => Err(format!(
                "{step} is done again, and nobody said that they know"
            )),
            None => Ok(()),
        }
    }

    fn check_resume(&self, plan: &ResumePlan, ordered: &What) -> Result<(), String> {
        let What::Resume {
            skip,
            new_keys,
            quantity,
        } = ordered
        else {
            return Err("no resume".to_owned());
        };
        self.nothing_done(&plan.run)?;
        let skipped = |run: &&RunStep| {
            let step = run.step.as_str();
            self.skipped.contains(step) || skip.iter().any(|s| s == step)
        };
        if let Some(run) = plan.run.iter().find(skipped) {
            return Err(format!("{} is skipped, and is to be sent", run.step));
        }
        for run in &plan.run {
            let ordered = new_keys.iter().find(|(step, _)| step == run.step.as_str());
            let key = run.idempotency_key.as_ref().map(IdempotencyKey::as_str);
            if ordered.is_some_and(|(_, new)| key != Some(new)) {
                return Err(format!(
                    "{} goes out under another key than was ordered",
                    run.step
                ));
            }
        }
        match (plan.content.which, quantity) {
            (WhichContent::Agreed, None) => Ok(()),
            (WhichContent::Changed, Some(quantity))
                if plan.content.digest == Some(content_digest(*quantity)) =>
            {
                Ok(())
            }
            (WhichContent::Agreed | WhichContent::Changed, _) => {
                Err("a content that nobody chose".to_owned())
            }
        }
    }
}

fn list<'v>(document: &'v Value, member: &str) -> impl Iterator<Item = &'v Value> {
    document[member].as_array().into_iter().flatten()
}

fn text(document: &Value, member: &str) -> String {
    document[member].as_str().unwrap_or_default().to_owned()
}
