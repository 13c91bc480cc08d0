//! What the program is told at its start, by options or by the environment.

mod alerts;

pub use alerts::{AlertSettings, Hidden, SmtpSecurity, SmtpSettings};

use crate::domain::metrics_token::MetricsToken;
use crate::domain::webhook::AllowedHosts;
use crate::policy::{LoadError, Policy};
use chrono_tz::Tz;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Where the database is. Every command takes it.
#[derive(Debug, Clone, Args)]
pub struct DatabaseUrl {
    /// The database: sqlite:PATH or postgres://USER@HOST/NAME
    #[arg(
        long,
        env = "DATABASE_URL",
        default_value = "sqlite:holdpoint.db",
        hide_env_values = true,
        global = true
    )]
    pub database_url: String,
}

/// How the program serves.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Address to listen at; port 0 takes a free one
    #[arg(long, env = "HOLDPOINT_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// The policy file; without one, the standard policy holds
    #[arg(long, env = "HOLDPOINT_POLICY")]
    pub policy: Option<PathBuf>,

    /// Browsers reach this program by plain HTTP, as on one's own machine: the session's cookie is not bound to HTTPS
    #[arg(long, env = "HOLDPOINT_PLAIN_HTTP")]
    pub plain_http: bool,

    /// A proxy in front tells each client's address as the last one in X-Forwarded-For
    #[arg(long, env = "HOLDPOINT_BEHIND_PROXY")]
    pub behind_proxy: bool,

    /// Time zone of people who have chosen none
    #[arg(long, env = "HOLDPOINT_TIME_ZONE", default_value = "UTC")]
    pub time_zone: Tz,

    /// Threads that serve requests
    #[arg(long, env = "HOLDPOINT_WORKERS", default_value_t = 2)]
    pub workers: usize,

    /// The token with which /metrics can be read, at least 16 characters; without one there are no metrics
    #[arg(
        long,
        env = "HOLDPOINT_METRICS_TOKEN",
        hide_env_values = true,
        value_parser = MetricsToken::parse
    )]
    pub metrics_token: Option<MetricsToken>,

    #[command(flatten)]
    pub webhooks: WebhookHosts,

    #[command(flatten)]
    pub alerts: AlertSettings,

    #[command(flatten)]
    pub anchors: Anchors,

    /// Verifications that are started on the page keep in this file what they have read, so that after one that was interrupted
    /// the next one goes on there; keep it where nobody writes who may write the database
    #[arg(long, env = "HOLDPOINT_VERIFY_STATE", value_name = "FILE")]
    pub verify_state: Option<PathBuf>,
}

/// The signing of the history's head.
#[derive(Debug, Clone, Default, Args)]
pub struct Anchors {
    /// Sign the head of the history with the key in this file (`holdpoint audit key` makes one)
    #[arg(long = "anchor-key", env = "HOLDPOINT_ANCHOR_KEY", value_name = "FILE")]
    pub key: Option<PathBuf>,

    /// Append each anchor to this file, beside the log; keep it where the database's owner cannot write
    #[arg(
        long = "anchor-file",
        env = "HOLDPOINT_ANCHOR_FILE",
        value_name = "FILE",
        requires = "key"
    )]
    pub file: Option<PathBuf>,

    /// Post each anchor to this address, by the rules of webhooks
    #[arg(
        long = "anchor-webhook",
        env = "HOLDPOINT_ANCHOR_WEBHOOK",
        value_name = "URL",
        requires = "key"
    )]
    pub webhook: Option<String>,

    /// Sign so often, in minutes
    #[arg(long = "anchor-every", env = "HOLDPOINT_ANCHOR_EVERY", value_name = "MINUTES", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..=10_080))]
    pub every: u64,
}

/// Whom webhooks may call beside the open internet.
#[derive(Debug, Clone, Default, Args)]
pub struct WebhookHosts {
    /// A host that webhooks may call although it is not of the open internet, or has no https; may be given several times
    #[arg(
        long = "webhook-allow",
        env = "HOLDPOINT_WEBHOOK_ALLOW",
        value_name = "HOST",
        value_delimiter = ',',
        value_parser = AllowedHosts::name
    )]
    pub allowed: Vec<String>,
}

impl WebhookHosts {
    /// The hosts, as the rules read them.
    #[must_use]
    pub fn hosts(&self) -> AllowedHosts {
        AllowedHosts::new(self.allowed.iter().cloned())
    }
}

impl Config {
    /// The policy that holds: the file's, else the standard one.
    ///
    /// # Errors
    /// If the file cannot be read, or has faults.
    pub fn policy(&self) -> Result<Policy, LoadError> {
        match &self.policy {
            Some(path) => Policy::load(path),
            None => Ok(Policy::standard().clone()),
        }
    }

    /// Whether session cookies demand HTTPS. Not where the program can be reached from this machine alone: there nobody is in
    /// between, and no certificate either.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        let one_machine = self.listen.ip().is_loopback() && !self.behind_proxy;
        !self.plain_http && !one_machine
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        config: Config,
    }

    #[test]
    fn cookies_demand_https_unless_nobody_is_in_between() {
        let secure = |options: &[&str]| {
            let words = [&["holdpoint"], options].concat();
            Command::parse_from(words).config.secure_cookies()
        };
        assert!(!secure(&[]));
        assert!(secure(&["--listen", "0.0.0.0:8080"]));
        assert!(secure(&["--behind-proxy"]));
        assert!(!secure(&["--listen", "0.0.0.0:8080", "--plain-http"]));
    }
}
