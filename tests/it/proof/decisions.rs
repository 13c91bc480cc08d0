//! What people decide, on what is on their screen, at once or much later; and the second person's answer.

use super::accounts::{Ordered, What};
use super::people::WORDS;
use super::receivers::Answer;
use super::source::{payload, quantity_of};
use super::story::{Page, Story};
use super::world::PASSWORD;
use holdpoint::domain::compensate::CompensateOrder;
use holdpoint::domain::facts::{ContentStanding, Facts};
use holdpoint::domain::ids::{IdempotencyKey, StepName};
use holdpoint::domain::new_operation::{business_reference, to_acknowledge};
use holdpoint::domain::resume::{
    ContentChoice, GoesOnWith, NewKey, ResumeOrder, Skip, needs_key_for_changed_content,
};
use holdpoint::domain::review::Review;
use holdpoint::service::ServiceError;
use holdpoint::service::answer_proposal::{
    AgainstAnswer, AnswerRefused, AnswerRequest, SecondAnswer, answer_proposal,
};
use holdpoint::service::decide::{Decided, DecisionRefused, Way, Why};
use holdpoint::service::decide_close::{CloseRequest, decide_close};
use holdpoint::service::decide_compensate::{CompensateRequest, decide_compensate};
use holdpoint::service::decide_new_operation::{
    NewOperationRequest, PasswordAgain, decide_new_operation, see_successor,
};
use holdpoint::service::decide_resume::{ResumeRequest, decide_resume};
use holdpoint::service::withdraw::withdraw;
use std::net::{IpAddr, Ipv4Addr};

type Answered = Result<Decided, ServiceError<DecisionRefused>>;

fn why(reason: &str) -> Why {
    Why {
        reason_code: reason.to_owned(),
        justification: WORDS.to_owned(),
    }
}

impl Story<'_> {
    /// Decides on what is on the person's screen: most often they have just looked, and claimed the case.
    pub async fn decides(&mut self, person: usize) {
        if self.dice.happens(80) {
            self.claims(person).await;
            self.opens_page(person).await;
        }
        match self.dice.below(100) {
            0..=64 => self.resumes(person).await,
            65..=79 => self.starts_another(person).await,
            80..=95 => self.compensates(person).await,
            _ => self.closes(person).await,
        };
    }

    /// The page that the person decides on; from then on the story is about its operation.
    fn page(&mut self, person: usize) -> Option<Page> {
        let page = self.pages[person].clone()?;
        self.at = page.operation;
        Some(page)
    }

    pub async fn resumes(&mut self, person: usize) -> bool {
        let world = self.world;
        let (Some(page), Some(case)) = (self.page(person), self.case().await) else {
            return false;
        };
        let facts = world.facts(&case).await;
        let request = ResumeRequest {
            seen: page.seen,
            why: why("other"),
            order: self.resume_order(&facts),
            holds_acknowledged: true,
        };
        let who = &world.people[person];
        let decided = decide_resume(&world.services, who, page.case, &request).await;
        self.note(|| format!("{} resumes {:?}: {decided:?}", who.name, request.order));
        let order = request.order;
        let changed = order.changed_content();
        let what = What::Resume {
            skip: order.skip.iter().map(|s| s.step.to_string()).collect(),
            new_keys: (order.new_keys.iter())
                .map(|n| (n.step.to_string(), n.key.to_string()))
                .collect(),
            quantity: changed.map(|digest| self.quantity(Some(digest))),
        };
        let made = self.decided(person, what, &decided);
        if made {
            self.count_resume(&order);
        }
        self.coverage
            .count(if made { "resume" } else { "resume: refused" });
        made
    }

    fn count_resume(&mut self, order: &ResumeOrder) {
        let counted = [
            (!order.skip.is_empty(), "resume: with a step to skip"),
            (!order.new_keys.is_empty(), "resume: with a new step key"),
            (
                !order.goes_on_with.is_empty(),
                "resume: says which of several results counts",
            ),
            (
                order.content == Some(ContentChoice::Agreed),
                "resume: the agreed of several contents",
            ),
            (
                order.changed_content().is_some(),
                "resume: a changed content",
            ),
        ];
        for (_, what) in counted.into_iter().filter(|(is_so, _)| *is_so) {
            self.coverage.count(what);
        }
    }

    /// What has to be said, and what else the person orders: sometimes to skip a step, or a new key.
    fn resume_order(&mut self, facts: &Facts) -> ResumeOrder {
        let mut order = ResumeOrder {
            goes_on_with: self.of_several_results(facts),
            content: self.of_several_contents(facts),
            ..ResumeOrder::default()
        };
        let step = self.dice.below(self.operation().steps.len());
        let name = StepName::from(self.operation().steps[step].name.as_str());
        if !self.careful && self.dice.happens(10) {
            order.skip.push(Skip {
                step: name.clone(),
                reason: "not applicable here".to_owned(),
                acknowledged: self.dice.happens(80),
            });
        }
        let bound = if order.changed_content().is_some() {
            self.world.reviewed(facts, bound_to_the_old_content)
        } else {
            Vec::new()
        };
        order.new_keys = self.new_keys(&bound);
        order
    }

    /// For each step whose old key is bound to another content; else sometimes for one, most often one that was refused.
    fn new_keys(&mut self, bound: &[StepName]) -> Vec<NewKey> {
        let operation = self.operation().clone();
        let refused = operation
            .log
            .last()
            .filter(|a| a.answer == Some(Answer::Refused));
        let anyone = self.dice.below(operation.steps.len());
        let chosen = refused.map_or(anyone, |attempt| attempt.step);
        let some = !self.careful && self.dice.happens(15);
        let mut keys = Vec::new();
        for (at, step) in operation.steps.iter().enumerate() {
            let bound = bound.iter().any(|bound| bound.as_str() == step.name);
            if bound || some && at == chosen {
                let number = self.dice.below(1_000);
                keys.push(NewKey {
                    step: StepName::from(step.name.as_str()),
                    key: IdempotencyKey::new(format!("{}#{at}-{number}", operation.key)),
                });
            }
        }
        keys
    }

    /// Of each step that was done more than once, the result that the operation goes on with.
    fn of_several_results(&mut self, facts: &Facts) -> Vec<GoesOnWith> {
        let mut chosen = Vec::new();
        let several = self.world.reviewed(facts, |review| {
            let twice = review.steps.iter().filter(|s| s.known.more_than_once());
            let named = twice.map(|s| (s.step.name.clone(), s.known.results.clone()));
            named.collect::<Vec<_>>()
        });
        for (step, results) in several {
            let known = self.dice.pick(&results).expect("several");
            chosen.push(GoesOnWith {
                step,
                object_type: known.result.object_type.clone(),
                id: known.result.id.clone(),
            });
        }
        chosen
    }

    fn of_several_contents(&mut self, facts: &Facts) -> Option<ContentChoice> {
        let contested = facts.contents.iter();
        let contested: Vec<_> = contested
            .filter(|c| c.standing == ContentStanding::Contested)
            .collect();
        let other = self.dice.pick(&contested)?.digest.clone();
        match other {
            Some(digest) if !self.careful && self.dice.happens(50) => {
                Some(ContentChoice::Changed(digest))
            }
            Some(_) | None => Some(ContentChoice::Agreed),
        }
    }

    pub async fn starts_another(&mut self, person: usize) -> bool {
        let world = self.world;
        let (Some(page), Some(case)) = (self.page(person), self.case().await) else {
            return false;
        };
        let who = &world.people[person];
        let Ok(successor) = see_successor(&world.services, who, page.case).await else {
            return false;
        };
        let facts = world.facts(&case).await;
        let (case, key) = (page.case, successor.key.to_string());
        let (quantity, request) = self.new_operation(page, &facts, key);
        let again = PasswordAgain {
            passwords: &world.passwords,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        };
        let decided = decide_new_operation(&world.services, who, again, case, &request);
        let decided = Box::pin(decided).await;
        self.note(|| format!("{} orders {}: {decided:?}", who.name, request.key));
        let acknowledged = request.acknowledged.iter().map(StepName::to_string);
        let what = What::NewOperation {
            key: request.key,
            acknowledged: acknowledged.collect(),
            quantity: quantity.unwrap_or_else(|| agreed(&facts)),
        };
        let made = self.decided(person, what, &decided);
        self.count_new_operation(made, quantity.is_some(), !request.acknowledged.is_empty());
        made
    }

    /// What is ordered: sometimes with another content, an old key, or without saying what one knows.
    fn new_operation(
        &mut self,
        page: Page,
        facts: &Facts,
        key: String,
    ) -> (Option<usize>, NewOperationRequest) {
        let mut acknowledged = self.world.reviewed(facts, |review| {
            let all = to_acknowledge(review).map(|s| s.step.name.clone());
            all.collect::<Vec<_>>()
        });
        if self.dice.happens(10) {
            acknowledged.pop();
        }
        let quantity = self.dice.happens(25).then(|| 1 + self.dice.below(4));
        let old = self.dice.below(self.operations.len());
        let request = NewOperationRequest {
            seen: page.seen,
            why: why("key_cannot_go_on"),
            key: if self.dice.happens(90) {
                key
            } else {
                self.operations[old].key.clone()
            },
            acknowledged,
            reference: business_reference(facts),
            payload: quantity.map(|quantity| payload(quantity).to_string()),
            holds_acknowledged: true,
            password: PASSWORD.to_owned(),
        };
        (quantity, request)
    }

    fn count_new_operation(&mut self, made: bool, other_content: bool, of_done: bool) {
        if !made {
            return self.coverage.count("new operation: refused");
        }
        self.coverage.count("new operation");
        if other_content {
            self.coverage.count("new operation: with another content");
        }
        if of_done {
            self.coverage.count("new operation: of a done step");
        }
    }

    /// Orders to undo some of the steps, or all that can be undone.
    pub async fn compensates(&mut self, person: usize) -> bool {
        let world = self.world;
        let (Some(page), Some(case)) = (self.page(person), self.case().await) else {
            return false;
        };
        let facts = world.facts(&case).await;
        let possible = world.reviewed(&facts, |review| {
            let proposals = holdpoint::domain::compensate::proposals(review).into_iter();
            let possible = proposals.filter(|(_, proposal)| proposal.is_ok());
            possible
                .map(|(step, _)| step.step.name.clone())
                .collect::<Vec<_>>()
        });
        let undo = if self.careful || self.dice.happens(85) {
            possible
        } else {
            let step = self.dice.below(self.operation().steps.len());
            vec![StepName::from(self.operation().steps[step].name.as_str())]
        };
        let request = CompensateRequest {
            seen: page.seen,
            why: why("other"),
            order: CompensateOrder { undo },
        };
        let who = &world.people[person];
        let decided = decide_compensate(&world.services, who, page.case, &request).await;
        self.note(|| format!("{} undoes {:?}: {decided:?}", who.name, request.order));
        let what = What::Compensate {
            undo: request.order.undo.iter().map(StepName::to_string).collect(),
        };
        let made = self.decided(person, what, &decided);
        self.coverage.count(if made {
            "compensate"
        } else {
            "compensate: refused"
        });
        made
    }

    pub async fn closes(&mut self, person: usize) -> bool {
        let Some(page) = self.page(person) else {
            return false;
        };
        let request = CloseRequest {
            seen: page.seen,
            why: why("no_longer_wanted"),
            named: String::new(),
        };
        let who = &self.world.people[person];
        let decided = decide_close(&self.world.services, who, page.case, &request).await;
        self.note(|| format!("{} closes: {decided:?}", who.name));
        let made = self.decided(person, What::Close, &decided);
        if made {
            self.coverage.count("close");
        }
        made
    }

    /// Writes into the model's own books what somebody was told is recorded.
    fn decided(&mut self, person: usize, what: What, decided: &Answered) -> bool {
        let decided = match decided {
            Ok(decided) => decided,
            Err(ServiceError::Database(_) | ServiceError::Document(_)) => {
                self.fail(&format!("{decided:?}"))
            }
            Err(_) => return false,
        };
        let proposed = matches!(decided.way, Way::Proposed { .. });
        let wants_two = self.operation().kind == "payout" && !matches!(what, What::Close);
        if proposed {
            self.coverage.count("proposal");
        } else if wants_two {
            self.fail("one person decided what takes two");
        }
        self.accounts.ordered.push(Ordered {
            operation: self.at,
            what,
            by: person,
            second: None,
            takes_two: proposed,
            instruction: decided.instruction().cloned(),
        });
        true
    }

    /// Answers a proposal, if one waits: most often approves it, on what is on their screen.
    pub async fn answers(&mut self, person: usize) {
        let world = self.world;
        let Some(case) = self.case().await else {
            return;
        };
        let Some(proposal) = world.proposal(&case).await else {
            return;
        };
        if self.dice.happens(80) {
            self.opens_page(person).await;
        }
        let page = self.pages[person].clone();
        let Some(page) = page.filter(|page| page.operation == self.at) else {
            return;
        };
        let request = AnswerRequest {
            proposal,
            seen: page.seen,
            answer: if self.dice.happens(85) {
                SecondAnswer::Approve
            } else {
                SecondAnswer::Refuse
            },
            words: WORDS.to_owned(),
        };
        let who = &world.people[person];
        let answered = answer_proposal(&world.services, who, case.id, &request).await;
        self.note(|| format!("{} answers {:?}: {answered:?}", who.name, request.answer));
        match (answered, request.answer) {
            (Ok(_), SecondAnswer::Approve) => self.approved(person),
            (Ok(_), SecondAnswer::Refuse) => self.coverage.count("proposal: refused"),
            (
                Err(ServiceError::Refused(AnswerRefused {
                    against: AgainstAnswer::OwnProposal,
                    ..
                })),
                _,
            ) => self
                .coverage
                .count("proposal: its own proposer is turned away"),
            (Err(_), _) => {}
        }
    }

    fn approved(&mut self, person: usize) {
        self.coverage.count("proposal: approved");
        match self.accounts.proposed(self.at) {
            Some(proposed) if proposed.by != person => proposed.second = Some(person),
            Some(_) => self.fail("whoever proposed it approved it"),
            None => self.fail("something is approved that nobody proposed"),
        }
    }

    pub async fn withdraws(&mut self, person: usize) {
        let Some(case) = self.case().await else {
            return;
        };
        let person = &self.world.people[person];
        let withdrawn = withdraw(&self.world.services, person, case.id, WORDS).await;
        self.note(|| format!("{} withdraws: {withdrawn:?}", person.name));
        if withdrawn.is_ok() {
            self.coverage.count("withdrawn by a person");
        }
    }
}

/// The steps for which the page asks for a new key with a changed content.
fn bound_to_the_old_content(review: &Review<'_>) -> Vec<StepName> {
    let bound = (review.steps.iter()).filter(|step| needs_key_for_changed_content(step));
    bound.map(|step| step.step.name.clone()).collect()
}

/// The quantity of the content that an operation goes on with.
fn agreed(facts: &Facts) -> usize {
    let mut contents = facts.contents.iter();
    let agreed = contents.find(|c| c.standing == ContentStanding::Agreed);
    let quantity = agreed.and_then(|content| quantity_of(content.digest.as_deref()?));
    quantity.expect("a content of this world")
}
