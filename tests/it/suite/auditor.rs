//! An auditor asks why a shipment went out.

use super::Scene;
use super::desk::{WAREHOUSE_WINDOW, answer, propose_another};
use crate::support::database::{Database, on_all};
use crate::support::sample::{Dies, operation, until_gate};
use holdpoint::domain::people::Role;

on_all!(
    s25_an_auditor_finds_who_decided_what_when_why_on_what_and_what_came_of_it,
    async |database: &Database| {
        let mut scene = Scene::begin(database).await;
        let order = scene.left_alone_by("warehouse", "request_lost").await;
        scene.let_run_out(WAREHOUSE_WINDOW).await;
        let vera = scene.holdpoint.person("vera", Role::SeniorReviewer).await;
        let olga = scene.holdpoint.person("olga", Role::Manager).await;
        let nia = scene.holdpoint.person("nia", Role::Auditor).await;
        let case = vera.claim(&operation(&order)).await;
        propose_another(&vera, &case, &order).await;
        answer(&olga, &case, "approve").await;
        let connector = scene.connector(Dies::Not);
        until_gate(&scene.shop, &order, "superseded").await;
        scene.sample.until_counts(&order, [2, 2, 1, 1]).await;
        let new = format!("{}~2", operation(&order));

        // By the shipment, the order, either key, the task in the warehouse, the number of the case or of the new one, or what
        // stands on a print: the hash of an entry.
        let number = case.number();
        let new_number = number + 1;
        let [number, new_number] = [number, new_number].map(|number| number.to_string());
        let shipment = format!("S-{order}");
        let task = scene.sample.effects("warehouse", &shipment).await.remove(0);
        let hash = nia.open("/decisions").await.first_hash();
        let short: String = hash.chars().take(6).collect();
        for identifier in [
            &shipment,
            &order,
            &operation(&order),
            &new,
            &task,
            &number,
            &new_number,
            &hash,
            &short,
        ] {
            let listed = nia.open(&format!("/decisions?id={identifier}")).await;
            listed.must_show("vera");
            listed.must_show("Proposed");
            listed.must_show("Approved");
        }
        assert_eq!(nia.find_case(&hash).await.below(""), case.below(""));
        scene.sign_in_again().await;
        let reviewer = scene.irina.get("/decisions").await;
        assert_eq!(reviewer.status, 403);
        let listed = nia
            .open("/decisions?person=vera&four_eyes=1&unknown=1&outcome=done")
            .await;
        listed.must_show("olga");

        let decision = nia.open("/decisions/1").await;
        for told in [
            "Proposed by vera",
            "Role at that time Senior reviewer",
            "Approved by olga",
            "Role at that time Manager",
            "The stored facts give this digest",
            "two people had to agree",
            "a step was unknown",
            new.as_str(),
            task.as_str(),
            "The operation was authorised",
            &format!("operation {new}"),
            // The end of a key: the other one begins with it.
            &format!("operation {} ", operation(&order)),
        ] {
            decision.must_show(told);
        }
        // Who audits is told of as well.
        let log = nia.open("/access?person=nia&opened=decision").await;
        log.must_show("A decision");
        log.must_show(&operation(&order));
        let proof = "The auditor found the shipment by any identifier, saw who decided, who approved, on what, and the task that \
            the warehouse holds; a reviewer was not let in.";
        scene.prove("s25", proof, &order).await;
        drop(connector);
    }
);
