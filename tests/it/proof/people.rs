//! What people do beside deciding: look, claim, open pages, tidy, account for what is left over.

use super::story::{Page, Story};
use super::world::{MANAGER, SENIOR};
use holdpoint::domain::check::{Look, Saw};
use holdpoint::domain::ids::StepName;
use holdpoint::domain::report::ResultRef;
use holdpoint::domain::standing::CaseState;
use holdpoint::service::claim::claim;
use holdpoint::service::desk::Receiver;
use holdpoint::service::hand_over::hand_over;
use holdpoint::service::record_check::record_check;
use holdpoint::service::release::release;
use holdpoint::service::surplus::{Settle, settle};
use holdpoint::service::take_over::take_over;
use holdpoint::service::wait::wait;
use holdpoint::store::cases::CaseRow;
use std::time::Duration;

pub const WORDS: &str = "The receiver knows our key until then.";

impl Story<'_> {
    /// Somebody looks into a receiving system, tells what is to be seen there, and where they looked.
    pub async fn somebody_checks(&mut self) {
        let person = self.dice.below(MANAGER);
        let step = self.dice.below(self.operation().steps.len());
        if self.dice.happens(20) {
            return self.sees_a_hint(person, step).await;
        }
        let at_once = self.dice.happens(75);
        self.check(person, step, at_once).await;
    }

    pub async fn check(&mut self, person: usize, step: usize, at_once: bool) {
        // What a place that shows new records late shows is no promise.
        let lag = if at_once {
            Duration::ZERO
        } else {
            Duration::from_secs(45)
        };
        let now = self.world.now();
        let shown = self.books.shown((self.at, step), now, lag).cloned();
        let saw = shown
            .as_ref()
            .map_or(Saw::Absent, |e| Saw::Found(result(&e.id)));
        let by = self.operation().key.clone();
        let offered = self.live().await.0;
        if !self.records(person, step, (by, at_once), saw).await {
            return;
        }
        let Some(effect) = shown else {
            return self.coverage.count("check: absent");
        };
        self.coverage.count("check: found");
        let name = self.operation().steps[step].name.clone();
        if self.is_new(&name, &effect.id) && offered {
            self.nothing_is_offered().await;
        }
    }

    pub async fn records(
        &mut self,
        person: usize,
        step: usize,
        (by, shows_at_once): (String, bool),
        saw: Saw,
    ) -> bool {
        let world = self.world;
        let Some(case) = self.case().await else {
            return false;
        };
        let look = Look {
            step: StepName::from(self.operation().steps[step].name.as_str()),
            place: "console".to_owned(),
            by,
            shows_at_once,
            saw,
            note: None,
            looked_at: None,
        };
        let person = &world.people[person];
        let checked = record_check(&world.services, person, case.id, &look).await;
        self.note(|| format!("{} looks: {look:?}: {checked:?}", person.name));
        checked.is_ok()
    }

    /// Whether nobody told of this result before. Then no taking goes on, for its decision did not know of it.
    pub fn is_new(&mut self, step: &str, id: &str) -> bool {
        let news = self.accounts.hear_result(self.at, step, id);
        if news {
            self.accounts.end_takings(self.at);
        }
        news
    }

    /// Most often what there is to do; sometimes anything, by anybody.
    pub async fn somebody_acts(&mut self) {
        let anybody = self.dice.below(self.world.people.len());
        if self.dice.happens(20) {
            return self.does_anything(anybody).await;
        }
        let Some(case) = self.case().await else {
            return;
        };
        match case.details.state {
            CaseState::Waiting | CaseState::InReview => {
                let person = self.somebody(&case);
                self.reviews(person).await;
            }
            CaseState::AwaitingApproval => {
                let person = SENIOR + self.dice.below(MANAGER - SENIOR + 1);
                self.answers(person).await;
            }
            CaseState::Decided | CaseState::Executing if self.dice.happens(20) => {
                self.withdraws(anybody).await;
            }
            CaseState::Decided | CaseState::Executing => self.worker_acts().await,
            CaseState::Resolved if self.dice.happens(30) => self.something_else_begins().await,
            CaseState::Resolved => self.somebody_settles().await,
        }
    }

    /// Whoever holds the case, or somebody who may claim it; most often one who may decide everything.
    pub fn somebody(&mut self, case: &CaseRow) -> usize {
        let people = &self.world.people;
        let holder = people
            .iter()
            .position(|p| Some(p.id) == case.details.holder_id);
        match holder {
            Some(holder) if self.dice.happens(90) => holder,
            Some(_) | None if self.dice.happens(70) => SENIOR + self.dice.below(MANAGER - SENIOR),
            Some(_) | None => self.dice.below(MANAGER),
        }
    }

    async fn reviews(&mut self, person: usize) {
        match self.dice.below(100) {
            0..=9 => self.claims(person).await,
            10..=14 => self.opens_page(person).await,
            15..=84 => self.decides(person).await,
            85..=89 => self.releases(person).await,
            _ => self.tidies(person).await,
        }
    }

    async fn does_anything(&mut self, person: usize) {
        match self.dice.below(100) {
            0..=14 => self.claims(person).await,
            15..=29 => self.opens_page(person).await,
            30..=59 => self.decides(person).await,
            60..=74 => self.answers(person).await,
            75..=79 => self.releases(person).await,
            80..=89 => self.withdraws(person).await,
            _ => self.tidies(person).await,
        }
    }

    pub async fn claims(&mut self, person: usize) {
        let world = self.world;
        let Some(case) = self.case().await else {
            return;
        };
        let person = &world.people[person];
        let claimed = claim(&world.services, person, case.id).await;
        self.note(|| format!("{} claims: {claimed:?}", person.name));
        if claimed.is_ok() {
            self.coverage.count("claim");
        }
    }

    pub async fn opens_page(&mut self, person: usize) {
        let world = self.world;
        if let Some(case) = self.case().await {
            let facts = world.facts(&case).await;
            self.pages[person] = Some(Page {
                operation: self.at,
                case: case.id,
                seen: world.seen(&case, &facts),
            });
        }
    }

    async fn releases(&mut self, person: usize) {
        let Some(page) = self.pages[person].clone() else {
            return;
        };
        let person = &self.world.people[person];
        let released = release(&self.world.services, person, page.case).await;
        self.note(|| format!("{} releases: {released:?}", person.name));
        if released.is_ok() {
            self.coverage.count("release");
        }
    }

    /// What people do with a case beside deciding.
    async fn tidies(&mut self, person: usize) {
        let world = self.world;
        let Some(case) = self.case().await else {
            return;
        };
        let what = self.dice.below(3);
        let person = if what == 2 { MANAGER } else { person };
        let (services, who) = (&world.services, &world.people[person]);
        let to = world.people[self.dice.below(world.people.len())]
            .name
            .clone();
        let (what, done) = match what {
            0 => {
                let until = world.now().plus(Duration::from_secs(600));
                ("wait", wait(services, who, case.id, until, WORDS).await)
            }
            1 => {
                let to = Receiver::Person(to);
                (
                    "hand over",
                    hand_over(services, who, case.id, &to, WORDS).await,
                )
            }
            _ => (
                "take over",
                take_over(services, who, case.id, Some(&to), WORDS).await,
            ),
        };
        self.note(|| format!("{}: {what}: {done:?}", who.name));
        if done.is_ok() {
            self.coverage.count(what);
        }
    }

    /// Somebody says what became of an effect that the operation did not go on with.
    pub async fn somebody_settles(&mut self) {
        let world = self.world;
        let Some(id) = world.follow_up(&self.operation().key).await else {
            return;
        };
        let person = &world.people[self.dice.below(world.people.len())];
        let said = Settle {
            settlement: "kept".to_owned(),
            words: WORDS.to_owned(),
            reference: String::new(),
        };
        let settled = settle(&world.services, person, id, &said).await;
        self.note(|| format!("{} settles {id:?}: {settled:?}", person.name));
        if settled.is_ok() {
            self.coverage.count("follow-up settled");
        }
    }
}

pub fn result(id: &str) -> ResultRef {
    ResultRef {
        object_type: "effect".to_owned(),
        id: id.to_owned(),
        url: None,
        status: None,
    }
}
