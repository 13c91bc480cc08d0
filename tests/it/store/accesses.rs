//! The access log: pages in both directions, by every filter, each at the cost of a page.

use super::plans::{Meter, analyse};
use super::world::{World, minutes};
use crate::support::database::{Database, on_both};
use holdpoint::domain::access::{Access, Opened};
use holdpoint::domain::ids::CaseId;
use holdpoint::domain::time::Timestamp;
use holdpoint::store::Pooled;
use holdpoint::store::accesses::{self, AccessRow, Filter, NewAccess, Place, find};

const ENTRIES: i64 = 6_000;
const PAGE: usize = 50;

/// Irina opens cases; everybody else, seldom, this and that. Several entries are of one moment.
fn nth(n: i64) -> NewAccess {
    let case = CaseId(n % 97);
    let key = format!("ship:{case}").as_str().into();
    let access = match n % 5 {
        0 => Access::content(case, &key, "9f2c"),
        1 if n % 100 == 1 => Access::export("cases".to_owned(), None),
        1 => Access::refused_report(n),
        _ => Access::case(case, &key),
    };
    let person = match n % 50 {
        0 => "olga",
        1 => "пётр",
        _ => "irina",
    };
    NewAccess {
        at: minutes(n / 3),
        person: person.to_owned(),
        role: "auditor",
        access,
    }
}

fn fits(filter: &Filter, new: &NewAccess) -> bool {
    let case = new.access.case.as_ref();
    filter.from.is_none_or(|from| new.at >= from)
        && filter.until.is_none_or(|until| new.at < until)
        && filter
            .person
            .as_ref()
            .is_none_or(|name| *name == new.person)
        && filter
            .opened
            .is_none_or(|opened| opened == new.access.opened)
        && filter
            .case
            .is_none_or(|wanted| case.is_some_and(|(id, _)| *id == wanted))
        && (filter.operation_key.as_ref())
            .is_none_or(|wanted| case.is_some_and(|(_, key)| key.as_str() == wanted))
}

fn filters() -> Vec<Filter> {
    let all = Filter::default();
    let person = Filter {
        person: Some("olga".to_owned()),
        ..all.clone()
    };
    let opened = Filter {
        opened: Some(Opened::Export),
        ..all.clone()
    };
    let case = Filter {
        case: Some(CaseId(13)),
        ..all.clone()
    };
    let key = Filter {
        operation_key: Some("ship:13".to_owned()),
        ..all.clone()
    };
    let period = Filter {
        from: Some(minutes(300)),
        until: Some(minutes(700)),
        ..all.clone()
    };
    let both = Filter {
        person: Some("пётр".to_owned()),
        ..opened.clone()
    };
    let each = Filter {
        person: Some("irina".to_owned()),
        opened: Some(Opened::Case),
        operation_key: Some("ship:13".to_owned()),
        ..case.clone()
    };
    let nobody = Filter {
        person: Some("nobody".to_owned()),
        ..case.clone()
    };
    vec![all, person, opened, case, key, period, both, each, nobody]
}

/// Walks the pages to the end, and back to the beginning.
async fn walk(conn: &mut Pooled, filter: &Filter) -> Vec<AccessRow> {
    let mut there = Vec::new();
    let mut page = find(&mut *conn, filter, Place::First, PAGE)
        .await
        .expect("read");
    assert_eq!(page.before, None, "{filter:?}");
    let mut pages = vec![page.entries.clone()];
    there.extend(page.entries.clone());
    while let Some(next) = page.after {
        page = find(&mut *conn, filter, Place::After(next), PAGE)
            .await
            .expect("read");
        there.extend(page.entries.clone());
        pages.push(page.entries.clone());
    }
    pages.pop();
    while let Some(before) = page.before {
        page = find(&mut *conn, filter, Place::Before(before), PAGE)
            .await
            .expect("read");
        assert_eq!(Some(&page.entries), pages.pop().as_ref(), "{filter:?}");
    }
    assert!(pages.is_empty(), "{filter:?}");
    there
}

on_both!(
    each_filter_finds_its_entries_both_ways_at_the_cost_of_a_page,
    async |database: &Database| {
        let world = World::on(database).await;
        let all: Vec<_> = (0..ENTRIES).map(nth).collect();
        let mut tx = world.begin().await;
        for new in &all {
            accesses::insert(&mut tx, new).await.expect("kept");
        }
        tx.commit().await.expect("committed");
        analyse(&world).await;
        let mut conn = world.db.read().await.expect("a connection");
        for filter in filters() {
            let expected: Vec<_> = all.iter().rev().filter(|new| fits(&filter, new)).collect();
            let found = walk(&mut conn, &filter).await;
            let found: Vec<_> = found
                .iter()
                .map(|row| (row.at, &*row.person, row.opened))
                .collect();
            let expected: Vec<_> = expected
                .into_iter()
                .map(|new| (new.at, &*new.person, new.access.opened))
                .collect();
            assert_eq!(found, expected, "{filter:?}");
            let meter = Meter::start(&mut conn).await;
            find(&mut conn, &filter, Place::First, PAGE)
                .await
                .expect("read");
            meter
                .within(&mut conn, &format!("{filter:?}"), 6_000, 500)
                .await;
        }
        let meter = Meter::start(&mut conn).await;
        let people = accesses::people(&mut conn, 10).await.expect("read");
        assert_eq!(people, ["irina", "olga", "пётр"]);
        meter.within(&mut conn, "people", 1_000, 50).await;
        drop(conn);

        let until = minutes(100);
        let mut removed = Vec::new();
        while removed.last() != Some(&0) {
            let mut tx = world.begin().await;
            let some = accesses::remove(&mut tx, until, 250).await;
            removed.push(some.expect("removed"));
            tx.commit().await.expect("committed");
        }
        assert_eq!(removed, [250, 50, 0]);
        let mut conn = world.db.read().await.expect("a connection");
        let oldest = Filter {
            until: Some(Timestamp(until.0 + 1)),
            ..Filter::default()
        };
        let left = find(&mut conn, &oldest, Place::First, PAGE)
            .await
            .expect("read");
        assert_eq!(left.entries.len(), 3);
    }
);
