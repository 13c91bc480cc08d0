//! Pages while 200 webhooks a second go to an endpoint that takes its time, and the same pages without.

use crate::database::{execute, number, texts};
use crate::measure::{Plan, Ratio, Series, Variant, count, turn};
use crate::pages::Site;
use actix_web::{rt, web};
use anyhow::{Context, ensure};
use holdpoint::domain::ids::EndpointId;
use holdpoint::domain::webhook::{AllowedHosts, GIVE_UP_AFTER};
use holdpoint::service::Services;
use holdpoint::service::webhook::{Administrator, endpoints};
use holdpoint::worker::webhooks::Deliverer;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, interval, sleep};

/// What goes out in a second.
const A_SECOND: usize = 200;
/// How long the endpoint thinks about each.
const THINKS: Duration = Duration::from_secs(2);
/// Notices are written twenty times a second.
const WRITES_EVERY: Duration = Duration::from_millis(50);
const AT_A_TIME: usize = A_SECOND / 20;
/// So long it may take until as many calls come as notices are written, or until none is left.
const PATIENCE: Duration = Duration::from_secs(90);

/// What was measured of one kind of page.
pub struct Beside {
    pub name: &'static str,
    pub alone: Series,
    pub beside: Series,
    /// How often the endpoint was called in a second meanwhile, round by round.
    pub calls: Vec<f64>,
}

impl Beside {
    /// The rate of the pages beside the webhooks, by their rate without.
    pub fn ratio(&self) -> Ratio {
        Ratio::of(&self.beside.rates, &self.alone.rates)
    }
}

/// Measures every kind of page with and without. Who begins changes with the round.
pub async fn measure(site: &Site<'_>, plan: Plan) -> anyhow::Result<Vec<Beside>> {
    let variants = site.pages_alone().await?;
    let new = |(name, _): &(&'static str, Variant)| Beside {
        name,
        alone: Series::default(),
        beside: Series::default(),
        calls: Vec::new(),
    };
    let mut all: Vec<_> = variants.iter().map(new).collect();
    let flow = Flow::start(site).await?;
    for round in 0..plan.rounds {
        for flows in [round % 2 == 0, round % 2 == 1] {
            flow.is(flows).await?;
            for ((_, variant), kind) in variants.iter().zip(&mut all) {
                let (began, heard) = (Instant::now(), flow.heard());
                let variant = variant.clone();
                let turn = move || turn(&variant, plan.connections, plan.turn);
                let (rate, times) = web::block(turn).await??;
                if flows {
                    let calls = count(flow.heard() - heard);
                    kind.calls.push(calls / began.elapsed().as_secs_f64());
                }
                let series = if flows {
                    &mut kind.beside
                } else {
                    &mut kind.alone
                };
                series.rates.push(rate);
                series.times.extend(times);
            }
        }
    }
    flow.is(false).await?;
    Ok(all)
}

/// Notices that are written, called out and thought about.
struct Flow {
    services: Services,
    heard: Arc<AtomicUsize>,
    flows: watch::Sender<bool>,
}

impl Flow {
    async fn start(site: &Site<'_>) -> anyhow::Result<Self> {
        let here = AllowedHosts::new(["127.0.0.1".to_owned()]);
        let services = site.server.services.clone().allowing(here);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}/", listener.local_addr()?);
        let heard = Arc::new(AtomicUsize::new(0));
        rt::spawn(listen(listener, Arc::clone(&heard)));
        let mut raw = site.database.connect().await?;
        let sources = texts(raw.conn(), "SELECT name FROM sources LIMIT 1".to_owned()).await?;
        raw.close().await?;
        let (by, source) = (Administrator::CommandLine, sources.first());
        let added = endpoints::add(&services, by, source.context("no source")?, &address).await?;
        rt::spawn(Deliverer::new(services.clone())?.run());
        let flows = watch::Sender::new(false);
        let (writing, written) = (services.clone(), flows.subscribe());
        rt::spawn(async move {
            if let Err(error) = write(writing, added.endpoint, written).await {
                eprintln!("no notice is written any more: {error:#}");
            }
        });
        Ok(Self {
            services,
            heard,
            flows,
        })
    }

    fn heard(&self) -> usize {
        self.heard.load(Ordering::Relaxed)
    }

    /// Lets it flow, and waits until it does; or lets it end, and waits until nothing is left.
    #[expect(clippy::disallowed_methods, reason = "calls of a second are counted")]
    async fn is(&self, flowing: bool) -> anyhow::Result<()> {
        self.flows.send_replace(flowing);
        let began = Instant::now();
        loop {
            ensure!(began.elapsed() < PATIENCE, "too few calls are made");
            let heard = self.heard();
            sleep(Duration::from_secs(1)).await;
            let calls = self.heard() - heard;
            let done = if flowing {
                // As many as are written, and nothing has to be made up for any more.
                calls.abs_diff(A_SECOND) <= A_SECOND / 10
                    && self.wait("lease IS NULL").await? <= 2 * AT_A_TIME
            } else {
                self.wait("TRUE").await? == 0
            };
            if done {
                return Ok(());
            }
        }
    }

    /// How many notices wait, of those of which this is true.
    async fn wait(&self, so: &str) -> anyhow::Result<usize> {
        let mut conn = self.services.db.read().await?;
        let sql = format!("SELECT COUNT(*) FROM deliveries WHERE state = 'waiting' AND {so}");
        Ok(number((&mut conn).into(), sql).await?.try_into()?)
    }
}

/// Writes notices of instructions that there are, as decisions would.
async fn write(
    services: Services,
    endpoint: EndpointId,
    mut flows: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let mut ticks = interval(WRITES_EVERY);
    let mut round = 0;
    while flows.wait_for(|flows| *flows).await.is_ok() {
        ticks.tick().await;
        round += 1;
        let now = services.now();
        let give_up_at = now.plus(GIVE_UP_AFTER);
        let sql = format!(
            "INSERT INTO deliveries (endpoint_id, notice_id, kind, instruction_id, case_id, operation_id, body, state,
                created_at, tries, due_at, give_up_at)
            SELECT {endpoint}, id || '-' || '{round}', 'offered', id, case_id, operation_id, '{{}}', 'waiting',
                {now}, 0, {now}, {give_up_at}
            FROM instructions ORDER BY id LIMIT {AT_A_TIME}
            OFFSET ({round} * {AT_A_TIME}) % ((SELECT COUNT(*) FROM instructions) - {AT_A_TIME})",
            now = now.0,
            give_up_at = give_up_at.0
        );
        let mut conn = services.db.write().await?;
        execute((&mut conn).into(), sql).await?;
    }
    Ok(())
}

/// The endpoint: takes every call, thinks, and has it.
async fn listen(listener: TcpListener, heard: Arc<AtomicUsize>) {
    while let Ok((stream, _)) = listener.accept().await {
        let heard = Arc::clone(&heard);
        rt::spawn(async move { answer(stream, &heard).await });
    }
}

/// Answers the calls of one connection, until it is closed.
#[expect(clippy::disallowed_methods, reason = "it is slow on purpose")]
async fn answer(stream: TcpStream, heard: &AtomicUsize) -> anyhow::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut line, mut body) = (String::new(), Vec::new());
    loop {
        let mut length = 0;
        loop {
            line.clear();
            ensure!(stream.read_line(&mut line).await? > 0, "closed");
            let (name, value) = line.trim_end().split_once(": ").unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.parse()?;
            }
            if line.trim_end().is_empty() {
                break;
            }
        }
        body.resize(length, 0);
        stream.read_exact(&mut body).await?;
        heard.fetch_add(1, Ordering::Relaxed);
        sleep(THINKS).await;
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await?;
    }
}
