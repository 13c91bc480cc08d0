//! s19: the program is killed at every commit point of an operation's life, and started again; whoever got no answer asks
//! again, as people and connectors do.

use crate::support::database::{Database, on_both};
use crate::support::immortal::{Immortal, Pair, let_reviewer_in, let_source_in};
use crate::support::lives::{decided_once, live};
use crate::support::process::run;
use serde_json::Value;

/// A life has about ten commits; a program that outlives so many was never killed.
const MORE_THAN_A_LIFE: u32 = 60;

on_both!(
    s19_killed_at_every_commit_nothing_answered_is_lost_and_nothing_is_doubled,
    async |database: &Database| {
        let token = let_source_in(database);
        let_reviewer_in(database, "irina");
        for side in ["before", "after"] {
            let mut deaths = 0;
            for commit in 1..MORE_THAN_A_LIFE {
                let program = Immortal::killed_at(database, &format!("{side}:{commit}"));
                let pair = Pair::at(&program, &token, "irina").await;
                let order = format!("{side}-{commit}");
                live(&program, &pair, &order).await;
                let looked = async || {
                    decided_once(&pair, std::slice::from_ref(&order)).await;
                    assert_eq!(pair.shop.offered().await, Vec::<Value>::new());
                };
                program.until_answered(looked).await;
                if program.deaths() == 0 {
                    break;
                }
                deaths += 1;
            }
            // Reporting, claiming, deciding, delivering, taking, and telling the outcome.
            assert!(
                (6..MORE_THAN_A_LIFE - 1).contains(&deaths),
                "{deaths} deaths {side} a commit"
            );
        }
        let verified = run(database, &["audit", "verify"]);
        assert!(verified.status.success(), "{verified:?}");
    }
);
