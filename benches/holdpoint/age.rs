//! The age of the queue against the queue's own page: with few resolved cases and with many, while nothing happens and
//! while the history moves on all the time; and what both cost when nothing is kept for them.

use crate::client::Request;
use crate::database::execute;
use crate::fill::policy;
use crate::measure::{Plan, Ratio, Series, Variant, median, take_turns};
use crate::pages::{LANES, Site};
use actix_web::{rt, web};
use chrono_tz::Tz;
use holdpoint::clock::Clock;
use holdpoint::domain::age::Scope;
use holdpoint::domain::age::window::Period;
use holdpoint::domain::ids::{HistoryNumber, UserId};
use holdpoint::domain::people::Role;
use holdpoint::service::queue::{KINDS, Lane, List, Order, Place};
use holdpoint::service::{Person, Services, age, queue, queue_head};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::time::interval;

/// What the page of the age may take at most, by the queue's page.
const MOST_BY_QUEUE: f64 = 5.0;
/// What it may take with many resolved cases, by what it takes with few.
const MOST_GROWTH: f64 = 1.3;
/// The history moves on twenty times a second where it does.
const MOVES_EVERY: Duration = Duration::from_millis(50);

/// The pages that are compared; the queue is the first.
const PAGES: [(&str, &[&str]); 4] = [
    ("queue", &LANES),
    ("age, 24 hours", &["/age"]),
    ("age, 30 days", &["/age?window=30d"]),
    ("age, one owner", &["/age?owner=fulfilment"]),
];
/// What is found anew; the queue is the first.
const QUESTIONS: [(&str, Option<Period>); 4] = [
    ("queue", None),
    ("age, 24 hours", Some(Period::Day)),
    ("age, 30 days", Some(Period::Month)),
    ("age, 92 days", Some(Period::Quarter)),
];

/// With few resolved cases, and with many.
type Pair<T> = [T; 2];

/// What was measured.
pub struct Ages {
    /// Over HTTP, while nothing happens.
    still: Vec<Pair<Series>>,
    /// While the history moves on.
    moving: Vec<Pair<Series>>,
    /// How long it takes to find what a page shows, round by round, in milliseconds.
    anew: Vec<Pair<Vec<f64>>>,
}

/// Measures both.
pub async fn measure(sites: &Pair<Site<'_>>, plan: Plan) -> anyhow::Result<Ages> {
    Ok(Ages {
        still: pages(sites, plan).await?,
        moving: {
            let moves = [
                Moves::start(&sites[0]).await?,
                Moves::start(&sites[1]).await?,
            ];
            let measured = pages(sites, plan).await?;
            for moves in moves {
                moves.stop().await?;
            }
            measured
        },
        anew: anew(sites, plan).await?,
    })
}

async fn pages(sites: &Pair<Site<'_>>, plan: Plan) -> anyhow::Result<Vec<Pair<Series>>> {
    let mut variants = Vec::new();
    for (_, paths) in PAGES {
        for site in sites {
            let (address, cookie) = (site.server.address, site.cookie().await?);
            let get = |path: &&str| Request::get(address, path, &cookie);
            let requests = paths.iter().map(get).collect();
            variants.push(Variant { address, requests });
        }
    }
    let series = web::block(move || take_turns(plan, &variants)).await??;
    let mut series = series.into_iter();
    let mut next = || series.next().unwrap_or_default();
    Ok(PAGES.map(|_| [next(), next()]).into())
}

/// A history that moves on: whoever reads it next has read further.
struct Moves {
    stop: oneshot::Sender<()>,
    task: rt::task::JoinHandle<anyhow::Result<()>>,
}

impl Moves {
    async fn start(site: &Site<'_>) -> anyhow::Result<Self> {
        let mut raw = site.database.connect().await?;
        let (stop, mut stopped) = oneshot::channel();
        let task = rt::spawn(async move {
            let mut ticks = interval(MOVES_EVERY);
            while stopped.try_recv().is_err() {
                ticks.tick().await;
                let sql = "UPDATE chain_head SET number = number + 1";
                execute(raw.conn(), sql.to_owned()).await?;
            }
            raw.close().await
        });
        Ok(Self { stop, task })
    }

    async fn stop(self) -> anyhow::Result<()> {
        // Whoever has ended is not waiting for it.
        let _ = self.stop.send(());
        self.task.await?
    }
}

async fn anew(sites: &Pair<Site<'_>>, plan: Plan) -> anyhow::Result<Vec<Pair<Vec<f64>>>> {
    let mut all = vec![Pair::<Vec<f64>>::default(); QUESTIONS.len()];
    for _ in 0..plan.rounds {
        for (times, (_, period)) in all.iter_mut().zip(QUESTIONS) {
            for (times, site) in times.iter_mut().zip(sites) {
                times.push(find(site, period).await?);
            }
        }
    }
    Ok(all)
}

/// What a page shows, found by a program that has nothing kept.
async fn find(site: &Site<'_>, period: Option<Period>) -> anyhow::Result<f64> {
    let db = site.server.services.db.clone();
    let services = Services::new(db, Clock::System, policy()?);
    let person = Person {
        id: UserId(1),
        name: "measure".to_owned(),
        role: Role::Auditor,
    };
    let (number, began) = (HistoryNumber(1), Instant::now());
    match period {
        Some(period) => {
            let (scope, zone) = (Scope::default(), Tz::UTC);
            let unit = None;
            let asked = age::Asked {
                scope,
                period,
                unit,
                zone,
            };
            age::figures(&services, &person, number, asked).await?;
        }
        None => {
            let list = List::ToReview {
                lane: Lane::whole(KINDS[0]),
                order: Order::MostUrgent,
            };
            queue::page(&services, &person, number, &list, Place::First).await?;
            let asked = queue_head::Asked {
                lanes: Vec::new(),
                choices_of: Some(KINDS[0]),
            };
            queue_head::head(&services, &person, number, asked).await?;
        }
    }
    Ok(began.elapsed().as_secs_f64() * 1000.0)
}

/// Tells what was measured, and gives whether the targets were met.
pub fn print(ages: &Ages) -> bool {
    let mut met = true;
    for (what, pages) in [
        ("nothing happens", &ages.still),
        ("the history moves on twenty times a second", &ages.moving),
    ] {
        println!();
        println!("The age of the queue while {what}, with few and with many resolved cases");
        println!(
            "{:18} {:>9} {:>9} {:>9} {:>9} {:>7}   many/few               by the queue, many",
            "", "few/s", "many/s", "p50 ms", "p99 ms", "CPU ms"
        );
        let queue = &pages[0][1];
        for ((name, _), [few, many]) in PAGES.iter().zip(pages) {
            let (growth, by_queue) = (
                Ratio::of(&few.rates, &many.rates),
                Ratio::of(&queue.rates, &many.rates),
            );
            println!(
                "{name:18} {:>9.0} {:>9.0} {:>9.2} {:>9.2} {:>7.2}   {growth}   {by_queue}",
                few.rate(),
                many.rate(),
                many.within(0.5),
                many.within(0.99),
                many.processor(),
            );
            met &= by_queue.median <= MOST_BY_QUEUE && growth.median <= MOST_GROWTH;
        }
    }
    println!();
    println!("What such a page shows, found when nothing is kept, in milliseconds");
    println!("{:18} {:>9} {:>9}   many/few", "", "few", "many");
    for ((name, _), [few, many]) in QUESTIONS.iter().zip(&ages.anew) {
        println!(
            "{name:18} {:>9.2} {:>9.2}   {}",
            median(few.clone()),
            median(many.clone()),
            Ratio::of(many, few)
        );
    }
    println!();
    let word = if met { "met    " } else { "MISSED " };
    println!("{word} age by queue at most {MOST_BY_QUEUE}, many by few at most {MOST_GROWTH}");
    met
}
