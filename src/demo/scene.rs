//! What a visitor can let happen in the sample world, and what happens by itself.

use super::holdpoint::Holdpoint;
use super::mishap::{Mishap, Mishaps, Moment};
use super::world::World;
use super::world::fault::{Fault, Times};
use super::world::shop::Event;
use super::world::system::System;
use std::io;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The step at which most goes wrong.
const TASK: &str = "create_warehouse_task";
/// Between two orders.
const OFTEN: Duration = Duration::from_secs(25);
/// The same while so many cases of the world wait for people that more would help nobody.
const SELDOM: Duration = Duration::from_secs(180);
const ENOUGH_TROUBLE: usize = 6;
/// Between two orders while the warehouse is down: a sale that nobody called off.
const RUSH: Duration = Duration::from_secs(5);
/// So often the customers look whether the warehouse is still up.
const A_LOOK: Duration = Duration::from_secs(1);
/// So many cases show what an outage does; then fewer customers come again.
const ENOUGH_OUTAGE: usize = 40;
/// So many customers are just paying when the warehouse goes down.
const CROWD: usize = 8;

/// Something that can be let happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scene {
    /// Somebody buys something, and all goes well.
    Order,
    AnswerLost,
    RequestLost,
    /// The payment provider takes the money and answers 500.
    PaymentError,
    /// The connector dies between the warehouse's answer and its own journal.
    Crash,
    /// The last order comes once more with another quantity.
    Changed,
    /// The last order's event comes twice.
    Double,
    /// The warehouse's search falls behind, until it is let happen again.
    SlowIndex,
    /// The warehouse is down in the middle of a sale, until it is let happen again.
    Outage,
}

impl Scene {
    pub const ALL: [Self; 9] = [
        Self::Order,
        Self::AnswerLost,
        Self::RequestLost,
        Self::PaymentError,
        Self::Crash,
        Self::Changed,
        Self::Double,
        Self::SlowIndex,
        Self::Outage,
    ];

    /// Its name in forms and in the catalogues.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::AnswerLost => "answer-lost",
            Self::RequestLost => "request-lost",
            Self::PaymentError => "payment-error",
            Self::Crash => "crash",
            Self::Changed => "changed",
            Self::Double => "double",
            Self::SlowIndex => "slow-index",
            Self::Outage => "outage",
        }
    }

    /// The fault that it switches on and off.
    #[must_use]
    pub const fn lasting(self) -> Option<Fault> {
        match self {
            Self::SlowIndex => Some(Fault::SlowIndex),
            Self::Outage => Some(Fault::Outage),
            Self::Order
            | Self::AnswerLost
            | Self::RequestLost
            | Self::PaymentError
            | Self::Crash
            | Self::Changed
            | Self::Double => None,
        }
    }

    /// Lets it happen; gives the event that came of it.
    ///
    /// # Errors
    /// If the shop cannot write it down.
    pub fn play(self, world: &World, mishaps: &Mishaps) -> io::Result<Option<Event>> {
        let once = Times::Next(1);
        match self {
            Self::Order => {}
            Self::AnswerLost => world.switch_on(System::Warehouse, Fault::AnswerLost, once),
            Self::RequestLost => world.switch_on(System::Warehouse, Fault::RequestLost, once),
            Self::PaymentError => world.switch_on(System::Pay, Fault::ErrorAfterEffect, once),
            Self::Crash => {
                mishaps.order(Mishap::Dies, Moment::BeforeSaving, Some(TASK.to_owned()));
            }
            Self::Changed => return last_order(world).map_or(Ok(None), |o| world.changed(&o)),
            Self::Double => return last_order(world).map_or(Ok(None), |o| world.again(&o)),
            Self::SlowIndex => {
                switch(world, Fault::SlowIndex);
                return Ok(None);
            }
            Self::Outage => return outage(world),
        }
        world.buy().map(Some)
    }
}

impl FromStr for Scene {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|s| s.name() == name).ok_or(())
    }
}

fn outage(world: &World) -> io::Result<Option<Event>> {
    switch(world, Fault::Outage);
    let mut last = None;
    if is_down(world) {
        for _ in 0..CROWD {
            last = Some(world.buy()?);
        }
    }
    Ok(last)
}

fn is_down(world: &World) -> bool {
    is_on(world, Fault::Outage)
}

fn is_on(world: &World, fault: Fault) -> bool {
    let on = world.faults();
    on.iter()
        .any(|on| (on.0, on.1) == (System::Warehouse, fault))
}

fn last_order(world: &World) -> Option<String> {
    let events = world.events();
    events.last()?.order["order"].as_str().map(str::to_owned)
}

fn switch(world: &World, fault: Fault) {
    let system = System::Warehouse;
    if is_on(world, fault) {
        world.switch_off(system, fault);
    } else {
        world.switch_on(system, fault, Times::UntilSwitchedOff);
    }
}

/// What comes by itself, over and over.
const DAY_AT_THE_SHOP: [Scene; 10] = [
    Scene::Order,
    Scene::RequestLost,
    Scene::Order,
    Scene::Crash,
    Scene::Order,
    Scene::Changed,
    Scene::PaymentError,
    Scene::Double,
    Scene::Order,
    Scene::AnswerLost,
];

/// Customers come as long as it is polled, and now and then something goes wrong; fewer come while much waits for people.
pub async fn go_shopping(world: Arc<World>, mishaps: Mishaps, holdpoint: Holdpoint) {
    let mut waiting: Vec<String> = Vec::new();
    for scene in DAY_AT_THE_SHOP.into_iter().cycle() {
        let mut still: Vec<String> = Vec::new();
        for key in waiting {
            if holdpoint
                .gate(&key)
                .await
                .is_some_and(|gate| gate.is_waiting())
            {
                still.push(key);
            }
        }
        let (down, enough) = next_customer(&world, still.len()).await;
        let scene = if enough || down { Scene::Order } else { scene };
        match scene.play(&world, &mishaps) {
            Ok(Some(event)) if scene != Scene::Order || down => still.push(event.operation_key()),
            Ok(_) => {}
            Err(why) => tracing::error!("the shop cannot write: {why}"),
        }
        waiting = still;
    }
}

/// Waits for one; whether the warehouse is down by then, and whether enough waits for people already.
async fn next_customer(world: &World, waiting: usize) -> (bool, bool) {
    let mut waited = Duration::ZERO;
    loop {
        pause(A_LOOK).await;
        waited += A_LOOK;
        let down = is_down(world);
        let (between, most) = if down {
            (RUSH, ENOUGH_OUTAGE)
        } else {
            (OFTEN, ENOUGH_TROUBLE)
        };
        let enough = waiting >= most;
        if waited >= if enough { SELDOM } else { between } {
            return (down, enough);
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "customers come when they come; nothing waits for them"
)]
async fn pause(span: Duration) {
    tokio::time::sleep(span).await;
}
