//! What the page shows: made from the books and from what Holdpoint answers at its gate.

use super::SPANS;
use super::words::Words;
use crate::demo::holdpoint::{Gate, Holdpoint, State};
use crate::demo::scene::Scene;
use crate::demo::world::World;
use crate::demo::world::books::Line;
use crate::demo::world::shop::Event;
use crate::demo::world::system::System;
use askama::Template;
use futures_util::future::join_all;

/// So many orders are shown, newest first, and so many lines of each book.
const ORDERS: usize = 10;
const LINES: usize = 12;

/// For whom, and about what.
#[derive(Debug)]
pub(super) struct Asked {
    pub words: Words,
    /// Where Holdpoint is, for links.
    pub holdpoint: String,
    pub about: Option<String>,
    pub played: Option<String>,
}

#[derive(Debug, Template)]
#[template(path = "world/world.html")]
pub(super) struct WorldPage {
    words: Words,
    holdpoint: String,
    about: Option<String>,
    played: Option<String>,
    now: String,
    guide: Option<Guide>,
    scenes: Vec<SceneGroup>,
    spans: [(u64, &'static str); 3],
    orders: Vec<OrderRow>,
    systems: Vec<Book>,
}

/// The first order with which something went wrong.
#[derive(Debug)]
struct Guide {
    order: String,
    shipment: String,
    case: Option<i64>,
    is_done: bool,
}

#[derive(Debug)]
struct SceneGroup {
    title: &'static str,
    scenes: Vec<SceneButton>,
}

#[derive(Debug)]
struct SceneButton {
    name: &'static str,
    words: &'static str,
    lasts: bool,
    is_on: bool,
}

#[derive(Debug)]
struct OrderRow {
    order: String,
    shipment: String,
    cells: Vec<Cell>,
    case: Option<i64>,
    state: &'static str,
}

/// What one system did for an order.
#[derive(Debug)]
struct Cell {
    title: &'static str,
    ids: Vec<String>,
}

#[derive(Debug)]
struct Book {
    path: &'static str,
    title: &'static str,
    promise: &'static str,
    lines: Vec<BookLine>,
}

#[derive(Debug)]
struct BookLine {
    at: String,
    id: Option<String>,
    reference: String,
    key: Option<String>,
    status: u16,
}

impl WorldPage {
    pub(super) async fn look(world: &World, holdpoint: &Holdpoint, asked: Asked) -> Self {
        let (lines, events) = (world.lines(), world.events());
        let paid: Vec<_> = events.iter().filter(|e| e.kind == "order.paid").collect();
        let newest: Vec<_> = paid.iter().rev().take(ORDERS).copied().collect();
        let rows = join_all(
            newest
                .into_iter()
                .map(|event| row(holdpoint, event, &lines)),
        );
        let first = paid.first().copied();
        let guide = async {
            let event = first?;
            Some(guide(event, holdpoint.gate(&event.operation_key()).await))
        };
        let (orders, guide) = futures_util::join!(rows, guide);
        let about = asked
            .about
            .as_deref()
            .map(|about| about.trim_start_matches("S-"));
        Self {
            words: asked.words,
            now: world.now().format("%Y-%m-%d %H:%M").to_string(),
            guide,
            scenes: scenes(world),
            spans: SPANS,
            orders,
            systems: System::ALL
                .into_iter()
                .map(|s| book(s, &lines, about))
                .collect(),
            holdpoint: asked.holdpoint,
            about: asked.about,
            played: asked.played,
        }
    }
}

fn guide(event: &Event, gate: Option<Gate>) -> Guide {
    Guide {
        order: part(event, "order"),
        shipment: part(event, "shipment"),
        case: gate.as_ref().and_then(|gate| gate.case),
        is_done: gate.is_some_and(|gate| gate.state == State::Done),
    }
}

fn part(event: &Event, name: &str) -> String {
    event.order[name].as_str().unwrap_or_default().to_owned()
}

async fn row(holdpoint: &Holdpoint, event: &Event, lines: &[Line]) -> OrderRow {
    let gate = holdpoint.gate(&event.operation_key()).await;
    let (order, shipment) = (part(event, "order"), part(event, "shipment"));
    let cells: Vec<_> = System::ALL
        .into_iter()
        .map(|s| cell(s, &order, &shipment, lines))
        .collect();
    let told = cells.last().is_some_and(|mail| !mail.ids.is_empty());
    let state = match gate.as_ref().map(|gate| gate.state) {
        Some(State::Clear) | None if told => "orders-fine",
        Some(State::Clear) | None => "orders-under-way",
        Some(State::Held) => "gate-held",
        Some(State::Instructed) => "gate-instructed",
        Some(State::Executing) => "gate-executing",
        Some(State::Done) => "gate-done",
        Some(State::Closed) => "gate-closed",
        Some(State::Superseded) => "gate-superseded",
    };
    OrderRow {
        case: gate.and_then(|gate| gate.case),
        order,
        shipment,
        cells,
        state,
    }
}

fn cell(system: System, order: &str, shipment: &str, lines: &[Line]) -> Cell {
    // What undoes something stands in the books, and is not counted as the thing itself.
    let first = system.collections().first().map(|(path, _, _)| *path);
    let about = |line: &&Line| line.reference == order || line.reference == shipment;
    let here = |line: &&Line| line.system == system && Some(line.collection.as_str()) == first;
    let found = lines.iter().filter(here).filter(about);
    Cell {
        title: title(system),
        ids: found
            .filter_map(|line| Some(line.effect.as_ref()?.id.clone()))
            .collect(),
    }
}

fn book(system: System, lines: &[Line], about: Option<&str>) -> Book {
    let asked =
        |line: &&Line| about.is_none_or(|about| line.reference.trim_start_matches("S-") == about);
    let here = lines.iter().rev().filter(|line| line.system == system);
    let shown = here.filter(asked).take(LINES).map(|line| BookLine {
        at: line.at.format("%m-%d %H:%M:%S").to_string(),
        id: line.effect.as_ref().map(|effect| effect.id.clone()),
        reference: line.reference.clone(),
        key: line.key.clone(),
        status: line.answer.status,
    });
    Book {
        path: system.path(),
        title: title(system),
        promise: promise(system),
        lines: shown.collect(),
    }
}

const fn title(system: System) -> &'static str {
    match system {
        System::Erp => "system-erp",
        System::Pay => "system-pay",
        System::Warehouse => "system-warehouse",
        System::Mail => "system-mail",
    }
}

const fn promise(system: System) -> &'static str {
    match system {
        System::Erp => "promise-erp",
        System::Pay => "promise-pay",
        System::Warehouse => "promise-warehouse",
        System::Mail => "promise-mail",
    }
}

fn scenes(world: &World) -> Vec<SceneGroup> {
    let faults = world.faults();
    let button = |scene: Scene| SceneButton {
        name: scene.name(),
        words: words(scene),
        lasts: scene.lasting().is_some(),
        is_on: scene
            .lasting()
            .is_some_and(|fault| faults.iter().any(|on| on.1 == fault)),
    };
    let group = |title, wanted: fn(Scene) -> bool| SceneGroup {
        title,
        scenes: Scene::ALL
            .into_iter()
            .filter(|s| wanted(*s))
            .map(button)
            .collect(),
    };
    let last = |scene| matches!(scene, Scene::Changed | Scene::Double);
    vec![
        group("scenes-orders", |scene| {
            scene.lasting().is_none() && !matches!(scene, Scene::Changed | Scene::Double)
        }),
        group("scenes-last", last),
        group("scenes-warehouse", |scene| scene.lasting().is_some()),
    ]
}

const fn words(scene: Scene) -> &'static str {
    match scene {
        Scene::Order => "scene-order",
        Scene::AnswerLost => "scene-answer-lost",
        Scene::RequestLost => "scene-request-lost",
        Scene::PaymentError => "scene-payment-error",
        Scene::Crash => "scene-crash",
        Scene::Changed => "scene-changed",
        Scene::Double => "scene-double",
        Scene::SlowIndex => "scene-slow-index",
        Scene::Outage => "scene-outage",
    }
}
