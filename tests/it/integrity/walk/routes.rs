//! Every route of the pages and of the connector API.

use super::super::call;
use super::Leaves::{self, Entry, Nothing};
use super::Watch;
use crate::desk::follow_ups::resumed_with_the_first;
use crate::desk::world::{TASK, World, stopped_shipment};
use crate::support::connector::Connector;
use crate::support::database::{Database, on_both};
use crate::support::person::Person;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::same_cause::{Group, Seen};
use crate::support::world::{PASSWORD, World as Application};
use actix_web::http::Method;
use holdpoint::api::OPENAPI;
use holdpoint::domain::history::EntryKind;
use holdpoint::domain::people::Role;
use holdpoint::service::sources::add_token;
use holdpoint::service::webhook::{Administrator, endpoints};
use holdpoint::web;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const WORDS: &str = "The warehouse answers the phone again, and has our task.";
const WHY: (&str, &str) = ("justification", WORDS);
/// It does not end.
const EVENTS: &str = "/events";

/// Every route by which something can be written.
fn routes() -> BTreeSet<String> {
    let pages = web::table().into_iter();
    let pages = pages.filter(|page| page.method != Method::GET);
    let pages = pages.map(|page| format!("{} {}", page.method, page.path));
    let api: Value = serde_json::from_str(OPENAPI).expect("JSON");
    let api = api["paths"].as_object().expect("paths").iter();
    let api = api.flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods").keys();
        let methods =
            methods.filter(|method| ["post", "put", "patch", "delete"].contains(&method.as_str()));
        methods.map(move |method| {
            let path = path.trim_start_matches("/api/v1");
            format!("{} {path}", method.to_uppercase())
        })
    });
    pages.chain(api).collect()
}

/// The route that a path belongs to: the one that says most of it literally.
fn route_of(path: &str) -> String {
    let fits = |route: &str| {
        let (asked, route) = (path.split('/'), route.split('/'));
        asked.clone().count() == route.clone().count()
            && asked.zip(route).all(|(a, r)| r.starts_with('{') || a == r)
    };
    let routes = routes();
    let routes = routes
        .iter()
        .filter_map(|route| route.strip_prefix("POST "));
    let best = routes
        .filter(|route| fits(route))
        .min_by_key(|route| route.matches('{').count());
    format!(
        "POST {}",
        best.unwrap_or_else(|| panic!("no route fits {path}"))
    )
}

/// Everybody who works here.
struct People {
    vera: Reviewer,
    irina: Reviewer,
    olga: Reviewer,
    ada: Reviewer,
    root: Reviewer,
    shop: Connector,
}

impl People {
    async fn come(application: &Application) -> Self {
        let token = add_token(application.services(), "shop-wms").await;
        let token = token.expect("a token").token;
        Self {
            vera: application.person("vera", Role::SeniorReviewer).await,
            irina: application.signed_in("irina").await,
            olga: application.signed_in("olga").await,
            ada: application.person("ada", Role::Auditor).await,
            root: application.person("root", Role::Admin).await,
            shop: Connector::new(application.address(), &token),
        }
    }

    /// The path of the page of an order's case.
    async fn case(&self, order: &str) -> String {
        let page = self.vera.find_case(&format!("ship:{order}:S-104")).await;
        page.below("").trim_end_matches('/').to_owned()
    }
}

struct Walk {
    watch: Watch,
}

impl Walk {
    /// Somebody sends a form: the one that a page has for this address, or one made by hand.
    async fn send(
        &mut self,
        who: &Reviewer,
        (from, to): (&str, &str),
        fields: &[(&str, &str)],
        leaves: Leaves,
    ) {
        let page = who.open(from).await;
        self.watch.begins().await;
        let answer = match page.proposed(to) {
            Some(_) => who.submit(&page, to, fields).await,
            None => who.post(to, &by_hand(&page, fields)).await,
        };
        let (status, text) = (answer.status, answer.text());
        assert!(status < 400, "{to}: {status} {text}");
        self.watch.saw(&route_of(to), leaves).await;
    }

    /// The same, where the form is on a page of its own, below a case.
    async fn send_own(
        &mut self,
        who: &Reviewer,
        to: &str,
        fields: &[(&str, &str)],
        leaves: Leaves,
    ) {
        self.send(who, (to, to), fields, leaves).await;
    }

    /// A case taken, looked up, put down, handed on and taken over.
    async fn at_the_desk(&mut self, people: &People, case: &str) {
        let below = |name: &str| format!("{case}/{name}");
        let vera = &people.vera;
        let claimed = Entry(EntryKind::Claimed);
        self.send(vera, (case, &below("claim")), &[], claimed).await;
        let found = [
            ("step", TASK),
            ("place", "the warehouse's own pages"),
            ("by_other", "ship:8820:S-104"),
            ("seen", "found"),
            ("reference", "WT-7"),
            ("object_type", "task"),
            ("at_once", "yes"),
        ];
        let checked = Entry(EntryKind::CheckRecorded);
        self.send(vera, (case, &below("checks")), &found, checked)
            .await;
        let shown = Entry(EntryKind::Unmasked);
        let reason = [("reason", WORDS)];
        self.send(vera, (case, &below("unmask")), &reason, shown)
            .await;
        let words = ("words", WORDS);
        self.send_own(vera, &below("desk/note"), &[words], Entry(EntryKind::Noted))
            .await;
        let owner = [("to", "team:Fulfilment")];
        self.send_own(
            &people.olga,
            &below("desk/owner"),
            &owner,
            Entry(EntryKind::OwnerSet),
        )
        .await;
        let to = [("to", "person:irina"), words];
        self.send_own(
            vera,
            &below("desk/hand-over"),
            &to,
            Entry(EntryKind::HandedOver),
        )
        .await;
        let to = [("to", "nobody"), words];
        self.send_own(
            &people.olga,
            &below("desk/take-over"),
            &to,
            Entry(EntryKind::TakenOver),
        )
        .await;
        self.send(vera, (case, &below("claim")), &[], claimed).await;
        let until = [("until", "2026-11-29T14:00"), words];
        self.send_own(vera, &below("desk/wait"), &until, Entry(EntryKind::Waited))
            .await;
    }

    /// A decision made, withdrawn, and made again.
    async fn decided(&mut self, people: &People, case: &str) {
        let below = |name: &str| format!("{case}/{name}");
        let vera = &people.vera;
        let (resume, again) = (below("resume"), below("resume/again"));
        self.send(
            vera,
            (case, &below("claim")),
            &[],
            Entry(EntryKind::Claimed),
        )
        .await;
        self.send(vera, (case, &below("drafts/resume")), &[WHY], Nothing)
            .await;
        self.send(vera, (case, &below("drafts/resume/discard")), &[], Nothing)
            .await;
        let fields = [("reason", "other"), WHY];
        self.send(vera, (&resume, &again), &fields, Nothing).await;
        let decided = Entry(EntryKind::Decided);
        self.send_own(vera, &resume, &fields, decided).await;
        let withdrawn = Entry(EntryKind::InstructionWithdrawn);
        self.send_own(vera, &below("withdraw"), &[("words", WORDS)], withdrawn)
            .await;
        let released = Entry(EntryKind::Released);
        self.send(vera, (case, &below("release")), &[], released)
            .await;
    }

    async fn closed(&mut self, people: &People, case: &str) {
        let below = |name: &str| format!("{case}/{name}");
        let vera = &people.vera;
        self.send(
            vera,
            (case, &below("claim")),
            &[],
            Entry(EntryKind::Claimed),
        )
        .await;
        let judged = [
            ("system", "wms"),
            ("object_type", "task"),
            ("id", "WT-9"),
            ("verdict", "not"),
            ("grounds", WORDS),
        ];
        let kind = Entry(EntryKind::HintJudged);
        self.send(vera, (case, &below("judgements")), &judged, kind)
            .await;
        let (close, again) = (below("close"), below("close/again"));
        let fields = [("reason", "no_longer_wanted"), WHY];
        self.send(vera, (&close, &again), &fields, Nothing).await;
        self.send_own(vera, &close, &fields, Entry(EntryKind::Decided))
            .await;
    }

    async fn undone(&mut self, people: &People, case: &str) {
        let below = |name: &str| format!("{case}/{name}");
        let vera = &people.vera;
        self.send(
            vera,
            (case, &below("claim")),
            &[],
            Entry(EntryKind::Claimed),
        )
        .await;
        let (undo, again) = (below("compensate"), below("compensate/again"));
        let fields = [("undo_1", "yes"), ("reason", "order_cancelled"), WHY];
        self.send(vera, (&undo, &again), &fields, Nothing).await;
        self.send_own(vera, &undo, &fields, Entry(EntryKind::Decided))
            .await;
    }

    async fn another(&mut self, people: &People, case: &str, reference: &str) {
        let below = |name: &str| format!("{case}/{name}");
        let vera = &people.vera;
        self.send(
            vera,
            (case, &below("claim")),
            &[],
            Entry(EntryKind::Claimed),
        )
        .await;
        let (new, again) = (below("new-operation"), below("new-operation/again"));
        let fields = [
            ("reason", "key_cannot_go_on"),
            WHY,
            ("reference", reference),
            ("ack_1", "yes"),
            ("ack_2", "yes"),
            ("password", PASSWORD),
        ];
        self.send(vera, (&new, &again), &fields, Nothing).await;
        self.send_own(vera, &new, &fields, Entry(EntryKind::Proposed))
            .await;
        let fields = [("verdict", "approve"), ("words", WORDS)];
        let approved = Entry(EntryKind::Approved);
        self.send_own(&people.olga, &below("approval"), &fields, approved)
            .await;
    }

    /// What a source sends.
    async fn api(&mut self, people: &People) {
        let (shop, watch) = (&people.shop, &mut self.watch);
        let came = Entry(EntryKind::ReportReceived);
        watch.begins().await;
        assert_eq!(shop.report(&stopped_shipment("8820")).await.status, 201);
        watch.saw("PUT /stops/{report_id}", came).await;
        let mut hinted = stopped_shipment("8821");
        hinted["observations"] = json!([{
            "system": "wms", "step": TASK, "how": "look_up", "by": "phone=+7 900", "seen": "found",
            "observed_at": "2026-11-29T12:20:40Z", "object": {"type": "task", "id": "WT-9"},
        }]);
        let mut compensable = stopped_shipment("8822");
        compensable["steps"][0]["compensable"] = true.into();
        let other = ["8823", "8824"].map(|order| stopped_shipment(order).to_string());
        let lines = [hinted.to_string(), compensable.to_string()];
        shop.batch(&[lines, other].concat().join("\n")).await;
        watch.saw("POST /stops", came).await;
        watch.begins().await;
    }

    async fn taken(&mut self, people: &People) {
        let (shop, watch) = (&people.shop, &mut self.watch);
        watch.begins().await;
        let taken = shop.take_only_offer().await;
        let took = Entry(EntryKind::InstructionTaken);
        watch.saw("POST /instructions/{id}/take", took).await;
        assert_eq!(shop.renew(&taken).await.status, 200);
        let renewed = Entry(EntryKind::InstructionRenewed);
        watch.saw("POST /instructions/{id}/renew", renewed).await;
        let unknown =
            json!({"outcome": "unknown", "results": [], "attempts": [], "detail": "no answer"});
        assert_eq!(shop.outcome(&taken, unknown).await.status, 200);
        let reported = Entry(EntryKind::OutcomeReported);
        watch.saw("POST /instructions/{id}/outcome", reported).await;
    }

    /// Several cases at once, and what is left to account for.
    async fn together(&mut self, people: &People) {
        for order in 0..5 {
            let mut report = stopped_shipment(&format!("900{order}"));
            report["stop"]["code"] = "down".into();
            assert_eq!(people.shop.report(&report).await.status, 201);
        }
        let group = Group::largest(&people.irina, "7 cases share 2 causes.").await;
        self.watch.begins().await;
        group.claim_all().await;
        self.watch
            .saw("POST /causes/{cause}/claim", Entry(EntryKind::Claimed))
            .await;
        group.look_over(async |_| Seen::Unclear).await;
        let checked = Entry(EntryKind::CheckRecorded);
        self.watch.saw("POST /causes/{cause}/check", checked).await;
        assert!(group.resume("other").await > 0);
        self.watch
            .saw("POST /causes/{cause}/resume", Entry(EntryKind::Decided))
            .await;
        let fields = [("settlement", "kept"), ("words", WORDS)];
        let (surplus, draft) = ("/follow-ups/1", "/follow-ups/1/draft");
        self.send(&people.irina, (surplus, draft), &fields, Nothing)
            .await;
        let settled = Entry(EntryKind::SurplusSettled);
        self.send_own(&people.irina, surplus, &fields, settled)
            .await;
    }

    /// What people do beside cases.
    async fn beside(&mut self, people: &People, application: &Application, case: &str) {
        let (vera, ada, root) = (&people.vera, &people.ada, &people.root);
        // The next one in line is free.
        let claimed = Entry(EntryKind::Claimed);
        self.send(vera, ("/", "/"), &[], claimed).await;
        let source = "/sources/shop-wms";
        for (path, kind) in [
            ("endpoints/1/off", EntryKind::EndpointSwitchedOff),
            ("endpoints/1/on", EntryKind::EndpointSwitchedOn),
            ("endpoints/1/test", EntryKind::EndpointTested),
            ("deliveries/1/again", EntryKind::NoticeRestarted),
        ] {
            let to = format!("{source}/{path}");
            self.send(root, (source, &to), &[], Entry(kind)).await;
        }
        let exported = Entry(EntryKind::Exported);
        for what in ["decisions", "history", "cases"] {
            let to = format!("/export/{what}");
            self.send(ada, ("/settings", &to), &[("form", "csv")], exported)
                .await;
        }
        let evidence = case.replace("/cases/", "/export/evidence/");
        self.send(ada, ("/settings", &evidence), &[], exported)
            .await;
        self.verified(ada).await;
        self.send_own(vera, "/settings", &[("theme", "dark")], Nothing)
            .await;
        self.views(vera).await;
        self.watch.begins().await;
        let again = Person::new(application.address());
        assert_eq!(again.sign_in("vera", PASSWORD).await.status, 303);
        self.watch.saw("POST /sign-in", Nothing).await;
        let zoe = application.person("zoe", Role::Reviewer).await;
        self.send(&zoe, ("/settings", "/sign-out"), &[], Nothing)
            .await;
    }

    /// A verification goes on by itself, and is told of at its end.
    async fn verified(&mut self, ada: &Reviewer) {
        let page = ada.open("/integrity").await;
        self.watch.begins().await;
        ada.submit(&page, "/integrity/verify", &[]).await;
        while ada
            .open("/integrity")
            .await
            .shows("A verification is under way")
        {}
        let told = Entry(EntryKind::Verified);
        self.watch.saw("POST /integrity/verify", told).await;
    }

    async fn views(&mut self, vera: &Reviewer) {
        for (to, fields) in [
            ("/views", &[("name", "Mine")][..]),
            ("/views/open-with", &[("view", "1")]),
            ("/views/1/rename", &[("name", "Still mine")]),
            ("/views/1/replace", &[("filters", "kind=payload_conflict")]),
            ("/views/1/remove", &[]),
        ] {
            let changed = Entry(EntryKind::ViewChanged);
            self.send(vera, ("/settings", to), fields, changed).await;
        }
    }

    /// Nobody writes by looking.
    async fn looked(&mut self, people: &People) {
        let pages = web::table()
            .into_iter()
            .map(|page| (page.method, page.path));
        let pages = pages.filter(|(method, path)| *method == Method::GET && !path.contains('{'));
        for (_, path) in pages.filter(|(_, path)| *path != EVENTS) {
            for who in [&people.vera, &people.olga, &people.ada, &people.root] {
                who.get(path).await;
            }
            self.watch.compare(path, Nothing).await;
        }
    }
}

/// A form as no page has it.
fn by_hand(page: &Page, fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let sign_out = page.proposed("/sign-out").expect("somebody is signed in");
    let token = sign_out.into_iter().filter(|(name, _)| name == "token");
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    token.chain(fields.iter().map(owned)).collect()
}

on_both!(
    every_route_that_writes_tells_the_history,
    async |database: &Database| {
        let application = Application::start(database).await;
        let services = application.services();
        let desk = World::of(services.clone()).await;
        let by = Administrator::CommandLine;
        let endpoint = endpoints::add(services, by, "shop-wms", "http://127.0.0.1:9/hook");
        let endpoint = endpoint.await.expect("a new endpoint").endpoint;
        resumed_with_the_first(&desk).await;
        call(&desk, endpoint).await;
        let people = People::come(&application).await;
        let mut walk = Walk {
            watch: Watch::over(services).await,
        };
        walk.api(&people).await;
        let case = people.case("8820").await;
        walk.at_the_desk(&people, &case).await;
        walk.decided(&people, &case).await;
        desk.resume(&desk.boris, desk.stop(stopped_shipment("8825")).await)
            .await;
        walk.taken(&people).await;
        walk.closed(&people, &people.case("8821").await).await;
        walk.undone(&people, &people.case("8822").await).await;
        let (order, reference) = ("8823", "8823 / S-104/8823");
        walk.another(&people, &people.case(order).await, reference)
            .await;
        walk.together(&people).await;
        walk.beside(&people, &application, &case).await;
        walk.looked(&people).await;
        walk.watch.saw_all(routes()).await;
    }
);
