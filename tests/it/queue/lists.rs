//! Lists of cases: their order, their filters, and that paging neither loses nor doubles a case.

use super::{Desk, cases, link, report, somebody, unescaped};
use crate::support::database::{Database, on_both};
use crate::support::person::{Person, Reply};
use crate::support::reports::stopped_shipment;
use holdpoint::domain::people::Role;
use holdpoint::service::queue::PAGE_SIZE;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);

/// A shipment that stopped so many minutes after eleven.
fn stopped_at_minute(order: &str, minute: usize) -> Value {
    let mut report = stopped_shipment(order);
    let (hour, minute) = (11 + minute / 60, minute % 60);
    report["stopped_at"] = format!("2026-11-29T{hour}:{minute:02}:31Z").into();
    let attempt = &mut report["attempts"][0];
    attempt["started_at"] = format!("2026-11-29T{hour}:{minute:02}:01Z").into();
    attempt["finished_at"] = format!("2026-11-29T{hour}:{minute:02}:31Z").into();
    report
}

/// The pages of a list from its start to its end.
async fn walk(person: &Person, start: &str, rel: &str) -> Vec<Reply> {
    let mut pages = vec![person.get(start).await];
    while let Some(href) = pages.last().and_then(|page| link(page, rel)) {
        pages.push(person.get(&href).await);
        assert!(pages.len() < 20, "the list has no end");
    }
    pages
}

fn all(pages: &[Reply]) -> Vec<i64> {
    pages.iter().flat_map(cases).collect()
}

on_both!(
    pages_lose_no_case_and_show_none_twice,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let mut reported = BTreeSet::new();
        for n in 0..2 * PAGE_SIZE + 3 {
            // Three of them stop in each minute, so that the order alone does not tell them apart.
            let case = stopped_at_minute(&format!("88{n:02}"), n / 3);
            reported.insert(report(&desk.shop, &case).await);
        }
        for order in [
            "/",
            "/?sort=waiting",
            "/?sort=protection",
            "/?type=warehouse_shipment",
        ] {
            let forward = walk(&desk.irina, order, "next").await;
            let seen = all(&forward);
            assert_eq!(forward.len(), 3, "{order}");
            assert_eq!(seen.len(), reported.len(), "{order} shows one twice");
            assert_eq!(BTreeSet::from_iter(seen.clone()), reported, "{order}");

            let last = link(&forward[1], "next").expect("a last page");
            let mut backward = walk(&desk.irina, &last, "prev").await;
            backward.reverse();
            assert_eq!(all(&backward), seen, "{order} backwards");
        }
    }
);

on_both!(
    a_case_that_comes_in_front_moves_nothing_off_the_pages_that_follow,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let mut reported = Vec::new();
        for n in 0..=PAGE_SIZE {
            let case = stopped_at_minute(&format!("88{n:02}"), 10 + n);
            reported.push(report(&desk.shop, &case).await);
        }
        let first = desk.irina.get("/?sort=waiting").await;
        let earlier = report(&desk.shop, &stopped_at_minute("8800x", 0)).await;
        let second = link(&first, "next").expect("a second page");
        let second = desk.irina.get(&second).await;
        assert_eq!([cases(&first), cases(&second)].concat(), reported);
        let before = link(&second, "prev").expect("a page before");
        let before = walk(&desk.irina, &before, "prev").await;
        assert!(all(&before).contains(&earlier));
    }
);

on_both!(
    what_runs_out_first_comes_first_or_what_waits_longest,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        // The warehouse knows a key for a day from the first attempt; a shipment has to be decided within hours.
        let mut old_key = stopped_at_minute("1", 70);
        old_key["attempts"][0]["started_at"] = "2026-11-28T12:31:00Z".into();
        let old_key = report(&desk.shop, &old_key).await;
        let oldest = report(&desk.shop, &stopped_at_minute("2", 0)).await;
        let newest = report(&desk.shop, &stopped_at_minute("3", 75)).await;

        let order = async |path| cases(&desk.irina.get(path).await);
        assert_eq!(order("/").await, [old_key, oldest, newest]);
        assert_eq!(order("/?sort=waiting").await, [oldest, old_key, newest]);
        assert_eq!(order("/?sort=protection").await, [old_key, oldest, newest]);
    }
);

on_both!(
    filters_leave_in_what_they_name,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let till = desk.world.source("till-2").await;
        let shipment = desk.stopped("1").await;
        let mut refund = stopped_shipment("2");
        refund["operation"]["type"] = "refund/100%".into();
        refund["steps"][1]["system"] = "Касса №1".into();
        let refund = report(&till, &refund).await;

        let shown = async |path: &str| cases(&desk.irina.get(path).await);
        assert_eq!(shown("/?type=warehouse_shipment").await, [shipment]);
        assert_eq!(shown("/?type=refund%2F100%25").await, [refund]);
        assert_eq!(
            shown("/?system=%D0%9A%D0%B0%D1%81%D1%81%D0%B0%20%E2%84%961").await,
            [refund]
        );
        assert_eq!(
            shown("/?source=till%2d2&type=refund%2f100%25").await,
            [refund]
        );
        assert!(
            shown("/?source=shop-wms&type=refund%2f100%25")
                .await
                .is_empty()
        );
        assert_eq!(shown("/?holder=free").await.len(), 2);

        let taken = desk.irina.get("/?type=warehouse_shipment").await;
        let fields = [("token", &*taken.token())];
        desk.irina.post("/?type=warehouse_shipment", &fields).await;
        assert_eq!(shown("/?holder=free").await, [refund]);
        assert_eq!(shown("/?holder=me").await, [shipment]);
        assert_eq!(shown("/?view=mine").await, [shipment]);
        let amara = somebody(&desk.world, "amara", Role::Reviewer).await;
        assert!(cases(&amara.get("/?holder=me").await).is_empty());
        assert!(cases(&amara.get("/?view=mine").await).is_empty());
    }
);

on_both!(
    the_way_back_from_a_case_is_the_list_as_it_was,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let case = desk.stopped("8817").await;
        let list = "/?type=warehouse_shipment&sort=waiting";
        let shown = desk.irina.get(list).await;
        let (_, after) = shown
            .body
            .split_once("class=\"ref\" href=\"")
            .expect("a case");
        let href = unescaped(after.split('"').next().expect("its address"));
        assert!(href.starts_with(&format!("/cases/{case}?back=")), "{href}");
        let page = desk.irina.get(&href).await;
        assert_eq!(page.status, 200);
        assert!(
            unescaped(&page.body).contains(&format!("href=\"{list}\"")),
            "no way back to {list}"
        );
    }
);

on_both!(
    what_is_put_off_has_a_list_of_its_own_and_is_not_free_until_it_comes_back,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let free = desk.stopped("free").await;
        let mut put_off = Vec::new();
        for n in 0..=PAGE_SIZE {
            let case = desk.stopped(&format!("88{n:02}")).await;
            let until = desk
                .world
                .clock()
                .now()
                .plus(HOUR)
                .plus(MINUTE * u32::try_from(n).unwrap());
            look_again(
                &desk.irina,
                case,
                until.to_string().trim_end_matches(":00Z"),
            )
            .await;
            put_off.push(case);
        }
        let pages = walk(&desk.irina, "/?view=put_off", "next").await;
        assert_eq!((pages.len(), all(&pages)), (2, put_off.clone()));
        assert!(pages[0].body.contains("The bank answers tomorrow."));

        let queue = desk.irina.get("/").await;
        assert!(queue.body.contains("Put off <b>26</b>"));
        assert!(queue.body.contains("To review <b>27</b>"));
        assert!(queue.body.contains("Free <b>1</b>"));
        assert_eq!(cases(&desk.irina.get("/?holder=free").await), [free]);

        desk.world.clock().advance(HOUR + MINUTE);
        let comes_back = take_next(&desk.irina).await;
        assert_eq!(comes_back, free);
        assert!(put_off[..2].contains(&take_next(&desk.irina).await));
        let left = desk.irina.get("/?view=put_off").await;
        assert_eq!(cases(&left), put_off[2..]);
    }
);

/// Takes a case, and puts it off.
async fn look_again(person: &Person, case: i64, until: &str) {
    let token = person.get(&format!("/cases/{case}")).await.token();
    let taken = person
        .post(&format!("/cases/{case}/claim"), &[("token", &token)])
        .await;
    assert_eq!(taken.status, 303);
    let words = [
        ("token", &*token),
        ("until", until),
        ("words", "The bank answers tomorrow."),
    ];
    let done = person
        .post(&format!("/cases/{case}/desk/wait"), &words)
        .await;
    assert_eq!(done.status, 303, "{}", done.body);
}

async fn take_next(person: &Person) -> i64 {
    let token = person.get("/settings").await.token();
    let taken = person.post("/", &[("token", &token)]).await;
    let (_, case) = taken
        .header("location")
        .split_once("/cases/")
        .expect("a case");
    case.split('?')
        .next()
        .expect("a number")
        .parse()
        .expect("a number")
}

on_both!(
    an_address_that_is_not_understood_shows_the_queue_and_says_so,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let case = desk.stopped("8817").await;
        for garbled in [
            "/?kind=all",
            "/?after=x.y",
            "/?sort=%FF%00",
            "/?source=nobody&%zz=1",
        ] {
            let page = desk.irina.get(garbled).await;
            assert_eq!(
                (page.status.as_u16(), cases(&page)),
                (200, vec![case]),
                "{garbled}"
            );
            assert!(page.body.contains("not understood"), "{garbled}");
        }
        let past_the_end = desk.irina.get("/?after=9000000000000000000.1").await;
        assert!(past_the_end.body.contains("nothing more on this page"));
    }
);

on_both!(an_empty_list_says_why, async |database: &Database| {
    let desk = Desk::on(database).await;
    let page = desk.irina.get("/?kind=payload_conflict").await;
    assert!(page.body.contains("No source has reported a stop yet"));
    desk.stopped("8817").await;
    let page = desk.irina.get("/?kind=payload_conflict").await;
    assert!(page.body.contains("this list is empty, not disconnected"));
    assert!(page.body.contains("Go to Result unknown (1)"));
    let page = desk.irina.get("/?type=refund").await;
    assert!(
        page.body
            .contains("Without filters this list has one case.")
    );
});
