//! Finds that do not count by themselves, and what people judge about them.

use super::people::{WORDS, result};
use super::receivers::Effect;
use super::story::Story;
use super::world::MANAGER;
use holdpoint::domain::check::Saw;
use holdpoint::domain::ids::StepName;
use holdpoint::domain::judgement::{NoJudgement, Second, Thing, Verdict, hints};
use holdpoint::service::ServiceError;
use holdpoint::service::judge_hint::{JudgeRequest, JudgementRefused, Says, judge_hint};
use std::time::Duration;

/// A find that does not count by itself, as it stands on the page.
struct HintSeen {
    thing: Thing,
    /// How many judgements about it are to be seen.
    judged: usize,
    /// What waits for a second person, and who the first one was.
    awaited: Option<(Verdict, String)>,
    /// What the books say.
    truth: Verdict,
    step: StepName,
}

impl Story<'_> {
    /// Something is found by what many operations share. It may be this one's, or not.
    pub async fn sees_a_hint(&mut self, person: usize, step: usize) {
        let now = self.world.now();
        let own = self.books.shown((self.at, step), now, Duration::ZERO);
        let own: Option<Effect> = own.cloned().filter(|_| self.dice.happens(70));
        let id = own.map_or_else(|| format!("F-{}", self.dice.below(9)), |effect| effect.id);
        let by = "+7 900 000-00-00".to_owned();
        if self
            .records(person, step, (by, true), Saw::Found(result(&id)))
            .await
        {
            self.coverage.count("check: a hint");
            for _ in 0..self.dice.below(3) {
                self.somebody_judges().await;
            }
        }
    }

    /// Somebody says whose a find is, or confirms what somebody said. Where it takes two, the first one may be wrong; the
    /// second one never is.
    pub async fn somebody_judges(&mut self) {
        let world = self.world;
        let (Some(case), Some(hint)) = (self.case().await, self.hint().await) else {
            return;
        };
        let person = self.dice.below(MANAGER);
        let who = &world.people[person];
        let says = self.says(&hint);
        let request = JudgeRequest {
            thing: hint.thing.clone(),
            seen: hint.judged,
            says: says.clone(),
            grounds: WORDS.to_owned(),
        };
        let offered = self.live().await.0;
        let judged = judge_hint(&world.services, who, case.id, &request).await;
        self.note(|| format!("{} judges {request:?}: {judged:?}", who.name));
        match judged {
            Ok(kept) => {
                let news = self.judged(&hint, &says, kept.counts, &who.name);
                if news && offered {
                    self.nothing_is_offered().await;
                }
            }
            Err(ServiceError::Refused(JudgementRefused(NoJudgement::SamePerson))) => {
                self.coverage
                    .count("hint: the first one cannot be the second");
            }
            Err(_) => {}
        }
    }

    fn says(&mut self, hint: &HintSeen) -> Says {
        let takes_two = self.operation().kind == "payout";
        match &hint.awaited {
            Some((verdict, _)) if *verdict == hint.truth => Says::Confirms,
            Some(_) | None if takes_two && self.dice.happens(30) => {
                Says::Judges(hint.other_than_the_truth())
            }
            Some(_) | None => Says::Judges(hint.truth.clone()),
        }
    }

    /// A judgement is kept. Whether that makes a result known.
    fn judged(&mut self, hint: &HintSeen, says: &Says, counts: bool, who: &str) -> bool {
        let takes_two = self.operation().kind == "payout";
        let (confirms, wrong, verdict) = match (says, &hint.awaited) {
            (Says::Judges(verdict), _) => (false, *verdict != hint.truth, verdict),
            (Says::Confirms, Some((verdict, first))) if first != who => (true, false, verdict),
            (Says::Confirms, _) => self.fail("somebody confirms their own word"),
        };
        if takes_two && counts && !confirms {
            self.fail("one person's word counts where it takes two");
        }
        self.coverage.count(match (counts, confirms, wrong) {
            (true, true, _) => "hint: confirmed",
            (true, false, _) => "hint: judged by one",
            (false, _, true) => "hint: judged wrongly, and a second one is awaited",
            (false, _, false) => "hint: judged, and a second one is awaited",
        });
        match verdict {
            Verdict::ThisOperations { step } if counts => {
                self.is_new(step.as_str(), &hint.thing.id)
            }
            Verdict::ThisOperations { .. } | Verdict::NotThisOperations => false,
        }
    }

    /// One of the finds on the page that do not count by themselves.
    async fn hint(&mut self) -> Option<HintSeen> {
        let facts = self.world.facts(&self.case().await?).await;
        let hints = hints(&facts);
        let hint = self.dice.pick(&hints)?;
        let own = |e: &&Effect| e.asked.operation == self.at && e.id == hint.thing.id;
        let truth = match self.books.0.iter().find(own) {
            Some(effect) => Verdict::ThisOperations {
                step: StepName::from(self.operation().steps[effect.asked.step].name.as_str()),
            },
            None => Verdict::NotThisOperations,
        };
        let last = hint
            .judgements
            .last()
            .filter(|j| j.second == Second::Awaited);
        Some(HintSeen {
            thing: hint.thing.clone(),
            judged: hint.judgements.len(),
            awaited: last.map(|j| (j.verdict.clone(), j.first.name.clone())),
            truth,
            step: (*hint.steps.first()?).clone(),
        })
    }
}

impl HintSeen {
    fn other_than_the_truth(&self) -> Verdict {
        match &self.truth {
            Verdict::ThisOperations { .. } => Verdict::NotThisOperations,
            Verdict::NotThisOperations => Verdict::ThisOperations {
                step: self.step.clone(),
            },
        }
    }
}
