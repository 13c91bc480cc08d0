//! Refused reports, on the list that their source's team sees.

use super::{Desk, report, somebody};
use crate::support::connector::Connector;
use crate::support::database::{Database, on_both};
use crate::support::reports::stopped_shipment;
use holdpoint::domain::ids::Team;
use holdpoint::domain::people::Role;
use holdpoint::service::sources::{AddSource, add_source};

/// A source of the reviewers' team.
async fn teams_source(desk: &Desk) -> Connector {
    let source = AddSource {
        name: "till".to_owned(),
        title: "Till <1>".to_owned(),
        owner_team: Team::new("Fulfilment"),
    };
    let added = add_source(desk.world.services(), source).await;
    Connector::new(desk.world.address(), &added.expect("a new name").token)
}

on_both!(
    a_refused_report_is_seen_by_its_team_until_it_comes_again_in_order,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let till = teams_source(&desk).await;
        assert!(!desk.irina.get("/").await.body.contains("/refused-reports"));

        let good = stopped_shipment("8817");
        let mut wrong = good.clone();
        wrong["stop"]["kind"] = "who <knows>".into();
        wrong["operation"]["key"] = "".into();
        assert_eq!(till.report(&wrong).await.status, 422);
        // Of a source that no team owns.
        assert_eq!(desk.shop.report(&wrong).await.status, 422);

        assert!(desk.irina.get("/").await.body.contains("Refused 1</a>"));
        let list = desk.irina.get("/refused-reports").await;
        for shown in [
            "Till &#60;1&#62;",
            "shop-wms:8817:1",
            "/stop/kind",
            "/operation/key",
            "may not be empty",
        ] {
            assert!(list.body.contains(shown), "{shown} in {}", list.body);
        }
        assert_eq!(list.body.matches("href=\"/refused-reports/").count(), 1);

        // Sent again and again it is one report that came often, and another faulty one is another.
        assert!(!list.body.contains("came 2 times"));
        assert_eq!(till.report(&wrong).await.status, 422);
        wrong["stop"]["kind"] = "nobody knows".into();
        assert_eq!(till.report(&wrong).await.status, 422);
        let list = desk.irina.get("/refused-reports").await;
        assert_eq!(list.body.matches("href=\"/refused-reports/").count(), 2);
        assert_eq!(list.body.matches("came 2 times, last").count(), 1);

        report(&till, &good).await;
        assert!(!desk.irina.get("/").await.body.contains("Refused 1</a>"));
        assert!(
            desk.irina
                .get("/refused-reports")
                .await
                .body
                .contains("accepted later")
        );
    }
);

on_both!(
    the_whole_document_is_shown_to_those_who_may_see_it,
    async |database: &Database| {
        let desk = Desk::on(database).await;
        let mut wrong = stopped_shipment("8817");
        wrong["stopped_at"] = "yesterday".into();
        wrong["operation"]["payload"] = "x".repeat(20_000).into();
        assert_eq!(desk.shop.report(&wrong).await.status, 422);

        let manager = somebody(&desk.world, "greta", Role::Manager).await;
        let list = manager.get("/refused-reports").await;
        let (_, after) = list
            .body
            .split_once("href=\"/refused-reports/")
            .expect("a report");
        let id = after.split('"').next().expect("its number");
        let whole = manager.get(&format!("/refused-reports/{id}")).await;
        assert!(whole.body.contains(&"x".repeat(20_000)));
        // Irina's team does not own the source.
        let theirs = desk.irina.get(&format!("/refused-reports/{id}")).await;
        assert_eq!(theirs.status, 404);
    }
);
