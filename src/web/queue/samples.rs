//! Lists as they may look, for the test of all pages.

use super::address::{Filters, Holder, List, QueueAddress};
use super::form::FilterForm;
use super::page::{Empty, LaneTab, QueuePage, Tab};
use super::row::{Row, Setting};
use super::saved::{SavedTab, SavedViews, ViewOn, everything, outdated};
use super::stages::{Here, Stages};
use crate::domain::age::moves::Milestones;
use crate::domain::ids::{CaseId, CauseId, OperationId, SourceId, Team, UserId, Version, ViewId};
use crate::domain::policy::Risk;
use crate::domain::report::StopKind;
use crate::domain::retention::Kept;
use crate::domain::standing::{CaseProtection, CaseState, Resolution};
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::queue::{
    CaseDetails, CaseOrigin, CaseRow, Choices, KINDS, Order, Quiet, SourceChoice,
};
use crate::web::back::Back;
use crate::web::ctx::Ctx;
use crate::web::i18n::msg;
use crate::web::page::Sample;
use crate::web::time::span;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

/// A case that waits, its words as hostile as sources may send them.
pub fn waiting(now: Timestamp) -> CaseRow {
    CaseRow {
        id: CaseId(20418),
        version: Version(3),
        origin: CaseOrigin {
            operation_id: OperationId(1),
            source_id: SourceId(1),
            operation_key: "ship:8817:<S-104>".into(),
            operation_type: "warehouse_shipment".into(),
            opened_at: now.minus(50 * MINUTE),
            previous_case_id: Some(CaseId(20401)),
        },
        details: CaseDetails {
            state: CaseState::Waiting,
            kind: StopKind::ResultUnknown,
            title: "8817 · <S-104> & طلب".to_owned(),
            stopped_at: now.minus(51 * MINUTE),
            authorised_at: None,
            due_at: now.plus(9 * MINUTE),
            lapses_at: Some(now.plus(70 * MINUTE)),
            protection: CaseProtection::Until,
            protection_since: Some(now.minus(60 * MINUTE)),
            protection_until: Some(now.plus(52 * MINUTE)),
            owner_team: Team::new("R&D"),
            risk: Risk::High,
            holder_id: None,
            claimed_at: None,
            claimed_until: None,
            look_again_at: None,
            waits_by: None,
            waits_because: None,
            handed_by: None,
            handed_because: None,
            resume_step: Some("create_warehouse_task".into()),
            resume_step_no: Some(2),
            step_count: 3,
            chain: "du-".to_owned(),
            system: "north_warehouse".to_owned(),
            stop_code: "timeout".to_owned(),
            cause_step: "create_warehouse_task".to_owned(),
            cause_system: "north_warehouse".to_owned(),
            reason: Some("No answer within <30 s>".to_owned()),
            attempts: 3,
            last_attempt_at: Some(now.minus(51 * MINUTE)),
            amount: Some("4990.00".to_owned()),
            currency: Some("RUB".to_owned()),
            facts_digest: String::new(),
            decided_at: None,
            resolved_at: None,
            resolution: None,
        },
        holder_name: None,
        kept: Kept::Everything,
        cause: CauseId::new("0".repeat(32)),
        milestones: Milestones::default(),
    }
}

/// The same case changed.
fn with(now: Timestamp, change: impl FnOnce(&mut CaseDetails)) -> CaseRow {
    let mut case = waiting(now);
    change(&mut case.details);
    case
}

fn held(now: Timestamp, by: UserId) -> CaseRow {
    let case = with(now, |case| {
        case.state = CaseState::InReview;
        case.holder_id = Some(by);
        case.claimed_until = Some(now.plus(28 * MINUTE));
        case.due_at = now.minus(41 * MINUTE);
        case.protection_until = Some(now.minus(MINUTE));
        case.reason = None;
    });
    CaseRow {
        holder_name: Some("Irina <Koroleva>".to_owned()),
        kept: Kept::Everything,
        milestones: Milestones::default(),
        ..case
    }
}

/// Every way in which a row can differ.
fn to_review(now: Timestamp) -> Vec<CaseRow> {
    let said = [
        (CaseProtection::None, "du-", Some(2)),
        (CaseProtection::NotKnown, "du-", Some(2)),
        (CaseProtection::WithoutEnd, "du-", Some(2)),
        (CaseProtection::Stored5xx, "du-", Some(2)),
        (CaseProtection::NotNeeded, "dr-", Some(2)),
        (CaseProtection::NotNeeded, "da-", Some(2)),
        (CaseProtection::NotNeeded, "dddddddd-", Some(9)),
        (CaseProtection::NotNeeded, "ddsb", None),
    ];
    let said = said.map(|(protection, chain, place)| {
        with(now, |case| {
            (case.protection, case.protection_until) = (protection, None);
            (case.chain, case.resume_step_no) = (chain.to_owned(), place);
            (case.reason, case.amount) = (None, None);
            case.stop_code = String::new();
            case.attempts = 0;
        })
    });
    let conflict = with(now, |case| {
        case.kind = StopKind::PayloadConflict;
        case.state = CaseState::AwaitingApproval;
        case.reason = None;
    });
    [
        waiting(now),
        held(now, UserId(7)),
        held(now, UserId(8)),
        conflict,
    ]
    .into_iter()
    .chain(said)
    .collect()
}

fn put_off(now: Timestamp) -> Vec<CaseRow> {
    [20 * MINUTE, Duration::ZERO]
        .map(|left| {
            with(now, |case| {
                case.due_at = now.minus(left);
                case.look_again_at = Some(now.plus(left));
                case.waits_because = Some("The bank answers <tomorrow>".to_owned());
            })
        })
        .into()
}

fn under_way(now: Timestamp) -> Vec<CaseRow> {
    [CaseState::Decided, CaseState::Executing]
        .map(|state| {
            with(now, |case| {
                case.state = state;
                case.decided_at = Some(now.minus(5 * MINUTE));
            })
        })
        .into()
}

fn resolved(now: Timestamp) -> Vec<CaseRow> {
    let ends = [
        Some(Resolution::Resumed),
        Some(Resolution::ConfirmedComplete),
        Some(Resolution::NewOperation),
        Some(Resolution::CarriedOut),
        Some(Resolution::Compensated),
        Some(Resolution::Closed),
        Some(Resolution::Lapsed),
        None,
    ];
    ends.map(|resolution| {
        with(now, |case| {
            case.state = CaseState::Resolved;
            case.resolution = resolution;
            case.resolved_at = Some(now.minus(MINUTE));
        })
    })
    .into()
}

fn lane_tab(kind: StopKind, cases: i64) -> LaneTab {
    LaneTab {
        kind,
        href: QueueAddress::of(List::Lane(kind)).href(),
        here: kind == StopKind::ResultUnknown,
        cases,
        oldest: (cases > 0).then(|| span(242 * MINUTE)),
        over: (cases > 5).then(|| "999+".to_owned()),
    }
}

/// Views with names as hostile as people may choose them.
fn saved(address: &QueueAddress) -> SavedViews {
    let tab = |name: &str, team: &str, here, outdated| SavedTab {
        name: name.to_owned(),
        team: team.to_owned(),
        href: "/?saved=1".to_owned(),
        here,
        opens: here,
        outdated,
    };
    let filtered = !address.filters.is_empty();
    let on = |changed| ViewOn {
        id: ViewId(1),
        name: "<b>Mine</b>".to_owned(),
        team: "R&D".to_owned(),
        by_itself: address.list == List::PutOff,
        may_change: true,
        changed,
        href: "/?saved=1".to_owned(),
        filters: address.filters_text(),
        everything: everything().href(),
    };
    SavedViews {
        tabs: vec![
            tab("<b>Mine</b>", "", true, false),
            tab("طلب", "R&D", false, true),
        ],
        on: (address.list != List::Mine).then(|| on(filtered)),
        save: "/views/new".to_owned(),
        fault: Some(if filtered {
            outdated("<b>", &["<colour>".to_owned()])
        } else {
            msg!("views-not-yours-any-more")
        }),
    }
}

/// A page of a list with these cases on it.
fn page(ctx: &Ctx, address: QueueAddress, cases: &[CaseRow], empty: Option<Empty>) -> QueuePage {
    let back = Back::Queue(Box::new(address.clone()));
    let setting = Setting {
        reader: &ctx.reader,
        policy: Policy::standard(),
        me: UserId(7),
        back: &back,
        list: address.list,
    };
    let choices = Choices {
        types: vec!["refund".into()],
        systems: vec!["wms".into()],
        owners: vec![Team::new("R&D")],
        sources: vec![SourceChoice {
            name: "shop".to_owned(),
            title: "Shop <b>".to_owned(),
        }],
    };
    let in_lane = matches!(address.list, List::Lane(_));
    let form = FilterForm::new(&choices, &address, Policy::standard(), &ctx.reader);
    let view = Tab {
        href: "/".to_owned(),
        here: true,
        label: msg!("queue-view-team", team = "R&D"),
        count: Some("11".to_owned()),
    };
    QueuePage {
        ctx: ctx.clone(),
        ignored: vec!["colour".to_owned(), "<b>".to_owned()],
        growth: Vec::new(),
        notice: Some(msg!("queue-nothing-free")),
        lanes: KINDS
            .iter()
            .zip([19, 8, 0])
            .map(|(kind, n)| lane_tab(*kind, n))
            .collect(),
        stages: Stages::sample(Here::List(address.list)),
        views: vec![view],
        saved: saved(&address),
        form: in_lane.then_some(form),
        rows: cases.iter().map(|case| Row::of(case, setting)).collect(),
        all: in_lane.then(|| "999+".to_owned()),
        before: Some(address.href()),
        after: None,
        empty,
        address,
    }
}

/// Every list, full and empty.
pub fn samples(ctx: &Ctx) -> Vec<Sample> {
    let now = ctx.reader.now;
    let filtered = QueueAddress {
        filters: Filters {
            system: Some("gone".into()),
            holder: Some(Holder::Free),
            ..Filters::default()
        },
        order: Order::LongestWaiting,
        ..QueueAddress::of(List::Lane(StopKind::ResultUnknown))
    };
    let full = [
        (filtered.clone(), to_review(now)),
        (QueueAddress::of(List::Mine), vec![held(now, UserId(7))]),
        (QueueAddress::of(List::PutOff), put_off(now)),
        (QueueAddress::of(List::UnderWay), under_way(now)),
        (QueueAddress::of(List::Resolved), resolved(now)),
    ];
    let full = full
        .into_iter()
        .map(|(address, cases)| page(ctx, address, &cases, None));
    let quiet = Quiet {
        decided_at: Some(now),
        reported_at: Some(now),
    };
    let lanes = KINDS.map(|kind| Empty::Lane {
        kind,
        quiet: if kind == StopKind::ResultUnknown {
            Quiet::default()
        } else {
            quiet
        },
        elsewhere: Some(lane_tab(StopKind::NextStepPending, 8)),
    });
    let others = [
        Empty::Filtered {
            whole: 21,
            href: "/".to_owned(),
        },
        Empty::PageGone {
            href: "/".to_owned(),
        },
        Empty::Mine,
        Empty::PutOff,
        Empty::UnderWay,
        Empty::Resolved,
    ];
    let empty = lanes.into_iter().chain(others);
    let empty = empty.map(|empty| page(ctx, filtered.clone(), &[], Some(empty)));
    full.chain(empty).map(Sample::new).collect()
}
