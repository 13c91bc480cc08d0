//! Orders, parcels and payouts: what exists twice, what exists by half, and what waits for what.

use super::reviewer::{Reviewer, story};

#[test]
fn c04_the_search_by_our_own_reference_shows_both_orders() {
    story("04", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "“create order” was done at least twice in Himal ERP."
        );
        page.step_is(1, "done", "SO-55120");
        page.step_is(1, "done", "SO-55121");
        page.step_is(2, "next", "Not sent");
        page.must_say("{\"state\":\"draft\",\"lines\":2}");
        page.must_say("{\"state\":\"paid\",\"lines\":2}");
        page.must_say("search by pos_reference");
        page.must_say("Look again before you decide.");
        page.may_continue(&[
            "Say which result the operation goes on with.",
            "reduce stock",
        ]);

        irina.continues(&[("goes_on_1", "1")]).await;
        let page = irina.page().await;
        page.must_say("\"surplus\"");
        page.must_say("SO-55120");
    });
}

#[test]
fn c10_two_labels_for_one_parcel_are_two_and_the_other_parcels_is_not_ours() {
    story("10", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "“buy label” was done at least twice in Paczka24."
        );
        page.step_is(1, "done", "77120001");
        page.step_is(1, "done", "77120002");
        page.step_is(2, "next", "Not sent");
        page.must_say("77119990 was seen in Paczka24, but is said to be another operation’s.");
        page.must_say("other parcel of the same order");
        page.must_say("It ran at the same time as attempt 2 of op-jan.");
        page.may_continue(&["Not sent again: buy label", "relay tracking number"]);
        // Nothing says which label it is before the reviewer does.
        let resume = irina.resume_page().await;
        assert!(
            !resume.html.contains("checked"),
            "nothing is chosen beforehand"
        );
    });
}

#[test]
fn c22_the_seller_is_not_paid_again() {
    story("22", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "Payout House definitely refused “pay operator fee”."
        );
        page.step_is(1, "done", "pmt-aa17");
        page.step_is(2, "refused", "Not done: refused");
        page.step_is(3, "pending", "Not sent");
        page.must_say("INSUFFICIENT_FUNDS");
        page.may_continue(&[
            "Not sent again: pay seller",
            "Sent again under the same key: pay operator fee",
            "501188-operatorFee",
            "Then sent for the first time: mark invoice paid",
        ]);
        irina.continues(&[]).await;
        let page = irina.page().await;
        page.must_say("\"idempotency_key\": \"501188-operatorFee\"");
    });
}

#[test]
fn c24_two_events_are_one_order_and_the_first_missing_step_comes_first() {
    story("24", async |irina: Reviewer<'_>| {
        let page = irina.page().await;
        assert_eq!(
            page.sentence(),
            "“create sales order” was never sent to Ledger ERP."
        );
        page.step_is(1, "next", "Not sent");
        page.step_is(2, "refused", "Not done: refused");
        page.step_is(3, "pending", "Not sent");
        let events = page.part("id=\"events\"");
        for event in ["e-paid-1", "e-create-1", "e-upd-1"] {
            assert!(events.contains(event), "{event} is not in {events}");
        }
        // Numbers beyond 2^53 are themselves.
        page.must_say("5938472019283746512");
        page.must_say("sales order missing");
        page.may_continue(&[
            "Sent for the first time: create sales order",
            "so:5938472019283746512",
            "Sent again under the same key: create invoice",
        ]);
    });
}
