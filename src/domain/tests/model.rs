//! An exhaustive search of a small world: an operation of two steps, two workers, requests that are lost or late,
//! answers that are lost or late, reports in every order, people who look and resume whenever they may, a worker
//! that dies, and time that passes. A receiver never gets to a second effect, for no decision here orders one.
//!
//! The world keeps its contracts: a request arrives within the settling time or never, and a receiver with keys
//! recognises one for at least its window from the first attempt.

mod known;
mod people;
mod rules;
mod world;

use rules::{Model, Receivers};
use std::collections::HashMap;
use std::rc::Rc;
use world::{Limits, Standing, World};

/// Walks every world that can come to be; returns how many there were, and how many resolved with each step once.
fn search(receivers: Receivers, limits: Limits) -> (usize, usize) {
    let model = Model::new(receivers);
    let start = Rc::new(World::start(limits));
    let mut came_from = HashMap::from([(start.clone(), None)]);
    let mut open = vec![start];
    let mut resolved = 0;
    while let Some(world) = open.pop() {
        assert!(
            world.effects.iter().all(|n| *n <= 1),
            "a second effect, receivers {:?}: {}",
            receivers.window,
            story(&world, &came_from)
        );
        resolved += usize::from(world.standing == Standing::Resolved && world.effects == [1, 1]);
        for next in world.next(&model) {
            let next = Rc::new(next);
            if !came_from.contains_key(&next) {
                came_from.insert(next.clone(), Some(world.clone()));
                open.push(next);
            }
        }
    }
    (came_from.len(), resolved)
}

/// How a world came to be, one world a line.
fn story(world: &Rc<World>, came_from: &HashMap<Rc<World>, Option<Rc<World>>>) -> String {
    let mut worlds = vec![world];
    while let Some(Some(before)) = worlds.last().map(|w| &came_from[*w]) {
        worlds.push(before);
    }
    let lines = worlds.iter().rev().map(|w| format!("\n{w:?}"));
    lines.collect()
}

#[test]
fn no_order_of_events_leads_to_a_second_effect() {
    let keyless = None;
    // Two windows: one that ends while people still review, and one that outlasts them.
    let (short, long) = (Some(200), Some(10_000));
    for (window, ticks, decisions) in [
        ([keyless, keyless], 4, 1),
        ([short, keyless], 3, 1),
        ([long, short], 2, 1),
    ] {
        let limits = Limits {
            ticks,
            looks: 1,
            decisions,
        };
        let (worlds, resolved) = search(Receivers { window }, limits);
        println!("{window:?}: {worlds} worlds, {resolved} resolved");
        assert!(worlds > 10_000, "the search has somewhere to go");
        assert!(resolved > 0, "and operations do get done");
    }
}
