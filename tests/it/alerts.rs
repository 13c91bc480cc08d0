//! Teams are told once when something needs them and once when it is over: by a real mail server and a real endpoint.

use crate::support::browser::{Browser, Look, in_browser};
use crate::support::database::{Backend, Database, on_both, on_database};
use crate::support::endpoint::Endpoint;
use crate::support::mail_server::{Mail, MailServer};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::Reviewer;
use crate::support::tellers::{MINUTE, Tellers, secret};
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::people::Role;
use holdpoint::service::alert::deliver::Recorded;
use holdpoint::service::alert::look::forget;
use serde_json::{Value, json};

/// Cases of a team stop at 12:20:31, have a quarter of an hour left from 13:05:31 on, and are due at 13:20:31.
fn policy(team: &str, alerts: &str) -> String {
    let own = format!(
        "[types.warehouse_shipment]\nowner_team = {team:?}\nrespond_within = \"10 min\"\nresolve_within = \"1 h\"\n\
        [alerts.teams.{team:?}]\n{alerts}\n"
    );
    [include_str!("support/policy.toml"), &own].concat()
}

fn of_type(order: &str, operation_type: &str) -> Value {
    let mut report = stopped_shipment(order);
    report["operation"]["type"] = operation_type.into();
    report
}

/// How many rows the list has that a mail or a notice links to.
async fn rows(person: &Reviewer, world: &World, text: &str) -> usize {
    let links = text.split_whitespace();
    let link = links
        .filter_map(|word| word.strip_prefix(world.address()))
        .next();
    let page = person.get(link.expect("a link")).await;
    assert_eq!(page.status, 200, "{}", page.text());
    page.html.matches("class=\"ref\"").count()
}

on_both!(
    what_needs_a_team_is_told_once_by_mail_and_webhook_and_so_is_its_end,
    async |database: &Database| {
        let Some(mail) = MailServer::start() else {
            return;
        };
        let chat = Endpoint::up();
        let alerts = format!(
            "mail = [\"fulfilment@example.com\"]\nwebhooks = [{:?}]\nlanguage = \"ru\"\ntime_zone = \"Europe/Moscow\"",
            chat.address()
        );
        let policy = policy("Склад", &alerts);
        let world = World::by_policy(database, &policy).await;
        let tellers = Tellers::of(&world, database, &policy, Some(&mail)).await;
        let shop = world.source("shop-wms").await;
        for order in ["1", "2"] {
            shop.report(&stopped_shipment(order)).await;
        }
        let maria = world.person("maria", Role::Manager).await;
        assert_eq!(tellers.work().await, []);
        maria
            .open("/alerts")
            .await
            .must_show("Nothing needs anybody");

        world.it_is("2026-11-29T13:05:00Z");
        assert_eq!(tellers.work().await, []);
        assert_eq!(tellers.minutes(1).await, [Recorded::Told; 2]);
        assert_eq!(tellers.minutes(14).await, []);
        // Past 13:20:31.
        assert_eq!(tellers.minutes(1).await, [Recorded::Told; 2]);
        let told = mail.subjects();
        let soon = "Склад: вот-вот истечёт срок 2 дел";
        assert_eq!(told, [soon, "Склад: просрочено 2 дела"]);

        // One is decided: that changes the number, and tells nobody anything.
        let irina = world.reviewer("irina").await;
        let close = async |order: &str| {
            let case = irina.claim(&format!("ship:{order}:S-104")).await;
            irina.close(&case, "no_longer_wanted").await
        };
        close("1").await;
        assert_eq!(tellers.minutes(9).await, []);
        let over = tellers.minutes(2).await;
        assert_eq!(
            over,
            [Recorded::Told; 2],
            "the deadline is not close any more"
        );
        let page = maria.open("/alerts").await;
        page.must_show("Past their deadline");
        page.must_show("fulfilment@example.com");
        page.must_show("127.0.0.1");
        assert!(!page.shows("/hooks"), "the path of a webhook may be a key");
        close("2").await;
        assert_eq!(tellers.minutes(10).await, []);
        assert_eq!(tellers.minutes(1).await, [Recorded::Told; 2]);
        assert_eq!(tellers.minutes(10).await, []);
        maria
            .open("/alerts")
            .await
            .must_show("Nothing needs anybody");

        let mails = mail.mails();
        let subjects: Vec<_> = mails.iter().map(Mail::subject).collect();
        assert_eq!(
            subjects[2..],
            [
                "Отбой: Склад, сроки больше не поджимают",
                "Отбой: Склад, просроченных дел больше нет"
            ]
        );
        for mail in &mails {
            assert_eq!(mail.to, ["fulfilment@example.com"]);
            assert_eq!(
                (mail.from.as_str(), mail.content_type.as_str()),
                ("holdpoint@example.com", "text/plain")
            );
            assert_eq!(mail.header("Auto-Submitted"), "auto-generated");
            assert!(
                mail.text.contains("Время московское (UTC+3)"),
                "{}",
                mail.text
            );
        }
        assert!(
            mails[1].text.contains("С 29 нояб. 2026, 16:20:31."),
            "{}",
            mails[1].text
        );
        assert_eq!(
            mails[3].header("In-Reply-To"),
            mails[1].header("Message-ID")
        );
        assert_ne!(mails[1].header("Message-ID"), mails[0].header("Message-ID"));
        // The list holds those of that moment that still wait: none.
        assert_eq!(rows(&maria, &world, &mails[1].text).await, 0);

        let calls = chat.calls();
        assert_eq!(calls.len(), mails.len());
        for (call, mail) in calls.iter().zip(&mails) {
            assert!(call.is_signed_with(&[&secret()]));
            let says = call.says();
            let text = says["text"].as_str().expect("a text");
            assert_eq!(text.lines().next(), Some(mail.subject()));
        }
        let says = calls[1].says();
        assert_eq!(says["type"], "alert.begun");
        let data = json!({
            "condition": "overdue", "team": "Склад", "cases": 2, "since": "2026-11-29T13:20:31Z",
            "url": says["data"]["url"],
        });
        assert_eq!(says["data"], data);
    }
);

on_both!(
    a_mail_that_fails_is_tried_again_and_is_no_secret,
    async |database: &Database| {
        let Some(mail) = MailServer::start() else {
            return;
        };
        let team = "Ops\r\nBcc: all@example.com";
        let alerts = "mail = [\"ops@example.com\", \"gone@example.com\"]";
        let policy = policy(team, alerts);
        let world = World::by_policy(database, &policy).await;
        let tellers = Tellers::of(&world, database, &policy, Some(&mail)).await;
        world
            .source("shop-wms")
            .await
            .report(&stopped_shipment("1"))
            .await;
        let maria = world.person("maria", Role::Manager).await;
        mail.refuses(true);
        world.it_is("2026-11-29T13:06:00Z");
        let came = tellers.work().await;
        assert!(
            matches!(came[..], [Recorded::Again(_), Recorded::Again(_)]),
            "{came:?}"
        );
        let page = maria.open("/alerts").await;
        page.must_show("come back later");
        page.must_show("no such user here");
        page.must_show("next try");

        // It comes back, and takes it: with one subject, and to nobody else.
        mail.refuses(false);
        world.clock().advance(MINUTE);
        let came = tellers.drain().await;
        assert!(came.contains(&Recorded::Told), "{came:?}");
        let mails = mail.mails();
        let [told] = &mails[..] else {
            panic!("{mails:?}")
        };
        assert_eq!(told.to, ["ops@example.com"]);
        assert!(told.subject().starts_with("Ops"), "{told:?}");
        assert_eq!(told.headers("Bcc"), [""; 0]);
        assert_eq!(rows(&maria, &world, &told.text).await, 1);

        let mut all = Vec::new();
        for _ in 0..60 {
            world.clock().advance(MINUTE * 30);
            all.extend(tellers.drain().await);
        }
        assert!((5..20).contains(&all.len()), "{all:?}");
        assert_eq!(all.last(), Some(&Recorded::Failed));
        let maria = world.signed_in("maria").await;
        maria.open("/alerts").await.must_show("given up");
        assert_eq!(mail.mails().len(), 1);
    }
);

on_both!(
    what_begins_in_quiet_hours_is_told_when_they_end_if_it_still_holds,
    async |database: &Database| {
        let Some(mail) = MailServer::start() else {
            return;
        };
        let quiet = "mail = [\"night@example.com\"]\ntime_zone = \"Asia/Kolkata\"\n\
            quiet = { from = \"18:30\", until = \"20:00\" }";
        let policy = policy("Night", quiet);
        let world = World::by_policy(database, &policy).await;
        let tellers = Tellers::of(&world, database, &policy, Some(&mail)).await;
        world
            .source("shop-wms")
            .await
            .report(&stopped_shipment("1"))
            .await;
        let maria = world.person("maria", Role::Manager).await;
        world.it_is("2026-11-29T13:00:00Z");
        assert_eq!(tellers.minutes(60).await, []);
        maria
            .open("/alerts")
            .await
            .must_show("told when the quiet hours end");
        assert_eq!(tellers.minutes(29).await, []);
        assert_eq!(tellers.minutes(1).await, [Recorded::Told]);
        assert_eq!(mail.subjects(), ["Night: one case is past its deadline"]);
        let page = maria.open("/alerts").await;
        page.must_show("it was over before it could be told");

        // What is over is forgotten in the end; what holds is not.
        world.clock().advance(MINUTE * 60 * 24 * 91);
        assert_eq!(forget(world.services()).await.expect("the database"), 1);
        let maria = world.signed_in("maria").await;
        maria.open("/alerts").await.must_show("Past their deadline");
    }
);

on_both!(
    proposals_and_decisions_that_nobody_sees_to_are_told_with_the_list_of_them,
    async |database: &Database| {
        let Some(mail) = MailServer::start() else {
            return;
        };
        let everybody = "[alerts.default]\nmail = [\"duty@example.com\"]\n";
        let policy = [include_str!("support/policy.toml"), everybody].concat();
        let world = World::by_policy(database, &policy).await;
        let tellers = Tellers::of(&world, database, &policy, Some(&mail)).await;
        let shop = world.source("shop-wms").await;
        shop.report(&of_type("1", "guarded_shipment")).await;
        shop.report(&of_type("2", "free_shipment")).await;
        world.add_user("maria", Role::Manager).await;
        let irina = world.reviewer("irina").await;
        for order in ["1", "2"] {
            let case = irina.claim(&format!("ship:{order}:S-104")).await;
            irina.resume(&case, "protected_repeat").await;
        }
        // 12:25 and an hour, and two.
        assert_eq!(tellers.minutes(59).await, []);
        assert_eq!(tellers.minutes(1).await, [Recorded::Told]);
        assert_eq!(tellers.minutes(59).await, []);
        assert_eq!(tellers.minutes(1).await, [Recorded::Told]);
        let maria = world.signed_in("maria").await;
        let mails = mail.mails();
        let subjects: Vec<_> = mails.iter().map(Mail::subject).collect();
        assert_eq!(
            subjects,
            [
                "every team: one decision has not been taken by its source",
                "every team: one decision has waited too long for approval",
            ]
        );
        for told in &mails {
            assert_eq!(rows(&maria, &world, &told.text).await, 1, "{}", told.text);
        }
        shop.take_only_offer().await;
        assert_eq!(tellers.minutes(10).await, []);
        assert_eq!(tellers.minutes(1).await, [Recorded::Told]);
        assert_eq!(rows(&maria, &world, &mails[0].text).await, 0);
    }
);

#[test]
fn the_page_passes_in_every_look() {
    on_database(Backend::Sqlite, async |database: &Database| {
        // Nobody answers at either address.
        let alerts = "mail = [\"fulfilment@example.com\"]\nwebhooks = [\"http://127.0.0.1:1/hooks\"]\n\
            quiet = { from = \"22:00\", until = \"07:00\" }\nalways = [\"overdue\"]";
        let policy = policy("Fulfilment", alerts);
        let world = World::by_policy(database, &policy).await;
        let tellers = Tellers::of(&world, database, &policy, None).await;
        let shop = world.source("shop-wms").await;
        for order in ["1", "2"] {
            shop.report(&stopped_shipment(order)).await;
        }
        world.it_is("2026-11-29T13:06:00Z");
        tellers.work().await;
        tellers.minutes(30).await;
        world.add_user("maria", Role::Manager).await;
        in_browser("alerts", async |browser: &Browser| {
            for look in Look::EACH {
                let window = browser.window(world.address(), look).await;
                window.sign_in("maria", PASSWORD).await;
                window.open("/alerts").await;
                window.check("alerts").await;
            }
        })
        .await;
    });
}
