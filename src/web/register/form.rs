//! The form above the register: what to filter it by.

use super::address::{KINDS, RegisterAddress, kind_word};
use crate::domain::ids::{OperationType, Team};
use crate::domain::register::{Fate, What};
use crate::domain::standing::DecisionKind;
use crate::policy::Policy;
use crate::service::register::Page;
use crate::web::choices::{Choice, Select, Value, options};
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::typeset::type_title;
use crate::web::words;

/// The filters to choose from.
#[derive(Debug, Clone)]
pub struct Form {
    pub from: String,
    pub to: String,
    pub words: String,
    pub identifier: String,
    pub ours: Vec<OurSelect>,
    pub selects: Vec<Select>,
    pub boxes: Vec<Tick>,
}

/// A choice among words of ours.
#[derive(Debug, Clone)]
pub struct OurSelect {
    pub name: &'static str,
    pub label: Msg,
    pub all: Msg,
    pub options: Vec<Choice>,
}

/// A box to tick.
#[derive(Debug, Clone)]
pub struct Tick {
    pub name: &'static str,
    pub label: Msg,
    pub ticked: bool,
}

impl Form {
    /// The form at an address.
    pub fn new(address: &RegisterAddress, page: &Page, policy: &Policy, reader: &Reader) -> Self {
        let asked = &address.asked;
        let day = |day: Option<crate::domain::time::Day>| day.map(|day| day.to_string());
        Self {
            from: day(asked.from).unwrap_or_default(),
            to: day(asked.to).unwrap_or_default(),
            words: asked.words.clone(),
            identifier: asked.identifier.clone(),
            ours: ours(address),
            selects: selects(address, page, policy, reader),
            boxes: boxes(address),
        }
    }
}

fn ours(address: &RegisterAddress) -> Vec<OurSelect> {
    let asked = &address.asked;
    let what = What::ALL.map(|what| Choice {
        value: what.as_str(),
        label: words::register_what(what),
        chosen: asked.what == Some(what),
    });
    let kinds = KINDS.map(|kind| Choice {
        value: kind_word(kind),
        label: words::decision_kind(kind),
        chosen: asked.kind == Some(kind),
    });
    let fates = Fate::ALL.map(|fate| Choice {
        value: fate.as_str(),
        label: words::fate(fate),
        chosen: asked.fate == Some(fate),
    });
    vec![
        OurSelect {
            name: "what",
            label: msg!("register-what"),
            all: msg!("register-what-all"),
            options: what.into(),
        },
        OurSelect {
            name: "decision",
            label: msg!("register-decision"),
            all: msg!("register-decision-all"),
            options: kinds.into(),
        },
        OurSelect {
            name: "outcome",
            label: msg!("register-outcome"),
            all: msg!("register-outcome-all"),
            options: fates.into(),
        },
    ]
}

fn selects(
    address: &RegisterAddress,
    page: &Page,
    policy: &Policy,
    reader: &Reader,
) -> Vec<Select> {
    let mut selects = people(address, page);
    selects.extend(reasons(address, page, policy, reader));
    selects.extend(surroundings(address, page, policy, reader));
    selects
}

fn select(name: &'static str, (label, all): (Msg, Msg), options: Vec<Value>) -> Select {
    Select {
        name,
        label,
        all,
        options,
    }
}

fn people(address: &RegisterAddress, page: &Page) -> Vec<Select> {
    let (asked, choices) = (&address.asked, &page.choices);
    let of = |names: &'_ [String], chosen: Option<&str>| {
        let called = names.iter().map(|who| (who.as_str(), page.names.of(who)));
        options(called, chosen)
    };
    let person = of(&choices.people, asked.person.as_deref());
    let second = of(&choices.seconds, asked.second.as_deref());
    let labels = (msg!("register-person"), msg!("register-person-all"));
    let second_labels = (msg!("register-second"), msg!("register-second-all"));
    vec![
        select("person", labels, person),
        select("second", second_labels, second),
    ]
}

fn reasons(
    address: &RegisterAddress,
    page: &Page,
    policy: &Policy,
    reader: &Reader,
) -> Vec<Select> {
    let (asked, choices) = (&address.asked, &page.choices);
    let of = |codes: &'_ [String], kinds: &[DecisionKind], chosen: Option<&str>| {
        let title = |code: &'_ str| titled(code, kinds, policy, reader);
        options(
            codes.iter().map(|code| (code.as_str(), title(code))),
            chosen,
        )
    };
    let reasons = of(&choices.reasons, &NOT_NEW, asked.reason_code.as_deref());
    let new = [DecisionKind::NewOperation];
    let bases = of(&choices.bases, &new, asked.basis.as_deref());
    let labels = (msg!("register-reason"), msg!("register-reason-all"));
    let basis_labels = (msg!("register-basis"), msg!("register-basis-all"));
    vec![
        select("reason", labels, reasons),
        select("basis", basis_labels, bases),
    ]
}

fn surroundings(
    address: &RegisterAddress,
    page: &Page,
    policy: &Policy,
    reader: &Reader,
) -> Vec<Select> {
    let (asked, choices) = (&address.asked, &page.choices);
    let types = choices.types.iter();
    let types = types.map(|name| (name.as_str(), type_title(name, policy, reader)));
    let types = options(
        types,
        asked.operation_type.as_ref().map(OperationType::as_str),
    );
    let sources = page.sources.iter();
    let sources = sources.map(|source| (source.name.as_str(), source.title.clone()));
    let sources = options(sources, asked.source.as_deref());
    let owners = choices.owners.iter();
    let owners = owners.map(|team| (team.as_str(), team.to_string()));
    let owners = options(owners, asked.owner.as_ref().map(Team::as_str));
    let type_labels = (msg!("queue-type"), msg!("queue-type-all"));
    let source_labels = (msg!("queue-source"), msg!("queue-source-all"));
    let owner_labels = (msg!("queue-owner"), msg!("queue-owner-all"));
    vec![
        select("type", type_labels, types),
        select("source", source_labels, sources),
        select("owner", owner_labels, owners),
    ]
}

const NOT_NEW: [DecisionKind; 3] = [
    DecisionKind::Resume,
    DecisionKind::Compensate,
    DecisionKind::Close,
];

/// A code with what the policy calls it, where it knows it.
fn titled(code: &str, kinds: &[DecisionKind], policy: &Policy, reader: &Reader) -> String {
    let mut known = kinds
        .iter()
        .filter_map(|kind| policy.reasons().find(*kind, code));
    known.next().map_or_else(
        || code.to_owned(),
        |reason| reason.title.for_tag(reader.language.as_str()).to_owned(),
    )
}

fn boxes(address: &RegisterAddress) -> Vec<Tick> {
    let asked = &address.asked;
    let of = |name, label, ticked| Tick {
        name,
        label,
        ticked,
    };
    vec![
        of("four_eyes", msg!("register-four-eyes"), asked.four_eyes),
        of(
            "unknown",
            msg!("register-against-unknown"),
            asked.against_unknown,
        ),
        of("reopened", msg!("register-reopened"), asked.reopened),
    ]
}
