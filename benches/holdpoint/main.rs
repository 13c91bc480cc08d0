//! What pages, reports and connectors' calls cost, by what the same server and the same database could do at best: see `docs/benchmarks.md`.

mod age;
mod client;
mod connectors;
mod database;
mod decide;
mod entries;
mod fill;
mod measure;
mod multiply;
mod options;
mod pages;
mod print;
mod register;
mod reports;
mod rows;
mod server;
mod webhooks;
mod writes;

use clap::Parser;
use database::{Database, number};
use entries::enter;
use fill::{fill, policy};
use holdpoint::store::Db;
use measure::Plan;
use multiply::Depth;
use options::{Options, Part, Size};
use server::Server;
use std::io;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use tracing_subscriber::EnvFilter;

fn main() -> anyhow::Result<()> {
    holdpoint::tls::install();
    let options = Options::parse();
    // The access log is written as always, and thrown away.
    let filter = EnvFilter::new("info,tower_sessions=error,tower_sessions_core=error");
    let log = tracing_subscriber::fmt().with_env_filter(filter);
    log.with_writer(io::sink).init();
    actix_web::rt::System::new().block_on(run(options))
}

async fn run(options: Options) -> anyhow::Result<()> {
    let plan = Plan {
        rounds: options.rounds,
        turn: Duration::from_secs_f64(options.seconds),
        connections: options.connections,
    };
    announce(&options, plan);
    let mut met = true;
    if options.measures_small_and_big() {
        met &= small_and_big(&options, plan).await?;
    }
    if options.measures(Part::Age) {
        met &= few_and_many(&options, plan).await?;
    }
    if options.measures(Part::Register) {
        met &= short_and_long(&options, plan).await?;
    }
    anyhow::ensure!(met || !options.check, "a target was missed");
    Ok(())
}

/// Gives whether all targets were met.
async fn small_and_big(options: &Options, plan: Plan) -> anyhow::Result<bool> {
    let everything = Depth::Everything;
    let small = filled(options, "bench-small", Options::SMALL, everything).await?;
    let big = filled(options, "bench-big", options.big(), everything).await?;
    let (small_server, big_server) = (start(&small).await?, start(&big).await?);
    let mut pages = Vec::new();
    if options.measures(Part::Pages) {
        let (small, big) = (small_server.site(&small), big_server.site(&big));
        pages = pages::measure(&small, &big, plan).await?;
        print::pages(&pages);
    }
    let mut writes = Vec::new();
    if options.measures(Part::Reports) {
        writes = writes::measure(&big_server, &big, plan, options.batch).await?;
        print::writes(&writes);
    }
    let mut beside = Vec::new();
    if options.measures(Part::Webhooks) {
        beside = webhooks::measure(&big_server.site(&big), plan).await?;
        print::beside(&beside);
    }
    let mut calls = Vec::new();
    if options.measures(Part::Connectors) {
        let plan = Plan {
            connections: options.callers,
            ..plan
        };
        calls = connectors::measure(&big_server, &big, plan, options.takes).await?;
        print::calls(&calls);
    }
    for (server, database) in [(small_server, small), (big_server, big)] {
        server.stop().await;
        database.remove().await?;
    }
    Ok(print::targets(&pages, &writes, &beside, &calls))
}

/// The same open cases with few resolved ones and with many. Gives whether all targets were met.
async fn few_and_many(options: &Options, plan: Plan) -> anyhow::Result<bool> {
    let few = filled(options, "bench-few", options.few(), Depth::Row).await?;
    let many = filled(options, "bench-many", options.many(), Depth::Row).await?;
    let (few_server, many_server) = (start(&few).await?, start(&many).await?);
    let sites = [few_server.site(&few), many_server.site(&many)];
    let met = age::print(&age::measure(&sites, plan).await?);
    for (server, database) in [(few_server, few), (many_server, many)] {
        server.stop().await;
        database.remove().await?;
    }
    Ok(met)
}

/// A short register and a long one. Gives whether the target was met.
async fn short_and_long(options: &Options, plan: Plan) -> anyhow::Result<bool> {
    let [few, many] = options.registers();
    let few = entered(options, "bench-register-few", few).await?;
    let many = entered(options, "bench-register-many", many).await?;
    let (few_server, many_server) = (start(&few).await?, start(&many).await?);
    let sites = [few_server.site(&few), many_server.site(&many)];
    let met = register::print(&register::measure(&sites, plan).await?);
    for (server, database) in [(few_server, few), (many_server, many)] {
        server.stop().await;
        database.remove().await?;
    }
    Ok(met)
}

/// A database with so many entries of the register.
async fn entered(
    options: &Options,
    name: &str,
    (entries, size): (u32, Size),
) -> anyhow::Result<Database> {
    let database = filled(options, name, size, Depth::Row).await?;
    let mut raw = database.for_filling().await?;
    let there = number(raw.conn(), "SELECT COUNT(*) FROM register".to_owned()).await?;
    // It may be kept from an earlier run.
    if there < i64::from(entries) {
        let began = Instant::now();
        enter(&mut raw, entries).await?;
        println!(
            "{entries} entries of the register: filled in {:.0} s",
            began.elapsed().as_secs_f64()
        );
    }
    raw.close().await?;
    Ok(database)
}

fn announce(options: &Options, plan: Plan) {
    let Plan {
        rounds,
        turn,
        connections,
    } = plan;
    let kind = options.postgres().map_or("SQLite", |_| "PostgreSQL");
    let processors = available_parallelism().map_or(0, usize::from);
    println!("Holdpoint on {kind}; {processors} processors, shared by server, database and client");
    println!("{rounds} rounds; a page's turn takes {turn:?}, on {connections} connections");
    println!("sources call on {} connections", options.callers);
}

/// A database with so many cases.
async fn filled(
    options: &Options,
    name: &str,
    size: Size,
    depth: Depth,
) -> anyhow::Result<Database> {
    let name = format!("{name}-{}-{}", size.open, size.resolved);
    let database = Database::make(options.postgres(), &name, options.keep).await?;
    let began = Instant::now();
    if !database.is_filled() {
        fill(&database, size, depth).await?;
    }
    println!(
        "{} open and {} resolved cases: {} MB, filled in {:.0} s",
        size.open,
        size.resolved,
        database.bytes().await? / 1_000_000,
        began.elapsed().as_secs_f64()
    );
    Ok(database)
}

async fn start(database: &Database) -> anyhow::Result<Server> {
    Server::start(Db::connect(&database.url()?).await?, policy()?)
}
