//! Documents that count before the law: an exchange, a tax office, a fiscal printer.

use super::reviewer::{Reviewer, story};

#[test]
fn c05_an_empty_key_is_no_key() {
    story("05", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Почта-ЭДО may or may not have done “send document”."
        );
        page.step_is(1, "unknown", "Unknown: sent once, no sure answer");
        page.step_is(2, "pending", "Not sent");
        page.must_say("The key of “send document” was sent as an empty text. That is no key");
        page.must_say("sent as an empty text: no key");
        page.must_say("key is per mailbox");
        page.must_say("07/11/Б-204 «А»/3");
        page.may_not_continue("The result of “send document” is unknown");
        page.must_not_say("Sent again under the same key");

        irina
            .saw("send document", "07/11/Б-204 «А»/3", "found", "msg-204")
            .await;
        let page = irina.page().await;
        page.step_is(1, "done", "msg-204");
        page.may_continue(&["Sent for the first time: ask counterparty to sign"]);
    });
}

#[test]
fn c06_a_duplicate_with_our_own_access_key_is_found_and_no_new_number_is_issued() {
    story("06", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "“authorise” is done. “print customer copy” was never sent to Impressora 3."
        );
        page.step_is(1, "done", "350000000000000127");
        page.step_is(2, "next", "Not sent");
        page.must_say("35260412345678000195650010000012341000012349");
        // The receiver's words, with its odd time, are there as they came.
        page.must_say("2026-04-22T17:44:13-04:00-04:00");
        let attempts = page.part("id=\"attempts\"");
        assert!(attempts.contains("204"), "{attempts}");
        page.may_continue(&["Not sent again: authorise", "print customer copy"]);
    });
}

#[test]
fn c12_a_receipt_is_not_repeated_on_a_total_that_looks_right() {
    story("12", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "ККТ 4 may or may not have done “close receipt”."
        );
        page.step_is(1, "done", "48213");
        page.step_is(2, "unknown", "Unknown: sent once, no sure answer");
        page.step_is(3, "pending", "Not sent");
        for seen in [
            "\"last_document\":48213",
            "\"total\":\"1299.90\"",
            "fiscal_sign",
        ] {
            page.must_say(seen);
        }
        page.must_say("what they saw was not clear");
        page.must_say("no key; document number is the only handle");
        page.must_say("later than the report that tells of it");
        page.may_not_continue("A repeat could do it a second time.");
    });
}
