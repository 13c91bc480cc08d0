//! One story: an operation stops, and then anything happens, in any order.

use super::accounts::Accounts;
use super::coverage::Coverage;
use super::dice::Dice;
use super::receivers::Books;
use super::source::{Flight, Habits, Operation, Report, Worker, quantity_of};
use super::world::World;
use holdpoint::domain::ids::{CaseId, InstructionId};
use holdpoint::service::decide::Seen;
use holdpoint::store::cases::CaseRow;
use holdpoint::worker::sweeper::drain;

/// So many operations are in one story at most, apart from those in the place of others.
const MOST_OPERATIONS: usize = 4;

/// An operation and those that came in its place, everything that is under way, and everybody who has to do with it.
pub struct Story<'w> {
    pub world: &'w World,
    pub dice: Dice,
    pub habits: Habits,
    pub operations: Vec<Operation>,
    /// The operation that whoever acts now has to do with.
    pub at: usize,
    pub books: Books,
    pub accounts: Accounts,
    pub flights: Vec<Flight>,
    /// Reports on their way, and those that arrived.
    pub reports: Vec<Report>,
    pub arrived: Vec<Report>,
    pub workers: [Worker; 2],
    /// Instructions that a worker heard of, and of which operation.
    pub heard: Vec<(InstructionId, usize)>,
    /// What each person has on their screen, since whenever.
    pub pages: Vec<Option<Page>>,
    /// People order nothing but what is needed.
    pub careful: bool,
    /// How many take tokens there were.
    pub tokens: usize,
    pub coverage: Coverage,
    /// What happened, for whoever has to find out why it went wrong.
    pub tale: Option<Vec<String>>,
}

/// The page of a case.
#[derive(Debug, Clone)]
pub struct Page {
    pub operation: usize,
    pub case: CaseId,
    pub seen: Seen,
}

impl<'w> Story<'w> {
    pub fn begin(world: &'w World, seed: u64) -> Self {
        let mut dice = Dice::of(seed);
        let operation = Operation::new(world.new_key(seed), &mut dice);
        let mut accounts = Accounts::default();
        accounts.begin(&operation);
        Self {
            world,
            habits: Habits::of(&mut dice),
            dice,
            operations: vec![operation],
            at: 0,
            books: Books::default(),
            accounts,
            flights: Vec::new(),
            reports: Vec::new(),
            arrived: Vec::new(),
            workers: [Worker::Idle, Worker::Idle],
            heard: Vec::new(),
            pages: vec![None; world.people.len()],
            careful: false,
            tokens: 0,
            coverage: Coverage::default(),
            tale: None,
        }
    }

    /// The same story, and everything that happens is written down.
    pub fn word_for_word(self) -> Self {
        Self {
            tale: Some(Vec::new()),
            ..self
        }
    }

    pub fn operation(&self) -> &Operation {
        &self.operations[self.at]
    }

    /// The source begins with something else.
    pub async fn something_else_begins(&mut self) {
        if self.operations.len() >= MOST_OPERATIONS {
            return;
        }
        let key = format!("{}:{}", self.operations[0].key, self.operations.len());
        let operation = Operation::new(key, &mut self.dice);
        self.accounts.begin(&operation);
        self.at = self.operations.len();
        self.operations.push(operation);
        self.first_run();
        let report = self.reports.pop().expect("it stopped");
        self.deliver(report).await;
    }

    /// The operation's open case, or its last one.
    pub async fn case(&mut self) -> Option<CaseRow> {
        if self.operation().id.is_none() {
            let id = self.world.number(&self.operation().key).await;
            self.operations[self.at].id = id;
        }
        self.world.case(self.operation().id?).await
    }

    pub fn note(&mut self, what: impl FnOnce() -> String) {
        let now = self.world.now();
        if let Some(tale) = &mut self.tale {
            tale.push(format!("{now} operation {}: {}", self.at, what()));
        }
    }

    /// Fails, and tells everything that happened.
    pub fn fail(&self, why: &str) -> ! {
        let books: Vec<String> = self.books.0.iter().map(|e| format!("{e:?}")).collect();
        panic!(
            "{why}: {}\n{}\nbooks:\n{}",
            self.operation().key,
            self.tale.as_deref().unwrap_or_default().join("\n"),
            books.join("\n")
        )
    }

    /// Anything happens.
    pub async fn go_on(&mut self) {
        self.coverage.count("something happens");
        let newest = self.operations.len() - 1;
        self.at = if self.dice.happens(75) {
            newest
        } else {
            self.dice.below(newest + 1)
        };
        match self.dice.below(100) {
            0..=11 => self.report_arrives().await,
            12 => self.report_is_lost(),
            13..=16 => self.make_report(),
            17..=29 => self.network(),
            30..=36 => self.somebody_checks().await,
            37..=39 => self.somebody_judges().await,
            40..=60 => self.somebody_acts().await,
            61..=82 => self.worker_acts().await,
            83..=85 => self.source_asks(),
            86..=89 => self.time_passes(),
            90..=93 => self.all_at_once().await,
            94..=96 => self.at_the_last_moment().await,
            97 => self.somebody_settles().await,
            98 => self.logs_are_read(),
            _ => self.sweep().await,
        }
        self.inspect();
    }

    /// Nothing has two effects that nobody ordered: neither a step, nor what undoes it.
    pub fn inspect(&self) {
        for (which, operation) in self.operations.iter().enumerate() {
            for step in 0..operation.steps.len() {
                let by_orders = self.books.of(which, step).any(|e| e.asked.ordered);
                let effects = self.books.of(which, step).count();
                if by_orders && effects > 1 {
                    self.fail(&format!(
                        "{effects} effects of step {step} of operation {which}"
                    ));
                }
                let undoes = |s: usize| operation.steps[s].undoes == Some(step);
                let undone = (0..operation.steps.len()).filter(|s| undoes(*s));
                if undone
                    .map(|s| self.books.of(which, s).count())
                    .sum::<usize>()
                    > 1
                {
                    self.fail(&format!("step {step} of operation {which} is undone twice"));
                }
            }
            let mut contents = self.books.of_operation(which).map(|e| e.asked.quantity);
            if let Some(first) = contents.next()
                && contents.any(|other| other != first)
            {
                self.fail(&format!("operation {which} is done with two contents"));
            }
        }
    }

    /// Whether an instruction of this operation is offered, and whether one is taken.
    pub async fn live(&self) -> (bool, bool) {
        if !self.accounts.has_decisions(self.at) {
            return (false, false);
        }
        let key = &self.operation().key;
        match self.world.live(key).await.as_deref() {
            Some("offered") => (true, false),
            Some(_) => (false, true),
            None => (false, false),
        }
    }

    /// Fails if an instruction is offered still, although something new was told.
    pub async fn nothing_is_offered(&self) {
        if self.live().await.0 {
            self.fail("a decision stands, and something new was told since");
        }
    }

    pub async fn sweep(&mut self) {
        drain(&self.world.services).await;
        self.note(|| "what ran out is ended".to_owned());
    }

    /// The quantity of the content of that digest.
    pub fn quantity(&self, digest: Option<&str>) -> usize {
        match digest.and_then(quantity_of) {
            Some(quantity) => quantity,
            None => self.fail(&format!("no content of this world: {digest:?}")),
        }
    }
}
