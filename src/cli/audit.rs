//! `holdpoint audit …`

use super::anchor_key;
use crate::clock::Clock;
use crate::domain::history::anchor::{PublicKey, SignedAnchor};
use crate::policy::Policy;
use crate::service::Services;
use crate::service::export_history::export;
use crate::service::verify_audit::{Anchors, Options, Progress, Stage, Verified, verify};
use crate::store::Db;
use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Verify the history from its first entry to its last, with all that it vouches for, and name what is wrong first
    Verify(Verify),
    /// Make a key to sign anchors with, and print its public part
    Key {
        /// Where the key goes; the file must not be there yet
        file: PathBuf,
    },
    /// Write the history as JSON Lines, with its anchors, for whoever verifies it elsewhere
    Export {
        /// Where it goes; the file must not be there yet
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(super) struct Verify {
    /// Keep in this file how far it came, and go on there the next time
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Anchors that were written to a file outside the database: a cut-off end and a history written anew are found by them
    #[arg(long, value_name = "FILE", requires = "public_key")]
    anchors: Option<PathBuf>,

    /// The key that must have signed the anchors, as `holdpoint audit key` printed it
    #[arg(long, value_name = "KEY", requires = "anchors")]
    public_key: Option<PublicKey>,
}

impl Verify {
    fn options(self) -> anyhow::Result<Options> {
        let anchors = match (self.anchors, self.public_key) {
            (Some(file), Some(key)) => Some(Anchors {
                anchors: read_anchors(&file)?,
                key,
            }),
            (Some(_) | None, _) => None,
        };
        Ok(Options {
            state: self.state,
            anchors,
        })
    }
}

fn read_anchors(file: &Path) -> anyhow::Result<Vec<SignedAnchor>> {
    let place = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("{place} cannot be read"))?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let read = lines.map(|(nth, line)| {
        serde_json::from_str(line)
            .with_context(|| format!("line {} of {place} is no anchor", nth + 1))
    });
    read.collect()
}

impl Command {
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        match self {
            Self::Verify(asked) => {
                let options = asked.options()?;
                let services = services(database_url).await?;
                let verified = verify_with_progress(&services, &options).await;
                services.db.close().await;
                println!("{}", whole(verified?));
            }
            Self::Key { file } => println!("{}", anchor_key::make(&file)?.public()),
            Self::Export { file } => {
                let services = services(database_url).await?;
                let exported = export_with_progress(&services, &file).await;
                services.db.close().await;
                println!("{} exported.", counted(exported?, "entry", "entries"));
            }
        }
        Ok(())
    }
}

async fn services(database_url: &str) -> anyhow::Result<Services> {
    let db = Db::connect(database_url).await?;
    Ok(Services::new(db, Clock::System, Policy::standard().clone()))
}

async fn export_with_progress(services: &Services, file: &Path) -> anyhow::Result<i64> {
    let made = File::create_new(file);
    let mut out =
        BufWriter::new(made.with_context(|| format!("{} cannot be made", file.display()))?);
    let bar = ProgressBar::new(0).with_style(entries_style()?);
    let exported = export(services, &mut out, |reached, last| {
        bar.set_length(last.unsigned_abs());
        bar.set_position(reached.unsigned_abs());
    })
    .await;
    bar.finish_and_clear();
    out.into_inner()?.sync_all()?;
    Ok(exported?)
}

fn entries_style() -> anyhow::Result<ProgressStyle> {
    let style = "{bar:40} {pos}/{len} entries, {per_sec}, {eta} left";
    Ok(ProgressStyle::with_template(style)?)
}

fn whole(verified: Verified) -> String {
    let Verified {
        entries,
        decisions,
        reports,
        rows,
        found,
    } = verified;
    let entries = counted(entries, "entry", "entries");
    let decisions = counted(decisions, "decision", "decisions");
    let reports = counted(reports, "report", "reports");
    let rows = counted(rows, "row", "rows");
    let from = if found > 0 {
        format!(
            " Rows of which nothing told are vouched for as they were found, the last of them by entry {found}."
        )
    } else {
        String::new()
    };
    format!("The history is whole: {entries}, {decisions}, {reports}, {rows} vouched for.{from}")
}

fn counted(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

async fn verify_with_progress(services: &Services, options: &Options) -> anyhow::Result<Verified> {
    let begun = ProgressStyle::with_template("{spinner} {msg}")?;
    let entries = entries_style()?;
    let rows = ProgressStyle::with_template("{bar:40} {pos}/{len} rows of {msg}, {per_sec}")?;
    let bar = ProgressBar::new(0);
    let verified = verify(services, options, |progress| {
        let Progress {
            stage,
            reached,
            last,
        } = progress;
        let (style, words) = match stage {
            Stage::Begun => (&begun, "whether the database can be read"),
            Stage::Entries => (&entries, ""),
            Stage::Rows(table) => (&rows, table.as_str()),
            Stage::Register => (&rows, "the register, read again from the history"),
            Stage::Counts => (&begun, "what is counted"),
        };
        bar.set_style(style.clone());
        bar.set_message(words);
        bar.set_length(last.unsigned_abs());
        bar.set_position(reached.unsigned_abs());
    })
    .await;
    bar.finish_and_clear();
    verified.map_err(|error| match error.refusal() {
        Ok(fault) => anyhow!("the history does not verify: {fault}"),
        Err(other) => other.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_told_as_many() {
        let verified = Verified {
            entries: 21,
            decisions: 1,
            reports: 0,
            rows: 7,
            found: 0,
        };
        assert_eq!(
            whole(verified),
            "The history is whole: 21 entries, 1 decision, 0 reports, 7 rows vouched for."
        );
        let later = Verified {
            found: 3,
            ..verified
        };
        assert!(
            whole(later)
                .ends_with(" Rows of which nothing told are vouched for as they were found, the last of them by entry 3.")
        );
    }
}
