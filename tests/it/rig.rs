//! The rig itself: what it is there to notice, it notices.

use crate::support::block_on;
use crate::support::browser::{Browser, Look, in_browser};
use crate::support::database::{Database, on_both};
use futures_util::FutureExt;
use holdpoint::store::Db;
use std::panic::AssertUnwindSafe;

on_both!(
    a_fresh_database_takes_the_schema_and_only_once,
    async |database: &Database| {
        let db = Db::connect(database.url()).await.expect("it opens");
        db.migrate().await.expect("the schema is made");
        db.migrate().await.expect("the schema is there");
    }
);

const BAD_PAGE: &str =
    "<!doctype html><title>t</title><h1>Bad</h1><input><img src=x><button>Go</button>";

#[test]
fn a_bad_page_is_noticed() {
    block_on(in_browser("bad-page", async |browser: &Browser| {
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
    }));
}

#[test]
fn a_focus_that_cannot_be_seen_is_noticed() {
    block_on(in_browser("unseen-focus", async |browser: &Browser| {
        let window = browser.window("data:text/html,", Look::PLAIN).await;
        window
            .open("<button style='outline:none'>Go</button>")
            .await;
        let reached = AssertUnwindSafe(window.tab_to("Go")).catch_unwind().await;
        assert!(reached.is_err());
    }));
}

const GOOD_PAGE: &str = "<!doctype html><html lang=en><title>t</title><main><h1>Good</h1></main>";
const LOOK: &str =
    "return [navigator.language, matchMedia('(prefers-color-scheme: dark)').matches, innerWidth]";

#[test]
fn each_look_is_what_it_says_and_a_good_page_passes() {
    block_on(in_browser("good-page", async |browser: &Browser| {
        let mut seen = Vec::new();
        for look in Look::EACH {
            let window = browser.window("data:text/html,", look).await;
            window.open(GOOD_PAGE).await;
            window.check("rig-good-page").await;
            let answer = window.execute(LOOK, vec![]).await.expect("it runs");
            seen.push(answer.json().to_string());
        }
        assert_eq!(
            seen,
            [
                r#"["en",false,1280]"#,
                r#"["en",true,390]"#,
                r#"["ru",false,390]"#,
                r#"["ru",true,1280]"#,
            ]
        );
    }));
}
