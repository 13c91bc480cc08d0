//! Acts on several cases at once follow the same table, case by case, and whoever may not is on record for each case.

use super::stage::{Cases, People};
use super::{Refusals, table, why};
use crate::desk::world::World;
use crate::support::database::{Database, on_both};
use crate::support::world::World as Application;
use holdpoint::domain::ids::{CaseId, HistoryNumber};
use holdpoint::domain::report::StopKind;
use holdpoint::store::history;
use serde_json::Value;

on_both!(
    acts_on_several_cases_follow_the_same_table_and_each_refusal_is_recorded,
    async |database: &Database| {
        let application = Application::start(database).await;
        let world = World::of(application.services().clone()).await;
        let people = People::come(&application).await;
        let cases = Cases::make(&world, &people, StopKind::ResultUnknown).await;
        let mut expected = Refusals::new();
        for row in &table() {
            let Some(case) = cases.seen(row.place, row.role) else {
                continue;
            };
            let who = people.of(row.role);
            let before = world.case(case).await;
            for (act, sign) in &row.acts {
                if !matches!(*act, "claim" | "check" | "resume") {
                    continue;
                }
                // Of a version that no case has yet, and without the words that a decision or a look needs.
                let named = format!("{case}.{}", before.version.0 + 1_000);
                let path = format!("/causes/{}/{act}", before.cause);
                let status = who.post(&path, &[("case", named)]).await.status;
                if let Some(why) = why(sign) {
                    let name = who.person.name.clone();
                    expected.insert((case, name, (*act).to_owned(), why.to_owned()));
                }
                assert_eq!(
                    status == 403,
                    *sign == "r",
                    "{} {} {act}",
                    row.place,
                    row.role
                );
            }
            assert_eq!(world.case(case).await, before, "{} {}", row.place, row.role);
        }
        let mut connection = world.services.db.read().await.expect("a connection");
        let all = history::after(&mut connection, HistoryNumber(0), 10_000).await;
        let turned_away = all.expect("read").into_iter();
        let turned_away = turned_away.filter(|row| row.kind == "turned_away");
        let text =
            |document: &Value, name: &str| document[name].as_str().unwrap_or_default().to_owned();
        let found: Refusals = turned_away
            .filter_map(|row| {
                let document: Value = serde_json::from_str(&row.document).ok()?;
                Some((
                    CaseId(row.case_id?),
                    row.actor,
                    text(&document, "tried"),
                    text(&document, "why"),
                ))
            })
            .collect();
        assert_eq!(found, expected);
    }
);
