//! What was measured, in words and figures.

use crate::connectors::{Calls, GATE, POLL};
use crate::measure::{Ratio, median};
use crate::pages::{Answers, Doubles, Pages};
use crate::webhooks::Beside;
use crate::writes::Writes;

/// What a page of the big database may take at most, by one of the small database.
const MOST_GROWTH: f64 = 1.3;
/// The least rate of the queue's pages, by that of static answers.
const LEAST_OF_STATIC: f64 = 0.25;
/// The least rate of a batch's reports, by that of bare inserts.
const LEAST_OF_BARE: f64 = 0.5;
/// The least rate of pages beside webhooks, by their rate without.
const LEAST_BESIDE: f64 = 0.8;
/// The least webhooks in a second that make it a measurement.
const LEAST_CALLS: f64 = 190.0;
/// The least rate of what sources ask and take, by that of static answers.
const LEAST_OF_CALLS: f64 = 0.5;

pub fn pages(all: &[Pages]) {
    println!();
    println!(
        "Pages, and the same bytes from memory: through all that a page goes through (static), and as an asset"
    );
    println!(
        "{:18}{:6} {:>7} {:>8} {:>9} {:>9} {:>7} {:>7} {:>7}   page/static",
        "", "", "bytes", "page/s", "static/s", "asset/s", "p50 ms", "p99 ms", "CPU ms"
    );
    for pages in all {
        line(pages.name, "small", &pages.small);
        line("", "big", &pages.big);
    }
    println!();
    println!(
        "The big database against the small one: how much longer a page takes, and how much more processor time"
    );
    for pages in all {
        let processor = Ratio::of(&pages.big.page.processor, &pages.small.page.processor);
        println!("{:18}{}   {}", pages.name, pages.growth(), processor);
    }
}

fn line(name: &str, database: &str, answers: &Answers) {
    let page = &answers.page;
    let of_doubles = |rate: fn(&Doubles) -> f64| {
        let rate = answers.doubles.as_ref().map(rate);
        rate.map_or_else(String::new, |rate| format!("{rate:.0}"))
    };
    println!(
        "{name:18}{database:6} {:>7} {:>8.0} {:>9} {:>9} {:>7.2} {:>7.2} {:>7.2}   {}",
        answers.bytes,
        page.rate(),
        of_doubles(|doubles| doubles.as_page.rate()),
        of_doubles(|doubles| doubles.as_asset.rate()),
        page.within(0.5),
        page.within(0.99),
        page.processor(),
        answers
            .ratio()
            .map_or_else(String::new, |by| by.to_string()),
    );
}

pub fn writes(all: &[Writes]) {
    println!();
    println!("Reports, and bare inserts of the same rows into the same database");
    println!(
        "{:18} {:>9} {:>12} {:>12}   reports/inserts",
        "", "rows", "reports/s", "inserted/s"
    );
    for writes in all {
        println!(
            "{:18} {:>9.1} {:>12.0} {:>12.0}   {}",
            writes.name,
            writes.rows,
            writes.rate(),
            writes.bare_rate(),
            writes.ratio()
        );
    }
}

pub fn beside(all: &[Beside]) {
    println!();
    println!("Pages beside webhooks to a slow endpoint, and the same pages without (big database)");
    println!(
        "{:18} {:>9} {:>12} {:>12}   beside/alone",
        "", "calls/s", "beside/s", "alone/s"
    );
    for kind in all {
        println!(
            "{:18} {:>9.0} {:>12.0} {:>12.0}   {}",
            kind.name,
            median(kind.calls.clone()),
            kind.beside.rate(),
            kind.alone.rate(),
            kind.ratio()
        );
    }
}

pub fn calls(all: &[Calls]) {
    println!();
    println!(
        "What sources call, and the same bytes from memory: to a source that shows its token (static), and as an asset"
    );
    println!(
        "{:22} {:>6} {:>8} {:>9} {:>9} {:>7} {:>7} {:>7} {:>7}   call/static           call/asset",
        "", "bytes", "call/s", "static/s", "asset/s", "p50 ms", "p99 ms", "CPU ms", "static"
    );
    for calls in all {
        println!(
            "{:22} {:>6} {:>8.0} {:>9.0} {:>9.0} {:>7.2} {:>7.2} {:>7.3} {:>7.3}   {}  {}",
            calls.name,
            calls.bytes,
            calls.call.rate(),
            calls.as_call.rate(),
            calls.as_asset.rate(),
            calls.call.within(0.5),
            calls.call.within(0.99),
            calls.call.processor(),
            calls.as_call.processor(),
            calls.by_static(),
            calls.by_asset(),
        );
    }
    for calls in all {
        if let Some(by_bare) = calls.by_bare() {
            println!(
                "{:22} by its bare writes, one after the other: {}",
                calls.name, by_bare
            );
        }
    }
}

/// Says of each target whether it was met, and gives whether all were.
pub fn targets(pages: &[Pages], writes: &[Writes], beside: &[Beside], calls: &[Calls]) -> bool {
    println!();
    let mut all_met = true;
    let mut target = |what: &str, value: f64, met: bool| {
        all_met &= met;
        println!(
            "{} {what}: {value:.2}",
            if met { "met    " } else { "MISSED " }
        );
    };
    if let Some(queue) = pages.iter().find(|p| p.name == "queue") {
        let growth = queue.growth().median;
        target(
            "queue, big/small at most 1.3",
            growth,
            growth <= MOST_GROWTH,
        );
        for (name, answers) in [("small", &queue.small), ("big", &queue.big)] {
            let by = answers.ratio().map_or(f64::NAN, |by| by.median);
            target(
                &format!("queue page by static answer, {name}, at least 0.25"),
                by,
                by >= LEAST_OF_STATIC,
            );
        }
    }
    if let Some(batch) = writes.iter().find(|w| w.name.starts_with("batch")) {
        let by = batch.ratio().median;
        target(
            "batch by bare inserts, at least 0.5",
            by,
            by >= LEAST_OF_BARE,
        );
    }
    for kind in beside {
        let by = kind.ratio().median;
        let what = format!("{} beside 200 webhooks a second, at least 0.8", kind.name);
        target(&what, by, by >= LEAST_BESIDE);
        let calls = median(kind.calls.clone());
        let what = format!("webhooks a second beside it, at least {LEAST_CALLS}");
        target(&what, calls, calls >= LEAST_CALLS);
    }
    for calls in calls.iter().filter(|c| [GATE, POLL].contains(&c.name)) {
        let by = calls.by_static().median;
        let what = format!("{}, by static answer, at least 0.5", calls.name);
        target(&what, by, by >= LEAST_OF_CALLS);
    }
    // What is written is shown, and is no match for memory: see docs/benchmarks.md.
    all_met
}
