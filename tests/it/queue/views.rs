//! Saved views: what is shown is what was saved, whose it is to change, and that nothing is hidden without a word.

use super::report;
use crate::support::connector::Connector;
use crate::support::database::{Database, on_both};
use crate::support::reports::stopped_shipment;
use crate::support::reviewer::{Page, Reviewer};
use crate::support::world::{PASSWORD, World};
use holdpoint::domain::ids::Team;
use holdpoint::domain::people::{Role, UserName};
use holdpoint::domain::saved_view::MOST_VIEWS;
use holdpoint::on;
use holdpoint::service::passwords::Passwords;
use holdpoint::service::people::{AddUser, add_user};

const FREE: &str = "/?type=warehouse_shipment&holder=free";

struct Office {
    world: World,
    shop: Connector,
    irina: Reviewer,
}

impl Office {
    async fn on(database: &Database) -> Self {
        let world = World::start(database).await;
        let shop = world.source("shop-wms").await;
        let irina = world.reviewer("irina").await;
        Self { world, shop, irina }
    }

    /// Somebody of another team.
    async fn stranger(&self, name: &str, role: Role) -> Reviewer {
        let user = AddUser {
            name: UserName::parse(name).expect("a name"),
            full_name: name.to_owned(),
            role,
            team: Team::from("Billing"),
            password: PASSWORD.to_owned(),
        };
        let added = add_user(self.world.services(), &Passwords::default(), user).await;
        added.expect("a new name");
        self.world.signed_in(name).await
    }
}

/// Saves what a list shows.
async fn save(who: &Reviewer, list: &str, name: &str, team: &str, opens: bool) -> Page {
    let page = who.open(list).await;
    let href = page
        .html
        .split("href=\"")
        .find(|part| part.starts_with("/views/new?"));
    let href = href
        .and_then(|part| part.split('"').next())
        .expect("a link");
    let form = who.open(&super::unescaped(href)).await;
    let mut fields = vec![("name", name), ("team", team)];
    if opens {
        fields.push(("opens", "yes"));
    }
    who.submit_once(&form, "/views", &fields).await
}

/// The number of the view that a page is on.
fn number(page: &Page) -> String {
    let (_, id) = page.path.split_once("saved=").expect("a view");
    id.split('&').next().unwrap_or_default().to_owned()
}

async fn press(who: &Reviewer, path: &str, fields: &[(&str, &str)]) -> Page {
    let views = who.open("/views").await;
    who.submit_once(&views, path, fields).await
}

on_both!(
    the_queue_opens_with_a_view_and_says_so,
    async |database: &Database| {
        let office = Office::on(database).await;
        report(&office.shop, &stopped_shipment("8817")).await;
        let mut other = stopped_shipment("8818");
        other["operation"]["type"] = "carrier_label".into();
        report(&office.shop, &other).await;
        let irina = &office.irina;
        let saved = save(irina, FREE, "  Free\tshipments ", "", true).await;
        saved.must_show("The view Free shipments is on: other cases are not shown.");
        let id = number(&saved);

        let opened = irina.open("/").await;
        opened.must_show("Your queue opens with the view Free shipments");
        assert!(opened.shows("8817") && !opened.shows("8818"));
        // Each link that leads away from it stays away.
        let everything = irina.open("/?saved=none").await;
        assert!(
            everything.shows("8817") && everything.shows("8818") && !everything.shows("is on:")
        );
        assert!(
            everything
                .html
                .contains("href=\"/?kind=payload_conflict&#38;saved=none\"")
        );
        let by_hand = irina.open("/?kind=payload_conflict").await;
        assert!(
            by_hand.html.contains("href=\"/?saved=none\""),
            "{}",
            by_hand.html
        );

        let changed = irina
            .open(&format!("/?type=carrier_label&saved={id}"))
            .await;
        changed.must_show("This began with the view Free shipments and shows something else now.");
        let replace = format!("/views/{id}/replace");
        let replaced = irina.submit_once(&changed, &replace, &[]).await;
        replaced.must_show("The view Free shipments is on");
        let opened = irina.open("/").await;
        assert!(!opened.shows("8817") && opened.shows("8818"));
        press(irina, "/views/open-with", &[("view", "")]).await;
        let opened = irina.open("/").await;
        assert!(
            opened.shows("8817") && opened.shows("8818") && !opened.shows("opens with the view")
        );
    }
);

on_both!(
    a_shared_view_is_its_makers_and_the_managers,
    async |database: &Database| {
        let office = Office::on(database).await;
        let irina = &office.irina;
        let saved = save(irina, FREE, "Ours", "Fulfilment", false).await;
        saved.must_show("It is shared with Fulfilment");
        let id = number(&saved);
        let own = number(&save(irina, FREE, "ours", "", false).await);
        let [rename, remove] = ["rename", "remove"].map(|deed| format!("/views/{id}/{deed}"));

        let boris = office.world.reviewer("boris").await;
        let page = boris.open("/views").await;
        page.must_show("Shared with Fulfilment by irina");
        assert!(page.proposed(&rename).is_none() && page.proposed(&remove).is_none());
        let forged = page.proposed("/views/open-with").expect("a button");
        for path in [&rename, &remove, &format!("/views/{id}/replace")] {
            let answer = boris.post(path, &forged).await;
            assert_eq!(answer.status, 422, "{path}");
            answer.must_show("irina made this view");
        }
        // One that he does not see is not there for him, whatever he asks of it; nor is one that there is not.
        for path in [
            format!("/views/{own}/remove"),
            format!("/views/{own}/rename"),
            "/views/9999/remove".to_owned(),
        ] {
            let answer = boris.post(&path, &forged).await;
            assert_eq!((answer.status, &*answer.path), (404, &*path));
        }
        let opens = boris
            .submit_once(&page, "/views/open-with", &[("view", &id)])
            .await;
        opens.must_show("opens first");

        let vera = office.stranger("vera", Role::Reviewer).await;
        assert!(!vera.open("/views").await.shows("Ours"));
        assert!(vera.open(&format!("/?saved={id}")).await.shows("saved"));
        let refused = save(&vera, "/", "Theirs", "Fulfilment", false).await;
        assert_eq!(refused.status, 422);
        refused.must_show("A view is shared with your own team.");

        let olga = office.stranger("olga", Role::Manager).await;
        let renamed = press(&olga, &rename, &[("name", "Everybody's")]).await;
        renamed.must_show("Everybody's");
        let gone = press(&olga, &remove, &[]).await;
        assert!(!gone.shows("Everybody's"));
        let opened = boris.open("/").await;
        assert!(!opened.shows("opens with the view"), "{}", opened.text());
        irina.open("/views").await.must_show("ours");
    }
);

on_both!(
    names_are_ones_own_and_there_is_an_end_of_them,
    async |database: &Database| {
        let office = Office::on(database).await;
        let irina = &office.irina;
        let first = number(&save(irina, FREE, "Склад", "", false).await);
        let again = save(irina, "/?sort=waiting", " СКЛАД ", "", false).await;
        assert_eq!(again.status, 422);
        again.must_show("There is a view of this name already.");
        assert!(
            again.html.contains("value=\" СКЛАД \""),
            "what was typed is kept"
        );
        for (name, words) in [
            (" ", "Give the view a name."),
            ("a\u{202E}b", "signs that nobody sees"),
        ] {
            let refused = save(irina, "/", name, "", false).await;
            assert_eq!(refused.status, 422);
            refused.must_show(words);
        }
        for n in 1..MOST_VIEWS {
            assert_eq!(
                save(irina, "/", &format!("View {n}"), "", false)
                    .await
                    .status,
                200
            );
        }
        let refused = save(irina, "/", "One more", "", false).await;
        refused.must_show("There are 30 views already");
        assert_eq!(
            save(irina, "/", "One more", "Fulfilment", false)
                .await
                .status,
            200
        );
        let taken = press(
            irina,
            &format!("/views/{first}/rename"),
            &[("name", "view 1")],
        )
        .await;
        assert_eq!(taken.status, 422);
        taken.must_show("There is a view of this name already.");
        assert!(taken.html.contains("value=\"view 1\""));
    }
);

on_both!(
    an_outdated_view_is_said_and_never_shown_by_halves,
    async |database: &Database| {
        let office = Office::on(database).await;
        report(&office.shop, &stopped_shipment("8817")).await;
        let irina = &office.irina;
        let outdated = number(&save(irina, FREE, "Old", "", true).await);
        let mut conn = office
            .world
            .services()
            .db
            .write()
            .await
            .expect("a connection");
        let sql = "UPDATE saved_views SET filters = 'type=none&colour=red'";
        on!((&mut conn).into(), |c| sqlx::query(sql)
            .execute(c)
            .await
            .map(|_| ()))
        .expect("forged");
        drop(conn);
        let opened = irina.open("/").await;
        opened.must_show("The view Old holds a filter that is not understood any more");
        opened.must_show("8817");
        irina
            .open("/views")
            .await
            .must_show("not understood any more");

        let gone = save(irina, "/?source=shop-wms", "Shop", "", true).await;
        let mut conn = office
            .world
            .services()
            .db
            .write()
            .await
            .expect("a connection");
        let sql = "UPDATE sources SET name = 'another'";
        on!((&mut conn).into(), |c| sqlx::query(sql)
            .execute(c)
            .await
            .map(|_| ()))
        .expect("renamed");
        drop(conn);
        for path in [
            "/".to_owned(),
            format!("/?source=shop-wms&saved={}", number(&gone)),
        ] {
            let opened = irina.open(&path).await;
            opened.must_show("The view Shop holds a filter that is not understood any more");
            opened.must_show("8817");
        }
        press(irina, &format!("/views/{outdated}/remove"), &[]).await;
    }
);
