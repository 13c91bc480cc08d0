//! The rig itself: what it is there to notice, it notices.

use crate::support::browser::{Browser, Look, in_browser};
use crate::support::database::{Database, on_both};
use holdpoint::store::Db;
use thirtyfour::Key;

on_both!(a_fresh_database_takes_the_schema_and_only_once, async |database: &Database| {
    let db = Db::connect(database.url()).await.expect("it opens");
    db.migrate().await.expect("the schema is made");
    db.migrate().await.expect("the schema is there");
});

const BAD_PAGE: &str = "<!doctype html><title>t</title><h1>Bad</h1><input><img src=x><button>Go</button>";

#[test]
fn a_bad_page_is_noticed() {
    in_browser("bad-page", async |browser: &Browser| {
        let window = browser.window("data:text/html,", Look::PLAIN).await;
        window.open(BAD_PAGE).await;
        window.see("Bad").await;
        let violations = window.axe().await.join("\n");
        for expected in ["html-has-lang", "image-alt", "label"] {
            assert!(violations.contains(expected), "{expected} in {violations}");
        }
        window.console().await;
        let complain = "console.warn('something is wrong')";
        window.execute(complain, vec![]).await.expect("it runs");
        assert_eq!(window.console().await.len(), 1);
    });
}

#[test]
#[should_panic(expected = "cannot be seen")]
fn a_focus_that_cannot_be_seen_is_noticed() {
    in_browser("unseen-focus", async |browser: &Browser| {
        let window = browser.window("data:text/html,", Look::PLAIN).await;
        window.open("<button style='outline:none'>Go</button>").await;
        window.press(Key::Tab).await;
        window.tab_to("Go").await;
    });
}
