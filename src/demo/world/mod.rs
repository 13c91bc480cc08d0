//! The world around Holdpoint that is not Holdpoint: receiving systems that keep their own books, and a shop.

mod at;
pub mod books;
pub mod fault;
mod kept;
pub mod receiver;
pub mod server;
pub mod shop;
pub mod system;
#[cfg(test)]
mod tests;
mod wire;

use crate::clock::Clock;
use books::{Answer, Books, Line};
use chrono::{DateTime, Utc};
use fault::{Fault, Times};
use receiver::{Call, Heard, Receivers, Request};
use shop::{Event, Shop};
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use system::System;
use tokio::sync::watch;

/// The receiving systems and the shop.
#[derive(Debug)]
pub struct World {
    clock: Clock,
    receivers: Mutex<Receivers>,
    shop: Mutex<Shop>,
    /// Sent whenever something happens at the shop.
    news: watch::Sender<()>,
}

impl World {
    /// A world whose books are kept in that folder, and are gone on with if they are there already.
    ///
    /// # Errors
    /// If the books cannot be read or written.
    pub fn open(clock: Clock, folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self {
            clock,
            receivers: Mutex::new(Receivers {
                books: Books::open(&folder.join("books.ndjson"))?,
                ..Receivers::default()
            }),
            shop: Mutex::new(Shop::open(&folder.join("shop.ndjson"))?),
            news: watch::channel(()).0,
        })
    }

    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now().to_utc()
    }

    /// Lets time pass for everybody who has the same clock.
    pub fn let_time_pass(&self, span: Duration) {
        self.clock.advance(span);
    }

    /// A request to create something.
    ///
    /// # Errors
    /// If the books cannot be written; then nothing was done.
    pub fn receive(&self, request: Request) -> io::Result<Heard> {
        self.receivers().receive(request, self.now())
    }

    /// What a system's search answers.
    pub fn look_up(&self, system: System, collection: &str, reference: &str) -> Answer {
        let now = self.now();
        self.receivers().look_up(system, collection, reference, now)
    }

    /// A copy of all books.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        self.receivers().books.lines().to_vec()
    }

    /// All requests that reached the systems since they were started.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        self.receivers().calls.clone()
    }

    pub fn switch_on(&self, system: System, fault: Fault, times: Times) {
        let mut receivers = self.receivers();
        let faults = receivers.faults.entry(system).or_default();
        faults.switch_on(fault, times);
    }

    pub fn switch_off(&self, system: System, fault: Fault) {
        let mut receivers = self.receivers();
        receivers
            .faults
            .entry(system)
            .or_default()
            .switch_off(fault);
    }

    /// Every fault that is on, with how many times it will yet happen.
    #[must_use]
    pub fn faults(&self) -> Vec<(System, Fault, Option<u32>)> {
        let receivers = self.receivers();
        let on = |(system, faults): (&System, &fault::Faults)| {
            let system = *system;
            faults
                .on()
                .map(move |(fault, times)| (system, fault, times))
                .collect::<Vec<_>>()
        };
        receivers.faults.iter().flat_map(on).collect()
    }

    pub fn lag(&self, system: System, lag: Duration) {
        self.receivers().lags.insert(system, lag);
    }

    /// Somebody buys and pays something.
    ///
    /// # Errors
    /// If it cannot be written down; then nothing has happened. So for the next three.
    pub fn buy(&self) -> io::Result<Event> {
        let event = self.shop().paid(self.now());
        self.tell_news();
        event
    }

    /// The same customer buys the same once more.
    ///
    /// # Errors
    /// As [`buy`](Self::buy).
    pub fn buy_alike(&self, order: &str) -> io::Result<Option<Event>> {
        let event = self.shop().alike(order, self.now());
        self.tell_news();
        event
    }

    /// The shop says about an order once more what it said last; `None` if it knows no such order.
    ///
    /// # Errors
    /// As [`buy`](Self::buy).
    pub fn again(&self, order: &str) -> io::Result<Option<Event>> {
        let event = self.shop().again(order, self.now());
        self.tell_news();
        event
    }

    /// The shop says about an order something else than before.
    ///
    /// # Errors
    /// As [`buy`](Self::buy).
    pub fn changed(&self, order: &str) -> io::Result<Option<Event>> {
        let event = self.shop().changed(order, self.now());
        self.tell_news();
        event
    }

    /// The events after that number; waits for one if there is none yet.
    pub async fn events_after(&self, number: u64, patience: Duration) -> Vec<Event> {
        let mut news = self.news.subscribe();
        let known = self.shop().after(number).to_vec();
        if !known.is_empty() {
            return known;
        }
        // No news in that time is an answer as well.
        let _no_news = tokio::time::timeout(patience, news.changed()).await;
        self.shop().after(number).to_vec()
    }

    /// All that happened at the shop.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        self.shop().events().to_vec()
    }

    fn tell_news(&self) {
        self.news.send_replace(());
    }

    // Nothing that holds one of these locks leaves its books half changed, so that a panic elsewhere spoils nothing.
    fn receivers(&self) -> MutexGuard<'_, Receivers> {
        self.receivers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn shop(&self) -> MutexGuard<'_, Shop> {
        self.shop.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
