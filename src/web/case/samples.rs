//! Cases as they may look, for the test of all pages: the real situations, in every state.

use super::act;
use super::check_form::{CheckForm, Fields as CheckFields};
use super::decide::changed::ChangedPage;
use super::decide::close::ClosePage;
use super::decide::compensate::CompensatePage;
use super::decide::fields::{Fault, Fields};
use super::decide::form::DecisionForm;
use super::decide::frame::DecisionPage;
use super::decide::new_operation::NewOperationPage;
use super::decide::resume::ResumePage;
use super::desk;
use super::document::DocumentPage;
use super::eyes;
use super::page::{CasePage, Notice};
use super::version::{Asked, VersionPage};
use crate::domain::age::moves::Milestones;
use crate::domain::case::CaseStanding;
use crate::domain::facts::{Arrival, Facts};
use crate::domain::history::{ActorKind, Entry, EntryKind};
use crate::domain::ids::{
    CaseId, CauseId, HistoryNumber, InstructionId, OperationId, OperationKey, SourceId, Team,
    UserId, Version,
};
use crate::domain::merge::{contents_to_store, open};
use crate::domain::people::{Role, User};
use crate::domain::permits::NotPermitted;
use crate::domain::policy::Risk;
use crate::domain::queue_row::queue_row;
use crate::domain::retention::Kept;
use crate::domain::review::review;
use crate::domain::standing::{
    CaseState, DecisionKind, DecisionState, InstructionState, OperationStanding, Resolution,
};
use crate::domain::surplus::Settlement;
use crate::domain::testing::case_report;
use crate::domain::time::Timestamp;
use crate::policy::Policy;
use crate::service::decide::{Against, DecisionRefused, FormFault};
use crate::service::decide_new_operation::Successor;
use crate::service::masking::Masked;
use crate::service::names::Names;
use crate::service::queue::{CaseDetails, CaseOrigin};
use crate::service::see_case::{
    CaseRow, CaseSeen, DecisionRow, EntryRow, HistoryPage, InstructionRow, Kin, Lineage,
    ReportHead, SourceRow,
};
use crate::web::back::Back;
use crate::web::ctx::Ctx;
use crate::web::follow_ups::row::samples::row as follow_up;
use crate::web::i18n::msg;
use crate::web::page::Sample;
use serde_json::{Value, json};
use std::sync::Arc;

/// The person for whom samples are made.
const ME: UserId = UserId(7);

/// A case of a real situation, free.
pub fn case(number: &str, now: Timestamp) -> CaseSeen {
    let report = case_report(number);
    let arrival = Arrival {
        at: now,
        clock_ahead: 0,
    };
    let facts = open(&report, arrival);
    let payloads = contents_to_store(&facts, &report)
        .into_iter()
        .map(|(digest, text)| (digest, serde_json::from_str(&text).unwrap()))
        .collect();
    let mut row = row(&facts, now);
    row.details.follow(queue_row(
        &review(&facts, Policy::standard().rules(), now),
        now,
    ));
    CaseSeen {
        names: Names::default(),
        standing: CaseStanding::Waiting,
        operation: OperationStanding::Open,
        superseded_by: None,
        lineage: lineage(),
        successor: Some(successor()),
        source: SourceRow {
            id: SourceId(1),
            name: "shop".into(),
            title: "Shop <b>& more".into(),
            owner_team: Team::new("Fulfilment"),
            disabled: false,
            created_at: now,
        },
        payloads,
        reports: vec![ReportHead {
            id: 1,
            report_id: report.report_id.clone(),
            case_id: Some(row.id),
            arrived_at: now,
            answer_status: 201,
            deliveries: 3,
            last_delivered_at: now,
            refused_repeats: 1,
        }],
        report_counts: (1, 3),
        other_cases: vec![CaseRow {
            id: CaseId(20_001),
            ..row.clone()
        }],
        shared_holds: Vec::new(),
        look_alikes: Vec::new(),
        follow_ups: Vec::new(),
        decisions: Vec::new(),
        instructions: Vec::new(),
        deliveries: Vec::new(),
        notes: Vec::new(),
        lapsed: None,
        history: history(now),
        masked: Masked::Hidden(Ok(())),
        case: row,
        facts,
    }
}

fn lineage() -> Lineage {
    Lineage {
        older: Some(Kin {
            key: OperationKey::new("old <key>"),
            case: Some(CaseId(19_999)),
        }),
        newer: None,
    }
}

fn successor() -> Successor {
    Successor {
        key: OperationKey::new("ship:<8817>~2"),
        payload: Some(json!({"lines": [{"sku": "<b>TEA-01</b>", "qty": 2}], "total": 10.50})),
    }
}

fn row(facts: &Facts, now: Timestamp) -> CaseRow {
    CaseRow {
        id: CaseId(20_418),
        version: Version(7),
        origin: CaseOrigin {
            operation_id: OperationId(1),
            source_id: SourceId(1),
            operation_key: facts.key.clone(),
            operation_type: facts.operation_type.clone(),
            opened_at: now,
            previous_case_id: None,
        },
        details: CaseDetails::waiting(
            queue_row(&review(facts, Policy::standard().rules(), now), now),
            facts.first_stopped_at,
            now,
            Team::new(""),
            Risk::Normal,
        ),
        holder_name: None,
        cause: CauseId::new("0".repeat(32)),
        kept: Kept::Everything,
        milestones: Milestones::default(),
    }
}

fn history(now: Timestamp) -> HistoryPage {
    let entry = |number: i64, kind: EntryKind, document: Value| EntryRow {
        number,
        case_id: Some(20_418),
        operation_id: Some(1),
        at: now.0,
        actor_kind: ActorKind::Person.to_string(),
        actor: "irina".into(),
        kind: kind.to_string(),
        document: document.to_string(),
        previous_hash: "0".repeat(64),
        hash: "9f3a61".repeat(10),
    };
    HistoryPage {
        entries: vec![
            entry(
                3,
                EntryKind::CheckRecorded,
                json!({"seen": "absent", "version": 7, "note": "<i>\u{0}"}),
            ),
            entry(2, EntryKind::Claimed, json!({"version": 6})),
            entry(1, EntryKind::CaseOpened, json!({"report_id": "r<1>"})),
        ],
        before: None,
        next: Some(HistoryNumber(1)),
    }
}

/// What becomes of a case, one state after the other.
fn in_state(mut seen: CaseSeen, standing: CaseStanding, now: Timestamp) -> CaseSeen {
    seen.standing = standing;
    seen.case.details.state = standing.state();
    seen.case.holder_name = match standing {
        CaseStanding::InReview { .. } => Some("Amara <Osei>".into()),
        CaseStanding::Waiting
        | CaseStanding::AwaitingApproval
        | CaseStanding::Decided
        | CaseStanding::Executing
        | CaseStanding::Resolved => None,
    };
    match standing.state() {
        CaseState::Waiting | CaseState::InReview => {}
        CaseState::AwaitingApproval => {
            seen.decisions = vec![decision(now, DecisionState::Proposed, DecisionKind::Resume)];
        }
        CaseState::Decided => with_instruction(&mut seen, now, InstructionState::Offered),
        CaseState::Executing => with_instruction(&mut seen, now, InstructionState::Taken),
        CaseState::Resolved => {
            with_instruction(&mut seen, now, InstructionState::Reported);
            seen.case.details.resolved_at = Some(now);
            seen.case.details.resolution = Some(Resolution::Resumed);
            seen.superseded_by = Some(OperationKey::new("<other>"));
            seen.lineage.newer = Some(Kin {
                key: OperationKey::new("<other>"),
                case: None,
            });
            seen.operation = OperationStanding::Superseded;
        }
    }
    seen
}

fn decision(now: Timestamp, state: DecisionState, kind: DecisionKind) -> DecisionRow {
    DecisionRow {
        id: 1,
        case_id: CaseId(20_418),
        operation_id: OperationId(1),
        case_version: Version(6),
        kind,
        state,
        by_user: ME,
        by_name: "irina".into(),
        role: "reviewer".into(),
        decided_at: now,
        reason_code: "other".into(),
        justification: "Because <b>it is safe</b>, I think.".into(),
        facts_as_seen: "{}".into(),
        facts_digest: "sha256:00".into(),
        basis_digest: String::new(),
        document: "{}".into(),
        answered_by: None,
        answered_name: None,
        answered_at: None,
        answer_words: None,
        instruction_id: None,
        answer_before: None,
    }
}

/// The policy let it be, in words as hostile as a file may hold them.
fn let_be(now: Timestamp) -> CaseSeen {
    let mut seen = case("22", now);
    seen.standing = CaseStanding::Resolved;
    seen.operation = OperationStanding::Closed;
    seen.case.details.state = CaseState::Resolved;
    seen.case.details.resolved_at = Some(now);
    seen.case.details.resolution = Some(Resolution::Lapsed);
    let rule = "types.<b>.lapse = { after = \"3 d\" }";
    let document = json!({
        "type": "<b>", "rule": rule, "because": {"en": "An <offer> & no more", "ru": "<Реклама>"},
        "after_seconds": 259_200, "since": now.to_string(), "stays_uncertain": ["hand_over_<mail>"],
    });
    let entry = EntryRow {
        number: 4,
        actor_kind: ActorKind::Policy.to_string(),
        actor: rule.to_owned(),
        kind: EntryKind::Lapsed.to_string(),
        document: document.to_string(),
        ..seen.history.entries[0].clone()
    };
    seen.history.entries.insert(0, entry.clone());
    seen.lapsed = Some(entry);
    seen
}

fn with_instruction(seen: &mut CaseSeen, now: Timestamp, state: InstructionState) {
    let taken = state != InstructionState::Offered;
    seen.decisions = vec![
        decision(now, DecisionState::Made, DecisionKind::Close),
        DecisionRow {
            id: 0,
            ..decision(now, DecisionState::Withdrawn, DecisionKind::Resume)
        },
    ];
    seen.instructions = vec![InstructionRow {
        id: InstructionId::new("01JX"),
        number: HistoryNumber(9),
        source_id: SourceId(1),
        operation_id: OperationId(1),
        case_id: CaseId(20_418),
        decision_id: 1,
        action: DecisionKind::Close,
        state,
        document: r#"{"action":"close","outcome":"other"}"#.into(),
        facts_digest: "sha256:00".into(),
        take_before: now,
        not_after: Some(now),
        offered_at: now,
        delivered_at: None,
        worker: taken.then(|| "shop-<wms>-2".into()),
        token_hash: None,
        taken_at: taken.then_some(now),
        lease_until: taken.then_some(now),
        outcome: None,
        outcome_digest: None,
        outcome_document: None,
        reported_at: (state == InstructionState::Reported).then_some(now),
        ended_reason: None,
    }];
}

/// All states of a case.
fn standings(now: Timestamp) -> [CaseStanding; 7] {
    let until = now.plus(std::time::Duration::from_secs(600));
    [
        CaseStanding::Waiting,
        CaseStanding::InReview { holder: ME, until },
        CaseStanding::InReview {
            holder: UserId(8),
            until,
        },
        CaseStanding::AwaitingApproval,
        CaseStanding::Decided,
        CaseStanding::Executing,
        CaseStanding::Resolved,
    ]
}

/// Real situations that look different from each other.
const SHOWN: [&str; 8] = ["01", "05", "10", "15", "22", "32", "35", "37"];

/// The samples of this room.
pub fn samples(ctx: &Ctx) -> Vec<Sample> {
    let now = ctx.reader.now;
    let policy = Policy::standard();
    let back = || Back::read(Some("/queue?kind=payload_conflict"));
    let page = |seen: &CaseSeen| CasePage::of(ctx.clone(), seen, policy, back());
    let mut all: Vec<Sample> = (SHOWN.iter())
        .map(|number| Sample::new(page(&case(number, now))))
        .collect();
    for standing in standings(now) {
        let seen = in_state(case("22", now), standing, now);
        all.push(Sample::new(page(&seen)));
        let resume = ResumePage::for_case(ctx.clone(), &seen, policy, back(), Fields::default());
        all.push(Sample::new(resume));
        all.extend(eyes::samples::samples(ctx, &seen));
        let new = NewOperationPage::for_case(ctx.clone(), &seen, policy, back(), Fields::default());
        all.push(Sample::new(new));
        let close = ClosePage::for_case(ctx.clone(), &seen, policy, back(), Fields::default());
        all.push(Sample::new(close));
        all.push(Sample::new(undo_page(ctx, seen)));
    }
    all.push(Sample::new(page(&let_be(now))));
    let mut accounted = case("10", now);
    accounted.follow_ups = vec![follow_up(now, None), follow_up(now, Some(Settlement::Kept))];
    all.push(Sample::new(page(&accounted)));
    let mine = |number| in_state(case(number, now), standings(now)[1], now);
    for number in ["10", "32", "35"] {
        let seen = mine(number);
        let mut resume =
            ResumePage::for_case(ctx.clone(), &seen, policy, back(), Fields::default());
        resume.frame.faults = vec![Fault::of(&FormFault::UnknownReason)];
        all.push(Sample::new(resume));
    }
    all.extend(new_operations(ctx, &mine("10"), policy, &back()));
    all.push(Sample::new(wrong_check(page(&mine("10")))));
    all.extend(refusals(now).map(|refused| {
        let (form, fields) = (DecisionForm::Resume, Fields::default());
        let digest = "sha256:00".to_owned();
        let page = ChangedPage::of(
            ctx.clone(),
            CaseId(7),
            back(),
            form,
            &fields,
            (&refused, &Names::default()),
            digest,
        );
        Sample::new(page)
    }));
    all.extend(documents(ctx));
    for kept in [Kept::Facts, Kept::Keys] {
        all.push(Sample::new(page(&removed(case("10", now), kept))));
    }
    all.push(Sample::new(version(ctx, now)));
    for standing in standings(now) {
        let seen = in_state(case("10", now), standing, now);
        all.extend(desk::samples::samples(ctx, &seen));
        all.push(Sample::new(page(&desk::samples::spoken_of(seen, ctx))));
    }
    all
}

/// The page on which the first step can be undone, of a case with something to account for.
fn undo_page(ctx: &Ctx, mut seen: CaseSeen) -> CompensatePage {
    for step in &mut seen.facts.steps {
        step.compensable = true;
    }
    let fields = Fields::default();
    let back = Back::read(None);
    CompensatePage::for_case(ctx.clone(), &seen, Policy::standard(), back, fields)
}

/// A new operation as somebody with the permission orders it: the payload changed, the same, and no JSON.
fn new_operations(ctx: &Ctx, seen: &CaseSeen, policy: &Policy, back: &Back) -> Vec<Sample> {
    let mut senior = ctx.clone();
    senior.user = ctx.user.as_ref().map(|user| {
        Arc::new(User {
            role: Role::SeniorReviewer,
            ..(**user).clone()
        })
    });
    let same = r#"{"lines": [{"sku": "<b>TEA-01</b>", "qty": 2}], "total": 10.50}"#;
    let payloads = [
        r#"{"lines": [], "new": "<i>"}"#,
        same,
        "{",
        "[1, {\"a\": 1, \"a\": 2}]",
    ];
    let sample = |payload: &str| {
        let fields = Fields::of([("payload", payload), ("ack_1", "yes"), ("key", "<typed>")]);
        let mut page =
            NewOperationPage::for_case(senior.clone(), seen, policy, back.clone(), fields);
        page.frame.faults = vec![
            Fault::of(&FormFault::WrongPassword),
            Fault::at("key", msg!("no-new-key-in-use")),
        ];
        Sample::new(page)
    };
    payloads.map(sample).into()
}

fn wrong_check(mut page: CasePage) -> CasePage {
    page.notice = Some(Notice {
        text: msg!("release-not-held"),
        alarm: true,
    });
    let fields = CheckFields {
        step: "buy label".into(),
        by_other: "<script>".into(),
        ..CheckFields::default()
    };
    let faults = act::look(&fields).unwrap_err();
    page.with_check(&CheckForm {
        fields,
        faults,
        draft: None,
    })
}

fn refusals(now: Timestamp) -> impl Iterator<Item = DecisionRefused> {
    let entry = Entry {
        number: HistoryNumber(8),
        at: now,
        case: Some(CaseId(7)),
        operation: None,
        actor_kind: ActorKind::Source,
        actor: "shop".into(),
        kind: EntryKind::FactsAdded,
        document: json!({"knowledge": [{"step": "x<y", "was": "unknown: unanswered", "is": "done"}]}),
    };
    let held = NotPermitted::HeldByOther;
    let authority = |why, holder| Against::Authority { why, holder };
    [
        (Against::Changed, vec![entry.clone()]),
        (Against::Changed, Vec::new()),
        (authority(held, Some("Amara".to_owned())), vec![entry]),
        (authority(NotPermitted::NotClaimed, None), Vec::new()),
    ]
    .into_iter()
    .map(|(against, since)| DecisionRefused {
        against,
        version: Version(8),
        since,
    })
}

/// The contents of a conflict side by side.
fn version(ctx: &Ctx, now: Timestamp) -> VersionPage {
    let seen = case("32", now);
    let digest = seen.facts.contents[1].digest.clone().unwrap();
    VersionPage::of(ctx.clone(), &seen, &digest, Asked::default()).unwrap()
}

/// A case of which retention has removed something.
fn removed(mut seen: CaseSeen, kept: Kept) -> CaseSeen {
    seen.case.kept = kept;
    seen.facts.forget_case();
    seen
}

fn documents(ctx: &Ctx) -> Vec<Sample> {
    let page = |document: &str| {
        let (title, digest) = (msg!("document-content"), "sha256:00".to_owned());
        let page = DocumentPage::of(
            ctx.clone(),
            CaseId(7),
            title,
            (digest, document),
            Masked::Hidden(Ok(())),
        );
        Sample::new(page.unwrap())
    };
    let large = json!({"list": vec!["<b>"; 20_000], "text": "x".repeat(300), "n": 1, "o": {}});
    let small = json!({"a": "<script>"});
    let removed = "";
    vec![
        page(&small.to_string()),
        page(&large.to_string()),
        page(removed),
    ]
}
