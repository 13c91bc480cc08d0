//! What happened in the sample world before it is shown, played through the use cases by a clock that is moved.

mod another;
mod beside;
mod deeds;

use super::Cast;
use crate::clock::Clock;
use crate::demo::sample::{Sample, queue};
use crate::domain::basis::facts_as_seen;
use crate::domain::check::{Look, Saw};
use crate::domain::compensate::CompensateOrder;
use crate::domain::ids::{CaseId, HistoryNumber, InstructionId};
use crate::domain::json::digest;
use crate::domain::judgement::{Verdict, hints};
use crate::domain::report_parse::TakeRequest;
use crate::domain::resume::{ContentChoice, GoesOnWith, ResumeOrder};
use crate::domain::review::review;
use crate::domain::surplus::Settlement;
use crate::domain::time::Timestamp;
use crate::service::claim::claim;
use crate::service::decide::{Seen, Why};
use crate::service::decide_close::{CloseRequest, decide_close};
use crate::service::decide_compensate::{CompensateRequest, decide_compensate};
use crate::service::decide_resume::{ResumeRequest, decide_resume};
use crate::service::judge_hint::{JudgeRequest, Says, judge_hint};
use crate::service::offered::offered;
use crate::service::outcome::outcome;
use crate::service::record_check::record_check;
use crate::service::report_stop::{Channel, Delivered, Delivery, Received, report_stop};
use crate::service::see_case::see_case;
use crate::service::surplus::{Settle, settle};
use crate::service::take::{Taken, take};
use crate::service::withdraw::withdraw;
use crate::service::{Person, Services, Source};
use anyhow::Context;
use bytes::Bytes;
use deeds::{Deed, deeds};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(86_400);
const MINUTE: Duration = Duration::from_secs(60);

/// From when on the sample world's past is told, seen from `now`.
pub(super) fn begins(now: Timestamp) -> Timestamp {
    now.minus(8 * DAY)
}

/// Something that happened, and when.
struct Scene<'a> {
    at: Timestamp,
    /// Which of the samples.
    sample: usize,
    deed: Deed<'a>,
}

/// Plays the past up to `now`. The clock of `services` is moved.
pub(super) async fn play(
    services: &Services,
    cast: &Cast,
    now: Timestamp,
    progress: &ProgressBar,
) -> anyhow::Result<()> {
    let samples = queue(now.to_utc());
    let mut scenes = Vec::new();
    for (i, sample) in samples.iter().enumerate() {
        scenes.extend(scenes_of(i, sample, cast, now)?);
    }
    scenes.sort_by_key(|scene| scene.at);
    progress.set_length(u64::try_from(scenes.len())?);
    let mut cases = vec![None; samples.len()];
    for scene in scenes {
        move_clock(&services.clock, scene.at.min(now));
        let sample = &samples[scene.sample];
        let source = cast
            .sources
            .get(sample.source)
            .context("a source of the cast")?;
        let stage = Stage {
            services,
            cast,
            source,
            sample,
        };
        match cases[scene.sample] {
            None => cases[scene.sample] = Some(stage.report(&sample.report).await?),
            Some(case) => stage.act(case, &scene.deed).await?,
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

fn move_clock(clock: &Clock, to: Timestamp) {
    clock.advance(to.since(clock.now()));
}

fn scenes_of<'a>(
    i: usize,
    sample: &Sample,
    cast: &'a Cast,
    now: Timestamp,
) -> anyhow::Result<Vec<Scene<'a>>> {
    let stopped = sample.report["stopped_at"].as_str();
    let stopped = stopped.and_then(Timestamp::parse).context("a time")?;
    let reported = stopped.plus(MINUTE / 3);
    let age = now.since(reported);
    let scene = |at, deed| Scene {
        at,
        sample: i,
        deed,
    };
    // What holds until now began shortly before it; what is over was done within the first third of the age.
    let lately = now.minus((age / 2).min(12 * MINUTE));
    let then = reported.plus((age / 3).min(40 * MINUTE));
    let mut scenes = vec![scene(reported, Deed::Report)];
    for place in 0..sample.further.len() {
        let minutes = u32::try_from(place + 1).unwrap_or(u32::MAX);
        let at = reported.plus((age / 2).min(7 * MINUTE).saturating_mul(minutes));
        scenes.push(scene(at, Deed::ReportFurther(place)));
    }
    let deeds = deeds(sample.since, cast, lately, then)?;
    scenes.extend(deeds.into_iter().map(|(at, deed)| scene(at, deed)));
    Ok(scenes)
}

/// Where the scenes of one sample are played.
struct Stage<'a> {
    services: &'a Services,
    cast: &'a Cast,
    source: &'a Source,
    sample: &'a Sample,
}

impl Stage<'_> {
    async fn report(&self, report: &Value) -> anyhow::Result<CaseId> {
        let delivered = Delivered {
            channel: Channel::Call,
            clock_ahead: 0,
        };
        let document = Bytes::from(report.to_string());
        let delivery = Delivery::of_line(document);
        match report_stop(self.services, self.source, delivered, delivery).await? {
            Received::Kept(receipt) => {
                let answer: Value = serde_json::from_str(&receipt.answer)?;
                let case = answer["case"].as_i64().context("a case in the answer")?;
                Ok(CaseId(case))
            }
            refused @ (Received::Conflict(_) | Received::Refused(_)) => {
                anyhow::bail!("a sample report is turned away: {refused:?}")
            }
        }
    }

    async fn act(&self, case: CaseId, deed: &Deed<'_>) -> anyhow::Result<()> {
        let services = self.services;
        match deed {
            Deed::Report => {}
            Deed::ReportFurther(place) => {
                let report = self.sample.further.get(*place);
                self.report(report.context("a further report")?).await?;
            }
            Deed::JudgeHint(person) => self.judge_hint(person, case).await?,
            Deed::Claim(person) => {
                claim(services, person, case).await?;
            }
            Deed::LookInVain(person) => {
                record_check(services, person, case, &self.look()).await?;
            }
            Deed::Resume(person) => {
                let request = ResumeRequest {
                    seen: self.seen(person, case).await?,
                    why: self.why_resumed(),
                    order: ResumeOrder {
                        content: Some(ContentChoice::Agreed),
                        goes_on_with: self.first_results(person, case).await?,
                        ..ResumeOrder::default()
                    },
                    holds_acknowledged: true,
                };
                decide_resume(services, person, case, &request).await?;
            }
            Deed::Beside(deed) => self.do_beside(case, deed).await?,
            Deed::StartAnother(person) => self.start_another(person, case).await?,
            Deed::Approve(person) => self.approve(person, case).await?,
            Deed::Refuse(person) => self.refuse(person, case).await?,
            Deed::TakeBack(person) => {
                let words =
                    "The customer called a moment ago and changes the address: wait for it.";
                withdraw(services, person, case, words).await?;
            }
            Deed::Undo(person) => self.undo(person, case).await?,
            Deed::Settle(person) => self.settle(person, case).await?,
            Deed::Close(person) => {
                let request = CloseRequest {
                    seen: self.seen(person, case).await?,
                    why: Why {
                        reason_code: "no_longer_wanted".into(),
                        justification:
                            "The customer called: this is no longer wanted. Agreed with the team."
                                .into(),
                    },
                    named: String::new(),
                };
                decide_close(services, person, case, &request).await?;
            }
            Deed::CarryOut => self.carry_out(case).await?,
        }
        Ok(())
    }

    /// Of a step that was done more than once, the first result counts.
    async fn first_results(
        &self,
        person: &Person,
        case: CaseId,
    ) -> anyhow::Result<Vec<GoesOnWith>> {
        let seen = see_case(self.services, person, case, None).await?;
        let now = self.services.now();
        let review = review(&seen.facts, self.services.policy.rules(), now);
        let twice = (review.steps.iter()).filter(|step| step.known.more_than_once());
        let first =
            twice.filter_map(|step| Some((step.step.name.clone(), step.known.results.first()?)));
        let choice = first.map(|(step, known)| GoesOnWith {
            step,
            object_type: known.result.object_type.clone(),
            id: known.result.id.clone(),
        });
        Ok(choice.collect())
    }

    /// Everything that is done and can be undone is undone.
    async fn undo(&self, person: &Person, case: CaseId) -> anyhow::Result<()> {
        let seen = see_case(self.services, person, case, None).await?;
        let done = (seen.facts.steps.iter()).filter(|s| s.compensable && !s.results.is_empty());
        let request = CompensateRequest {
            seen: self.seen(person, case).await?,
            why: Why {
                reason_code: "order_cancelled".into(),
                justification:
                    "The goods were damaged on arrival: the receipt has to go out of stock again."
                        .into(),
            },
            order: CompensateOrder {
                undo: done.map(|step| step.name.clone()).collect(),
            },
        };
        decide_compensate(self.services, person, case, &request).await?;
        Ok(())
    }

    /// What became of the second result.
    async fn settle(&self, person: &Person, case: CaseId) -> anyhow::Result<()> {
        let seen = see_case(self.services, person, case, None).await?;
        let surplus = seen.follow_ups.first().context("a follow-up")?;
        let said = Settle {
            settlement: Settlement::UndoneThere.as_str().into(),
            words: "Voided in the carrier's portal; the money is on its way back.".into(),
            reference: "VOID-20771".into(),
        };
        settle(self.services, person, surplus.id, &said).await?;
        Ok(())
    }

    /// What the page of the case shows the person now.
    async fn seen(&self, person: &Person, case: CaseId) -> anyhow::Result<Seen> {
        let seen = see_case(self.services, person, case, None).await?;
        let now = self.services.now();
        let review = review(&seen.facts, self.services.policy.rules(), now);
        Ok(Seen {
            version: seen.case.version,
            facts_digest: digest(&facts_as_seen(&review)),
        })
    }

    /// The person takes the first hint for the operation's own.
    async fn judge_hint(&self, person: &Person, case: CaseId) -> anyhow::Result<()> {
        let seen = see_case(self.services, person, case, None).await?;
        let hints = hints(&seen.facts);
        let hint = hints.first().context("a hint")?;
        let step = hint.steps.first().context("a step")?;
        let request = JudgeRequest {
            thing: hint.thing.clone(),
            seen: hint.judgements.len(),
            says: Says::Judges(Verdict::ThisOperations {
                step: (*step).clone(),
            }),
            grounds: "The acquirer confirms on the phone: the card ends in the same digits as our charge.".into(),
        };
        judge_hint(self.services, person, case, &request).await?;
        Ok(())
    }

    fn look(&self) -> Look {
        let stop = &self.sample.report["stop"];
        Look {
            step: stop["step"].as_str().unwrap_or_default().into(),
            place: "the receiver's console".into(),
            by: self.sample.report["operation"]["key"]
                .as_str()
                .unwrap_or_default()
                .into(),
            shows_at_once: false,
            saw: Saw::Inconclusive,
            looked_at: None,
            note: Some(
                "The list is empty, but it says that it was refreshed some time ago.".into(),
            ),
        }
    }

    fn why_resumed(&self) -> Why {
        let (code, words) = match self.sample.report["stop"]["kind"].as_str() {
            Some("result_unknown") => (
                "protected_repeat",
                "One request went out under this key, and the provider still knows it: a repeat cannot charge twice.",
            ),
            _ => (
                "never_sent",
                "The cause is mended. What is done has its references; the next step was never sent, or was refused.",
            ),
        };
        Why {
            reason_code: code.into(),
            justification: words.into(),
        }
    }

    /// A worker of the source takes the instruction and tells that all is done.
    async fn carry_out(&self, case: CaseId) -> anyhow::Result<()> {
        let instruction = self.instruction(case).await?;
        let token = format!("token of {case}");
        let request = TakeRequest {
            worker: format!("{}-1", self.source.name),
            take_token: token.clone(),
            last_attempt: None,
        };
        let taken = take(self.services, self.source, &instruction, &request).await?;
        if taken.order.run().is_empty() {
            return Ok(());
        }
        move_clock(&self.services.clock, self.services.now().plus(MINUTE / 10));
        let body = done(&taken, &token, case);
        outcome(self.services, self.source, &instruction, body, 0).await?;
        Ok(())
    }

    async fn instruction(&self, case: CaseId) -> anyhow::Result<InstructionId> {
        let (from_the_start, at_once) = (HistoryNumber(0), Duration::ZERO);
        let offers = offered(self.services, self.source, from_the_start, at_once).await?;
        let offer = offers.into_iter().find(|offer| offer.case == case);
        Ok(offer.context("an instruction on offer")?.instruction)
    }
}

fn done(taken: &Taken, token: &str, case: CaseId) -> Value {
    let results = taken.order.run().iter().map(
        |run| json!({ "step": run.step, "type": "record", "id": format!("{}-{case}", run.step) }),
    );
    json!({ "take_token": token, "outcome": "done", "results": results.collect::<Vec<_>>() })
}
