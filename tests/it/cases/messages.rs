//! Mail: accepted or not, sent by two workers, and by the thousand.

use super::reviewer::{Reviewer, story};

#[test]
fn c08_three_time_outs_do_not_mean_that_nobody_got_it() {
    story("08", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "“hand over to mail server” is done. “set ticket to 'answered'” was never sent to Helpdesk."
        );
        page.step_is(1, "done", "trace-1");
        page.step_is(2, "next", "Not sent");
        page.must_say("(end of data); connection timed out");
        page.must_say("\"copies\":3");
        page.must_say("<tkt-55120.1@help.example>");
        page.must_say("3 attempts at “hand over to mail server” went out without a key");
        page.may_continue(&["Not sent again: hand over to mail server"]);
        // The mail's own markup is text.
        let content = irina.content().await;
        assert!(
            !content.html.contains("<script>alert"),
            "markup came through"
        );
        content.must_say("<script>");
    });
}

#[test]
fn c16_one_job_by_two_workers_is_drawn_as_an_overlap() {
    story("16", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Outbound Mail may or may not have done “send reminder”."
        );
        page.step_is(1, "unknown", "Unknown: sent 2 times");
        page.step_is(2, "pending", "Not sent");
        page.must_say("Attempts overlap.");
        assert_eq!(
            page.html.matches("class=\"small lane\"").count(),
            2,
            "a lane each"
        );
        page.must_say("It ran at the same time as attempt 2 of app-2.");
        page.must_say("The effect may have happened before the crash.");
        page.must_say("Nobody has looked in Outbound Mail for “send reminder” yet.");
        page.may_not_continue("A repeat could do it a second time.");

        // Both went out: one is confirmed, and the other is what is too much.
        irina
            .saw("send reminder", "RE-2026-00917", "found", "m-1")
            .await;
        irina
            .saw("send reminder", "RE-2026-00917", "found", "m-2")
            .await;
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "“send reminder” was done at least twice in Outbound Mail."
        );
        irina.continues(&[("goes_on_1", "0")]).await;
    });
}

#[test]
fn c28_a_mailing_is_not_one_tick_and_its_payload_is_summarised() {
    story("28", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Relay 2500 may or may not have done “send to recipients”."
        );
        page.step_is(1, "done", "4000");
        page.step_is(2, "unknown", "Unknown: sent 5 times");
        page.step_is(3, "pending", "Not sent");
        for seen in [
            "\"distinct_recipients\":2667",
            "\"last_fetched_id\":4000",
            "\"last_sent_id\":2667",
        ] {
            page.must_say(seen);
        }
        page.must_say("The source calls “send to recipients” pending. Something was sent");
        page.may_not_continue("A repeat could do it a second time.");

        // Neither page holds 4,000 recipients; the second says how many there are and opens them whole.
        assert!(page.html.len() < 100_000, "{} bytes", page.html.len());
        let content = irina.content().await;
        assert!(content.html.len() < 20_000, "{} bytes", content.html.len());
        content.must_say("a list of 4000 items");
        content.must_say("The whole document, as it was sent");
    });
}
