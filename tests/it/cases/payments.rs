//! Payments: done more than once, in flight, refused and authorised, and seen by nobody.

use super::reviewer::{Reviewer, story};

#[test]
fn c15_three_rows_of_one_id_are_counted_and_what_is_in_flight_is_not_absent() {
    story("15", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Node Onyx has “pay invoice”, and shows it in 3 rows: one effect seen 3 times, or 3 effects under one id."
        );
        page.step_is(1, "done", "Done");
        page.may_continue(&["Every step is done. Nothing is sent"]);
        page.must_say("Look at the balance, or at the system’s own books");
        page.must_say("Still in progress");
        page.must_say("that is neither found nor absent");
        page.must_not_say("is not in Node Onyx");
        let attempts = page.part("id=\"attempts\"");
        assert_eq!(attempts.matches("No answer in time").count(), 3);
        assert_eq!(attempts.matches("the same key").count(), 2);
        // Nothing may pay again.
        assert!(!page.part("class=\"continue\"").contains("Sent again"));
    });
}

#[test]
fn c18_a_500_proves_nothing_and_the_librarys_retries_are_attempts() {
    story("18", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "“create payment” was done at least twice in Kanaal Pay."
        );
        page.step_is(1, "done", "Done at least twice");
        page.must_say("A server error does not prove that nothing happened.");
        let attempts = page.part("id=\"attempts\"");
        for seen in ["lib try 1", "lib try 2", "500", "201", "no key"] {
            assert!(attempts.contains(seen), "{seen} is not in {attempts}");
        }
        page.may_continue(&["Say which result the operation goes on with."]);

        // Which of the two the customer can pay is chosen, with what was seen of each.
        let resume = irina.resume_page().await;
        resume.must_say("Which result does the operation go on with?");
        resume.must_say("{\"status\":\"paid\"}");
        resume.must_say("The others are surplus");
        irina.continues(&[("goes_on_1", "1")]).await;
    });
}

#[test]
fn c20_nobody_looked_is_not_absent_and_a_find_is_recorded_without_a_call() {
    story("20", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Gateway West acknowledged “charge card”, but nobody has a reference to what it made."
        );
        page.step_is(1, "unknown", "acknowledged, but without a reference");
        page.step_is(2, "pending", "Not sent");
        page.must_say("Nobody has looked in Gateway West for “charge card” yet.");
        page.must_say("Nobody has looked yet. This is not the same as “not there”.");
        page.must_say("merchant portal, admin only");
        page.must_say("portal administrator");
        page.must_say("RESULT=DECLINED&REASON=DUPLICATE+TRANSACTION");
        page.may_not_continue("A repeat could do it a second time.");

        irina
            .saw("charge card", "14B-0704", "found", "AUTH-77")
            .await;
        let page = irina.page().await;
        page.step_is(1, "done", "AUTH-77");
        page.may_continue(&["Not sent again: charge card", "post payment to reservation"]);
    });
}

#[test]
fn c39_a_refusal_and_an_authorisation_stand_each_under_its_own_reference() {
    story("39", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "The same operation came twice with different content."
        );
        page.step_is(1, "done", "PSP-OK");
        page.step_is(2, "conflict", "Not done: refused");
        page.step_is(3, "pending", "Not sent");
        page.must_say("they happened in another order than they came in");
        let events = page.part("id=\"events\"");
        assert!(events.contains("PSP-REF/AUTH"), "{events}");
        assert!(events.contains("2026-09-14T10:40:06+02:00"), "{events}");
        page.must_say("M2-000088 was seen in Sklep Miedź, but is said to be another operation’s.");
        page.may_continue(&["It goes on with the agreed content."]);
    });
}

#[test]
fn c42_a_marker_alone_is_a_technical_difference_and_both_charges_are_shown() {
    story("42", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "The same operation came twice with different content."
        );
        page.step_is(1, "done", "Done at least twice");
        let difference = page.part("aria-labelledby=\"diff-1\"");
        assert!(difference.contains("1 difference"), "{difference}");
        assert!(difference.contains("/metadata/nonce"), "{difference}");
        assert!(
            difference.contains("only technical fields differ"),
            "{difference}"
        );
        assert!(difference.contains("amount_minor 1840"), "{difference}");
        page.must_say("“charge card” was done at least twice: ch_a, ch_b.");
        page.must_say("trip 1 ‒ rider 2");

        irina
            .continues(&[("content", "agreed"), ("goes_on_1", "0")])
            .await;
        irina.page().await.must_say("\"surplus\"");
    });
}
