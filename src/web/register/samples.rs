//! Entries of every sort, for the test of all pages.

use crate::domain::history::ActorKind;
use crate::domain::ids::{CaseId, HistoryNumber};
use crate::domain::permits::Act;
use crate::domain::register::{Fate, What};
use crate::domain::report::StopKind;
use crate::domain::standing::DecisionKind;
use crate::domain::time::Timestamp;
use crate::service::names::Names;
use crate::service::register::{Choices, Cursor, Entry, Found, Page, Word};

/// One of each.
pub fn entries(now: Timestamp) -> Vec<Entry> {
    let kinds = [
        DecisionKind::Resume,
        DecisionKind::NewOperation,
        DecisionKind::Compensate,
        DecisionKind::Close,
    ];
    let all = What::ALL
        .into_iter()
        .zip(Fate::ALL)
        .zip(kinds.into_iter().cycle());
    all.map(|((what, fate), kind)| entry(now, what, fate, kind))
        .collect()
}

fn entry(now: Timestamp, what: What, fate: Fate, kind: DecisionKind) -> Entry {
    let decides = !matches!(what, What::Lapsed | What::TurnedAway);
    let refused = matches!(what, What::Refused);
    Entry {
        number: HistoryNumber(18_166),
        at: now,
        what,
        decision_id: decides.then_some(7),
        case_id: Some(CaseId(20_331)),
        operation_id: None,
        source_id: None,
        operation_type: "<refund>".into(),
        owner_team: "R&D".into(),
        stop_kind: Word(Some(StopKind::ResultUnknown)),
        actor_kind: if what == What::Lapsed {
            ActorKind::Policy
        } else {
            ActorKind::Person
        },
        actor: "<irina>".to_owned(),
        role: "auditor".to_owned(),
        kind: Word(decides.then_some(kind)),
        reason_code: "<code>".to_owned(),
        basis: String::new(),
        four_eyes: true,
        against_unknown: true,
        answered_by: "<olga>".to_owned(),
        answer: Word(Some(if refused {
            What::Refused
        } else {
            What::Approved
        })),
        fate: Word(decides.then_some(fate)),
        fate_at: Some(Timestamp(now.0 + 1)),
        reopened: true,
        tried: Act::Claim.as_str().to_owned(),
        why: "role".to_owned(),
        title: Some("<8817>".to_owned()),
        operation_key: Some("ship:<8817>".into()),
        hash: "4f1c7a".repeat(10),
        document: "{\"justification\": \"<b>Because</b> I looked.\"}".to_owned(),
    }
}

/// A page of them.
pub fn page(entries: Vec<Entry>, all: Option<i64>) -> Page {
    let at = Cursor {
        at: Timestamp(0),
        number: HistoryNumber(1),
    };
    Page {
        found: Found {
            before: None,
            after: (!entries.is_empty()).then_some(at),
            entries,
            all,
            is_cut: false,
        },
        names: Names::default(),
        choices: Choices {
            people: vec!["<irina>".to_owned()],
            seconds: vec!["<olga>".to_owned()],
            reasons: vec!["other".to_owned()],
            bases: vec!["<basis>".to_owned()],
            types: vec!["<refund>".into()],
            owners: vec!["R&D".into()],
        },
        sources: Vec::new(),
        too_many: true,
    }
}
