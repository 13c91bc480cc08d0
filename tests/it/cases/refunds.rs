//! Refunds: lost answers, no way to ask, work against itself, and books that say it twice.

use super::reviewer::{Reviewer, story};

#[test]
fn c01_a_refund_that_timed_out_is_unknown_and_never_failed() {
    story("01", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Meridian Acquiring may or may not have done “submit refund”."
        );
        page.step_is(1, "unknown", "Unknown: sent once, no sure answer");
        page.step_is(2, "refused", "Not done: refused");
        page.may_not_continue("no contract is known for this system");
        // A time-out is no answer, and the later word of the acquirer stands beside the step it answers.
        page.must_say("No answer in time");
        page.must_say("No answer is not a refusal: it may have happened.");
        let find_out = page.part("class=\"findout\"");
        assert!(find_out.contains("\"status\":\"REFUNDED\""), "{find_out}");
        assert!(find_out.contains("Not known whose"), "{find_out}");
        page.must_say("The same message again: not a second request");
        page.must_not_say("failed");

        // The acquirer's notification is the evidence: the refund is confirmed, and nothing is sent again.
        irina
            .saw("submit refund", "rf-0002", "found", "rf-0002")
            .await;
        let page = irina.page().await;
        page.step_is(1, "done", "rf-0002");
        page.may_continue(&["Not sent again: submit refund", "write refund status"]);
        irina.continues(&[]).await;
        irina.page().await.must_say("Offered to the source");
    });
}

#[test]
fn c13_a_refund_that_cannot_be_looked_up_is_not_decided_by_a_status() {
    story("13", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Brána Plus may or may not have done “refund”."
        );
        page.step_is(1, "unknown", "Unknown: sent once, no sure answer");
        page.step_is(2, "pending", "Not sent");
        page.may_not_continue("A repeat could do it a second time.");
        page.must_say("lookup: only next-day report");
        page.must_say("no key supported");
        // The payment's status proves nothing, and the other refund of the same payment is somebody else's.
        page.must_say(
            "Somebody looked in Brána Plus for “refund”, and what they saw was not clear.",
        );
        page.must_say("rf-1 was seen in Brána Plus, but is said to be another operation’s.");
        page.must_not_say("“refund” is not in Brána Plus");

        // An empty answer proves nothing while the request may still be on its way; later it does.
        irina.saw("refund", "OBJ-2026-0009", "absent", "").await;
        irina
            .page()
            .await
            .may_not_continue("The result of “refund” is unknown");
        irina.minutes_pass(20);
        irina.saw("refund", "OBJ-2026-0009", "absent", "").await;
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Brána Plus does not have “refund”: an empty answer proves it."
        );
    });
}

#[test]
fn c26_nothing_goes_on_that_is_being_taken_back() {
    story("26", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "This operation was taken back: “refund p-1 (compensation)” is done."
        );
        page.step_is(1, "done", "Done, and undone again");
        page.step_is(2, "unknown", "Unknown: sent once, no sure answer");
        page.step_is(3, "done", "ref-1");
        page.may_not_continue("The operation is being taken back, so it cannot be continued.");
        page.must_not_say("What makes it possible again");
        // The refund is a step of its own, and the order was paid with the other payment.
        page.must_say("gives the captured money back to the buyer");
        page.must_say("ORD-900 was seen in Storefront, but is said to be another operation’s.");
        page.must_say("they happened in another order than they came in");
        page.must_say("The source calls “create order” refused.");

        let close = irina.close_page().await;
        close.must_say("whether “create order” happened in Storefront.");
        irina.closes("no_longer_wanted", &[]).await;
        irina
            .page()
            .await
            .must_say("Close: nothing more will be done");
    });
}

#[test]
fn c30_an_event_before_the_answer_is_not_a_second_refund() {
    story("30", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Laden CH may or may not have done “book refund in shop”."
        );
        page.step_is(1, "done", "re_A");
        page.step_is(2, "unknown", "Unknown: sent once, no sure answer");
        page.may_not_continue("no contract is known for this system");
        // Two refunds of one amount are two: matched by id, never by amount.
        let results = page.part("id=\"results\"");
        assert!(results.contains("re_A"), "{results}");
        assert!(results.contains("re_B"), "{results}");
        assert!(results.contains("Another operation’s"), "{results}");
        page.must_say("The same message again: not a second request");
        page.must_say("delivery: 4");
        page.must_say("The effect may have happened before the crash.");

        irina
            .saw("book refund in shop", "3312", "found", "note-1")
            .await;
        let page = irina.page().await;
        assert_eq!(page.sentence(), "Every step of this operation is done.");
        page.may_continue(&["Every step is done. Nothing is sent"]);
    });
}

#[test]
fn c13_a_step_that_is_not_applicable_is_left_out_where_only_that_lets_the_operation_go_on() {
    story("13", async |irina: Reviewer<'_>| {
        let blocked = irina.resume_page().await;
        blocked.must_say("Leave out a step that is not applicable");
        let leave_out = |known: &'static str| {
            [
                ("skip_1", "yes"),
                (
                    "skip_reason_1",
                    "The buyer keeps the goods and wants no refund.",
                ),
                ("skip_known_1", known),
            ]
        };
        let page = irina.asks_what_will_happen(&leave_out("")).await;
        page.must_say("Record the decision");
        page.must_say("Nothing is recorded by that.");
        irina.continues(&leave_out("yes")).await;
        irina
            .page()
            .await
            .must_say("The buyer keeps the goods and wants no refund.");
    });
}
