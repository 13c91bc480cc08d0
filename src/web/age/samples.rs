//! The page as it may look, for the test of all pages.

use super::address::{AgeAddress, Filters};
use super::list;
use super::load::made;
use crate::domain::age::growth::{Flow, Growing, NobodyDecides, Signal};
use crate::domain::age::signs::SignCounts;
use crate::domain::age::window::{Period, Unit, Window};
use crate::domain::ids::{CauseId, SourceId, SystemName, Team};
use crate::domain::report::StopKind;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::age::{Cause, Choices, Figures, Moment, SourceChoice, UnderWay, Waiting};
use crate::service::age_list::Before;
use crate::service::age_times::{Times, Took};
use crate::web::ctx::Ctx;
use crate::web::page::Sample;
use crate::web::queue::waiting;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(60 * 60);

fn empty(now: Timestamp, window: Window) -> Figures {
    let parts = window.parts.len();
    let times = Times::default;
    Figures {
        moment: Moment {
            now,
            soon: now.plus(HOUR),
            idle: now.plus(HOUR / 4),
            lately: now.minus(HOUR),
        },
        kept_since: now.minus(HOUR * 24 * 20),
        waiting: Vec::new(),
        under_way: Vec::new(),
        oldest: Vec::new(),
        causes: Vec::new(),
        flow: vec![Flow::default(); parts],
        backlog: vec![0; parts],
        claimed: times(),
        decided: times(),
        resolved: times(),
        signal: Signal::default(),
        over_then: 0,
        signs: Vec::new(),
        choices: Choices::default(),
        window,
    }
}

fn group(now: Timestamp, owner: &str, kind: StopKind) -> Waiting {
    Waiting {
        kind,
        operation_type: "<refund>".into(),
        owner: Team::from(owner),
        system: SystemName::from(if owner.is_empty() { "" } else { "<wms>" }),
        cases: 21,
        oldest: now.minus(HOUR * 30),
        ages: [1, 2, 3, 4, 5, 6],
        dues: [9, 8, 2, 1, 1],
        due_soon: 3,
        over_lately: 2,
        new: 4,
        free: 15,
        idle: 1,
        awaiting_approval: 2,
        never_claimed: 12,
    }
}

/// Of three steps; `is_cut`: there were more.
fn times(now: Timestamp, is_cut: bool) -> Times {
    let took = |late| Took {
        kind: StopKind::ResultUnknown,
        operation_type: "<refund>".into(),
        owner_team: Team::from("R&D"),
        age: 5_000_000_000,
        late,
        at: now,
        id: 1,
    };
    let steps = vec![took(false), took(true), took(false)];
    let cut = is_cut.then_some(Before { at: now, id: 1 });
    Times {
        cut,
        ..Times::of_steps(steps)
    }
}

fn causes(now: Timestamp) -> Vec<Cause> {
    let cause = |(system, stop_code): (&str, &str)| Cause {
        id: CauseId::new("0".repeat(32)),
        kind: StopKind::ResultUnknown,
        source_title: "Shop & <co>".to_owned(),
        step: "create_task".to_owned(),
        system: system.to_owned(),
        stop_code: stop_code.to_owned(),
        cases: 2,
        since: now.minus(HOUR),
        latest: now,
        first_type: "<refund>".into(),
        last_type: if system.is_empty() {
            "<capture>"
        } else {
            "<refund>"
        }
        .into(),
        first_owner: Team::from(""),
        last_owner: Team::from(if system.is_empty() { "R&D" } else { "" }),
    };
    [("wms", "timeout"), ("wms", ""), ("", "<code>"), ("", "")]
        .map(cause)
        .into()
}

/// What a busy queue shows, its names as hostile as they may be.
fn busy(now: Timestamp, window: Window) -> Figures {
    let flow = Flow {
        came_in: 5,
        came_back: 1,
        decided: 4,
        resolved: 3,
        lapsed: 1,
        grew: 2,
    };
    let times = |is_cut| times(now, is_cut);
    let parts = i64::try_from(window.parts.len()).unwrap_or(0);
    Figures {
        waiting: vec![
            group(now, "", StopKind::NextStepPending),
            group(now, "R&D", StopKind::ResultUnknown),
            group(now, "R&D", StopKind::PayloadConflict),
        ],
        under_way: vec![UnderWay {
            kind: StopKind::ResultUnknown,
            operation_type: "<capture>".into(),
            owner_team: Team::from("<b>"),
            cases: 4,
        }],
        oldest: vec![waiting(now)],
        causes: causes(now),
        flow: vec![flow; window.parts.len()],
        backlog: (1..=parts).map(|nth| nth * 2).collect(),
        claimed: times(true),
        decided: times(false),
        resolved: times(false),
        signal: Signal {
            growing: Some(Growing {
                short: flow,
                long: flow,
                drain: Some(HOUR * 5),
            }),
            nobody_decides: Some(NobodyDecides {
                waiting: 63,
                since: Some(now.minus(HOUR * 5)),
            }),
            too_old: Some(HOUR * 80),
            moved: None,
        },
        over_then: 9,
        signs: vec![(
            SourceId(1),
            SignCounts {
                reports: 412,
                repeated: 3,
                reused_id: 1,
                key_conflict: 0,
                sent_though_done: 2,
            },
        )],
        ..empty(now, window)
    }
}

pub fn samples(ctx: &Ctx) -> Vec<Sample> {
    let (now, zone) = (ctx.reader.now, ctx.reader.zone);
    let policy = Policy::standard();
    let sources = [SourceChoice {
        id: SourceId(1),
        name: "shop".to_owned(),
        title: "Shop & <Co>".to_owned(),
    }];
    let page = |address: AgeAddress, figures: &Figures| {
        let ignored = vec!["<colour>".to_owned()];
        Sample::new(made(
            ctx.clone(),
            policy,
            address,
            ignored,
            &sources,
            figures,
        ))
    };
    let hours = Window::of(Period::Day, None, now, zone);
    let days = Window::of(Period::Month, Some(Unit::Day), now, zone);
    let narrow = AgeAddress {
        filters: Filters {
            source: Some("shop".to_owned()),
            operation_type: Some("<refund>".into()),
            owner: Some(Team::from("<b>")),
            kind: Some(StopKind::PayloadConflict),
        },
        period: Period::Month,
        unit: Some(Unit::Day),
    };
    let never = Figures {
        signal: Signal {
            growing: Some(Growing {
                short: Flow::default(),
                long: Flow::default(),
                drain: None,
            }),
            nobody_decides: Some(NobodyDecides {
                waiting: 1,
                since: None,
            }),
            too_old: None,
            moved: None,
        },
        ..empty(now, days.clone())
    };
    let mut samples = vec![
        page(AgeAddress::default(), &empty(now, hours.clone())),
        page(AgeAddress::default(), &busy(now, hours)),
        page(narrow.clone(), &busy(now, days)),
        page(narrow, &never),
    ];
    samples.extend(list::samples(ctx));
    samples
}
