//! Signs of trouble against a plain count over random reports, and each number against its list.

use super::history::{Dice, scopes_of};
use super::links::{numbers, rows};
use crate::support::database::{Database, on_both};
use crate::support::person::Person as Visitor;
use crate::support::reports::stopped_shipment;
use crate::support::world::{PASSWORD, World};
use bytes::Bytes;
use chrono_tz::Tz;
use holdpoint::domain::age::Scope;
use holdpoint::domain::age::signs::{Sign, SignCounts};
use holdpoint::domain::age::window::{Interval, Period};
use holdpoint::domain::ids::{HistoryNumber, OperationType, SourceId, UserId};
use holdpoint::domain::people::Role;
use holdpoint::domain::time::{Day, Timestamp};
use holdpoint::service::age::{Asked, figures};
use holdpoint::service::age_list::{Signs, signs};
use holdpoint::service::report_stop::{Channel, Delivered, Delivery, report_stop};
use holdpoint::service::sources::by_name;
use holdpoint::service::{Person, Source};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

const TYPES: [&str; 2] = ["warehouse_shipment", "guarded_shipment"];

/// A report that came, and what it showed.
#[derive(Debug)]
struct Came {
    at: Timestamp,
    source: SourceId,
    operation_type: OperationType,
    id: String,
    signs: Vec<Sign>,
}

/// An operation that was reported: its first report, when that came, and how often its content changed.
struct Told {
    source: usize,
    first: Value,
    at: Timestamp,
    reports: i64,
}

struct Story<'w> {
    world: &'w World,
    sources: Vec<Source>,
    dice: Dice,
    told: Vec<Told>,
    came: Vec<Came>,
}

impl Story<'_> {
    /// What comes next: a first report, a repeat, or another report of a known operation.
    async fn go_on(&mut self) {
        let minutes = u64::try_from(self.dice.below(40)).expect("positive");
        self.world
            .clock()
            .advance(Duration::from_secs(60 * minutes + 1));
        let now = self.world.services().now();
        if self.told.is_empty() || self.dice.below(4) == 0 {
            let mut first = stopped_shipment(&format!("{}", self.told.len()));
            first["operation"]["type"] = self.dice.of(&TYPES).into();
            let source = usize::try_from(self.dice.below(2)).expect("small");
            self.report(source, &first, vec![]).await;
            self.told.push(Told {
                source,
                first,
                at: now,
                reports: 1,
            });
            return;
        }
        let count = i64::try_from(self.told.len()).expect("few");
        let nth = usize::try_from(self.dice.below(count)).expect("small");
        let Told { source, at, .. } = self.told[nth];
        let mut report = self.told[nth].first.clone();
        let mut showed = Vec::new();
        match self.dice.below(3) {
            0 => showed.push(Sign::Repeated),
            1 => {
                report["stop"]["reason"] = json!(format!("other words at {now}"));
                showed.push(Sign::ReusedId);
            }
            _ => {
                let reports = &mut self.told[nth].reports;
                *reports += 1;
                report["report_id"] = json!(format!("{}+{reports}", report["report_id"]));
                if self.dice.below(3) == 0 {
                    report["operation"]["payload"]["version"] = json!(*reports);
                    showed.push(Sign::KeyConflict);
                }
                showed.extend(self.sends(&mut report, at, now));
            }
        }
        self.report(source, &report, showed).await;
    }

    /// Adds a sending to a step that is done, or to one that is not: after the result was told, or before.
    fn sends(&mut self, report: &mut Value, told: Timestamp, now: Timestamp) -> Option<Sign> {
        let done = self.dice.below(2) == 0;
        let after = self.dice.below(2) == 0;
        let step = if done {
            "create_erp_order"
        } else {
            "create_warehouse_task"
        };
        let at = if after { now } else { told };
        let attempts = report["attempts"].as_array_mut().expect("attempts");
        attempts.push(json!({
            "step": step, "started_at": at.to_string(), "finished_at": at.to_string(), "outcome": "timeout",
        }));
        (done && after).then_some(Sign::SentThoughDone)
    }

    async fn report(&mut self, source: usize, report: &Value, signs: Vec<Sign>) {
        let services = self.world.services();
        let source = &self.sources[source];
        let delivered = Delivered {
            channel: Channel::Call,
            clock_ahead: 0,
        };
        let delivery = Delivery::of_line(Bytes::from(report.to_string()));
        let received = report_stop(services, source, delivered, delivery).await;
        received.expect("an answer");
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        self.came.push(Came {
            at: services.now(),
            source: source.id,
            operation_type: text(&report["operation"]["type"]).as_str().into(),
            id: text(&report["report_id"]),
            signs,
        });
    }

    fn within<'s>(&'s self, scope: &'s Scope, within: Interval) -> impl Iterator<Item = &'s Came> {
        self.came.iter().filter(move |came| {
            let of_type = scope.operation_type.as_ref();
            within.holds(came.at)
                && scope.source.is_none_or(|source| source == came.source)
                && of_type.is_none_or(|of_type| *of_type == came.operation_type)
        })
    }

    async fn check(&self, scope: &Scope, period: Period) -> i64 {
        let services = self.world.services();
        let person = Person {
            id: UserId(1),
            name: "manager".to_owned(),
            role: Role::Manager,
        };
        let asked = Asked {
            scope: scope.clone(),
            period,
            unit: None,
            zone: Tz::Asia__Kathmandu,
        };
        let found = figures(services, &person, HistoryNumber(1), asked).await;
        let found = found.expect("figures");
        let within = found.window.whole();
        let mut plain: BTreeMap<SourceId, SignCounts> = BTreeMap::new();
        for came in self.within(scope, within) {
            let counts = plain.entry(came.source).or_default();
            counts.reports += 1;
            came.signs.iter().for_each(|sign| counts.count(*sign));
        }
        let told = format!("{scope:?} {period:?}");
        assert_eq!(
            found.signs.iter().copied().collect::<BTreeMap<_, _>>(),
            plain,
            "{told}"
        );
        for sign in Sign::ALL {
            let of = Signs { sign, within };
            let listed = signs(services, &person, of, scope, None)
                .await
                .expect("a list");
            let mut plain: Vec<_> = self.within(scope, within).collect();
            plain.retain(|came| came.signs.contains(&sign));
            plain.reverse();
            let plain: Vec<_> = plain
                .iter()
                .map(|came| (came.at, came.id.as_str()))
                .collect();
            let rows = listed.rows.iter();
            let rows: Vec<_> = rows
                .map(|row| (row.noted_at, row.report_id.as_str()))
                .collect();
            assert_eq!(
                usize::try_from(listed.all),
                Ok(plain.len()),
                "{sign:?} of {told}"
            );
            assert!(plain.starts_with(&rows), "{sign:?} of {told}");
        }
        plain.values().map(|counts| counts.reports).sum()
    }
}

/// As the page shows them.
async fn each_number_has_its_list(world: &World) {
    world.add_user("maria", Role::Manager).await;
    let maria = Visitor::new(world.address());
    maria.sign_in("maria", PASSWORD).await;
    let page = maria.get("/age?window=7d&type=guarded_shipment").await;
    let numbers = numbers(&page).into_iter();
    let of_signs: Vec<_> = numbers
        .filter(|(href, _)| href.contains("figure=signs"))
        .collect();
    assert_eq!(of_signs.len(), 2 * Sign::ALL.len());
    for (href, number) in of_signs {
        let rows = rows(&maria, &href).await;
        assert_eq!(rows.to_string(), number, "{href}");
    }
}

on_both!(
    every_sign_of_trouble_is_counted_and_listed,
    async |database: &Database| {
        let world = World::start(database).await;
        let mut sources = Vec::new();
        for name in ["shop", "bank"] {
            world.source(name).await;
            sources.push(by_name(world.services(), name).await.expect("a source"));
        }
        let (bank, dice) = (sources[1].id, Dice::new(17));
        let mut story = Story {
            world: &world,
            sources,
            dice,
            told: Vec::new(),
            came: Vec::new(),
        };
        for _ in 0..240 {
            story.go_on().await;
        }
        for sign in Sign::ALL {
            let shown = story.came.iter().filter(|came| came.signs.contains(&sign));
            assert!(shown.count() > 5, "{sign:?} is rare");
        }
        let day = |text| Day::parse(text).expect("a day");
        let empty = Period::Days(day("2026-01-01"), day("2026-01-02"));
        for scope in scopes_of(bank, "guarded_shipment") {
            assert_eq!(story.check(&scope, empty).await, 0);
            assert!(story.check(&scope, Period::Day).await > 0);
            assert!(story.check(&scope, Period::Week).await > 0);
        }
        each_number_has_its_list(&world).await;
    }
);
