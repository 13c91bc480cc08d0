//! The proof that nothing is sent twice and nothing is lost: thousands of stories over the real use cases, in which
//! reports, checks, claims, decisions, takings, renewals, outcomes, losses, repeats, clock jumps and ends of leases come
//! in any order. The model receivers keep books, and the books are what is compared.

mod dice;
mod ending;
mod people;
mod receivers;
mod source;
mod story;
mod workers;
mod world;

use crate::support::database::{Backend, Database, on_database};
use futures_util::FutureExt;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::thread;
use story::{Deeds, Story};
use world::World;

/// How many stories are told, if nobody says; `tests/run` tells ten thousand.
const STORIES: u64 = 1_000;
/// As many share a database.
const A_DATABASE: u64 = 250;
/// How many things happen in each, at least and at most.
const LEAST: usize = 30;
const MOST: usize = 60;

/// Stories that once went wrong. They are told first, each on its own.
const WENT_WRONG: [u64; 0] = [];

#[test]
fn no_story_ends_with_a_second_effect_or_a_lost_operation() {
    for seed in WENT_WRONG {
        tell(seed..seed + 1);
    }
    let first = number("PROOF_SEED").unwrap_or(0);
    let stories = number("PROOF_STORIES").unwrap_or(STORIES);
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let deeds = thread::scope(|scope| {
        let tellers: Vec<_> = (0..threads)
            .map(|nth| scope.spawn(move || tell_all(first, stories, nth, threads)))
            .collect();
        let mut all = Deeds::default();
        for teller in tellers {
            match teller.join() {
                Ok(deeds) => all += deeds,
                Err(panic) => resume_unwind(panic),
            }
        }
        all
    });
    println!("{stories} stories: {deeds:?}");
    // Otherwise the stories would prove nothing.
    let stories = usize::try_from(stories).expect("a number");
    assert!(deeds.steps >= stories * LEAST, "{deeds:?}");
    assert!(deeds.decisions > stories, "{deeds:?}");
    assert!(deeds.takings > stories, "{deeds:?}");
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn tell_all(first: u64, stories: u64, nth: u64, threads: u64) -> Deeds {
    let mut all = Deeds::default();
    let mut begins = nth * A_DATABASE;
    while begins < stories {
        let ends = (begins + A_DATABASE).min(stories);
        all += tell(first + begins..first + ends);
        begins += threads * A_DATABASE;
    }
    all
}

/// Tells these stories on one database, one after the other.
fn tell(seeds: std::ops::Range<u64>) -> Deeds {
    let mut all = Deeds::default();
    on_database(Backend::Sqlite, async |database: &Database| {
        let world = World::on(database).await;
        for seed in seeds.clone() {
            let told = AssertUnwindSafe(one(&world, seed)).catch_unwind().await;
            match told {
                Ok(deeds) => all += deeds,
                Err(panic) => {
                    eprintln!(
                        "story {seed} goes wrong: PROOF_SEED={seed} PROOF_STORIES=1 tells it alone"
                    );
                    resume_unwind(panic);
                }
            }
        }
        world.must_verify().await;
    });
    all
}

async fn one(world: &World, seed: u64) -> Deeds {
    let mut story = Story::begin(world, seed);
    story.first_run();
    for _ in 0..LEAST + story.dice.below(MOST - LEAST + 1) {
        story.go_on().await;
    }
    story.comes_to_rest().await;
    story.settle_accounts().await;
    story.is_seen_through().await;
    story.settle_accounts().await;
    story.deeds
}

impl AddAssign for Deeds {
    fn add_assign(&mut self, other: Self) {
        self.steps += other.steps;
        self.decisions += other.decisions;
        self.refused_decisions += other.refused_decisions;
        self.answers += other.answers;
        self.takings += other.takings;
        self.renewals += other.renewals;
        self.withdrawn += other.withdrawn;
        self.outcomes += other.outcomes;
        self.resolved += other.resolved;
    }
}
