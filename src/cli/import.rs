//! `holdpoint import --source NAME FILE`

use crate::clock::Clock;
use crate::domain::json::{self, JsonFaultKind};
use crate::policy::Policy;
use crate::service::report_stop::{
    Channel, Conflict, Delivered, Delivery, Received, Refusal, report_stops,
};
use crate::service::{ServiceError, Services, Source, sources};
use crate::store::Db;
use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::{Path, PathBuf};

/// How many reports are taken in at a time.
const WINDOW: usize = 250;

#[derive(Debug, Args)]
pub(super) struct Import {
    /// The source whose reports they are
    #[arg(long)]
    source: String,
    /// The policy file; without one, the standard policy holds
    #[arg(long, env = "HOLDPOINT_POLICY")]
    policy: Option<PathBuf>,
    /// One report a line (NDJSON), or one report alone; - is standard input
    file: PathBuf,
}

/// What became of the reports so far.
#[derive(Debug, Default)]
struct Tally {
    created: u64,
    repeated: u64,
    conflicts: u64,
    invalid: u64,
}

/// A file under way.
struct Importing<'a> {
    services: &'a Services,
    source: Source,
    bar: ProgressBar,
    tally: Tally,
}

impl Import {
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        let policy = match &self.policy {
            Some(path) => Policy::load(path)?,
            None => Policy::standard().clone(),
        };
        let db = Db::connect(database_url).await?;
        db.migrate().await?;
        let services = Services::new(db.clone(), Clock::System, policy);
        let done = self.run_with(&services).await;
        db.close().await;
        done
    }

    async fn run_with(self, services: &Services) -> anyhow::Result<()> {
        let source = match sources::by_name(services, &self.source).await {
            Ok(source) => source,
            Err(ServiceError::NotFound) => bail!("there is no source {:?}", self.source),
            Err(other) => return Err(other.into()),
        };
        let (reader, size) =
            open(&self.file).with_context(|| format!("cannot read {}", self.file.display()))?;
        let mut importing = Importing {
            services,
            source,
            bar: progress_bar(size)?,
            tally: Tally::default(),
        };
        importing.take_in_all(reader).await?;
        importing.bar.finish_and_clear();
        importing.tally.sum_up()
    }
}

fn open(file: &Path) -> std::io::Result<(Box<dyn BufRead>, Option<u64>)> {
    if file == Path::new("-") {
        return Ok((Box::new(BufReader::new(stdin())), None));
    }
    let file = File::open(file)?;
    let size = file.metadata()?.len();
    Ok((Box::new(BufReader::new(file)), Some(size)))
}

/// It is drawn only where standard error is a terminal.
fn progress_bar(size: Option<u64>) -> anyhow::Result<ProgressBar> {
    let (bar, template) = match size {
        Some(size) => (
            ProgressBar::new(size),
            "{wide_bar} {percent}% of {total_bytes}  {msg}, {eta} left",
        ),
        None => (ProgressBar::no_length(), "{spinner} {bytes} read  {msg}"),
    };
    Ok(bar.with_style(ProgressStyle::with_template(template)?))
}

impl Importing<'_> {
    async fn take_in_all(&mut self, mut reader: impl BufRead) -> anyhow::Result<()> {
        let (mut number, mut window) = (0, Vec::new());
        while let Some(line) = next_line(&mut reader)? {
            number += 1;
            let whole = number == 1 && ends_too_early(&line);
            let line = if whole {
                rest(line, &mut reader)?
            } else {
                line
            };
            self.bar.inc(line.len().try_into().unwrap_or(u64::MAX));
            if !line.trim_ascii().is_empty() {
                window.push((number, Delivery::of_line(line.into())));
            }
            if window.len() == WINDOW {
                self.take_in(std::mem::take(&mut window)).await?;
            }
        }
        self.take_in(window).await
    }

    async fn take_in(&mut self, window: Vec<(u64, Delivery)>) -> anyhow::Result<()> {
        let (numbers, deliveries): (Vec<_>, Vec<_>) = window.into_iter().unzip();
        let delivered = Delivered {
            channel: Channel::File,
            // A file does not tell what its source's clock showed when it was written.
            clock_ahead: 0,
        };
        let received = report_stops(self.services, &self.source, delivered, &deliveries).await?;
        for (number, received) in numbers.into_iter().zip(&received) {
            self.count(number, received);
        }
        self.bar.set_message(self.tally.rate(&self.bar));
        Ok(())
    }

    fn count(&mut self, line: u64, received: &Received) {
        match received {
            Received::Kept(receipt) if receipt.repeated => self.tally.repeated += 1,
            Received::Kept(_) => self.tally.created += 1,
            Received::Conflict(conflict) => {
                self.tally.conflicts += 1;
                self.say(&conflict_words(line, conflict));
            }
            Received::Refused(refusal) => {
                self.tally.invalid += 1;
                self.say(&refusal_words(line, refusal));
            }
        }
    }

    fn say(&self, words: &str) {
        self.bar.suspend(|| eprintln!("{words}"));
    }
}

fn conflict_words(line: u64, conflict: &Conflict) -> String {
    format!(
        "line {line}: the report {:?} came before with other content: {} then, {} now",
        conflict.report_id.as_str(),
        conflict.first_digest,
        conflict.digest,
    )
}

fn refusal_words(line: u64, refusal: &Refusal) -> String {
    let faults: Vec<_> = refusal.faults.iter().map(ToString::to_string).collect();
    format!("line {line}: {}", faults.join("; "))
}

impl Tally {
    fn rate(&self, bar: &ProgressBar) -> String {
        let all = self.created + self.repeated + self.conflicts + self.invalid;
        let milliseconds = u64::try_from(bar.elapsed().as_millis()).unwrap_or(u64::MAX);
        let rate = all.saturating_mul(1_000) / milliseconds.max(1);
        format!("{all} reports, {rate}/s")
    }

    /// What came of it; an error if a report was not kept.
    fn sum_up(&self) -> anyhow::Result<()> {
        println!(
            "{} new, {} known already, {} with the id of another, {} invalid",
            self.created, self.repeated, self.conflicts, self.invalid
        );
        match self.conflicts + self.invalid {
            0 => Ok(()),
            1 => bail!("one report was not taken in"),
            lost => bail!("{lost} reports were not taken in"),
        }
    }
}

fn next_line(reader: &mut impl BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = reader.read_until(b'\n', &mut line)?;
    Ok((read > 0).then_some(line))
}

/// A report that is written over several lines: the first of them is not a whole document.
fn ends_too_early(line: &[u8]) -> bool {
    let faults = json::parse(line).err().unwrap_or_default();
    faults
        .iter()
        .any(|fault| fault.kind == JsonFaultKind::CutOff)
}

fn rest(mut begun: Vec<u8>, reader: &mut impl Read) -> std::io::Result<Vec<u8>> {
    reader.read_to_end(&mut begun)?;
    Ok(begun)
}
