//! The proof that nothing is sent twice and nothing is lost: thousands of stories over the real use cases, in which
//! reports, checks, judgements, claims, decisions, approvals, takings, renewals, outcomes, losses, repeats, clock jumps and
//! ends of leases come in any order. The model receivers keep books (`receivers.rs`), the model keeps its own accounts of
//! what was told and ordered (`accounts.rs`), and what is compared with them is what Holdpoint makes of it.
//!
//! `PROOF_STORIES` says how many stories are told, `PROOF_SEED` which is the first.

mod accounts;
mod coverage;
mod decisions;
mod dice;
mod ending;
mod first_run;
mod haste;
mod hints;
mod network;
mod people;
mod receivers;
mod reports;
mod source;
mod story;
mod takings;
mod time;
mod workers;
mod world;

use crate::support::block_on;
use coverage::Coverage;
use futures_util::FutureExt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::thread;
use story::Story;
use world::World;

/// How many stories are told, if nobody says. A release is worth ten thousand.
const STORIES: u64 = 1_000;
/// As many share a database.
const A_DATABASE: u64 = 250;
/// How many things happen in each, at least and at most.
const LEAST: usize = 24;
const MOST: usize = 48;
/// Of fewer stories nobody can say what has to come about.
const ENOUGH: u64 = 1_000;
/// After so many stories that go wrong no more are told.
const TOO_MANY: usize = 5;

/// Stories that once went wrong. They are told first, each on its own.
const WENT_WRONG: [u64; 0] = [];

/// What came about in some stories, and which of them went wrong.
#[derive(Default)]
struct Told {
    coverage: Coverage,
    went_wrong: Vec<u64>,
}

#[test]
fn no_story_ends_with_a_second_effect_or_a_lost_operation() {
    let mut told = Told::default();
    for seed in WENT_WRONG {
        told.add(tell(seed..seed + 1));
    }
    let first = number("PROOF_SEED").unwrap_or(0);
    let stories = number("PROOF_STORIES").unwrap_or(STORIES);
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    thread::scope(|scope| {
        let tellers: Vec<_> = (0..threads)
            .map(|nth| scope.spawn(move || tell_all(first, stories, nth, threads)))
            .collect();
        for teller in tellers {
            told.add(teller.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
    });
    println!("In {stories} stories:\n{}", told.coverage);
    told.went_wrong.sort_unstable();
    assert!(
        told.went_wrong.is_empty(),
        "stories that go wrong (PROOF_SEED=… PROOF_STORIES=1 tells one alone): {:?}",
        told.went_wrong
    );
    if stories >= ENOUGH {
        let too_seldom = told.coverage.too_seldom(stories);
        assert!(too_seldom.is_empty(), "too seldom: {too_seldom:#?}");
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn tell_all(first: u64, stories: u64, nth: u64, threads: u64) -> Told {
    let mut all = Told::default();
    let mut begins = nth * A_DATABASE;
    while begins < stories && all.went_wrong.len() < TOO_MANY {
        let ends = (begins + A_DATABASE).min(stories);
        all.add(tell(first + begins..first + ends));
        begins += threads * A_DATABASE;
    }
    all
}

/// Tells these stories on one database, one after the other.
fn tell(seeds: Range<u64>) -> Told {
    block_on(async {
        let mut all = Told::default();
        let world = World::new().await;
        for seed in seeds {
            match told(Story::begin(&world, seed)).await {
                Ok(coverage) => all.coverage.add(&coverage),
                Err(_) => {
                    // Once more, word for word.
                    let _ = told(Story::begin(&world, seed).word_for_word()).await;
                    all.went_wrong.push(seed);
                }
            }
            if all.went_wrong.len() >= TOO_MANY {
                return all;
            }
        }
        world.must_verify().await;
        all
    })
}

async fn told(story: Story<'_>) -> thread::Result<Coverage> {
    AssertUnwindSafe(one(story)).catch_unwind().await
}

async fn one(mut story: Story<'_>) -> Coverage {
    story.first_run();
    story.begins_with_an_old_report().await;
    if story.habits.late {
        story.begins_late().await;
    }
    for _ in 0..LEAST + story.dice.below(MOST - LEAST + 1) {
        story.go_on().await;
    }
    story.comes_to_rest().await;
    story.settle_accounts().await;
    story.is_seen_through().await;
    story.settle_accounts().await;
    story.coverage
}

impl Told {
    fn add(&mut self, other: Self) {
        self.coverage.add(&other.coverage);
        self.went_wrong.extend(other.went_wrong);
    }
}
