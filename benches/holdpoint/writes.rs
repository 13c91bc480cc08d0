//! Reports against bare inserts of the rows that they leave behind, in the same database. After each turn of the
//! program its rows are taken out, and go in once more by nothing but inserts: as many in a transaction as the program
//! has, as many in a statement as serves.

use crate::client::{Connection, Request};
use crate::database::{Database, Raw, number};
use crate::fill::report_all;
use crate::measure::{Plan, Ratio, count, median};
use crate::reports::{Report, edition};
use crate::rows::{Written, take_out};
use crate::server::Server;
use actix_web::web;
use anyhow::{Context, ensure};
use holdpoint::service::Source;
use holdpoint::service::sources::{add_token, by_name};
use std::time::Instant;

/// The program takes in a batch by transactions of so many reports.
const WINDOW: i64 = 250;
/// Single reports of a turn.
const SINGLE: usize = 100;

/// What was measured of one way in.
pub struct Writes {
    pub name: String,
    /// Reports in a second, round by round.
    pub reports: Vec<f64>,
    /// The same by bare inserts.
    pub bare: Vec<f64>,
    /// Rows that a report leaves behind.
    pub rows: f64,
}

impl Writes {
    pub fn rate(&self) -> f64 {
        median(self.reports.clone())
    }

    pub fn bare_rate(&self) -> f64 {
        median(self.bare.clone())
    }

    pub fn ratio(&self) -> Ratio {
        Ratio::of(&self.reports, &self.bare)
    }
}

/// The reports of a source, and where they go.
struct Writer<'a> {
    server: &'a Server,
    raw: Raw,
    source: Source,
    token: String,
    reports: Vec<Report>,
}

/// Measures single reports, and batches of so many.
pub async fn measure(
    server: &Server,
    database: &Database,
    plan: Plan,
    batch: usize,
) -> anyhow::Result<Vec<Writes>> {
    let now = server.services.now();
    // Databases may be kept, and each run brings reports that none before it brought.
    let mut reports = edition(now, &format!("w{}", now.0))?;
    let name = reports.first().context("no reports")?.source.clone();
    reports.retain(|report| report.source == name);
    let mut writer = Writer {
        server,
        raw: database.connect().await?,
        source: by_name(&server.services, &name).await?,
        token: add_token(&server.services, &name).await?.token,
        reports,
    };
    let mut single = Writes::named("one report");
    let mut many = Writes::named(&format!("batch of {batch}"));
    for round in 0..plan.rounds {
        writer.singles(round, &mut single).await?;
        writer.batch(round, batch, &mut many).await?;
    }
    writer.raw.close().await?;
    Ok(vec![single, many])
}

impl Writes {
    fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            reports: Vec::new(),
            bare: Vec::new(),
            rows: f64::NAN,
        }
    }

    fn note(&mut self, reports: usize, took: f64, bare_took: f64, rows: usize) {
        self.reports.push(count(reports) / took);
        self.bare.push(count(reports) / bare_took);
        self.rows = count(rows) / count(reports);
    }
}

impl Writer<'_> {
    /// Each report by its own call, one after the other, over one connection.
    async fn singles(&mut self, round: usize, into: &mut Writes) -> anyhow::Result<()> {
        let before = self.last_operation().await?;
        let requests: Vec<_> = self
            .documents("s", round, SINGLE)
            .map(|(id, document)| {
                let path = format!("/api/v1/stops/{}", percent_encoded(&id));
                Request::put(self.server.address, &path, &self.token, &document)
            })
            .collect();
        let address = self.server.address;
        let calls = move || {
            let mut connection = Connection::open(address)?;
            let began = Instant::now();
            for request in &requests {
                connection.ask(request)?;
            }
            anyhow::Ok(began.elapsed().as_secs_f64())
        };
        let took = web::block(calls).await??;
        let (bare_took, rows) = self.bare(before, SINGLE, 1).await?;
        into.note(SINGLE, took, bare_took, rows);
        Ok(())
    }

    /// Many at once, as `holdpoint import` gives them in.
    async fn batch(&mut self, round: usize, size: usize, into: &mut Writes) -> anyhow::Result<()> {
        let before = self.last_operation().await?;
        let documents: Vec<String> = self
            .documents("b", round, size)
            .map(|(_, text)| text)
            .collect();
        let began = Instant::now();
        report_all(&self.server.services, &self.source, documents.into_iter()).await?;
        let took = began.elapsed().as_secs_f64();
        let (bare_took, rows) = self.bare(before, size, WINDOW).await?;
        into.note(size, took, bare_took, rows);
        Ok(())
    }

    fn documents(
        &self,
        name: &str,
        round: usize,
        size: usize,
    ) -> impl Iterator<Item = (String, String)> {
        let each = self.reports.iter().cycle().take(size).enumerate();
        each.map(move |(nth, report)| report.copied(&format!("{name}{round}-{nth}")))
    }

    async fn last_operation(&mut self) -> anyhow::Result<i64> {
        let sql = "SELECT COALESCE(MAX(id), 0) FROM operations";
        number(self.raw.conn(), sql.to_owned()).await
    }

    /// Takes out what was written, and inserts it again. Gives how long the inserts took, and how many rows they were.
    async fn bare(
        &mut self,
        before: i64,
        operations: usize,
        window: i64,
    ) -> anyhow::Result<(f64, usize)> {
        let last = self.last_operation().await?;
        let windows = Written::after(&mut self.raw, before, window).await?;
        let there = usize::try_from(last - before)?;
        ensure!(
            there == operations,
            "{there} operations came of {operations} reports"
        );
        take_out(&mut self.raw, before).await?;
        let began = Instant::now();
        for window in &windows {
            window.insert(&mut self.raw).await?;
        }
        let took = began.elapsed().as_secs_f64();
        Ok((took, windows.iter().map(Written::count).sum()))
    }
}

fn percent_encoded(text: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}
