//! Every kind of tampering in every table.

use super::hand::{Hand, Holds};
use super::{TABLE_OF_TABLES, beside, lived_in, verified};
use crate::desk::world::{World, stopped_shipment};
use crate::support::database::{Database, on_both};

/// The key of the row that is changed: the greatest there is.
fn key(columns: &[(String, Holds)]) -> &str {
    let named = |name: &str| columns.iter().any(|(column, _)| column == name);
    [
        "id",
        "number",
        "operation_id",
        "slot",
        "hour",
        "n",
        "stage",
        "id_hash",
        "user_id",
        "key",
        "kind",
        "act_id",
    ]
    .into_iter()
    .find(|name| named(name))
    .expect("a key")
}

/// Whether the page on integrity says why a column of a table, or all of it, is not vouched for.
pub fn is_left_out(table: &str, column: &str) -> bool {
    let row = format!("| `{table}` |");
    let row = TABLE_OF_TABLES.lines().find(|line| line.starts_with(&row));
    let row = row.unwrap_or_else(|| panic!("docs/integrity.md says nothing of {table}"));
    let left_out = row.split('|').nth(3).expect("three columns");
    left_out.contains("everything") || left_out.contains(&format!("`{column}`"))
}

async fn must_be_found(world: &World, what: &str) -> String {
    match verified(world).await {
        Ok(verified) => panic!("{what}: nobody noticed: {verified:?}"),
        Err(fault) => fault.to_string(),
    }
}

on_both!(
    s24_whatever_is_edited_or_deleted_in_any_table_is_found_and_named,
    async |database: &Database| {
        let world = lived_in(database).await;
        beside::told_of_alerts(&world).await;
        beside::anchored(&world).await;
        beside::verified_by_an_auditor(&world).await;
        verified(&world).await.expect("nobody touched it");
        let mut hand = Hand::on(database).await;
        let tables = hand.tables().await;
        let (mut edits, mut untouched, mut ruled_out) = (0, Vec::new(), Vec::new());
        for (table, columns) in &tables {
            hand.keep(table).await;
            let key = key(columns);
            let row = format!("{key} = (SELECT MAX({key}) FROM {table})");
            for (column, holds) in columns {
                if is_left_out(table, column) {
                    continue;
                }
                let value = hand.changed(column, *holds);
                let sql = format!("UPDATE {table} SET {column} = {value} WHERE {row}");
                match hand.try_to(&sql).await {
                    Some(0) => untouched.push(format!("{table}.{column}")),
                    // A rule of the schema that nobody gets past.
                    None => {
                        ruled_out.push(format!("{table}.{column}"));
                        continue;
                    }
                    Some(_) => {
                        let said = must_be_found(&world, &sql).await;
                        assert!(names(&said, table), "{sql}: {said}");
                        edits += 1;
                    }
                }
                hand.put_back(table).await;
            }
            let gone = format!("DELETE FROM {table} WHERE {row}");
            if !is_left_out(table, "") && hand.try_to(&gone).await > Some(0) {
                let said = must_be_found(&world, &gone).await;
                assert!(names(&said, table), "{gone}: {said}");
                hand.put_back(table).await;
            }
        }
        untouched.retain(|column| !column.starts_with("issued_keys"));
        assert_eq!(untouched, [""; 0], "a row to change is missing");
        assert!(edits > 150, "{edits}");
        eprintln!("{edits} edits; ruled out by the schema: {ruled_out:?}");
        verified(&world).await.expect("all is as it was");
    }
);

/// Whether what was found names the table, or its entry of the history.
fn names(said: &str, table: &str) -> bool {
    let by_words = match table {
        "history" | "chain_head" => "entry",
        "vouches" => "digests",
        "reports" => "report",
        "queue_counts" | "cause_counts" => "counter",
        // A decision, and what carries it out, are told of by their entries first.
        "decisions" => "decision",
        other => other,
    };
    said.contains(table) || said.contains(by_words)
}

on_both!(
    s24_what_is_inserted_swapped_reordered_or_cut_off_is_found,
    async |database: &Database| {
        let world = lived_in(database).await;
        beside::told_of_alerts(&world).await;
        let mut hand = Hand::on(database).await;
        let swap = |table: &str, key: &str, column: &str| {
            format!(
                "UPDATE {table} SET {column} = (SELECT t.{column} FROM {table} t WHERE t.{key} =
                    (SELECT MIN({key}) + MAX({key}) FROM {table}) - {table}.{key})
                WHERE {key} IN ((SELECT MIN({key}) FROM {table}), (SELECT MAX({key}) FROM {table}))"
            )
        };
        let deeds = [
            ("reports", swap("reports", "id", "document")),
            ("operations", swap("operations", "id", "facts")),
            ("cases", swap("cases", "id", "title")),
            ("history", swap("history", "number", "document")),
            ("vouches", swap("vouches", "number", "digests")),
            // Two entries in the place of each other.
            ("history", "UPDATE history SET number = -1 WHERE number = 4; UPDATE history SET number = 4 WHERE number = 5;
                UPDATE history SET number = 5 WHERE number = -1".to_owned()),
            ("history", "DELETE FROM history WHERE number = (SELECT MAX(number) FROM history)".to_owned()),
            ("history", "INSERT INTO history SELECT number + 1, case_id, operation_id, at, actor_kind, actor, kind,
                document, hash, hash FROM history WHERE number = (SELECT MAX(number) FROM history)".to_owned()),
            ("holds", "INSERT INTO holds (hold, operation_id) VALUES ('stock:1', 1)".to_owned()),
            ("identifiers", "INSERT INTO identifiers (term, operation_id, name) VALUES ('x', 1, 'event')".to_owned()),
            ("issued_keys", "INSERT INTO issued_keys (source_id, key, operation_id, issued_at) VALUES (1, 'k', 1, 1)".to_owned()),
            ("vouches", "INSERT INTO vouches (number, digests) VALUES (9999, '[]')".to_owned()),
            ("queue_counts", "INSERT INTO queue_counts (stage, kind, n) VALUES (9, 'x', 1)".to_owned()),
            ("users", "INSERT INTO users (name, full_name, role, team, password_hash, created_at)
                VALUES ('eve', 'Eve', 'admin', '', '-', 0)".to_owned()),
            // With a seal of their own, and among those of another one.
            ("accesses", "INSERT INTO accesses (at, person, role, opened, operation_key, item, seal)
                VALUES (1, 'eve', 'admin', 'case', '', '', 9999)".to_owned()),
            ("accesses", "INSERT INTO accesses (at, person, role, opened, operation_key, item, seal)
                SELECT at, 'eve', role, opened, operation_key, item, seal FROM accesses WHERE seal > 0 LIMIT 1".to_owned()),
            ("signs", "INSERT INTO signs (sign, at, source_id, operation_type, case_id, report_id)
                SELECT sign, at, source_id, operation_type, case_id, 'x' FROM signs LIMIT 1".to_owned()),
            ("sign_counts", "INSERT INTO sign_counts (slot, source_id, operation_type, reports, repeated, reused_id,
                key_conflict, sent_though_done) SELECT slot, source_id, 'x', 1, 0, 0, 0, 0 FROM sign_counts LIMIT 1".to_owned()),
            ("joint_acts", "INSERT INTO joint_acts (form, kind, cause, by_user, by_name, begun_at)
                VALUES ('x', 'claim', 'x', 1, 'eve', 1)".to_owned()),
            ("joint_act_cases", "INSERT INTO joint_act_cases (act_id, place, case_id) VALUES (1, 9, 9999)".to_owned()),
            ("alerts", "INSERT INTO alerts (key, condition, owner_team, since, begun_at, cases, most)
                VALUES ('x', 'overdue', 'x', 1, 1, 1, 1)".to_owned()),
            ("alert_tellings", "INSERT INTO alert_tellings (alert_id, word, channel, address, subject, body, state, tries,
                due_at, give_up_at) SELECT alert_id, word, channel, 'eve@example.com', subject, body, state, tries, due_at,
                give_up_at FROM alert_tellings LIMIT 1".to_owned()),
            ("saved_views", "INSERT INTO saved_views (made_by, team, name, name_key, filters, made_at)
                VALUES (1, '', 'x', 'x', '', 1)".to_owned()),
            ("default_views", "INSERT INTO default_views (user_id, view_id) VALUES (99, 1)".to_owned()),
            ("verifications", "INSERT INTO verifications (by_name, started_at, ended_at, entries, compared, found, entry)
                VALUES ('eve', 1, 1, 1, 1, 0, 1)".to_owned()),
            ("anchors", "INSERT INTO anchors (number, hash, at, public_key, signature, to_file, to_webhook)
                VALUES (1, 'x', 'x', 'x', 'x', FALSE, FALSE)".to_owned()),
        ];
        for (table, _) in &deeds {
            hand.try_to(&format!(
                "CREATE TEMP TABLE _sqlx_kept_{table} AS SELECT * FROM {table}"
            ))
            .await;
        }
        for (table, sql) in &deeds {
            for one in sql.split(';') {
                assert!(hand.try_to(one).await > Some(0), "{one}");
            }
            let said = must_be_found(&world, sql).await;
            assert!(names(&said, table), "{sql}: {said}");
            hand.put_back(table).await;
        }
        verified(&world).await.expect("all is as it was");
        // A decision that was changed together with its instruction, but not in the history.
        hand.must("UPDATE decisions SET kind = 'close'").await;
        hand.must("UPDATE instructions SET action = 'close'").await;
        let said = must_be_found(&world, "another decision").await;
        assert!(said.contains("row 1 of decisions"), "{said}");
    }
);

on_both!(
    every_table_is_vouched_for_or_the_page_on_integrity_says_why_not,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut hand = Hand::on(database).await;
        for (table, columns) in hand.tables().await {
            for (column, _) in columns {
                let _named = is_left_out(&table, &column);
            }
        }
        assert_eq!(
            hand.count("history").await,
            verified(&world).await.expect("whole").entries
        );
    }
);

on_both!(
    s24_a_schema_that_this_version_does_not_make_is_found_and_named,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut hand = Hand::on(database).await;
        let (trigger, no_trigger, column) = match database.backend() {
            Backend::Sqlite => (
                "CREATE TRIGGER cats AFTER INSERT ON holds BEGIN SELECT 1; END",
                "DROP TRIGGER cats",
                "table holds was changed",
            ),
            Backend::Postgres | Backend::TwoInstances => (
                "CREATE TRIGGER cats BEFORE UPDATE ON holds FOR EACH ROW
                    EXECUTE FUNCTION suppress_redundant_updates_trigger()",
                "DROP TRIGGER cats ON holds",
                "column holds.n was added",
            ),
        };
        for (deed, undone, named) in [
            (
                "CREATE TABLE cats (n BIGINT PRIMARY KEY)",
                "DROP TABLE cats",
                "table cats was added",
            ),
            (
                "CREATE VIEW cats AS SELECT 1 AS n",
                "DROP VIEW cats",
                "view cats was added",
            ),
            (trigger, no_trigger, "trigger cats was added"),
            (
                "ALTER TABLE holds ADD COLUMN n BIGINT",
                "ALTER TABLE holds DROP COLUMN n",
                column,
            ),
            (
                "DROP INDEX decisions_one_proposal_of_case",
                "CREATE UNIQUE INDEX decisions_one_proposal_of_case ON decisions (case_id) WHERE state = 'proposed'",
                "index decisions_one_proposal_of_case is missing",
            ),
            (
                "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 40",
                "UPDATE _sqlx_migrations SET version = 40 WHERE version = 9999",
                "migration 40 is missing",
            ),
            (
                "INSERT INTO _sqlx_migrations SELECT 9999, description, installed_on, success, checksum, execution_time
                    FROM _sqlx_migrations WHERE version = 2",
                "DELETE FROM _sqlx_migrations WHERE version = 9999",
                "migration 9999 was added",
            ),
            (
                "UPDATE _sqlx_migrations SET description = description || 'x' WHERE version = 2",
                "UPDATE _sqlx_migrations SET description = rtrim(description, 'x') WHERE version = 2",
                "migration 2 was changed",
            ),
        ] {
            hand.must(deed).await;
            let said = must_be_found(&world, deed).await;
            let whole = format!("the schema is not the one that this version makes: {named}");
            assert_eq!(said, whole, "{deed}");
            hand.must(undone).await;
            verified(&world).await.expect(undone);
        }
    }
);

on_both!(
    s24_what_is_missing_beside_what_was_found_is_named,
    async |database: &Database| {
        let world = World::on(database).await;
        world.stop(stopped_shipment("8817")).await;
        let mut hand = Hand::on(database).await;
        // A report has a source.
        hand.keep("sources").await;
        hand.must("DELETE FROM sources").await;
        let said = must_be_found(&world, "no source").await;
        let named = "source shop-wms is not in sources any more: entry ";
        assert!(said.starts_with(named), "{said}");
        hand.put_back("sources").await;
        // A row among those that the history tells of, and rows that are left over where its end is gone.
        hand.must("INSERT INTO holds (hold, operation_id) VALUES ('stock:1', 1)")
            .await;
        assert_eq!(
            must_be_found(&world, "a hold").await,
            "row 1 of holds was added: the history does not tell of it"
        );
        hand.must("DELETE FROM holds").await;
        let last = verified(&world).await.expect("whole").entries;
        world.stop(stopped_shipment("8818")).await;
        for table in ["history", "vouches"] {
            hand.must(&format!("DELETE FROM {table} WHERE number > {last}"))
                .await;
        }
        hand.must(&format!(
            "UPDATE chain_head SET number = {last}, hash = (SELECT hash FROM history WHERE number = {last})"
        ))
        .await;
        assert_eq!(
            must_be_found(&world, "the end is gone").await,
            "row 2 of operations comes after all that the history tells of: it was added, or the end of the history was cut off"
        );
    }
);
