//! Who may do what with a case: what the pages offer, and what is answered to requests made by hand, both held against
//! `table.txt`, for every kind of stop. That the code's own table is the printed one is a test beside it.

mod acts;
mod auditor;
mod joint;
mod stage;

use crate::desk::world::World;
use crate::support::database::{Database, on_both};
use crate::support::world::World as Application;
use acts::{At, Probe, probe};
use futures_util::future::join_all;
use holdpoint::domain::ids::{CaseId, HistoryNumber};
use holdpoint::domain::people::Role;
use holdpoint::domain::report::StopKind;
use holdpoint::service::claim::claim;
use holdpoint::service::release::release;
use holdpoint::store::history;
use serde_json::Value;
use stage::{Cases, People, Somebody};
use std::collections::BTreeSet;
use std::fmt::Debug;

const KINDS: [StopKind; 3] = [
    StopKind::ResultUnknown,
    StopKind::NextStepPending,
    StopKind::PayloadConflict,
];

/// A line of the table: for each act its sign.
struct Row {
    place: &'static str,
    role: Role,
    acts: Vec<(&'static str, &'static str)>,
}

/// The printed table.
fn table() -> Vec<Row> {
    let mut head = Vec::new();
    let mut rows = Vec::new();
    let lines = include_str!("table.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0].parse() {
            Err(_) => head = words,
            Ok(role) => rows.push(Row {
                place: head[0],
                role,
                acts: head.iter().copied().zip(words).skip(1).collect(),
            }),
        }
    }
    rows
}

/// Why somebody is turned away, as the history tells it; `None` where they may.
fn why(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "+" | "=" => return None,
        "r" => "role",
        "c" => "not_claimed",
        "h" => "held_by_other",
        "n" => "nobody_holds",
        "a" => "awaiting_approval",
        "p" => "no_proposal",
        "o" => "own_proposal",
        "d" => "decided",
        "t" => "not_theirs",
        "w" => "nothing_to_withdraw",
        "x" => "taken",
        "z" => "resolved",
        other => panic!("{other:?} is no sign of the table"),
    })
}

/// What was refused: on which case, to whom, what, and why.
type Refusals = BTreeSet<(CaseId, String, String, String)>;

/// The walk over all combinations of one kind of stop.
struct Walk<'a> {
    world: &'a World,
    people: &'a People,
    cases: Cases,
    kind: StopKind,
    refusals: Refusals,
    /// Where page, answer and table differ.
    faults: Vec<String>,
}

impl Walk<'_> {
    /// One row: somebody, at a case that they see so, tries everything. Where all that is amiss is a form that is not filled
    /// in, nothing changes, so that one case serves for all.
    async fn row(&mut self, row: &Row) {
        let Some(case) = self.cases.seen(row.place, row.role) else {
            return;
        };
        let who = self.people.of(row.role);
        let page = who.get(&format!("/cases/{case}")).await.body;
        let before = self.world.case(case).await.version;
        let at = self.cases.at(self.world, case).await;
        for moves in [false, true] {
            for (act, sign) in row.acts.iter().copied() {
                if moves == matches!(act, "claim" | "release") {
                    self.cell(row, (act, sign), &at, &page).await;
                }
            }
            if !moves {
                let after = self.world.case(case).await.version;
                assert_eq!(after, before, "{:?} {} {}", self.kind, row.place, row.role);
            }
        }
    }

    async fn cell(&mut self, row: &Row, (act, sign): (&str, &str), at: &At, page: &str) {
        let who = self.people.of(row.role);
        let told = format!("{:?}, {}: {} and {act}", self.kind, row.place, row.role);
        let probe = probe(act, at);
        let may = sign == "+";
        self.compare(offers(who, &probe, page).await, may, &told, "is offered");
        if let Some(link) = &probe.link {
            let linked = page.contains(&format!("href=\"{link}"));
            self.compare(linked, may, &told, "is linked to");
        }
        let status = who.post(&probe.path, &probe.fields).await.status.as_u16();
        let expected = match sign {
            "+" | "=" if matches!(act, "claim" | "release") => 303,
            "+" => 422,
            "r" => 403,
            _ => 409,
        };
        self.compare(status, expected, &told, "is answered");
        if let Some(why) = why(sign) {
            let tried = acts::tried(act).to_owned();
            let refusal = (at.case, who.person.name.clone(), tried, why.to_owned());
            self.refusals.insert(refusal);
        } else {
            self.undo(who, act, row.place, at.case).await;
        }
    }

    fn compare<T: PartialEq + Debug>(&mut self, is: T, expected: T, told: &str, what: &str) {
        if is != expected {
            let fault = format!("{told}: {what}: {is:?}, by the table {expected:?}");
            self.faults.push(fault);
        }
    }

    /// Puts the case back where it was.
    async fn undo(&self, who: &Somebody, act: &str, place: &str, case: CaseId) {
        let services = &self.world.services;
        match (act, place) {
            ("claim", "free") => {
                release(services, &who.person, case).await.expect("theirs");
            }
            ("release", "own") => {
                claim(services, &who.person, case).await.expect("free");
            }
            _ => {}
        }
    }

    /// Every refusal is in the history, once, and nothing else is there as one: looking at pages leaves no trace.
    async fn is_recorded(&self) {
        let mut recorded = Vec::new();
        for case in self.cases.all() {
            let mut connection = self.world.services.db.read().await.expect("a connection");
            let rows = history::of_case(&mut connection, case, None, 1_000).await;
            let rows = rows.expect("read").into_iter();
            for row in rows.filter(|row| row.kind == "turned_away") {
                let told: Value = serde_json::from_str(&row.document).expect("JSON");
                let word = |name: &str| told[name].as_str().expect("a word").to_owned();
                recorded.push((case, row.actor, word("tried"), word("why")));
            }
        }
        recorded.sort();
        let expected: Vec<_> = self.refusals.iter().cloned().collect();
        assert_eq!(recorded, expected, "{:?}", self.kind);
    }
}

/// Whether the form for it is on its page.
async fn offers(who: &Somebody, probe: &Probe, case_page: &str) -> bool {
    let form = [
        format!("action=\"{}\"", probe.path),
        format!("action=\"{}#", probe.path),
    ];
    let has = |page: &str| form.iter().any(|form| page.contains(form));
    match &probe.page {
        None => has(case_page),
        Some(page) => has(&who.get(page).await.body),
    }
}

on_both!(
    pages_and_requests_made_by_hand_follow_one_table_and_each_refusal_is_recorded,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let people = People::come(&application).await;
        let walks = KINDS.map(async |kind| {
            let cases = Cases::make(&world, &people, kind).await;
            let refusals = Refusals::new();
            let (world, people) = (&world, &people);
            let mut walk = Walk {
                world,
                people,
                cases,
                kind,
                refusals,
                faults: Vec::new(),
            };
            for row in &table() {
                walk.row(row).await;
            }
            assert!(walk.faults.is_empty(), "{:#?}", walk.faults);
            walk.is_recorded().await;
        });
        join_all(walks).await;
        world.must_verify().await;
    }
);

on_both!(
    a_form_with_nothing_in_it_is_refused_like_any_other,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let people = People::come(&application).await;
        let cases = Cases::make(&world, &people, StopKind::ResultUnknown).await;
        let case = cases.seen("others", Role::Auditor).expect("a case");
        let who = people.of(Role::Auditor);
        let table = table();
        let row = |row: &&Row| row.place == "others" && row.role == Role::Auditor;
        let row = table.iter().find(row).expect("a row");
        for (act, sign) in &row.acts {
            let path = probe(act, &cases.at(&world, case).await).path;
            let status = who.post(&path, &[]).await.status.as_u16();
            assert_eq!(status, if *sign == "r" { 403 } else { 409 }, "{act}");
        }
        let told = world.told(case).await;
        let turned_away = told.iter().filter(|kind| kind.as_str() == "turned_away");
        // Of an answer without a verdict, and of a judgement that says nothing, nobody knows which of two it was to be.
        assert_eq!(turned_away.count(), row.acts.len() - 2);

        // Whoever asks for the next case asks for none in particular, and is on record once.
        for _ in 0..2 {
            assert_eq!(who.post("/", &[]).await.status, 403);
        }
        let mut connection = world.services.db.read().await.expect("a connection");
        let all = history::after(&mut connection, HistoryNumber(0), 1_000).await;
        let all = all.expect("read").into_iter();
        let of_none = all.filter(|row| row.kind == "turned_away" && row.case_id.is_none());
        let tried: Vec<_> = of_none.map(|row| (row.actor, row.document)).collect();
        assert_eq!(tried.len(), 1, "{tried:?}");
    }
);
