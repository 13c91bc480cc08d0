//! s19: the program is killed at every commit point of an operation's life, and started again; whoever got no answer asks
//! again, as people and connectors do.

use crate::support::database::{Database, on_both};
use crate::support::immortal::{Immortal, Pair, let_reviewer_in, let_source_in};
use crate::support::lives::{decided_once, live, never_sent};
use crate::support::process::run;
use crate::support::same_cause::{Group, done_of, marked};
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

/// So many are continued in one act.
const TOGETHER: usize = 6;
const PENDING: &str = "/causes?kind=next_step_pending";

on_both!(
    s19_killed_while_many_are_continued_the_same_form_goes_on_and_tells_of_each_what_was_done,
    async |database: &Database| {
        let token = let_source_in(database);
        let_reviewer_in(database, "irina");
        for side in ["before", "after"] {
            let program = Immortal::killed_at(database, "never");
            let pair = Pair::at(&program, &token, "irina").await;
            let order = |n| format!("together-{side}-{n}");
            let orders: Vec<_> = (0..TOGETHER).map(order).collect();
            for order in &orders {
                assert_eq!(pair.shop.report(&never_sent(order)).await.status, 201);
            }
            let told = format!("{TOGETHER} cases share one cause.");
            let group = Group::largest_at(&pair.reviewer, PENDING, &told).await;
            group.claim_all().await;
            let cases = marked(&group.open().await);
            let form = group.resuming(&cases, "never_sent").await;
            let (to, fields) = form.expect("they can be continued");

            program.killed_later_in_each_life(side);
            let send = async || pair.reviewer.post(&to, &fields).await;
            let told = program.until_answered(send).await;
            assert!(program.deaths() > 1, "{} deaths", program.deaths());
            assert_eq!(done_of(&told), TOGETHER, "{}", told.text());
            let looked = async || decided_once(&pair, &orders).await;
            program.until_answered(looked).await;
        }
        let verified = run(database, &["audit", "verify"]);
        assert!(verified.status.success(), "{verified:?}");
    }
);
