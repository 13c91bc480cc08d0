//! The shop: it says what happened, and says it again when it is asked again. Its events are delivered at least once.

use super::kept::Kept;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io;
use std::path::Path;

/// Something that happened at the shop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// Counts up; the cursor of whoever reads.
    pub number: u64,
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(with = "super::at")]
    pub occurred_at: DateTime<Utc>,
    /// `order`, `shipment`, `customer`, and what is to be delivered.
    pub order: Value,
}

impl Event {
    /// The key under which its operation is known everywhere.
    #[must_use]
    pub fn operation_key(&self) -> String {
        let part = |name: &str| self.order[name].as_str().unwrap_or_default();
        format!("order:{}:{}", part("order"), part("shipment"))
    }
}

/// All that happened at the shop. With a file it outlives the program.
#[derive(Debug, Default)]
pub struct Shop(Kept<Event>);

impl Shop {
    /// Goes on with the events in that file, which is made if there is none.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds something else.
    pub fn open(path: &Path) -> io::Result<Self> {
        Kept::open(path).map(Self)
    }

    #[must_use]
    pub fn events(&self) -> &[Event] {
        self.0.lines()
    }

    /// The events after that number.
    #[must_use]
    pub fn after(&self, number: u64) -> &[Event] {
        let known = self
            .events()
            .partition_point(|event| event.number <= number);
        self.events().get(known..).unwrap_or_default()
    }

    /// Somebody bought and paid something; gives the event that says so.
    ///
    /// # Errors
    /// If it cannot be written; then nothing has happened.
    pub fn paid(&mut self, now: DateTime<Utc>) -> io::Result<Event> {
        let number = self.next_order();
        let (sku, name, price) = GOODS[number % GOODS.len()];
        let quantity = 1 + number % 3;
        let order = json!({
            "order": number.to_string(),
            "shipment": format!("S-{number}"),
            "customer": format!("C-{}", 300 + number % 40),
            "total": { "value": format!("{}.00", price * quantity), "currency": "RUB" },
            "lines": [{ "sku": sku, "name": name, "quantity": quantity }],
            "ship_to": TOWNS[number % TOWNS.len()],
        });
        self.say("order.paid", order, now)
    }

    /// The same customer buys the same once more: another order, and no repeat of the first.
    ///
    /// # Errors
    /// As [`paid`](Self::paid).
    pub fn alike(&mut self, order: &str, now: DateTime<Utc>) -> io::Result<Option<Event>> {
        let Some(mut order) = self.order(order).cloned() else {
            return Ok(None);
        };
        let number = self.next_order();
        order["order"] = json!(number.to_string());
        order["shipment"] = json!(format!("S-{number}"));
        self.say("order.paid", order, now).map(Some)
    }

    fn next_order(&self) -> usize {
        let orders = self.events().iter().filter(|e| e.kind == "order.paid");
        2_001 + orders.count()
    }

    /// The last event about an order comes once more, under another id.
    ///
    /// # Errors
    /// As [`paid`](Self::paid).
    pub fn again(&mut self, order: &str, now: DateTime<Utc>) -> io::Result<Option<Event>> {
        let Some(order) = self.order(order).cloned() else {
            return Ok(None);
        };
        self.say("order.status_changed", order, now).map(Some)
    }

    /// The order comes once more with another quantity, as if nothing had been said before.
    ///
    /// # Errors
    /// As [`paid`](Self::paid).
    pub fn changed(&mut self, order: &str, now: DateTime<Utc>) -> io::Result<Option<Event>> {
        let Some(mut order) = self.order(order).cloned() else {
            return Ok(None);
        };
        if let Some(quantity) = order.pointer_mut("/lines/0/quantity") {
            *quantity = json!(quantity.as_u64().unwrap_or(1) + 2);
        }
        self.say("order.changed", order, now).map(Some)
    }

    fn order(&self, order: &str) -> Option<&Value> {
        let mut latest = self.events().iter().rev().map(|event| &event.order);
        latest.find(|known| known["order"] == order)
    }

    fn say(&mut self, kind: &str, order: Value, now: DateTime<Utc>) -> io::Result<Event> {
        let number = self.events().last().map_or(1, |event| event.number + 1);
        let event = Event {
            number,
            id: format!("evt_{number:05}"),
            kind: kind.to_owned(),
            occurred_at: now,
            order,
        };
        self.0.write(event.clone())?;
        Ok(event)
    }
}

const GOODS: [(&str, &str, usize); 5] = [
    ("TEA-01", "Чай «Утро» 100 г", 995),
    ("MUG-07", "Mug, blue", 1_000),
    ("TEA-12", "Sencha 50 g", 640),
    ("HNY-03", "Мёд горный 250 г", 780),
    ("POT-02", "Teapot, cast iron", 4_200),
];

const TOWNS: [&str; 5] = [
    "Петропавловск-Камчатский",
    "Gdańsk",
    "Tromsø",
    "Владивосток",
    "Ísafjörður",
];
