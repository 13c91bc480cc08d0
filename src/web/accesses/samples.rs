//! Entries of every sort, for the test of all pages.

use super::address::AccessAddress;
use super::page::AccessPage;
use crate::domain::access::Opened;
use crate::domain::ids::CaseId;
use crate::service::access::{AccessRow, Asked, Cursor, Found, Page};
use crate::service::names::Names;
use crate::service::seal::Sealed;
use crate::web::ctx::Ctx;
use crate::web::page::Sample;

/// With entries, and without any.
pub fn samples(ctx: &Ctx) -> Vec<Sample> {
    let now = ctx.reader.now;
    let entry = |opened: Opened| AccessRow {
        id: 7,
        at: now,
        person: "<irina>".to_owned(),
        role: "auditor".to_owned(),
        opened,
        case_id: (opened != Opened::Export).then_some(CaseId(20_331)),
        operation_key: "ship:<8817>".to_owned(),
        item: "<item>".to_owned(),
    };
    let entries: Vec<_> = Opened::ALL.into_iter().map(entry).collect();
    let page = |entries: Vec<AccessRow>, waiting: i64| Page {
        sealed: Sealed {
            until: (!entries.is_empty()).then_some(now),
            waiting,
        },
        found: Found {
            after: entries.first().map(|row| Cursor {
                at: row.at,
                id: row.id,
            }),
            before: None,
            entries,
        },
        people: vec!["<irina>".to_owned()],
        names: Names::default(),
        since: now,
    };
    let asked = Asked {
        person: Some("<irina>".to_owned()),
        ..Asked::default()
    };
    let sample = |asked: Asked, page: &Page| {
        let ignored = vec!["<colour>".to_owned()];
        let address = AccessAddress::of(asked);
        Sample::new(AccessPage::of(ctx.clone(), address, ignored, page))
    };
    vec![
        sample(asked.clone(), &page(entries.clone(), 0)),
        sample(asked.clone(), &page(entries, 21)),
        sample(asked, &page(Vec::new(), 1)),
        sample(Asked::default(), &page(Vec::new(), 0)),
    ]
}
