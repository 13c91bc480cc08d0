//! One box for any identifier.

use super::{Desk, report};
use crate::support::database::{Database, on_both};
use crate::support::reports::stopped_shipment;
use holdpoint::web::query::Address;
use std::fmt::Write;

async fn search(desk: &Desk, text: &str) -> crate::support::person::Reply {
    let address: String = Address::new("/search").with("q", text).into();
    desk.irina.get(&address).await
}

async fn must_find(desk: &Desk, text: &str, case: i64) {
    let reply = search(desk, text).await;
    let expected = format!("/cases/{case}");
    assert_eq!(reply.goes_to(), (303, &*expected), "{text:?}");
}

on_both!(
    a_single_hit_goes_straight_to_the_case,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let case = desk.stopped("8817").await;
        desk.stopped("9900").await;
        let identifiers = [
            "ship:8817:S-104",
            "8817",
            " S-104/8817 ",
            "evt-8817",
            "ship:8817:S-104#wms",
            "SO-8817",
            "so-88",
            "SHIP:8817",
        ];
        for identifier in identifiers {
            must_find(&desk, identifier, case).await;
        }
        must_find(&desk, &format!("#{case}"), case).await;
    }
);

on_both!(
    several_hits_are_listed_with_what_matched,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let cases = [desk.stopped("8817").await, desk.stopped("8818").await];
        let list = search(&desk, "ship:88").await;
        assert_eq!(list.status, 200);
        for case in cases {
            assert!(
                list.body.contains(&format!("/cases/{case}?back=")),
                "{case}"
            );
        }
        assert!(list.body.contains("operation key"));
        let none = search(&desk, "<b>nowhere</b>").await;
        assert_eq!(none.status, 200);
        assert!(none.body.contains("<bdi>&lt;b&gt;nowhere&lt;/b&gt;</bdi>"));
        assert!(none.body.contains("the id of an event"));
    }
);

on_both!(
    identifiers_of_any_bytes_are_found_and_shown_as_they_are,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let mut long = "k/%2F?&#".to_owned();
        while long.len() < 512 {
            write!(long, "{}", long.len() % 10).expect("a text grows");
        }
        let weird = [
            long.as_str(),
            "заказ Ж-7/ё",
            "طلب \u{202e}4471",
            "🚚📦",
            "<script>alert(1)</script>",
            "a%b_c\\d'\"",
            "100%",
        ];
        for (n, key) in weird.into_iter().enumerate() {
            let mut stopped = stopped_shipment(&format!("order-{n}"));
            stopped["operation"]["key"] = key.into();
            let case = report(&desk.shop, &stopped).await;
            must_find(&desk, key, case).await;
        }
        let list = desk.irina.get("/?sort=waiting").await;
        assert!(!list.body.contains("<script>alert"));
        assert!(
            list.body.contains(&long.replace('&', "&#38;")),
            "the long key is cut"
        );
    }
);
