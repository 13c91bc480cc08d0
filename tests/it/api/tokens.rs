//! Who is let in.

use super::caller::{Caller, answer, report};
use crate::support::database::{Database, on_both};
use crate::support::told::told;
use holdpoint::domain::ids::Team;
use holdpoint::service::sources::{AddSource, add_source, add_token, revoke_token};
use holdpoint::store::sources;
use reqwest::{Method, RequestBuilder};

on_both!(
    s27_only_a_token_in_its_place_is_let_in,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let token = &caller.token;
        let rest = token.strip_prefix("hp_").expect("a token");
        let (id, secret) = rest.split_once('_').expect("two parts");
        let wrong = [
            String::new(),
            "Bearer".to_owned(),
            format!("Basic {token}"),
            format!("Bearer {id}_{secret}"),
            format!("Bearer hp_{secret}_{id}"),
            format!("Bearer hp_{id}_"),
            format!("Bearer hp_{id}_{}", "0".repeat(secret.len())),
            format!("Bearer {token}0"),
        ];
        let body = |call: RequestBuilder| {
            let call = call.header("content-type", "application/json");
            answer(call.body(report("r").to_string()))
        };
        for header in wrong {
            let call = caller
                .bare(Method::PUT, "/stops/r")
                .header("authorization", &header);
            let refused = body(call).await;
            assert_eq!(
                (refused.status, refused.problem().as_str()),
                (401, "unauthorised"),
                "{header}"
            );
            assert_eq!(
                refused.headers["www-authenticate"],
                "Bearer realm=\"holdpoint\""
            );
            assert!(!refused.text.contains(secret));
        }
        let twice = caller
            .call(Method::PUT, "/stops/r")
            .header("authorization", "Bearer other");
        assert_eq!(body(twice).await.status, 401);
        for address in [
            format!("/stops/r?access_token={token}"),
            format!("/stops/r?token={token}"),
        ] {
            let refused = body(caller.call(Method::PUT, &address)).await;
            assert_eq!(
                (refused.status, refused.problem().as_str()),
                (400, "token-misplaced")
            );
        }
        let lower_case = caller
            .bare(Method::PUT, "/stops/r")
            .header("authorization", format!("bearer {token}"));
        assert_eq!(body(lower_case).await.status, 201);
    }
);

on_both!(
    s27_a_revoked_token_is_out_and_another_one_of_the_source_is_not,
    async |database: &Database| {
        let mut caller = Caller::on(database).await;
        let second = add_token(caller.world.services(), "shop")
            .await
            .expect("a token");
        let first = caller.token.split('_').nth(1).expect("an id").to_owned();
        revoke_token(caller.world.services(), &first)
            .await
            .expect("revoked");
        assert!(revoke_token(caller.world.services(), &first).await.is_err());
        assert_eq!(caller.report(&report("r")).await.status, 401);
        caller.token = second.token;
        assert_eq!(caller.report(&report("r")).await.status, 201);
    }
);

on_both!(
    a_source_that_is_switched_off_is_told_so,
    async |database: &Database| {
        let caller = Caller::on(database).await;
        let db = &caller.world.services().db;
        let mut tx = db.begin().await.expect("a transaction");
        let done = sources::set_disabled(&mut tx, caller.source, true).await;
        assert!(done.expect("written"));
        told(tx).await;
        let refused = caller.report(&report("r")).await;
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (403, "source-disabled")
        );
    }
);

on_both!(
    s27_two_sources_share_nothing,
    async |database: &Database| {
        let mut caller = Caller::on(database).await;
        let first = caller.report(&report("r")).await.json();
        let other = AddSource {
            name: "crm".to_owned(),
            title: "CRM".to_owned(),
            owner_team: Team::new(""),
        };
        caller.token = add_source(caller.world.services(), other)
            .await
            .expect("added")
            .token;
        let mut changed = report("r");
        changed["operation"]["payload"]["n"] = 2.into();
        let answer = caller.report(&changed).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        assert_ne!(answer.json()["case"], first["case"]);
        assert_eq!(answer.json()["kind"], "result_unknown");
    }
);
