use super::world::{NOW, World, new_operation};
use crate::support::database::{Database, on_both};
use crate::support::told::told;
use holdpoint::domain::ids::Team;
use holdpoint::domain::standing::OperationStanding;
use holdpoint::store::{operations, sources};

on_both!(
    an_operation_is_made_once_and_comes_back_with_its_facts,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut tx = world.begin().await;
        let wanted = ["b", "a", "b"].map(new_operation).to_vec();
        let first = operations::get_or_create(&mut tx, world.source.id, wanted, NOW)
            .await
            .expect("locked");
        assert_eq!(
            first.iter().map(|l| l.created).collect::<Vec<_>>(),
            [true, true]
        );
        let mut row = first[0].row.clone();
        row.facts = r#"{"told":true}"#.to_owned();
        assert!(operations::save(&mut tx, &row).await.expect("an answer"));
        told(tx).await;

        let mut tx = world.begin().await;
        let wanted = ["a", "c"].map(new_operation).to_vec();
        let again = operations::get_or_create(&mut tx, world.source.id, wanted, NOW)
            .await
            .expect("locked");
        assert_eq!(again[0].row.facts, row.facts);
        assert_eq!(
            again.iter().map(|l| l.created).collect::<Vec<_>>(),
            [false, true]
        );
    }
);

on_both!(
    equal_keys_of_two_sources_are_two_operations,
    async |database: &Database| {
        let world = World::on(database).await;
        let ours = world.operation("refund:1").await;
        let mut tx = world.begin().await;
        let other = sources::create(&mut tx, "other", "Other", &Team::from("t"), NOW)
            .await
            .expect("created")
            .expect("a free name");
        let theirs =
            operations::get_or_create(&mut tx, other.id, vec![new_operation("refund:1")], NOW)
                .await
                .expect("locked");
        assert!(theirs[0].created);
        assert_ne!(theirs[0].row.id, ours.id);
    }
);

on_both!(
    facts_are_written_only_over_the_version_that_was_read,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut rows = world.operations(&["a", "b"]).await;
        let mut tx = world.begin().await;
        rows[0].facts = "{\"n\":1}".to_owned();
        rows[1].standing = OperationStanding::Closed;
        assert!(
            operations::save_facts(&mut tx, &[&rows[0], &rows[1]])
                .await
                .expect("an answer")
        );
        assert!(
            !operations::save(&mut tx, &rows[1])
                .await
                .expect("an answer")
        );
        assert!(
            !operations::save_facts(&mut tx, &[&rows[0]])
                .await
                .expect("an answer")
        );
        let read = operations::lock(&mut tx, rows[0].id)
            .await
            .expect("read")
            .expect("there");
        assert_eq!((read.facts.as_str(), read.version), ("{\"n\":1}", 2));
        assert_eq!(
            read.standing,
            OperationStanding::Open,
            "save_facts writes facts only"
        );
    }
);

on_both!(
    batches_with_the_same_keys_in_any_order_do_not_stop_each_other,
    async |database: &Database| {
        let world = World::on(database).await;
        let batch = async |keys: Vec<String>| {
            let mut tx = world.begin().await;
            let wanted = keys.iter().map(|key| new_operation(key)).collect();
            let locked = operations::get_or_create(&mut tx, world.source.id, wanted, NOW)
                .await
                .expect("no deadlock");
            told(tx).await;
            locked.iter().filter(|l| l.created).count()
        };
        let keys: Vec<String> = (0..300).map(|n| format!("k{n}")).collect();
        let backwards = keys.iter().rev().cloned().collect();
        let (a, b, c) =
            futures_util::join!(batch(keys.clone()), batch(backwards), batch(keys.clone()));
        assert_eq!(a + b + c, 300);
    }
);

on_both!(
    a_token_is_found_with_its_source_and_revoked_once,
    async |database: &Database| {
        let world = World::on(database).await;
        let mut tx = world.begin().await;
        sources::create_token(&mut tx, "t1", world.source.id, "abc", NOW)
            .await
            .expect("created");
        let ids = ["t1", "t2", "t3"].map(str::to_owned);
        let found = sources::find_tokens(&mut tx, &ids).await.expect("read");
        assert_eq!(found.len(), 1);
        let (token, source) = found["t1"].clone();
        assert_eq!(
            (token.secret_hash.as_str(), token.revoked_at),
            ("abc", None)
        );
        assert_eq!(source, world.source);
        assert!(
            sources::revoke_token(&mut tx, "t1", NOW)
                .await
                .expect("an answer")
        );
        assert!(
            !sources::revoke_token(&mut tx, "t1", NOW)
                .await
                .expect("an answer")
        );
        let found = sources::find_tokens(&mut tx, &ids).await.expect("read");
        let (token, _) = found["t1"].clone();
        assert_eq!(token.revoked_at, Some(NOW));
        let taken = sources::create(&mut tx, "shop-wms", "-", &Team::from("t"), NOW).await;
        assert_eq!(taken.expect("an answer"), None);
    }
);
