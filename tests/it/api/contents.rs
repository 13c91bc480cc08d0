//! Whatever is sent comes back as it was sent.

use super::caller::{Caller, answer, encoded, report};
use crate::support::database::{Database, on_both};
use holdpoint::domain::facts::Facts;
use holdpoint::domain::ids::ReportId;
use holdpoint::domain::time::Timestamp;
use holdpoint::store::{contents, operations, reports};
use reqwest::Method;

on_both!(
    nasty_content_survives_byte_for_byte,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let id = format!("r/{}%2F%", "ключ/%".repeat(50));
        let id = id.as_str();
        assert_eq!(id.len(), 506);
        let mut nasty = report(id);
        nasty["operation"]["key"] = id.into();
        nasty["steps"][0]["idempotency_key"] = id.into();
        nasty["stop"]["reason"] = "a\0b \u{202e}abc\u{202c} \u{1f9fe} </script>".into();
        nasty["operation"]["references"]["a\0b"] = "\0".into();
        nasty["operation"]["references"]["long"] = "x".repeat(3_000).into();
        nasty["operation"]["payload"] = "PAYLOAD".into();
        nasty["steps"][0]["does"] = "مرحبا \u{7f}\u{1b}[31m".into();
        let padding = "\\u0000 \\ud83e\\uddfe ".repeat(20_000);
        let payload = format!(
            "{{ \"big\": 9007199254740993, \"small\": 10.10, \"huge\": 1e+400, \"minus\": -0.0, \"text\": \"{padding}\" }}"
        );
        assert!(payload.len() > 400_000);
        let body = nasty.to_string().replace("\"PAYLOAD\"", &payload);

        let first = caller.put(id, body.clone()).await;
        assert_eq!(first.status, 201, "{}", first.text);
        assert_eq!(first.json()["operation_key"], id);
        let again = caller.put(id, body.clone()).await;
        assert_eq!((again.status, again.text), (200, first.text));

        let mut connection = caller
            .world
            .services()
            .db
            .read()
            .await
            .expect("a connection");
        let kept = reports::find(&mut connection, caller.source, &ReportId::new(id)).await;
        let kept = kept.expect("read").expect("the report");
        assert_eq!(kept.document, body);
        let contents = contents::of_operation(&mut connection, kept.operation_id).await;
        let compact = payload
            .replace(", ", ",")
            .replace(": ", ":")
            .replace("{ ", "{")
            .replace(" }", "}");
        let content = &contents.expect("read")[0].payload;
        assert_eq!(numbers(content), numbers(&compact));
        let row = operations::get(&mut connection, kept.operation_id).await;
        let facts = row.expect("read").expect("an operation").facts;
        let facts: Facts = serde_json::from_str(&facts).expect("facts");
        assert_eq!(
            facts.stop.reason.as_deref(),
            nasty["stop"]["reason"].as_str()
        );
        assert_eq!(
            facts.steps[0].does.as_deref(),
            nasty["steps"][0]["does"].as_str()
        );
    }
);

/// The part of the payload in which the numbers stand.
fn numbers(payload: &str) -> &str {
    payload.split("\"text\"").next().unwrap_or_default()
}

on_both!(
    a_name_in_an_address_is_decoded_once_and_has_to_be_text,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        for id in ["a/b", "a%2Fb", "a b+c", "a?b#c", "\u{202e}"] {
            let kept = caller.report(&report(id)).await;
            assert_eq!(
                (kept.status, &kept.json()["report_id"]),
                (201, &id.into()),
                "{id}"
            );
        }
        for address in ["/stops/%ff", "/stops/%C3%28"] {
            let call = caller
                .call(Method::PUT, address)
                .header("content-type", "application/json");
            let refused = answer(call.body(report("r").to_string())).await;
            assert_eq!(
                (refused.status, refused.problem().as_str()),
                (400, "malformed")
            );
        }
        let nul = caller.put("\0", report("r").to_string()).await;
        assert_eq!((nul.status, nul.problem().as_str()), (422, "invalid"));
        let slash = caller.call(Method::PUT, "/stops/a/b").body("{}");
        assert_eq!(answer(slash).await.status, 404);
    }
);

on_both!(
    a_clock_that_runs_ahead_is_told_by_the_date_of_the_call,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        // It is 12:25 here, and the source believes that it is 12:35.
        let mut early = report("ahead");
        early["stopped_at"] = "2026-11-29T12:34:00Z".into();
        let address = format!("/stops/{}", encoded("ahead"));
        let call = caller
            .call(Method::PUT, &address)
            .header("content-type", "application/json");
        let call = call.header("date", "Sun, 29 Nov 2026 12:35:00 GMT");
        assert_eq!(answer(call.body(early.to_string())).await.status, 201);

        let mut connection = caller
            .world
            .services()
            .db
            .read()
            .await
            .expect("a connection");
        let key = "operation of ahead".into();
        let row = operations::by_key(&mut connection, caller.source, &key).await;
        let row = row.expect("read").expect("an operation");
        let facts: Facts = serde_json::from_str(&row.facts).expect("facts");
        assert_eq!(
            Some(facts.first_stopped_at),
            Timestamp::parse("2026-11-29T12:24:00Z")
        );
    }
);
