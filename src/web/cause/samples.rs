//! The pages as they may look, for the test of all pages.

use super::acts::ResultPage;
use super::check::CheckManyPage;
use super::group::GroupPage;
use super::list::CausesPage;
use super::resume::ResumeManyPage;
use crate::domain::ids::{CauseId, JointActId, SourceId, UserId};
use crate::domain::joint::{Came, JointKind};
use crate::domain::permits::NotPermitted;
use crate::domain::report::StopKind;
use crate::policy::Policy;
use crate::service::cause::{After, Group, GroupSeen, GroupsSeen, Member, SLOT, Stops, Sums};
use crate::service::joint::{JointActRow, JointSeen};
use crate::service::joint_resume::Marked;
use crate::service::queue::{Cursor, KINDS, LaneHead};
use crate::service::queue_head::Head;
use crate::web::case::decide::fields::{Fault, Fields};
use crate::web::case::samples::case;
use crate::web::ctx::Ctx;
use crate::web::i18n::msg;
use crate::web::page::Sample;
use crate::web::queue::waiting;

pub(super) fn group(ctx: &Ctx, system: &str, stop_code: &str, step: &str) -> Group {
    let now = ctx.reader.now;
    Group {
        id: CauseId::new("0123456789abcdef".repeat(2)),
        kind: StopKind::ResultUnknown,
        source_id: SourceId(1),
        source_title: "Shop & <co>".to_owned(),
        step: step.to_owned(),
        system: system.to_owned(),
        stop_code: stop_code.to_owned(),
        cases: 400,
        since: Some(now.minus(std::time::Duration::from_secs(3600))),
        latest: Some(now),
        first_end: (!step.is_empty()).then_some(now),
        ended: i64::from(!stop_code.is_empty()) * 3,
    }
}

fn groups(ctx: &Ctx, empty: bool) -> CausesPage {
    let now = ctx.reader.now;
    let head = Head {
        lanes: KINDS.map(|kind| {
            (
                kind,
                LaneHead {
                    cases: 410,
                    ..LaneHead::default()
                },
            )
        }),
        put_off: 1,
        under_way: 2,
        follow_ups: 3,
        counted: Vec::new(),
        choices: crate::service::queue::Choices::default(),
    };
    let causes = [
        ("wms", "timeout", "create_task"),
        ("wms", "", "<b>"),
        ("", "taking_without_outcome", ""),
        ("", "", ""),
    ];
    let causes = causes.map(|(system, code, step)| {
        (
            group(ctx, system, code, step),
            vec![waiting(now), waiting(now)],
        )
    });
    let seen = GroupsSeen {
        groups: if empty { Vec::new() } else { causes.into() },
        sums: Sums {
            groups: 4,
            cases: 400,
        },
        next: Some(After {
            cases: 2,
            id: CauseId::new("0".repeat(32)),
        }),
    };
    CausesPage::of(
        ctx.clone(),
        Policy::standard(),
        StopKind::ResultUnknown,
        &head,
        &seen,
    )
}

pub(super) fn seen(ctx: &Ctx) -> GroupSeen {
    let now = ctx.reader.now;
    let slot = now.0.div_euclid(SLOT);
    GroupSeen {
        group: group(ctx, "wms", "timeout", "create_warehouse_task"),
        stops: [3, 2, 0]
            .map(|ago| Stops {
                slot: slot - ago,
                cases: 100,
            })
            .into(),
        members: ["04", "06", "13", "20", "30", "32"]
            .map(|number| case(number, now))
            .map(|seen| Member {
                case: seen.case,
                facts: seen.facts,
            })
            .into(),
        next: Some(Cursor {
            at: now,
            id: waiting(now).id,
        }),
    }
}

fn marked(ctx: &Ctx) -> Vec<Marked> {
    let shared = |nth: usize| (nth == 1).then(|| waiting(ctx.reader.now).id);
    let members = seen(ctx).members.into_iter().enumerate();
    members
        .map(|(nth, member)| Marked {
            member,
            elsewhere: nth == 3,
            changed: nth == 0,
            permit: if nth == 2 {
                Err(NotPermitted::HeldByOther)
            } else {
                Ok(())
            },
            shared: shared(nth).into_iter().collect(),
        })
        .collect()
}

fn results(ctx: &Ctx) -> JointSeen {
    let (now, who) = (ctx.reader.now, Some("Olga <b>".to_owned()));
    let came = [
        Came::Claimed { until: now },
        Came::Found,
        Came::Hint,
        Came::AbsenceProven,
        Came::NothingYet,
        Came::Inconclusive,
        Came::Offered { take_before: now },
        Came::Proposed { answer_before: now },
        Came::NotPermitted {
            why: "held_by_other".to_owned(),
            holder: who,
        },
        Came::Changed,
        Came::NotAllowed,
        Came::ReasonDoesNotFit,
        Came::SharedHolds {
            cases: vec![waiting(now).id],
        },
        Came::Faulty,
        Came::Gone,
        Came::OfAnotherCause,
    ];
    let rows = came.into_iter().map(Some).chain([None]);
    JointSeen {
        act: JointActRow {
            id: JointActId(7),
            form: String::new(),
            kind: JointKind::Resume,
            cause: CauseId::new("0".repeat(32)),
            by_user: UserId(7),
            by_name: "irina".to_owned(),
            begun_at: now,
        },
        cases: rows.map(|came| (waiting(now), came)).collect(),
    }
}

/// The pages of acts on several cases.
fn acts(ctx: &Ctx) -> Vec<Sample> {
    let (policy, id) = (Policy::standard(), CauseId::new("0".repeat(32)));
    let head = || super::words::cause("wms", "<timeout>");
    let (marked, fields) = (marked(ctx), Fields::default);
    let resume =
        |marked: &[Marked]| ResumeManyPage::of(ctx.clone(), policy, &id, head(), marked, fields());
    let mut faulty = resume(&marked);
    faulty.faults = vec![Fault::at("reason", msg!("decide-reason-missing"))];
    let result = |kind| {
        let mut seen = results(ctx);
        seen.act.kind = kind;
        ResultPage::of(ctx.clone(), head(), ("Irina <b>".to_owned(), true), &seen)
    };
    vec![
        Sample::new(faulty),
        Sample::new(resume(&[])),
        Sample::new(CheckManyPage::of(
            ctx.clone(),
            policy,
            &id,
            head(),
            &marked,
            fields(),
        )),
        Sample::new(result(JointKind::Claim)),
        Sample::new(result(JointKind::Check)),
        Sample::new(result(JointKind::Resume)),
    ]
}

/// Every page.
pub fn samples(ctx: &Ctx) -> Vec<Sample> {
    let nothing = GroupSeen {
        stops: Vec::new(),
        members: Vec::new(),
        next: None,
        ..seen(ctx)
    };
    let mut all = acts(ctx);
    all.extend([
        Sample::new(groups(ctx, false)),
        Sample::new(groups(ctx, true)),
        Sample::new(GroupPage::of(ctx.clone(), Policy::standard(), &seen(ctx))),
        Sample::new(GroupPage::of(ctx.clone(), Policy::standard(), &nothing)),
    ]);
    all
}
