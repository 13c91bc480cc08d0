//! An auditor changes nothing, whatever they send by hand: every form that the program reads, at every place of a case.

use super::acts::probe;
use super::stage::{Cases, People, Somebody};
use super::table;
use crate::desk::world::World;
use crate::integrity::hand::Hand;
use crate::support::database::{Database, on_both};
use crate::support::world::World as Application;
use actix_web::http::Method;
use holdpoint::domain::draft::DraftForm;
use holdpoint::domain::ids::{CaseId, HistoryNumber};
use holdpoint::domain::people::Role;
use holdpoint::domain::report::StopKind;
use holdpoint::store::history;
use holdpoint::web;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What is theirs: signing in and out, how they see the pages, what they take out, verifying, and asking for masked values.
const THEIRS: [&str; 13] = [
    "/sign-in",
    "/sign-out",
    "/settings",
    "/views",
    "/views/open-with",
    "/views/{view}/rename",
    "/views/{view}/replace",
    "/views/{view}/remove",
    "/export/decisions",
    "/export/history",
    "/export/cases",
    "/export/evidence/{case}",
    "/integrity/verify",
];
const UNMASK: &str = "/cases/{case}/unmask";
/// What may be written where somebody is turned away: that they were, and what follows from an entry of the history.
const TOLD: [&str; 6] = [
    "history",
    "chain_head",
    "register",
    "vouches",
    "accesses",
    "sessions",
];
const WORDS: &str = "The warehouse answers the phone again, and has our task.";

/// Every route that is not theirs.
fn routes() -> Vec<&'static str> {
    let table = web::table().into_iter();
    let forms = table.filter(|page| page.method != Method::GET);
    let all: BTreeSet<&str> = forms.map(|page| page.path).collect();
    for theirs in THEIRS.into_iter().chain([UNMASK]) {
        assert!(all.contains(theirs), "there is no {theirs}");
    }
    let others = all.into_iter();
    others
        .filter(|path| !THEIRS.contains(path) && *path != UNMASK)
        .collect()
}

/// The addresses of a route for a case: one for each form and each deed of it.
fn addresses(route: &str, case: CaseId, cause: &str, follow_up: &str) -> Vec<String> {
    let numbered = route
        .replace("{case}", &case.to_string())
        .replace("{cause}", cause)
        .replace("{follow_up}", follow_up)
        .replace("{name}", "shop-wms")
        .replace("{endpoint}", "1")
        .replace("{delivery}", "1");
    let each = |mark: &str, words: &[String]| -> Vec<String> {
        words
            .iter()
            .map(|word| numbered.replace(mark, word))
            .collect()
    };
    if numbered.contains("{form}") {
        let settle = DraftForm::parse(&format!("follow-up-{follow_up}"));
        let forms = DraftForm::OF_A_CASE.into_iter().chain(settle);
        let words: Vec<_> = forms.map(|form| form.word().into_owned()).collect();
        each("{form}", &words)
    } else if numbered.contains("{deed}") {
        let deeds = ["wait", "hand-over", "note", "take-over", "owner"];
        each("{deed}", &deeds.map(str::to_owned))
    } else {
        vec![numbered]
    }
}

/// A form in which something stands for whatever is asked.
fn filled_in(case: CaseId) -> Vec<(&'static str, String)> {
    let fields = [
        ("reason", "other"),
        ("justification", WORDS),
        ("words", WORDS),
        ("grounds", WORDS),
        ("place", WORDS),
        ("by_other", "8817"),
        ("seen", "0"),
        ("verdict", "approve"),
        ("settlement", "kept"),
        ("to", "nobody"),
        ("then", "resume"),
    ];
    let fields = fields.map(|(name, value)| (name, value.to_owned()));
    let mut fields = Vec::from(fields);
    fields.push(("case", format!("{case}.1")));
    fields
}

async fn last_entry(world: &World) -> HistoryNumber {
    let mut snapshot = world.services.db.snapshot().await.expect("a snapshot");
    HistoryNumber(history::head(&mut snapshot).await.expect("a head").number)
}

async fn is_refused(who: &Somebody, path: &str, fields: &[(&'static str, String)]) {
    let reply = who.post(path, fields).await;
    assert_eq!(reply.status, 403, "{path} with {fields:?}");
}

on_both!(
    an_auditor_who_sends_any_form_by_hand_is_refused_and_nothing_is_written,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let people = People::come(&application).await;
        let cases = Cases::make(&world, &people, StopKind::ResultUnknown).await;
        let ada = people.of(Role::Auditor);
        let mut hand = Hand::on(database).await;
        let last = last_entry(&world).await;
        let before = hand.everything().await;

        for case in cases.all() {
            let cause = world.case(case).await.cause.to_string();
            let at = cases.at(&world, case).await;
            for route in routes() {
                for path in addresses(route, case, &cause, &at.follow_up.to_string()) {
                    is_refused(ada, &path, &[]).await;
                    is_refused(ada, &path, &filled_in(case)).await;
                }
            }
            for (act, _) in &table()[0].acts {
                let probe = probe(act, &at);
                is_refused(ada, &probe.path, &probe.fields).await;
            }
        }

        let mut after = hand.everything().await;
        for (table, rows) in before {
            let now = after.remove(&table);
            if !TOLD.contains(&table.as_str()) {
                assert_eq!(now, Some(rows), "{table}");
            }
        }
        let mut told = BTreeMap::new();
        let mut connection = world.services.db.read().await.expect("a connection");
        let entries = history::after(&mut connection, last, 10_000).await;
        for entry in entries.expect("read") {
            assert_eq!(entry.kind, "turned_away");
            *told.entry((entry.case_id, entry.document)).or_insert(0) += 1;
        }
        // However often it was tried: each deed at each case is told once.
        assert!(told.len() > cases.all().len());
        assert!(told.values().all(|times| *times == 1), "{told:?}");
        world.must_verify().await;
    }
);

on_both!(
    whoever_is_turned_away_again_and_again_is_told_once_for_each_reason_and_later_anew,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let people = People::come(&application).await;
        let cases = Cases::make(&world, &people, StopKind::ResultUnknown).await;
        let free = cases.seen("free", Role::Reviewer).expect("a case");
        let reviewer = people.of(Role::Reviewer);
        let release = format!("/cases/{free}/release");
        let last = last_entry(&world).await;
        let told = async || {
            let mut connection = world.services.db.read().await.expect("a connection");
            let entries = history::after(&mut connection, last, 1_000).await;
            let entries = entries.expect("read").into_iter();
            entries.filter(|entry| entry.kind == "turned_away").count()
        };
        for _ in 0..3 {
            assert_eq!(reviewer.post(&release, &[]).await.status, 409);
        }
        assert_eq!(told().await, 1);
        // Another reason is another thing to tell.
        let senior = &people.of(Role::SeniorReviewer).person;
        world.claim(senior, free).await;
        for _ in 0..3 {
            assert_eq!(reviewer.post(&release, &[]).await.status, 409);
        }
        assert_eq!(told().await, 2);
        world.pass(Duration::from_secs(601));
        assert_eq!(reviewer.post(&release, &[]).await.status, 409);
        assert_eq!(told().await, 3);
    }
);
