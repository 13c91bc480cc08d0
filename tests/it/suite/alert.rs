//! The queue grows, and nobody decides.

use super::report::{self, Told};
use crate::support::database::{Database, on_all};
use crate::support::endpoint::Endpoint;
use crate::support::mail_server::MailServer;
use crate::support::reports::stopped_shipment;
use crate::support::tellers::{Tellers, secret};
use crate::support::world::World;
use holdpoint::domain::people::Role;

fn policy(chat: &Endpoint) -> String {
    let own = format!(
        "[growth]\nno_decision_for = \"30 min\"\n[alerts.default]\nmail = [\"duty@example.com\"]\nwebhooks = [{:?}]\n",
        chat.address()
    );
    [include_str!("../support/policy.toml"), &own].concat()
}

on_all!(
    s26_the_queue_grows_for_an_hour_and_one_alert_goes_out,
    async |database: &Database| {
        let Some(mail) = MailServer::start() else {
            return;
        };
        let chat = Endpoint::up();
        let policy = policy(&chat);
        let world = World::by_policy(database, &policy).await;
        let tellers = Tellers::of(&world, database, &policy, Some(&mail)).await;
        let shop = world.source("shop-wms").await;
        let maria = world.person("maria", Role::Manager).await;
        for order in 0..60 {
            shop.report(&stopped_shipment(&order.to_string())).await;
            tellers.minutes(1).await;
        }

        // It says so before anything else, on the page of the queue's age and on the queue.
        for page in ["/age", "/"] {
            let page = maria.open(page).await;
            page.must_show("The queue grows: in the last 60 min, 60 came in and 0 left it");
            let told = page.html.find("The queue grows").expect("it is there");
            let first = page.html.find("<table").unwrap_or(page.html.len());
            assert!(told < first, "it stands below a table");
        }
        let page = maria.open("/alerts").await;
        page.must_show("Queue grows or is left alone");
        page.must_show("60 cases wait, and nobody has decided any");
        page.must_show("duty@example.com");

        let (mails, calls) = (mail.mails(), chat.calls());
        let ([mail], [call]) = (&mails[..], &calls[..]) else {
            panic!("not one alert: {mails:?}, {calls:?}");
        };
        assert_eq!(mail.subject(), "every team: the queue grows, 5 cases wait");
        assert!(call.is_signed_with(&[&secret()]));
        let says = call.says();
        let sentence = "The queue grew for an hour, a stop a minute, and nobody decided anything; every instance looked every \
            minute. The pages said so first thing, and this is all that the mail server and the chat's endpoint heard.";
        let at = says["timestamp"].as_str().expect("a time");
        let text = says["text"].as_str().expect("a text").lines().next();
        let told = |system, did, about, answered| Told {
            at,
            system,
            did,
            about,
            answered,
        };
        report::prove_told(
            database.backend(),
            "s26",
            sentence,
            &[
                told(
                    "mail server",
                    "a mail to duty@example.com",
                    mail.subject(),
                    "250",
                ),
                told("chat", "a notice", text.expect("a line"), "204"),
            ],
        );
    }
);
