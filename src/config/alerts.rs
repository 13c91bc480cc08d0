//! How alerts leave the program. Who is told of what is in the policy; what is secret is here.

use crate::domain::webhook::Secret;
use clap::{Args, ValueEnum};
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use url::Url;

/// A mail server, the webhooks' secret, and the address that links begin with.
#[derive(Debug, Clone, Default, Args)]
pub struct AlertSettings {
    /// Where people reach this program; links in alerts begin with it. Without one, with the address it listens at
    #[arg(long, env = "HOLDPOINT_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub public_url: Option<String>,

    #[command(flatten)]
    pub smtp: SmtpSettings,

    /// What alerts to webhooks are signed with: whsec_ and base64; better given by the environment
    #[arg(
        long,
        env = "HOLDPOINT_ALERT_WEBHOOK_SECRET",
        hide_env_values = true,
        value_name = "SECRET",
        value_parser = secret
    )]
    pub alert_webhook_secret: Option<Secret>,
}

/// The mail server that takes alerts by mail.
#[derive(Debug, Clone, Default, Args)]
pub struct SmtpSettings {
    /// The mail server; without one, no mail is sent
    #[arg(
        id = "smtp-host",
        long,
        env = "HOLDPOINT_SMTP_HOST",
        value_name = "HOST"
    )]
    pub host: Option<String>,

    /// Its port; without one, 465 for TLS, 587 for STARTTLS, and 25 for none
    #[arg(
        id = "smtp-port",
        long,
        env = "HOLDPOINT_SMTP_PORT",
        value_name = "PORT"
    )]
    pub port: Option<u16>,

    /// How the connection to it is kept secret
    #[arg(
        id = "smtp-security",
        long,
        env = "HOLDPOINT_SMTP_SECURITY",
        value_enum,
        default_value_t
    )]
    pub security: SmtpSecurity,

    /// The name to sign in with there; without one, nobody signs in
    #[arg(
        id = "smtp-user",
        long,
        env = "HOLDPOINT_SMTP_USER",
        value_name = "NAME"
    )]
    pub user: Option<String>,

    /// The password; better given by the environment
    #[arg(
        id = "smtp-password",
        long,
        env = "HOLDPOINT_SMTP_PASSWORD",
        hide_env_values = true,
        value_name = "PASSWORD"
    )]
    pub password: Option<Hidden>,

    /// Whom mails come from: name@host
    #[arg(
        id = "smtp-from",
        long,
        env = "HOLDPOINT_SMTP_FROM",
        value_name = "ADDRESS"
    )]
    pub from: Option<String>,
}

/// How a connection to a mail server is kept secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SmtpSecurity {
    /// It begins in the open, and nothing is said before it is secret.
    #[default]
    Starttls,
    /// It is secret from the first byte.
    Tls,
    /// It is not: for a server on this machine, and without a password.
    None,
}

/// A text that stands in no log.
#[derive(Clone, PartialEq, Eq)]
pub struct Hidden(pub String);

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden(…)")
    }
}

impl FromStr for Hidden {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

fn secret(text: &str) -> Result<Secret, String> {
    Secret::parse(text).map_err(|bad| bad.to_string())
}

/// An address without a slash at its end, so that paths follow it.
fn public_url(text: &str) -> Result<String, &'static str> {
    const BAD: &str = "it is no address of the form https://host, alone: without a ? or a #";
    let url = Url::parse(text).map_err(|_| BAD)?;
    let plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    if !matches!(url.scheme(), "http" | "https") || !plain || url.password().is_some() {
        return Err(BAD);
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_begin_with_an_address_that_paths_can_follow() {
        let read = |text| public_url(text).ok();
        let good = "https://holdpoint.example";
        assert_eq!(read("https://Holdpoint.Example/").as_deref(), Some(good));
        assert_eq!(read("https://holdpoint.example").as_deref(), Some(good));
        for bad in [
            "holdpoint.example",
            "ftp://x",
            "https://u:p@x/",
            "https://x/?y",
            "javascript:alert(1)",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn what_is_secret_stands_in_no_log() {
        let settings = AlertSettings {
            smtp: SmtpSettings {
                password: Some(Hidden("hunter2".to_owned())),
                ..SmtpSettings::default()
            },
            alert_webhook_secret: Some(Secret::of([7; 32])),
            ..AlertSettings::default()
        };
        let shown = format!("{settings:?}");
        assert!(!shown.contains("hunter2"), "{shown}");
        assert!(!shown.contains(&Secret::of([7; 32]).reveal()), "{shown}");
    }
}
