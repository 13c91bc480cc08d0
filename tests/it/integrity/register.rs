//! Somebody who makes the history vouch for another register is found by what its entries say of decisions.

use super::exports::write_anew;
use super::hand::Hand;
use super::{lived_in, verified};
use crate::desk::world::World;
use crate::support::database::{Database, on_both};
use holdpoint::domain::digest::sha256_hex;
use holdpoint::domain::history::Vouched;
use holdpoint::domain::ids::HistoryNumber;
use holdpoint::service::verify_audit::AuditFault;
use holdpoint::store::{history, vouches};
use serde_json::{Value, json};

/// Makes the last entry that vouches for the first row of the register vouch for what it holds now, and writes the chain anew.
async fn vouch_anew(world: &World, hand: &mut Hand, row: i64) {
    let mut snapshot = world.services.db.snapshot().await.expect("a snapshot");
    let rows = vouches::of_range(&mut snapshot, Vouched::Register, row - 1, row).await;
    let digest = rows.expect("read").remove(0).1;
    let all = history::vouches(&mut snapshot, HistoryNumber(0), HistoryNumber(i64::MAX)).await;
    let all = all.expect("read").into_iter().rev();
    let mut lists = all.map(|(number, text)| {
        let list: Vec<Value> = serde_json::from_str(&text).expect("JSON");
        (number, list)
    });
    let names = |vouch: &Value| vouch[0] == "register" && vouch[1] == row;
    let found = lists.find(|(_, list)| list.iter().any(names));
    let (number, mut list) = found.expect("an entry that vouches for it");
    let vouch = list.iter_mut().find(|vouch| names(vouch));
    vouch.expect("it vouches")[2] = json!(digest);
    let text = Value::from(list).to_string();
    let entries = history::after(&mut snapshot, HistoryNumber(number - 1), 1).await;
    let entry = entries.expect("read").remove(0);
    drop(snapshot);
    let mut document: Value = serde_json::from_str(&entry.document).expect("JSON");
    document["vouches"] = json!(sha256_hex(&text));
    let document = document.to_string().replace('\'', "''");
    hand.must(&format!(
        "UPDATE vouches SET digests = '{text}' WHERE number = {number}"
    ))
    .await;
    let sql = format!("UPDATE history SET document = '{document}' WHERE number = {number}");
    hand.must(&sql).await;
    write_anew(world, hand, number).await;
}

on_both!(
    s24_a_register_that_says_of_a_decision_what_no_entry_says_is_found_and_named,
    async |database: &Database| {
        let world = lived_in(database).await;
        verified(&world).await.expect("whole");
        let mut hand = Hand::on(database).await;
        let mut connection = world.services.db.read().await.expect("a connection");
        let first = history::after(&mut connection, HistoryNumber(0), 10_000);
        let first = first.await.expect("read").into_iter();
        let decided = first.map(|row| (row.kind, row.number));
        let decided = decided
            .filter(|(kind, _)| kind == "decided")
            .map(|(_, number)| number);
        let row = decided.min().expect("a decision");
        drop(connection);
        for (change, back, column) in [
            ("actor = 'eve'", "actor = 'irina'", "actor"),
            ("fate = 'refused'", "fate = 'done'", "fate"),
            ("four_eyes = TRUE", "four_eyes = FALSE", "four_eyes"),
            ("reason_code = 'x'", "reason_code = 'other'", "reason_code"),
        ] {
            hand.must(&format!(
                "UPDATE register SET {change} WHERE number = {row}"
            ))
            .await;
            vouch_anew(&world, &mut hand, row).await;
            let fault = verified(&world).await.expect_err("another register");
            let AuditFault::Register {
                number,
                decision,
                column: found,
            } = fault
            else {
                panic!("{fault}")
            };
            assert_eq!((number, decision, found), (row, Some(1), column));
            hand.must(&format!("UPDATE register SET {back} WHERE number = {row}"))
                .await;
            vouch_anew(&world, &mut hand, row).await;
            verified(&world).await.expect("whole again");
        }
    }
);

on_both!(
    s24_a_decision_that_the_search_would_not_find_any_more_is_found_and_named,
    async |database: &Database| {
        let world = lived_in(database).await;
        let mut hand = Hand::on(database).await;
        hand.must("UPDATE register_words SET word = word || 'x' WHERE word = (SELECT MIN(word) FROM register_words)")
            .await;
        let fault = verified(&world).await.expect_err("a word that is lost");
        assert!(matches!(fault, AuditFault::Words { .. }), "{fault}");
        hand.must(
            "UPDATE register_words SET word = substr(word, 1, length(word) - 1) WHERE word = (
            SELECT MIN(word) FROM register_words WHERE word LIKE '%x')",
        )
        .await;
        verified(&world).await.expect("whole again");
        hand.must("INSERT INTO register_words (word, at, number) SELECT 'guilty', at, number FROM register WHERE number = (
            SELECT MIN(number) FROM register)")
            .await;
        let fault = verified(&world).await.expect_err("a word that nobody said");
        assert!(matches!(fault, AuditFault::Counter { .. }), "{fault}");
    }
);
