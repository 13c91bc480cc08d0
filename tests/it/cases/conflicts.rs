//! One key, more than one meaning: other content, another shop, another step, and nobody knows what.

use super::reviewer::{Reviewer, story};

#[test]
fn c32_the_difference_is_field_by_field_and_money_is_named_first() {
    story("32", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "The same operation came twice with different content."
        );
        page.step_is(1, "done", "pi_1");
        page.step_is(2, "conflict", "Not done: refused");
        let difference = page.part("aria-labelledby=\"diff-1\"");
        for words in [
            "3 differences",
            "Unchanged: amount_minor 45990, currency sek",
            "/customer",
            "\"cus_öst_1\"",
            "/metadata/email",
            "/metadata/ship_to",
            "\"Västra Hamngatan 1\"",
            "Agreed content",
            "Changed content",
        ] {
            assert!(
                difference.contains(words),
                "{words:?} is not in {difference}"
            );
        }
        page.may_continue(&[
            "It goes on with the agreed content.",
            "“attach customer” needs a key of its own.",
        ]);
        irina
            .continues(&[
                ("content", "agreed"),
                ("new_key_2", "K7XNVQ2M_45990#attach"),
            ])
            .await;
        let page = irina.page().await;
        page.must_say("\"which\": \"agreed\"");
        page.must_say("K7XNVQ2M_45990#attach");
    });
}

#[test]
fn c34_a_strangers_order_under_the_same_number_is_left_alone() {
    story("34", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "The same operation came twice with different content."
        );
        page.step_is(1, "unknown", "its result is said to be another operation’s");
        let difference = page.part("aria-labelledby=\"diff-1\"");
        for words in [
            "/site",
            "\"Сад\"",
            "\"Обувь\"",
            "/customer",
            "\"ИП Щукин\"",
            "2490.00",
            "18300.50",
        ] {
            assert!(
                difference.contains(words),
                "{words:?} is not in {difference}"
            );
        }
        page.may_not_continue(
            "is said to be another operation’s. A repeat would be answered with it.",
        );
        page.must_not_say("“create order” is done");

        // A duplicate has to name the other operation, and may not name itself.
        let close = irina.close_page().await;
        close.must_say("A duplicate of another operation");
        irina.closes("no_longer_wanted", &[]).await;
    });
}

#[test]
fn c35_a_conflict_without_the_other_side_is_a_case_like_any_other() {
    story("35", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "The same operation key is in use for other content, and nobody knows what that content says."
        );
        page.step_is(1, "unknown", "the receiver says that it exists already");
        page.must_say("The other content is not known");
        page.must_say("compare amount and destination: the other one may be our own twin");
        page.must_say("\"amount\": \"41.10\"");
        page.must_say("That may be our own lost success, or somebody else’s.");
        page.must_say("Attempts overlap.");
        page.must_say("lookup: search by reference");
        page.may_not_continue("A repeat could do it a second time.");

        // The look-up by reference finds our own twin: it is adopted.
        irina
            .saw("pay operator fee", "771904-operatorFee", "found", "pmt-9")
            .await;
        let page = irina.page().await;
        page.step_is(1, "done", "pmt-9");
        page.may_continue(&["Nothing is sent"]);
        irina.continues(&[("content", "agreed")]).await;
    });
}

#[test]
fn c37_a_key_that_belongs_to_another_step_is_not_sent_again() {
    story("37", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        page.step_is(1, "done", "in_demo_1");
        page.step_is(2, "conflict", "Not done: refused");
        page.must_say(
            "Several steps carry one key, inc-2026-10/klant 12: create invoice, pay invoice.",
        );
        page.may_continue(&[
            "Not sent again: create invoice",
            "Sent again under a new key of its own: pay invoice",
        ]);
        page.must_not_say("Sent again under the same key: pay invoice");

        let resume = irina.resume_page().await;
        resume.must_say("“pay invoice”: the key until now inc-2026-10/klant 12");
        irina
            .continues(&[
                ("content", "agreed"),
                ("new_key_2", "inc-2026-10/klant 12#pay"),
            ])
            .await;
        let page = irina.page().await;
        page.must_say("\"idempotency_key\": \"inc-2026-10/klant 12#pay\"");
    });
}
