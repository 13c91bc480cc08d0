//! `holdpoint audit …`

use crate::clock::Clock;
use crate::policy::Policy;
use crate::service::Services;
use crate::service::verify_audit::{Verified, verify};
use crate::store::Db;
use anyhow::anyhow;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Verify the history from its first entry to its last, and name the first bad one
    Verify,
}

impl Command {
    pub(super) async fn run(self, database_url: &str) -> anyhow::Result<()> {
        match self {
            Self::Verify => {
                let db = Db::connect(database_url).await?;
                let services = Services::new(db.clone(), Clock::System, Policy::standard().clone());
                let verified = verify_with_progress(&services).await;
                db.close().await;
                println!("{}", whole(verified?));
                Ok(())
            }
        }
    }
}

fn whole(verified: Verified) -> String {
    let Verified {
        entries,
        decisions,
        reports,
    } = verified;
    let entries = counted(entries, "entry", "entries");
    let decisions = counted(decisions, "decision", "decisions");
    let reports = counted(reports, "report", "reports");
    format!("The history is whole: {entries}, {decisions}, {reports}.")
}

fn counted(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

async fn verify_with_progress(services: &Services) -> anyhow::Result<Verified> {
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} entries, {per_sec}, {eta} left")?;
    let bar = ProgressBar::new(0).with_style(style);
    let verified = verify(services, |reached, last| {
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
        };
        assert_eq!(
            whole(verified),
            "The history is whole: 21 entries, 1 decision, 0 reports."
        );
    }
}
