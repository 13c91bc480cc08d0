//! `holdpoint export …`

use crate::clock::Clock;
use crate::domain::export::Format;
use crate::domain::report::StopKind;
use crate::policy::Policy;
use crate::service::export::{By, Exporting, NoExport, Order, Wanted, begin};
use crate::service::queue::{Lane, List, Order as ListOrder};
use crate::service::{ServiceError, Services};
use crate::store::Db;
use crate::web::RegisterAddress;
use anyhow::{Context, bail};
use chrono_tz::Tz;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// The register of decisions, the latest first
    Decisions(Decisions),
    /// Every entry of the history
    History(To),
    /// A list of cases
    Cases(Cases),
}

#[derive(Debug, Args)]
pub(super) struct To {
    /// Where it goes; the file must not be there yet
    file: PathBuf,
    #[arg(long, default_value = "csv")]
    form: Form,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Form {
    Csv,
    Jsonl,
}

#[derive(Debug, Args)]
pub(super) struct Decisions {
    /// What to leave in, as the address of the page has it after the question mark: 'from=2026-11-01&outcome=done'
    #[arg(long, default_value = "")]
    filter: String,
    /// The time zone in which the filter's days begin
    #[arg(long, default_value = "UTC")]
    time_zone: Tz,
    #[command(flatten)]
    to: To,
}

#[derive(Debug, Args)]
pub(super) struct Cases {
    #[arg(long)]
    list: Which,
    #[command(flatten)]
    to: To,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Which {
    ResultUnknown,
    NextStepPending,
    PayloadConflict,
    PutOff,
    UnderWay,
    Resolved,
}

impl Which {
    fn list(self) -> (List, &'static str) {
        let lane = |kind| List::ToReview {
            lane: Lane::whole(kind),
            order: ListOrder::MostUrgent,
        };
        match self {
            Self::ResultUnknown => (lane(StopKind::ResultUnknown), "kind=result_unknown"),
            Self::NextStepPending => (lane(StopKind::NextStepPending), "kind=next_step_pending"),
            Self::PayloadConflict => (lane(StopKind::PayloadConflict), "kind=payload_conflict"),
            Self::PutOff => (List::PutOff, "view=put_off"),
            Self::UnderWay => (List::UnderWay { kind: None }, "stage=under_way"),
            Self::Resolved => (List::Resolved { kind: None }, "stage=resolved"),
        }
    }
}

impl Form {
    fn format(self) -> Format {
        match self {
            Self::Csv => Format::Csv,
            Self::Jsonl => Format::JsonLines,
        }
    }
}

impl Command {
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        let (order, to) = self.order()?;
        let db = Db::connect(database_url).await?;
        let services = Services::new(db.clone(), Clock::System, Policy::standard().clone());
        let written = write(&services, order, &to).await;
        db.close().await;
        println!("{} rows in {}", written?, to.display());
        Ok(())
    }

    fn order(self) -> anyhow::Result<(Order, PathBuf)> {
        let (wanted, filter, to) = match self {
            Self::Decisions(decisions) => {
                let read = RegisterAddress::read(&decisions.filter);
                if !read.ignored.is_empty() {
                    bail!("the filter is not understood: {}", read.ignored.join(", "));
                }
                let wanted = Wanted::Decisions {
                    asked: Box::new(read.address.asked),
                    zone: decisions.time_zone,
                };
                (wanted, decisions.filter, decisions.to)
            }
            Self::History(to) => (Wanted::History, String::new(), to),
            Self::Cases(cases) => {
                let (list, filter) = cases.list.list();
                (Wanted::Cases(list), filter.to_owned(), cases.to)
            }
        };
        let form = to.form.format();
        let order = Order {
            wanted,
            form,
            filter,
        };
        Ok((order, to.file))
    }
}

async fn write(services: &Services, order: Order, to: &Path) -> anyhow::Result<usize> {
    let made = File::create_new(to);
    let mut out = BufWriter::new(made.with_context(|| format!("{} cannot be made", to.display()))?);
    let begun = begin(services, By::CommandLine, order).await;
    let mut exporting = match begun {
        Err(ServiceError::Refused(NoExport::TooManyOperations)) => {
            bail!("the identifier belongs to too many operations: give more of it")
        }
        begun => begun?,
    };
    let spinner = ProgressBar::new_spinner();
    spinner.enable_steady_tick(Duration::from_millis(200));
    let done = all(services, &mut exporting, &mut out, &spinner).await;
    spinner.finish_and_clear();
    done?;
    out.into_inner()?.sync_all()?;
    Ok(exporting.written())
}

async fn all(
    services: &Services,
    exporting: &mut Exporting,
    out: &mut impl Write,
    spinner: &ProgressBar,
) -> anyhow::Result<()> {
    while let Some(part) = exporting.next(services).await? {
        out.write_all(&part)?;
        spinner.set_message(format!("{} rows", exporting.written()));
    }
    Ok(())
}
