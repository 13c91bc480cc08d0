//! The export of a list has the rows of the list.

use super::{Office, as_texts, csv_rows, json_rows};
use crate::queue::{cases, link, report};
use crate::support::database::{Database, on_both};
use crate::support::person::{Person, Reply};
use crate::support::reports::stopped_shipment;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Everything that the pages of a list show.
async fn shown(person: &Person, first: &str, on_page: fn(&Reply) -> Vec<i64>) -> BTreeSet<i64> {
    let mut page = person.get(first).await;
    let mut all = BTreeSet::from_iter(on_page(&page));
    while let Some(href) = link(&page, "next") {
        page = person.get(&href).await;
        all.extend(on_page(&page));
    }
    all
}

fn entries(reply: &Reply) -> Vec<i64> {
    let rows = reply.body.split("<tr id=\"entry-").skip(1);
    let number = |row: &str| row.split('"').next()?.parse().ok();
    rows.map(|row| number(row).expect("a number")).collect()
}

fn column(rows: &[Value], name: &str) -> BTreeSet<i64> {
    let number = |row: &Value| row[name].as_i64().expect("a number");
    let all: BTreeSet<_> = rows.iter().map(number).collect();
    assert_eq!(all.len(), rows.len(), "a row is there twice");
    all
}

/// Both forms have the rows that the pages have, and say the same.
async fn same(
    office: &Office,
    list: &str,
    export: &str,
    on_page: fn(&Reply) -> Vec<i64>,
    by: &str,
) {
    let shown = shown(&office.nia, list, on_page).await;
    let lines = office.export(export, "jsonl").await;
    let (about, rows, end) = json_rows(&lines.body);
    assert_eq!(column(&rows, by), shown, "{list}");
    assert_eq!(end["end"]["rows"], rows.len(), "{list}");
    let (_, filter) = export.split_once('?').unwrap_or_default();
    let filter = &told(export, filter);
    assert_eq!(about["filter"], *filter);
    let table = office.export(export, "csv").await;
    let (about, table, end) = csv_rows(&table.body);
    let texts: Vec<_> = rows.iter().map(as_texts).collect();
    assert_eq!(table, texts, "{list}");
    assert_eq!((&about[2], end[1].parse()), (filter, Ok(rows.len())));
}

/// The file names the list that the queue opens with, which its address need not.
fn told(export: &str, filter: &str) -> String {
    let names_its_list = ["view=", "kind=", "stage="]
        .iter()
        .any(|name| filter.contains(name));
    match (
        export.starts_with("/export/cases") && !names_its_list,
        filter,
    ) {
        (false, _) => filter.to_owned(),
        (true, "") => "kind=result_unknown".to_owned(),
        (true, _) => format!("kind=result_unknown&{filter}"),
    }
}

on_both!(
    the_export_of_each_list_has_exactly_its_rows,
    async |database: &Database| {
        let office = Office::on(database).await;
        for n in 0..30 {
            let mut case = stopped_shipment(&format!("88{n:02}"));
            if n % 2 == 0 {
                case["operation"]["type"] = "=other".into();
                case["operation"]["references"] = json!({"note": "two\n\"lines\""});
            }
            report(&office.desk.shop, &case).await;
        }
        let words = (0..120).map(|n| format!("The {n}. time"));
        office.turned_away(&words.collect::<Vec<_>>()).await;
        for filter in [
            "",
            "?type=%3Dother",
            "?source=shop-wms&holder=free",
            "?view=put_off",
        ] {
            let (page, export) = (format!("/{filter}"), format!("/export/cases{filter}"));
            same(&office, &page, &export, cases, "case").await;
        }
        for filter in [
            "",
            "?person=person-1",
            "?what=turned_away&person=person-2",
            "?words=time",
            "?source=nobody",
        ] {
            let (page, export) = (
                format!("/decisions{filter}"),
                format!("/export/decisions{filter}"),
            );
            same(&office, &page, &export, entries, "entry").await;
        }
        // What was exported, by whom and by which filter is told in the history, and so is that it came to its end.
        let (_, told, _) = json_rows(&office.export("/export/history", "jsonl").await.body);
        let exported = told.iter().filter(|row| row["kind"] == "exported");
        assert_eq!(exported.count(), 2 * 2 * 9 + 1);
        let last = told.last().expect("an entry");
        assert_eq!(
            (&last["actor"], &last["kind"]),
            (&json!("nia"), &json!("exported"))
        );
        let numbers: Vec<_> = told
            .iter()
            .filter_map(|row| row["number"].as_i64())
            .collect();
        assert!(numbers.windows(2).all(|two| two[1] == two[0] + 1) && numbers[0] == 1);

        // A reviewer has no buttons, and gets nothing.
        let page = office.desk.irina.get("/").await;
        assert!(!page.body.contains("/export/"), "{}", page.body);
        let fields = [("token", &*page.token()), ("form", "csv")];
        let refused = office.desk.irina.post("/export/cases", &fields).await;
        assert_eq!(refused.status, 403);
    }
);

on_both!(
    a_filter_that_means_nothing_is_told_on_the_page_and_nothing_is_exported_by_it,
    async |database: &Database| {
        let office = Office::on(database).await;
        office.turned_away(&["Once".to_owned()]).await;
        for (filter, told) in [
            ("what=all", "what=all"),
            ("outcome=done&from=yesterday", "from=yesterday"),
            ("colour=%3Cred%3E", "colour=&lt;red&gt;"),
        ] {
            let page = office.nia.get(&format!("/decisions?{filter}")).await;
            assert!(page.body.contains(told), "{}", page.body);
            assert!(page.body.contains("Until then the list cannot be exported"));
            assert!(!page.body.contains("/export/decisions"), "{filter}");
            for form in ["csv", "jsonl"] {
                let refused = office
                    .export(&format!("/export/decisions?{filter}"), form)
                    .await;
                assert_eq!(refused.status, 400, "{filter}");
                assert!(refused.body.contains(told), "{}", refused.body);
            }
        }
        let refused = office.export("/export/cases?colour=red", "csv").await;
        assert_eq!(refused.status, 400);
        let (_, told, _) = json_rows(&office.export("/export/history", "jsonl").await.body);
        let exported = told.iter().filter(|row| row["kind"] == "exported");
        assert_eq!(exported.count(), 1, "of nothing that was refused");
        let whole = office.nia.get("/decisions").await.body;
        assert!(whole.contains("/export/decisions") && !whole.contains("means nothing"));
        let log = office.nia.get("/access?opened=everything").await.body;
        assert!(log.contains("opened=everything"), "{log}");
    }
);
