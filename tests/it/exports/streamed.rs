//! A long export goes out in small parts, while people go on working.

use super::{Office, json_rows};
use crate::queue::report;
use crate::support::database::{Database, on_both};
use crate::support::reports::stopped_shipment;
use holdpoint::domain::export::Format;
use holdpoint::domain::report::StopKind;
use holdpoint::service::Services;
use holdpoint::service::export::{By, Exporting, Order, Wanted, begin};
use holdpoint::service::queue::{self, Lane, List};
use holdpoint::service::register::Asked;
use serde_json::Value;
use std::collections::BTreeSet;

/// Entries before the export begins.
const MANY: usize = 4_000;
/// No part of a file is larger, whatever the file's size: a page of rows.
const LARGEST_PART: usize = 512 * 1_024;

async fn begun(services: &Services, wanted: Wanted) -> Exporting {
    let order = Order {
        wanted,
        form: Format::JsonLines,
        filter: String::new(),
    };
    let begun = begin(services, By::CommandLine, order).await;
    begun.expect("an export")
}

fn all_decisions() -> Wanted {
    Wanted::Decisions {
        asked: Box::new(Asked::default()),
        zone: chrono_tz::UTC,
    }
}

on_both!(
    an_export_loses_no_row_and_doubles_none_while_people_work_on,
    async |database: &Database| {
        let office = Office::on(database).await;
        let words: Vec<_> = (0..MANY).map(|n| format!("time {n}")).collect();
        office.turned_away(&words).await;
        let services = office.desk.world.services();
        for (wanted, by) in [(all_decisions(), "entry"), (Wanted::History, "number")] {
            let mut exporting = begun(services, wanted).await;
            let mut file = Vec::new();
            let mut parts = 0;
            while let Some(part) = exporting.next(services).await.expect("a part") {
                assert!(part.len() < LARGEST_PART, "{} bytes at once", part.len());
                file.extend(part);
                parts += 1;
                // Before it, after it, and between its rows.
                let more: Vec<_> = (0..50).map(|n| format!("meanwhile {n}")).collect();
                office.turned_away(&more).await;
            }
            assert!(parts > 8, "{parts} parts");
            let (about, rows, end) = json_rows(std::str::from_utf8(&file).expect("UTF-8"));
            let until = about["entry"].as_i64().expect("an entry");
            let numbers: Vec<_> = rows.iter().filter_map(|row| row[by].as_i64()).collect();
            let each: BTreeSet<_> = numbers.iter().copied().collect();
            assert_eq!(each.len(), numbers.len(), "a row is there twice");
            assert!(each.iter().all(|number| *number <= until));
            if by == "number" {
                assert_eq!(each, (1..=until).collect(), "a row is lost");
            } else {
                let told: BTreeSet<_> = rows
                    .iter()
                    .filter_map(|row| row["words"].as_str())
                    .collect();
                assert!(
                    words.iter().all(|words| told.contains(words.as_str())),
                    "a row is lost"
                );
            }
            assert_eq!(end["end"]["rows"], numbers.len());
        }
    }
);

/// Cases before the export begins: more than a page of rows.
const CASES: usize = 600;

on_both!(
    a_list_of_cases_has_each_of_them_once_while_others_stop_and_people_take_some,
    async |database: &Database| {
        let office = Office::on(database).await;
        let shop = &office.desk.shop;
        let stops = (0..CASES).map(|n| format!("{}\n", stopped_shipment(&n.to_string())));
        let answers = shop.batch(&stops.collect::<String>()).await;
        let case = |told: &Value| told["case"].as_i64().expect("a case");
        let stopped: Vec<_> = answers.iter().map(|line| case(&line["answer"])).collect();
        let services = office.desk.world.services();
        let list = List::ToReview {
            lane: Lane::whole(StopKind::ResultUnknown),
            order: queue::Order::MostUrgent,
        };
        let mut exporting = begun(services, Wanted::Cases(list)).await;
        let (mut file, mut parts) = (Vec::new(), 0_usize);
        while let Some(part) = exporting.next(services).await.expect("a part") {
            file.extend(part);
            // One of those that are to come, or were there, and one that is new.
            let taken = stopped[CASES - 1 - parts * 150];
            let path = format!("/cases/{taken}");
            let token = office.desk.irina.get(&path).await.token();
            let fields = [("token", &*token)];
            let claimed = (office.desk.irina)
                .post(&format!("{path}/claim"), &fields)
                .await;
            assert_eq!(claimed.goes_to().0, 303, "{}", claimed.body);
            report(shop, &stopped_shipment(&format!("late-{parts}"))).await;
            parts += 1;
        }
        assert!(parts > 3, "{parts} parts");
        let (_, rows, _) = json_rows(std::str::from_utf8(&file).expect("UTF-8"));
        let told: Vec<_> = rows.iter().map(case).collect();
        assert_eq!(told, stopped);
    }
);
