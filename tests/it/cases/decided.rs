//! Each real situation is decided to its end as it should be, with the forms of the pages, until its source has told the
//! outcome; and its trap is not offered by any page, and refused when somebody makes the form by hand.

use crate::support::cases::real_cases;
use crate::support::connector::{Connector, Taken};
use crate::support::database::{Database, on_both};
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use serde_json::{Value, json};
use std::time::Duration;

type Fields = &'static [(&'static str, &'static str)];

/// A find: at which step, by which of the operation's own identifiers, and of what.
type Find = (&'static str, &'static str, &'static str);

struct Situation {
    number: &'static str,
    /// What a form made by hand adds to a resume that must be refused, before anybody has looked.
    trap: Fields,
    finds: &'static [Find],
    right: Right,
}

enum Right {
    /// Continue with these answers; then these steps are sent, and no other.
    Continue(Fields, &'static [&'static str]),
    /// Nothing more is done, for this reason.
    Close(Fields),
}

use Right::{Close, Continue};

const AGREED: (&str, &str) = ("content", "agreed");

/// For 28 and 34 it is another operation, which needs a second person: they have a test of their own.
#[rustfmt::skip] // a table is read by its rows
const SITUATIONS: [Situation; 21] = [
    // The acquirer's notification is the evidence; nothing is refunded again.
    Situation { number: "01", trap: &[], finds: &[("submit refund", "rf-0002", "rf-0002")], right: Continue(&[], &["write refund status"]) },
    // Two orders exist: one is adopted, and no third is made.
    Situation { number: "04", trap: &[("goes_on_1", "2")], finds: &[], right: Continue(&[("goes_on_1", "0")], &["reduce stock"]) },
    Situation { number: "05", trap: &[], finds: &[("send document", "07/11/Б-204 «А»/3", "msg-204")], right: Continue(&[], &["ask counterparty to sign"]) },
    // No new number for the same sale.
    Situation { number: "06", trap: &[], finds: &[], right: Continue(&[], &["print customer copy"]) },
    Situation { number: "08", trap: &[], finds: &[], right: Continue(&[], &["set ticket to 'answered'"]) },
    // The label of the other parcel is none of the two.
    Situation { number: "10", trap: &[("goes_on_1", "2")], finds: &[], right: Continue(&[("goes_on_1", "1")], &["relay tracking number"]) },
    Situation { number: "12", trap: &[], finds: &[("close receipt", "", "48214")], right: Continue(&[], &["mark sale as fiscalised"]) },
    // The line of the next day's report.
    Situation { number: "13", trap: &[], finds: &[("refund", "OBJ-2026-0009", "rf-2")], right: Continue(&[], &["credit note"]) },
    Situation { number: "15", trap: &[], finds: &[], right: Continue(&[], &[]) },
    Situation { number: "16", trap: &[], finds: &[("send reminder", "RE-2026-00917", "m-1"), ("send reminder", "RE-2026-00917", "m-2")], right: Continue(&[("goes_on_1", "0")], &["raise dunning level"]) },
    Situation { number: "18", trap: &[], finds: &[], right: Continue(&[("goes_on_1", "1")], &[]) },
    Situation { number: "20", trap: &[], finds: &[("charge card", "14B-0704", "AUTH-77")], right: Continue(&[], &["post payment to reservation"]) },
    Situation { number: "22", trap: &[], finds: &[], right: Continue(&[], &["pay operator fee", "mark invoice paid"]) },
    Situation { number: "24", trap: &[], finds: &[], right: Continue(&[], &["create sales order", "create invoice", "book payment"]) },
    // The refund that undoes the capture is found: the checkout is closed with it, and never goes on.
    Situation { number: "26", trap: &[], finds: &[], right: Close(&[("reason", "done_by_other_means"), ("named", "ref-1")]) },
    Situation { number: "30", trap: &[], finds: &[("book refund in shop", "3312", "note-1")], right: Continue(&[], &[]) },
    Situation { number: "32", trap: &[("content", "CHANGED"), ("content_key_2", "fresh")], finds: &[], right: Continue(&[AGREED], &["attach customer"]) },
    Situation { number: "35", trap: &[AGREED], finds: &[("pay operator fee", "771904-operatorFee", "pmt-9")], right: Continue(&[AGREED], &[]) },
    // The key of the first step is not sent again with the second.
    Situation { number: "37", trap: &[AGREED, ("new_key_2", "inc-2026-10/klant 12")], finds: &[], right: Continue(&[AGREED, ("new_key_2", "inc-2026-10/klant 12#pay")], &["pay invoice"]) },
    Situation { number: "39", trap: &[("content", "CHANGED")], finds: &[], right: Continue(&[AGREED], &["set order state", "release to warehouse"]) },
    Situation { number: "42", trap: &[("content", "CHANGED"), ("goes_on_1", "0")], finds: &[], right: Continue(&[AGREED, ("goes_on_1", "0")], &[]) },
];

const JUSTIFICATION: (&str, &str) = (
    "justification",
    "I looked at both sides, and this is what has to follow.",
);

on_both!(
    every_real_situation_is_decided_as_it_should_be_and_not_otherwise,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop").await;
        let irina = world.reviewer("irina").await;
        let cases = real_cases();
        for situation in &SITUATIONS {
            let number = format!("{}-", situation.number);
            let found = cases.iter().find(|case| case.name.starts_with(&number));
            let report = &found.expect("such a case").report;
            let answer = shop.report(report).await;
            assert_eq!(answer.status, 201, "{number}: {answer:?}");
            decide(&shop, &irina, situation, report).await;
        }
    }
);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn situation(number: &str) -> (&'static Situation, Value) {
    let situation = SITUATIONS.iter().find(|s| s.number == number);
    let number = format!("{number}-");
    let found = real_cases()
        .into_iter()
        .find(|case| case.name.starts_with(&number));
    (
        situation.expect("a situation"),
        found.expect("its report").report,
    )
}

on_both!(
    what_nobody_can_know_yet_is_put_off_and_comes_back,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop").await;
        let irina = world.reviewer("irina").await;
        // A refund at an acquirer without a look-up: the report of the next day tells of it.
        let (situation, report) = situation("13");
        shop.report(&report).await;
        let case = irina
            .claim(report["operation"]["key"].as_str().expect("a key"))
            .await;
        let path = case.below("desk/wait");
        let until = world.clock().now().plus(DAY).to_string();
        let words = "The acquirer's report of tomorrow has the refund, or has it not.";
        let page = irina.open(&path).await;
        let waits = irina
            .submit(
                &page,
                &path,
                &[("until", until.trim_end_matches(":00Z")), ("words", words)],
            )
            .await;
        waits.must_show(words);
        let list = irina.open("/?view=put_off").await;
        assert!(list.html.contains(&format!(
            "id=\"{}\"",
            case.below("").trim_matches('/').replace("cases/", "case-")
        )));
        assert_eq!(
            shop.offered().await,
            Vec::<Value>::new(),
            "nothing was decided"
        );

        world.clock().advance(DAY);
        holdpoint::worker::sweeper::drain(world.services()).await;
        // The session of the day before is over.
        let boris = world.reviewer("boris").await;
        let list = boris.open("/?view=put_off").await;
        list.must_show("Nothing is put off");
        decide(&shop, &boris, situation, &report).await;
    }
);

on_both!(
    who_cannot_look_hands_the_case_to_somebody_who_can,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop").await;
        let (irina, amara) = (world.reviewer("irina").await, world.reviewer("amara").await);
        // Only some may look into the gateway's portal.
        let (situation, report) = situation("20");
        shop.report(&report).await;
        let case = irina
            .claim(report["operation"]["key"].as_str().expect("a key"))
            .await;
        case.must_show("Nobody has looked yet");
        let path = case.below("desk/hand-over");
        let words = "You have a login at the gateway: is the charge there?";
        let page = irina.open(&path).await;
        let handed = irina
            .submit(&page, &path, &[("to", "person:amara"), ("words", words)])
            .await;
        handed.must_show("amara");
        assert!(
            irina
                .open(&case.below("close"))
                .await
                .proposed(&case.below("close"))
                .is_none()
        );
        let hers = amara.open(&case.path).await;
        hers.must_show(words);
        // Every situation is decided from the queue on.
        let free = amara.submit(&hers, &case.below("release"), &[]).await;
        assert_eq!(free.status, 200, "{}", free.text());
        decide(&shop, &amara, situation, &report).await;
    }
);

/// A right decision that is another operation, in the place of one that cannot go on.
struct Another {
    number: &'static str,
    trap: Fields,
    /// Typed again, so that somebody looks at which operation it is.
    reference: &'static str,
    key: &'static str,
    /// What exists, or may exist, is acknowledged.
    acknowledged: Fields,
    payload: fn(&Value) -> Value,
}

const ANOTHER: [Another; 2] = [
    // Only the recipients who did not get it, and never the whole list once more.
    Another {
        number: "28",
        trap: &[],
        reference: "77",
        key: "campaign:77/rest",
        acknowledged: &[("ack_1", "yes"), ("ack_2", "yes")],
        payload: |report| {
            let mut payload = report["operation"]["payload"].clone();
            let recipients = payload["recipients"].as_array_mut().expect("recipients");
            recipients.retain(|one| one["id"].as_i64() > Some(2667));
            payload
        },
    },
    // The other shop's order goes out under a key that names the shop; the stranger's order is left alone.
    Another {
        number: "34",
        trap: &[("content", "CHANGED"), ("content_key_1", "fresh")],
        reference: "30512 / Обувь",
        key: "order/shoes/30512",
        acknowledged: &[("ack_1", "yes")],
        payload: |report| report["message"]["payload"].clone(),
    },
];

on_both!(
    a_real_situation_that_cannot_go_on_becomes_another_operation_by_two_people,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop").await;
        let vera = world.person("vera", Role::SeniorReviewer).await;
        let olga = world.person("olga", Role::Manager).await;
        let cases = real_cases();
        for another in &ANOTHER {
            let number = format!("{}-", another.number);
            let found = cases.iter().find(|case| case.name.starts_with(&number));
            let report = &found.expect("such a case").report;
            assert_eq!(shop.report(report).await.status, 201, "{number}");
            let case = vera
                .claim(report["operation"]["key"].as_str().expect("a key"))
                .await;
            assert!(!case.links_to("resume"), "{number}: {}", case.text());
            let changed = case.digest_of_changed();
            let forced = by_hand(&vera, &case, another.trap, changed.as_deref()).await;
            assert_eq!(forced.status, 422, "{number}: {}", forced.text());

            let payload = (another.payload)(report).to_string();
            let path = case.below("new-operation");
            let form = vera.open(&path).await;
            let mut fields = vec![
                ("reason", "key_cannot_go_on"),
                JUSTIFICATION,
                ("key", another.key),
                ("reference", another.reference),
                ("payload", &payload),
                ("password", PASSWORD),
            ];
            fields.extend(another.acknowledged);
            let proposed = vera.submit(&form, &path, &fields).await;
            assert_eq!(proposed.status, 200, "{number}: {}", proposed.text());
            assert_eq!(
                shop.offered().await,
                Vec::<Value>::new(),
                "it takes two people"
            );

            let path = case.below("approval");
            let form = olga.open(&path).await;
            let words = [
                ("verdict", "approve"),
                ("words", "I looked as well, and it is so."),
            ];
            let approved = olga.submit(&form, &path, &words).await;
            assert_eq!(approved.status, 200, "{number}: {}", approved.text());
            let taken = shop.take_only_offer().await;
            assert_eq!(
                taken.body["action"], "new_operation",
                "{number}: {:?}",
                taken.body
            );
            let order = &taken.body["new_operation"];
            assert_eq!(order["key"], another.key, "{number}");
            ends(&shop, &vera, &taken, &order["step_keys"]).await;
            vera.open(&case.path).await.must_show(another.key);
        }
    }
);

async fn decide(shop: &Connector, irina: &Reviewer, situation: &Situation, report: &Value) {
    let number = situation.number;
    let key = report["operation"]["key"].as_str().expect("a key");
    let mut case = irina.claim(key).await;
    let offered = case.links_to("resume");
    let changed = case.digest_of_changed();
    cannot_begin_anew(irina, &case, number).await;
    let trapped = !offered || !situation.trap.is_empty();
    if trapped {
        let forced = by_hand(irina, &case, situation.trap, changed.as_deref()).await;
        assert_eq!(forced.status, 422, "{number}: {}", forced.text());
        assert_eq!(shop.offered().await, Vec::<Value>::new(), "{number}");
    }
    for (step, by, object) in situation.finds {
        let by = if by.is_empty() { key } else { by };
        case = finds(irina, &case, (step, by, object)).await;
    }
    match &situation.right {
        Continue(answers, sent) => {
            assert!(case.links_to("resume"), "{number}: {}", case.text());
            let done = sends(irina, &case, "resume", ("reason", "other"), answers).await;
            assert_eq!(done.status, 200, "{number}: {}", done.text());
            let taken = shop.take_only_offer().await;
            assert_eq!(taken.body["action"], "resume", "{number}");
            assert_eq!(taken.run(), *sent, "{number}");
            ends(shop, irina, &taken, &taken.body["resume"]["run"]).await;
        }
        Close(answers) => {
            assert!(!case.links_to("resume"), "{number}: {}", case.text());
            let done = sends(irina, &case, "close", JUSTIFICATION, answers).await;
            assert_eq!(done.status, 200, "{number}: {}", done.text());
            let taken = shop.take_only_offer().await;
            assert_eq!(taken.body["action"], "close", "{number}");
            ends(shop, irina, &taken, &json!([])).await;
        }
    }
}

/// The trap that every situation has: to start the whole once more, past what may exist. No page offers it to a reviewer, and
/// the form made by hand is turned away.
async fn cannot_begin_anew(irina: &Reviewer, case: &Page, number: &str) {
    assert!(!case.links_to("new-operation"), "{number}");
    let path = case.below("new-operation");
    let page = irina.open(&path).await;
    page.must_show("Your role may not start a new operation.");
    assert!(page.proposed(&path).is_none(), "{number}: no form");
    let close = case.below("close");
    let mut fields = (irina.open(&close).await.proposed(&close)).expect("the form for closing");
    let whole = [
        ("reason", "key_cannot_go_on"),
        JUSTIFICATION,
        ("key", "once-more"),
        ("password", PASSWORD),
    ];
    fields.extend(whole.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let forced = irina.post(&path, &fields).await;
    assert_eq!(forced.status, 403, "{number}: {}", forced.text());
}

/// The source has done what it was told, and tells so: the case is resolved, and nothing more is on offer.
async fn ends(shop: &Connector, reader: &Reviewer, taken: &Taken, steps: &Value) {
    let steps = steps.as_array().expect("the steps to be sent");
    let results = steps.iter().enumerate().map(|(place, step)| {
        json!({"step": step["step"], "type": "object", "id": format!("made-{}-{place}", taken.id)})
    });
    let done = json!({"outcome": "done", "results": results.collect::<Vec<_>>()});
    let told = shop.outcome(taken, done).await;
    assert_eq!(told.status, 200, "{told:?}");
    assert_eq!(told.body["case_state"], "resolved", "{told:?}");
    assert_eq!(shop.offered().await, Vec::<Value>::new());
    let case = reader.open(&format!("/cases/{}", told.body["case"])).await;
    case.must_show("Resolved");
    for decision in ["resume", "new-operation", "close"] {
        let path = case.below(decision);
        let page = reader.open(&path).await;
        assert!(page.proposed(&path).is_none(), "{path}: {}", page.text());
    }
}

/// Fills in and sends the form of a decision, as a browser does.
async fn sends(
    irina: &Reviewer,
    case: &Page,
    page: &str,
    first: (&str, &str),
    answers: Fields,
) -> Page {
    let path = case.below(page);
    let form = irina.open(&path).await;
    let mut fields = vec![first, JUSTIFICATION];
    fields.extend(answers);
    irina.submit(&form, &path, &fields).await
}

/// Sends a resume that no page offers, with what the page for closing has in its own form.
async fn by_hand(irina: &Reviewer, case: &Page, trap: Fields, changed: Option<&str>) -> Page {
    let close = case.below("close");
    let proposed = irina.open(&close).await.proposed(&close);
    let mut fields = proposed.expect("whoever holds a case may close it");
    fields.retain(|(name, _)| !["reason", "justification"].contains(&name.as_str()));
    let forced = trap.iter().chain(&[("reason", "other"), JUSTIFICATION]);
    fields.extend(forced.map(|(name, value)| {
        let value = if *value == "CHANGED" {
            changed.expect("a changed content")
        } else {
            value
        };
        ((*name).to_owned(), value.to_owned())
    }));
    irina.post(&case.below("resume"), &fields).await
}

async fn finds(irina: &Reviewer, case: &Page, (step, by, object): (&str, &str, &str)) -> Page {
    let fields = [
        ("step", step),
        ("place", "its own books"),
        ("by", ""),
        ("by_other", by),
        ("seen", "found"),
        ("reference", object),
        ("at_once", "yes"),
    ];
    let page = irina.submit(case, &case.below("checks"), &fields).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page
}

impl Page {
    /// The digest of the changed content that can be opened beside the agreed one.
    fn digest_of_changed(&self) -> Option<String> {
        let (_, after) = self.html.split_once("/versions/")?;
        Some(after.split(['"', '?']).next()?.to_owned())
    }
}
