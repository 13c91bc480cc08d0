//! Each limit and each contradiction has a problem of its own, and none costs the caller its connection.

use super::caller::{Caller, answer, encoded, report};
use crate::support::database::{Database, on_both};
use holdpoint::store::refused_reports;
use reqwest::Method;
use serde_json::{Value, json};

const MEBI: usize = 1024 * 1024;

on_both!(
    wrong_addresses_methods_and_content_types_say_so,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let nothing = answer(caller.call(Method::GET, "/nothing")).await;
        assert_eq!(
            (nothing.status, nothing.problem().as_str()),
            (404, "not-found")
        );

        for (address, allowed) in [
            ("/stops/r", "PUT"),
            ("/stops", "POST"),
            ("/openapi.json", "GET, HEAD"),
        ] {
            let deleted = answer(caller.call(Method::DELETE, address)).await;
            assert_eq!(
                (deleted.status, deleted.problem().as_str()),
                (405, "method-not-allowed")
            );
            assert_eq!(deleted.headers["allow"], allowed);
        }

        let head = answer(caller.bare(Method::HEAD, "/openapi.json")).await;
        assert_eq!((head.status, head.text.as_str()), (200, ""));

        let body = report("r").to_string();
        for media in ["text/plain", "application/x-ndjson", ""] {
            let call = caller
                .call(Method::PUT, "/stops/r")
                .header("content-type", media);
            let refused = answer(call.body(body.clone())).await;
            assert_eq!(
                (refused.status, refused.problem().as_str()),
                (415, "unsupported-media-type")
            );
        }
        let packed = caller
            .call(Method::PUT, "/stops/r")
            .header("content-encoding", "gzip");
        let refused = answer(packed.header("content-type", "application/json").body(body)).await;
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (415, "unsupported-media-type")
        );
        let single = report("r").to_string();
        let call = caller
            .call(Method::POST, "/stops")
            .header("content-type", "application/json");
        let refused = answer(call.body(single.clone())).await;
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (415, "unsupported-media-type")
        );
        let call = caller.call(Method::PUT, "/stops/r");
        let kept = call
            .header("content-type", "Application/JSON; charset=utf-8")
            .body(single);
        assert_eq!(answer(kept).await.status, 201);
    }
);

on_both!(
    a_body_over_its_limit_is_answered_not_cut_off,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        for size in [2 * MEBI + 1, 40 * MEBI] {
            let refused = caller.put("r", vec![b' '; size]).await;
            assert_eq!(
                (refused.status, refused.problem().as_str()),
                (413, "body-too-large")
            );
            assert_eq!(refused.json()["limit"], 2 * MEBI);
        }
        let refused = caller.batch(vec![b'\n'; 32 * MEBI + 1]).await;
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (413, "body-too-large")
        );
        let refused = caller.batch("{}\n".repeat(10_001)).await;
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (413, "too-many-lines")
        );

        let nobody = caller
            .bare(Method::PUT, "/stops/r")
            .body(vec![b' '; 20 * MEBI]);
        assert_eq!(answer(nobody).await.status, 401);
        assert_eq!(caller.report(&report("r")).await.status, 201);
    }
);

on_both!(
    what_is_no_json_is_refused_with_its_place_and_kept,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let deep = format!("{}{}", "[".repeat(65), "]".repeat(65));
        let bodies: [(&[u8], &str); 6] = [
            (b"", ""),
            (b"{\"report_id\": ", ""),
            (b"\xff\xfe", ""),
            (b"{\"a\": {\"b\": 1, \"b\": 2}}", "/a/b"),
            (b"{\"a\": \"\\ud800\"}", "/a"),
            (deep.as_bytes(), &"/0".repeat(64)),
        ];
        for (body, pointer) in bodies {
            let refused = caller.put("r", body.to_vec()).await;
            assert_eq!(
                (refused.status, refused.problem().as_str()),
                (400, "malformed")
            );
            assert_eq!(refused.pointers(), [pointer], "{}", refused.text);
        }
        let kept = refused(&caller).await;
        assert_eq!(kept.len(), bodies.len());
        for (row, (body, _)) in kept.iter().rev().zip(bodies) {
            assert_eq!(
                (row.document.as_slice(), row.channel.as_str()),
                (body, "call")
            );
            assert_eq!(row.report_id.as_deref(), Some("r"));
        }
    }
);

on_both!(
    what_cannot_be_read_in_an_address_is_refused_and_never_taken_for_another_key,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let wrong = [
            ("/gate?operation_key=%E7%E0%EA%E0%E7:1", "operation_key"),
            ("/gate?operation_key=a%zz", "operation_key"),
            ("/gate?operation_key=a&hold=%ff", "hold"),
            ("/instructions?after=abc", "after"),
            ("/instructions?wait=-1", "wait"),
            ("/instructions?state=taken", "state"),
        ];
        for (address, named) in wrong {
            let refused = answer(caller.call(Method::GET, address)).await;
            assert_eq!(refused.status, 400, "{address}: {}", refused.text);
            assert!(refused.text.contains(named), "{address}: {}", refused.text);
        }
    }
);

on_both!(
    every_fault_of_a_report_is_named_at_once,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let mut wrong = report("r");
        wrong["stopped_at"] = "yesterday".into();
        wrong["operation"]["key"] = "".into();
        wrong["steps"][0]["state"] = "completed".into();
        wrong["attempts"][0]["step"] = "another".into();
        let answer = caller.report(&wrong).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"));
        let places = [
            "/stopped_at",
            "/operation/key",
            "/steps/0/results",
            "/attempts/0/step",
        ];
        assert_eq!(answer.pointers(), places);

        let other = caller.put("another id", report("r").to_string()).await;
        assert_eq!((other.status, other.problem().as_str()), (422, "invalid"));
        assert_eq!(other.pointers(), ["/report_id"]);

        let kept = refused(&caller).await;
        let faults: Value = serde_json::from_str(&kept[1].faults).expect("JSON");
        let named: Vec<_> = faults
            .as_array()
            .expect("a list")
            .iter()
            .map(|f| &f["pointer"])
            .collect();
        assert_eq!(named, places);
        assert_eq!(kept[1].document, wrong.to_string().into_bytes());
    }
);

on_both!(
    limits_within_a_report_are_named,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let mut too_much = report("r");
        too_much["operation"]["key"] = "k".repeat(513).into();
        too_much["steps"] = (0..101)
            .map(|n| json!({"name": format!("s{n}"), "system": "s", "state": "pending"}))
            .collect();
        too_much["attempts"] = vec![json!({"step": "s1", "outcome": "timeout"}); 501].into();
        let answer = caller.report(&too_much).await;
        assert_eq!((answer.status, answer.problem().as_str()), (422, "invalid"));
        assert_eq!(answer.pointers(), ["/operation/key", "/steps", "/attempts"]);

        let mut with_nul = report("r");
        with_nul["operation"]["key"] = "k\0".into();
        assert_eq!(
            caller.report(&with_nul).await.pointers(),
            ["/operation/key"]
        );
    }
);

on_both!(
    one_id_with_two_contents_names_both,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let first = caller.report(&report("r")).await;
        assert_eq!(first.status, 201);
        let mut other = report("r");
        other["operation"]["payload"]["n"] = 2.into();
        let conflict = caller.report(&other).await;
        assert_eq!(
            (conflict.status, conflict.problem().as_str()),
            (409, "report-conflict")
        );
        let problem = conflict.json();
        assert_eq!(problem["case"], first.json()["case"]);
        for digest in ["first_digest", "digest"] {
            let digest = problem[digest].as_str().expect("a digest");
            assert!(problem["detail"].as_str().expect("a text").contains(digest));
        }
        // Spaces and the order of members are not content.
        let spaced = serde_json::to_string_pretty(&report("r")).expect("JSON");
        let again = caller.put("r", spaced).await;
        assert_eq!((again.status, again.text), (200, first.text));
    }
);

on_both!(
    every_problem_explains_itself_at_its_address,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let described = answer(caller.bare(Method::GET, "/openapi.json"))
            .await
            .json();
        let types = described.pointer("/components/schemas/Problem/properties/type/enum");
        for address in types.and_then(Value::as_array).expect("a list") {
            let below = address.as_str().and_then(|a| a.strip_prefix("/api/v1"));
            let explained = answer(caller.bare(Method::GET, below.expect("an address"))).await;
            assert_eq!(
                (explained.status, &explained.json()["type"]),
                (200, address)
            );
        }
        let unknown =
            answer(caller.bare(Method::GET, &format!("/problems/{}", encoded("no/such")))).await;
        assert_eq!(unknown.problem(), "not-found");
    }
);

/// What is kept as refused, newest first.
async fn refused(caller: &Caller) -> Vec<refused_reports::RefusedReportRow> {
    let mut connection = caller
        .world
        .services()
        .db
        .read()
        .await
        .expect("a connection");
    let kept = refused_reports::list(&mut connection, caller.source, None, 100).await;
    kept.expect("read")
}
