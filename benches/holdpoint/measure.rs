//! Turns: the variants that are compared go one after the other, round after round, so that whatever else the machine
//! does meets all of them. Compared is within a round; of the rounds the median counts.

use crate::client::{Connection, Request};
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Requests that are asked in turn.
#[derive(Debug, Clone)]
pub struct Variant {
    pub address: SocketAddr,
    pub requests: Vec<Request>,
}

/// What was measured of a variant.
#[derive(Debug, Clone, Default)]
pub struct Series {
    /// Answers in a second, round by round.
    pub rates: Vec<f64>,
    /// How long each answer took.
    pub times: Vec<Duration>,
    /// Processor time of an answer in milliseconds, round by round: what it takes of server, database and client together,
    /// whatever else the machine does. Of a database in another process it tells nothing.
    pub processor: Vec<f64>,
}

/// How a measurement goes.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub rounds: usize,
    pub turn: Duration,
    pub connections: usize,
}

impl Series {
    pub fn rate(&self) -> f64 {
        median(self.rates.clone())
    }

    /// Processor time of an answer, in milliseconds.
    pub fn processor(&self) -> f64 {
        median(self.processor.clone())
    }

    /// The time that so large a part of the answers kept to, in milliseconds.
    pub fn within(&self, part: f64) -> f64 {
        let mut times: Vec<f64> = self.times.iter().map(Duration::as_secs_f64).collect();
        times.sort_by(f64::total_cmp);
        quantile(&times, part) * 1000.0
    }
}

/// The median of what two series gave in the same rounds, one divided by the other, with the least and the most.
#[derive(Debug, Clone, Copy)]
pub struct Ratio {
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Ratio {
    pub fn of(above: &[f64], below: &[f64]) -> Self {
        let mut each: Vec<f64> = above.iter().zip(below).map(|(a, b)| a / b).collect();
        each.sort_by(f64::total_cmp);
        Self {
            median: quantile(&each, 0.5),
            least: quantile(&each, 0.0),
            most: quantile(&each, 1.0),
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            median,
            least,
            most,
        } = self;
        write!(f, "{median:.2}  ({least:.2} to {most:.2})")
    }
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "an index into what fits into memory, by a part of 0 to 1"
)]
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let at = (last as f64 * part).round() as usize;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}

impl Series {
    /// Notes a turn that took so many seconds of processor time.
    fn note(&mut self, (rate, times): (f64, Vec<Duration>), processor: f64) {
        self.rates.push(rate);
        self.processor.push(processor * 1000.0 / count(times.len()));
        self.times.extend(times);
    }

    /// Lets a variant have one turn.
    pub fn measure(&mut self, plan: Plan, variant: &Variant) -> anyhow::Result<()> {
        let before = processor_time();
        let turned = turn(variant, plan.connections, plan.turn)?;
        self.note(turned, processor_time() - before);
        Ok(())
    }

    /// Asks everything once, on several connections, and gives how long that took.
    pub fn measure_once(&mut self, plan: Plan, variant: &Variant) -> anyhow::Result<()> {
        let before = processor_time();
        let dealt = deal(variant, plan.connections)?;
        self.note(dealt, processor_time() - before);
        Ok(())
    }
}

/// Lets every variant have its turn in every round. Who begins changes with the round.
pub fn take_turns(plan: Plan, variants: &[Variant]) -> anyhow::Result<Vec<Series>> {
    let mut series = vec![Series::default(); variants.len()];
    // The first answers fill caches; they are not counted.
    for variant in variants {
        turn(variant, plan.connections, plan.turn / 4)?;
    }
    for round in 0..plan.rounds {
        for place in 0..variants.len() {
            let which = (round + place) % variants.len();
            series[which].measure(plan, &variants[which])?;
        }
    }
    Ok(series)
}

/// How long this process has had processors, in seconds; not a number where the system does not tell.
fn processor_time() -> f64 {
    const TICKS_A_SECOND: f64 = 100.0;
    // After the name, which can hold anything: user and system time are the 12th and the 13th.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = after_name.split_ascii_whitespace().skip(11).take(2);
    let ticks: Option<f64> = fields.map(|field| field.parse::<f64>().ok()).sum();
    ticks.map_or(f64::NAN, |ticks| ticks / TICKS_A_SECOND)
}

/// Asks on several connections for so long; gives the answers in a second, and how long each took.
pub fn turn(
    variant: &Variant,
    connections: usize,
    turn: Duration,
) -> anyhow::Result<(f64, Vec<Duration>)> {
    let began = Instant::now();
    together(connections, |nth| {
        let first = nth * variant.requests.len() / connections;
        ask(variant, first, began, turn)
    })
}

/// Asks everything once: each connection the next request that nobody has asked.
fn deal(variant: &Variant, connections: usize) -> anyhow::Result<(f64, Vec<Duration>)> {
    let next = AtomicUsize::new(0);
    together(connections, |_| {
        let mut connection = Connection::open(variant.address)?;
        let mut times = Vec::new();
        while let Some(request) = variant.requests.get(next.fetch_add(1, Ordering::Relaxed)) {
            let asked = Instant::now();
            connection.ask(request)?;
            times.push(asked.elapsed());
        }
        Ok(times)
    })
}

/// Lets so many askers ask at the same time, and gives their rate together.
fn together(
    askers: usize,
    ask: impl Fn(usize) -> anyhow::Result<Vec<Duration>> + Sync,
) -> anyhow::Result<(f64, Vec<Duration>)> {
    let began = Instant::now();
    let ask = &ask;
    let times = thread::scope(|scope| {
        let askers: Vec<_> = (0..askers)
            .map(|nth| scope.spawn(move || ask(nth)))
            .collect();
        let mut times = Vec::new();
        for asker in askers {
            let asked = asker.join().map_err(|_| anyhow::anyhow!("an asker died"))?;
            times.extend(asked?);
        }
        anyhow::Ok(times)
    })?;
    let rate = count(times.len()) / began.elapsed().as_secs_f64();
    Ok((rate, times))
}

fn ask(
    variant: &Variant,
    first: usize,
    began: Instant,
    turn: Duration,
) -> anyhow::Result<Vec<Duration>> {
    let mut connection = Connection::open(variant.address)?;
    let mut times = Vec::new();
    for request in variant.requests.iter().cycle().skip(first) {
        let asked = Instant::now();
        connection.ask(request)?;
        times.push(asked.elapsed());
        if began.elapsed() >= turn {
            break;
        }
    }
    Ok(times)
}

#[expect(clippy::cast_precision_loss, reason = "nobody waits for 2^52 answers")]
pub fn count(n: usize) -> f64 {
    n as f64
}
