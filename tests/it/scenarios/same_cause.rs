//! The warehouse is down for an hour, and four hundred operations stop for the same reason.

use crate::support::connector::Connector;
use crate::support::database::{Database, on_all};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::World;
use holdpoint::on;
use holdpoint::service::verify_audit::verify;
use std::collections::BTreeSet;

const STOPPED: usize = 400;
/// Of these nothing could be seen.
const UNCLEAR: usize = 10;
/// The warehouse forgets the keys of 12:20:01 a day later.
const PROTECTION_IS_OVER: &str = "2026-11-30T12:21:02Z";
const WORDS: &str =
    "The warehouse was down from 12:00 to 13:00; its list of that hour was read line by line.";

type Fields = Vec<(String, String)>;

fn field(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// The cases that a page lets one mark or sends along: as the form names them.
fn named(page: &Page) -> Vec<String> {
    let inputs = page.html.split("name=\"case\" value=\"").skip(1);
    let values = inputs.filter_map(|rest| rest.split_once('"'));
    values.map(|(value, _)| value.to_owned()).collect()
}

fn id_of(named: &str) -> &str {
    named.split('.').next().expect("a number")
}

/// Where a link with this mark leads.
fn link(page: &Page, mark: &str) -> Option<String> {
    let (before, _) = page.html.split_once(mark)?;
    let (_, href) = before.rsplit_once("href=\"")?;
    let href = href.split('"').next()?;
    Some(href.replace("&amp;", "&").replace("&#38;", "&"))
}

/// Every page of the group, from the first to the last.
async fn pages(irina: &Reviewer, group: &str) -> Vec<Page> {
    let mut all = vec![irina.open(group).await];
    while let Some(next) = all.last().and_then(|page| link(page, "\" rel=\"next\"")) {
        all.push(irina.open(&next).await);
    }
    all
}

fn token(page: &Page) -> (String, String) {
    let sign_out = page.proposed("/sign-out").expect("somebody is signed in");
    let mut fields = sign_out.into_iter();
    fields.find(|(name, _)| name == "token").expect("a token")
}

fn cases(named: &[String]) -> Fields {
    named.iter().map(|value| field("case", value)).collect()
}

/// The page of an act, for the marked cases.
async fn on_page(irina: &Reviewer, group: &str, act: &str, named: &[String]) -> Page {
    let query: Vec<_> = named.iter().map(|value| format!("case={value}")).collect();
    irina
        .open(&format!("{group}/{act}?{}", query.join("&")))
        .await
}

/// The warehouse's own list: every second shipment is there, and of some nothing can be said.
fn seen(nth: usize, id: &str) -> Fields {
    match nth {
        n if n < UNCLEAR => vec![field(&format!("seen_{id}"), "inconclusive")],
        n if n % 2 == 0 => vec![
            field(&format!("seen_{id}"), "found"),
            field(&format!("reference_{id}"), &format!("WT-{id}")),
        ],
        // As for all.
        _ => Vec::new(),
    }
}

async fn look_over(irina: &Reviewer, group: &str, page: &Page, first: usize) {
    let named = named(page);
    let form = on_page(irina, group, "check", &named).await;
    let to = format!("{group}/check");
    let mut fields = form.proposed(&to).expect("a form");
    fields.retain(|(name, _)| !name.starts_with("reference_") && name != "all");
    for (name, value) in [
        ("place", "the warehouse's list of the hour"),
        ("by", "operation_key"),
        ("at_once", "yes"),
        ("all", "absent"),
        ("object_type", "task"),
    ] {
        fields.retain(|(known, _)| known != name);
        fields.push(field(name, value));
    }
    for (nth, one) in named.iter().enumerate() {
        fields.extend(seen(first + nth, id_of(one)));
    }
    let told = irina.post(&to, &fields).await;
    assert_eq!(told.status, 200, "{}", told.text());
    told.must_show(&format!("Look recorded: {0} of {0}", named.len()));
}

async fn count(world: &World, sql: &'static str) -> i64 {
    let mut conn = world.services().db.read().await.expect("a connection");
    let counted = on!((&mut conn).into(), |c| {
        sqlx::query_scalar::<DB, i64>(sql).fetch_one(c).await
    });
    counted.expect("counted")
}

/// Continues all that can be under a reason, page by page; gives how many were.
async fn resume_all(irina: &Reviewer, group: &str, reason: &str) -> usize {
    let mut done = 0;
    for page in pages(irina, group).await {
        let form = on_page(irina, group, "resume", &named(&page)).await;
        let Some(mut fields) = form.proposed(&format!("{group}/resume")) else {
            continue;
        };
        if named(&form).is_empty() {
            continue;
        }
        fields.push(field("reason", reason));
        fields.push(field("justification", WORDS));
        let told = irina.post(&format!("{group}/resume"), &fields).await;
        assert_eq!(told.status, 200, "{}", told.text());
        done += told.html.matches("> Done<").count();
        // Pressed once more, it is the same act; and its page can be read again.
        let again = irina.post(&format!("{group}/resume"), &fields).await;
        assert_eq!(
            (again.path.as_str(), again.text()),
            (told.path.as_str(), told.text())
        );
        // Made by hand, without the form's own name, it finds that the cases have changed.
        fields.retain(|(name, _)| name != "form");
        let by_hand = irina.post(&format!("{group}/resume"), &fields).await;
        assert!(!by_hand.html.contains("> Done<"), "{}", by_hand.text());
    }
    done
}

async fn stop_all(shop: &Connector) {
    for n in 0..STOPPED {
        let report = stopped_shipment(&(8_000 + n).to_string());
        assert_eq!(shop.report(&report).await.status, 201);
    }
}

on_all!(
    s22_what_stopped_for_one_reason_is_looked_up_at_once_and_continued_together,
    async |database: &Database| {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        stop_all(&shop).await;
        world.it_is(PROTECTION_IS_OVER);
        let irina = world.reviewer("irina").await;

        // One group.
        let causes = irina.open("/causes").await;
        causes.must_show("400 cases share one cause.");
        let group = causes.html.split("href=\"/causes/").nth(1);
        let group = group.and_then(|rest| rest.split('"').next());
        let group = format!("/causes/{}", group.expect("a link to the group"));
        let all = pages(&irina, &group).await;
        assert_eq!(
            all.iter().map(|page| named(page).len()).collect::<Vec<_>>(),
            [100; 4]
        );
        all[0].must_show("the protection of its key ended");

        // Nobody takes what is not named, nor more than a hundred at once.
        let too_many: Vec<String> = all.iter().flat_map(named).collect();
        let mut fields = cases(&too_many);
        fields.push(token(&all[0]));
        fields.extend([
            field("reason", "absence_proven"),
            field("justification", WORDS),
        ]);
        assert_eq!(
            irina.post(&format!("{group}/resume"), &fields).await.status,
            422
        );
        for never in ["close", "new-operation", "compensate"] {
            let path = format!("{group}/{never}");
            assert_eq!(irina.post(&path, &fields).await.status, 404, "{never}");
        }
        for page in &all {
            let mut fields = cases(&named(page));
            fields.push(token(page));
            let told = irina.post(&format!("{group}/claim"), &fields).await;
            told.must_show("Taken: 100 of 100");
            let again = irina.post(&format!("{group}/claim"), &fields).await;
            again.must_show("Taken: 100 of 100");
        }
        let nothing = on_page(&irina, &group, "resume", &named(&all[0])).await;
        nothing.must_show("100 cases are left out");

        // One look-up over all of them.
        for (nth, page) in pages(&irina, &group).await.iter().enumerate() {
            look_over(&irina, &group, page, nth * 100).await;
        }

        // Those whose knowledge allows it go on together; a reason that is not true of an operation is none for it.
        let found = resume_all(&irina, &group, "found_and_confirmed").await;
        let absent = resume_all(&irina, &group, "absence_proven").await;
        assert_eq!((found, absent), (195, 195));
        for (what, sql) in [
            ("decisions", "SELECT COUNT(DISTINCT case_id) FROM decisions"),
            ("no second one", "SELECT COUNT(*) FROM decisions"),
            (
                "instructions",
                "SELECT COUNT(DISTINCT operation_id) FROM instructions WHERE state = 'offered'",
            ),
            (
                "histories",
                "SELECT COUNT(DISTINCT case_id) FROM history WHERE kind = 'decided'",
            ),
        ] {
            assert_eq!(count(&world, sql).await, 390, "{what}");
        }

        // The rest are left, with the reason.
        let rest = irina.open(&group).await;
        let left: BTreeSet<String> = named(&rest)
            .iter()
            .map(|one| id_of(one).to_owned())
            .collect();
        assert_eq!(left.len(), UNCLEAR);
        rest.must_show("10 of 10");
        let none = on_page(&irina, &group, "resume", &named(&rest)).await;
        none.must_show("10 cases are left out");
        none.must_show("the protection of its key ended");
        verify(world.services(), |_, _| {})
            .await
            .expect("a whole history");
    }
);
