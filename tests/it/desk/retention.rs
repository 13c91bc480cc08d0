//! What was kept long enough goes, and everything that comes again is still recognised.

use super::world::*;
use crate::support::database::{Database, on_both};
use crate::support::endpoint::Endpoint;
use futures_util::future::join_all;
use holdpoint::clock::Clock;
use holdpoint::domain::gate::Gate;
use holdpoint::domain::history::{EntryKind, RowFault, Table};
use holdpoint::domain::ids::CaseId;
use holdpoint::domain::retention::Kept;
use holdpoint::domain::standing::{CaseState, Resolution};
use holdpoint::domain::webhook::AllowedHosts;
use holdpoint::on;
use holdpoint::policy::Policy;
use holdpoint::service::ServiceError;
use holdpoint::service::Services;
use holdpoint::service::gate::ask;
use holdpoint::service::report_stop::Received;
use holdpoint::service::retention::{Removed, remove};
use holdpoint::service::see_case::{see_case, see_content, see_report};
use holdpoint::service::verify_audit::{AuditFault, Options, verify};
use holdpoint::service::webhook::Administrator;
use holdpoint::service::webhook::deliver::Recorded;
use holdpoint::service::webhook::endpoints::add;
use holdpoint::store::{Db, refused_reports};
use holdpoint::worker::housekeeping::remove_refused_reports;
use holdpoint::worker::webhooks::Deliverer;
use serde_json::{Value, json};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

const KEPT: &str = "[types.default]\nreplay_horizon = \"180 d\"\nkeep_reports = \"200 d\"\nkeep_cases = \"400 d\"\n";

/// What the desk has where nothing is kept for good.
pub async fn world(database: &Database) -> World {
    let db = Db::connect(database.url()).await.expect("it opens");
    db.migrate().await.expect("the schema");
    let text = format!("{}\n{KEPT}", include_str!("../support/policy.toml"));
    let policy = Policy::read(&text).expect("a policy");
    let clock = Clock::fixed(time("2026-11-29T12:25:00Z"));
    let here = AllowedHosts::new(["127.0.0.1".to_owned()]);
    World::of(Services::new(db, clock, policy).allowing(here)).await
}

impl World {
    /// Closes a case, and the source acknowledges it.
    async fn close(&self, case: CaseId) {
        self.claim(&self.irina, case).await;
        let closed = self
            .try_close(&self.irina, case, "no_longer_wanted", "")
            .await;
        let instruction = closed.expect("a decision").instruction().cloned();
        let taken = self.take(&instruction.expect("an offer"), "t").await;
        taken.expect("the instruction");
        assert_eq!(self.case(case).await.details.state, CaseState::Resolved);
    }

    /// Removes all that was kept long enough, with several instances at once, and says of how many operations.
    async fn remove_all(&self) -> usize {
        let mut gone = 0;
        loop {
            let steps = join_all((0..4).map(|_| remove(&self.services))).await;
            let steps: Vec<_> = steps
                .into_iter()
                .map(|step| step.expect("an answer"))
                .collect();
            gone += steps
                .iter()
                .map(|step| match step {
                    Removed::Some(operations) => *operations,
                    Removed::Nothing | Removed::OthersWereQuicker => 0,
                })
                .sum::<usize>();
            if steps.iter().all(|step| *step == Removed::Nothing) {
                return gone;
            }
        }
    }

    async fn gate(&self, report: &Value) -> Gate {
        let key = report["operation"]["key"].as_str().expect("a key").into();
        let asked = ask(&self.services, &self.source, &key, &[]).await;
        asked.expect("an answer").gate
    }

    /// All that the source told of half a year, told again under new report ids: each is late, and opens nothing.
    async fn replay(&self, history: &[Value], round: &str) {
        for report in history {
            let mut again = report.clone();
            again["report_id"] =
                format!("{}:{round}", report["report_id"].as_str().expect("an id")).into();
            let answer = self.report(&again).await;
            assert_eq!(answer["effect"], "late", "{answer}");
            assert_eq!(answer["decision"]["action"], "close");
            assert_eq!(answer["decision"]["reason_code"], "no_longer_wanted");
            assert_eq!(answer["state"], "resolved");
        }
    }

    async fn kept(&self, case: CaseId) -> Kept {
        self.case(case).await.kept
    }

    async fn by_hand(&self, sql: &'static str) {
        let mut connection = self.services.db.write().await.expect("a connection");
        on!((&mut connection).into(), |c| {
            sqlx::query(sql).execute(c).await.expect("the statement");
        });
    }
}

on_both!(
    s21_what_a_source_replays_is_recognised_before_and_after_its_documents_are_gone,
    async |database: &Database| {
        let world = world(database).await;
        let history: Vec<Value> = (0..25).map(|n| stopped_shipment(&n.to_string())).collect();
        let (mut cases, mut answers) = (Vec::new(), Vec::new());
        for report in &history {
            let answer = world.report(report).await;
            cases.push(CaseId(answer["case"].as_i64().expect("a case")));
            answers.push(answer);
        }
        for case in &cases {
            world.close(*case).await;
        }
        let mut expected = Kept::Everything;
        // After half a year, after the reports are gone, and after the cases are.
        for (round, days, gone) in [("a", 180, 0), ("b", 30, 25), ("c", 200, 50)] {
            world.pass(DAY * days);
            assert_eq!(world.remove_all().await, gone, "{round}");
            if gone > 0 {
                expected = if gone == 25 { Kept::Facts } else { Kept::Keys };
            }
            assert_eq!(world.kept(cases[0]).await, expected);
            for (report, first) in history.iter().zip(&answers) {
                assert_eq!(world.report(report).await, *first);
                assert_eq!(world.gate(report).await, Gate::Closed);
            }
            world.replay(&history, round).await;
            assert_eq!(world.on_offer().await, 0);
            world.must_verify().await;
        }
        // What came again goes again, and nothing is left of it but digests.
        assert_eq!(world.remove_all().await, 50);
        assert_eq!(world.remove_all().await, 0);
        world.must_verify().await;
        let facts = world.facts(cases[0]).await;
        assert!(facts.references.is_empty() && facts.stop.reason.is_none());
        let newest = world.stop(stopped_shipment("new")).await;
        assert_eq!(newest.0, cases[24].0 + 1, "nothing was created twice");
        // What was never told is new, however long ago the case was removed.
        let mut more = history[0].clone();
        more["report_id"] = "a later attempt".into();
        more["attempts"][0]["number"] = 2.into();
        more["attempts"][0]["started_at"] = "2026-11-29T13:00:00Z".into();
        let answer = world.report(&more).await;
        assert_eq!(answer["effect"], "case_opened");
        assert_eq!(answer["previous_case"], cases[0].0);
        world.must_verify().await;
    }
);

on_both!(
    of_a_removed_case_the_decision_and_the_digests_stay,
    async |database: &Database| {
        let world = world(database).await;
        let endpoint = Endpoint::up();
        let by = Administrator::CommandLine;
        let added = add(&world.services, by, "shop-wms", endpoint.address()).await;
        added.expect("an endpoint");
        let case = world.stop(stopped_shipment("8817")).await;
        world.close(case).await;
        let mut deliverer = Deliverer::new(world.services.clone()).expect("an HTTP client");
        let came = deliverer.drain().await.expect("the database");
        assert_eq!(came, [Recorded::Delivered]);
        let before = see_case(&world.services, &world.irina, case, None)
            .await
            .expect("a case");
        assert_eq!(before.deliveries[0].attempts.len(), 1);
        world.pass(DAY * 401);
        assert_eq!(world.remove_all().await, 2);
        let seen = see_case(&world.services, &world.irina, case, None)
            .await
            .expect("a case");
        assert_eq!(seen.case.kept, Kept::Keys);
        assert_eq!(seen.case.details.resolution, Some(Resolution::Closed));
        assert_eq!(seen.case.details.title, "ship:8817:S-104");
        assert_eq!(seen.deliveries, []);
        let (decision, was) = (&seen.decisions[0], &before.decisions[0]);
        assert_eq!(decision.facts_as_seen, "");
        assert_eq!(decision.facts_digest, was.facts_digest);
        assert_eq!(decision.justification, WORDS);
        let keys = |seen: &holdpoint::service::see_case::CaseSeen| {
            let steps = seen.facts.steps.iter();
            steps.map(|step| step.key.clone()).collect::<Vec<_>>()
        };
        assert_eq!(keys(&seen), keys(&before));
        let report = see_report(&world.services, &world.irina, case, seen.reports[0].id).await;
        let report = report.expect("its row");
        assert!(report.document.is_empty() && report.digest.starts_with("sha256:"));
        let digest = seen.facts.contents[0].digest.clone().expect("a digest");
        let content = see_content(&world.services, &world.irina, case, &digest).await;
        assert!(matches!(content, Err(ServiceError::NotFound)));
        let removed: Vec<_> = world
            .entries(case)
            .await
            .into_iter()
            .filter(|(kind, _)| *kind == EntryKind::Removed)
            .collect();
        assert_eq!(
            removed[0].1["rule"],
            "types.default.keep_reports = \"200 d\""
        );
        assert_eq!(
            (&removed[0].1["reports"], &removed[0].1["payloads"]),
            (&json!(1), &json!(1))
        );
        assert_eq!(removed[1].1["rule"], "types.default.keep_cases = \"400 d\"");
    }
);

on_both!(
    what_is_open_is_not_removed_and_neither_is_an_operation_that_stopped_again,
    async |database: &Database| {
        let world = world(database).await;
        let open = world.stop(stopped_shipment("1")).await;
        let twice = world.stop(stopped_shipment("2")).await;
        world.close(twice).await;
        world.pass(DAY * 190);
        let mut again = stopped_shipment("2");
        again["report_id"] = "again".into();
        again["attempts"][0]["number"] = 2.into();
        let second = world.stop(again).await;
        world.close(second).await;
        // The first case alone would be over by now.
        world.pass(DAY * 20);
        assert_eq!(world.remove_all().await, 0);
        world.pass(DAY * 181);
        assert_eq!(world.remove_all().await, 1);
        assert_eq!(world.kept(open).await, Kept::Everything);
        for case in [twice, second] {
            assert_eq!(world.kept(case).await, Kept::Facts);
        }
        world.must_verify().await;
    }
);

on_both!(
    a_document_that_somebody_took_away_is_not_a_removed_one,
    async |database: &Database| {
        let world = world(database).await;
        let case = world.stop(stopped_shipment("8817")).await;
        world.close(case).await;
        world.by_hand("UPDATE reports SET document = ''").await;
        let found = refused(verify(&world.services, &Options::default(), |_| {}).await);
        let AuditFault::Row {
            table: Table::Reports,
            fault,
            ..
        } = found
        else {
            panic!("{found:?}");
        };
        assert!(matches!(
            fault,
            RowFault::Gone {
                column: "document",
                ..
            }
        ));
    }
);

on_both!(
    s21_what_a_refused_report_held_goes_and_comes_again_with_its_repeat,
    async |database: &Database| {
        let world = world(database).await;
        let mut wrong = stopped_shipment("8817");
        wrong["stop"]["kind"] = "who knows".into();
        assert!(matches!(
            world.try_report(&wrong).await,
            Received::Refused(_)
        ));
        let refused = async || {
            let mut connection = world.services.db.read().await.expect("a connection");
            let mut all = refused_reports::older(&mut connection, None, None, 2, i64::MAX)
                .await
                .expect("read");
            assert_eq!(all.len(), 1);
            all.remove(0)
        };
        world.pass(199 * DAY);
        remove_refused_reports(&world.services).await;
        assert_eq!(refused().await.gone_at, None, "it is kept for 200 days");

        world.pass(2 * DAY);
        remove_refused_reports(&world.services).await;
        let gone = refused().await;
        assert_eq!(
            (gone.document, gone.gone_at),
            (None, Some(world.services.now()))
        );
        assert!(
            gone.faults.contains("/stop/kind"),
            "what was wrong is still told"
        );

        assert!(matches!(
            world.try_report(&wrong).await,
            Received::Refused(_)
        ));
        let again = refused().await;
        assert_eq!((again.deliveries, again.gone_at), (2, None));
        assert!(again.document.is_some());
    }
);
