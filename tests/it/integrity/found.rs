//! A database in which an earlier version wrote: its rows are vouched for once, as they are found.

use super::hand::Hand;
use super::{lived_in, verified};
use crate::support::database::{Database, on_both};
use holdpoint::service::verify_audit::AuditFault;
use holdpoint::store::Db;

/// The database as that version left it: no entry vouches for anything.
async fn forget_vouches(hand: &mut Hand) {
    hand.must("DELETE FROM vouches").await;
    hand.must("DELETE FROM history").await;
    // It repeats what the history tells.
    hand.must("DELETE FROM register").await;
    hand.must("UPDATE chain_head SET number = 0, hash = '0000000000000000000000000000000000000000000000000000000000000000'")
        .await;
    hand.must("UPDATE vouching SET at_table = 'users', after = NULL")
        .await;
}

on_both!(
    what_an_earlier_version_wrote_is_vouched_for_once_as_it_is_found,
    async |database: &Database| {
        let world = lived_in(database).await;
        let before = verified(&world).await.expect("whole");
        assert_eq!(before.found, 0);
        let mut hand = Hand::on(database).await;
        let in_register = hand.count("register").await;
        forget_vouches(&mut hand).await;
        let start = async || {
            let db = Db::connect(database.url()).await.expect("it opens");
            db.migrate().await.expect("it starts");
            db.close().await;
        };
        start().await;
        let found = verified(&world).await.expect("whole");
        // The last entry says that this was all.
        assert_eq!(found.found, found.entries - 1, "{found:?}");
        assert_eq!(found.rows, before.rows - in_register);
        start().await;
        assert_eq!(verified(&world).await.expect("whole"), found);

        // From then on a change is a change, and nothing is found any more, whatever somebody writes into `vouching`.
        hand.must("UPDATE users SET full_name = 'Eve' WHERE name = 'irina'")
            .await;
        let fault = verified(&world).await.expect_err("a changed row");
        assert!(matches!(fault, AuditFault::Changed { .. }), "{fault}");
        let case = world.stop(crate::desk::world::stopped_shipment("8820"));
        case.await;
        hand.must("UPDATE vouching SET at_table = 'users'").await;
        start().await;
        let fault = verified(&world).await.expect_err("a second time");
        assert!(matches!(fault, AuditFault::FoundLater { .. }), "{fault}");
    }
);

on_both!(
    s24_nothing_is_found_in_a_database_that_began_with_this_version,
    async |database: &Database| {
        let world = lived_in(database).await;
        let mut hand = Hand::on(database).await;
        hand.must(
            "INSERT INTO anchors (number, hash, at, public_key, signature, to_file, to_webhook)
            VALUES (1, 'x', 'x', 'x', 'x', FALSE, FALSE)",
        )
        .await;
        hand.must("UPDATE vouching SET at_table = 'anchors'").await;
        let db = Db::connect(database.url()).await.expect("it opens");
        db.migrate().await.expect("it starts");
        db.close().await;
        let fault = verified(&world)
            .await
            .expect_err("nothing was there before");
        assert!(matches!(fault, AuditFault::FoundLater { .. }), "{fault}");
    }
);
