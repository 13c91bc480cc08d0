//! `holdpoint source endpoint …`

use crate::clock::Clock;
use crate::config::WebhookHosts;
use crate::domain::ids::{DeliveryId, EndpointId};
use crate::domain::webhook::{DeliveryState, EndpointState, Failure};
use crate::policy::Policy;
use crate::service::webhook::Administrator;
use crate::service::webhook::endpoints::{self, NewSecret};
use crate::service::webhook::redeliver::redeliver;
use crate::service::webhook::see::{AttemptRow, DeliverySeen, EndpointSeen, one_source};
use crate::service::{ServiceError, Services};
use crate::store::Db;
use anyhow::anyhow;
use clap::{Args, Subcommand, value_parser};
use std::io::{self, Write};
use std::time::Duration;

const BY: Administrator<'_> = Administrator::CommandLine;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Add an endpoint that is told of instructions, and print its secret, once
    Add(Add),
    /// List a source's endpoints, with what was not delivered
    List { source: String },
    /// Give an endpoint a new secret, and print it, once; the old one holds beside it for a time
    Rotate(Rotate),
    /// End the old secret now
    EndOld(Endpoint),
    /// Do not call an endpoint any more
    Off(Endpoint),
    /// Call an endpoint again
    On(Endpoint),
    /// Put a notice on its way that says nothing; the running program calls it out
    Test(Endpoint),
    /// Put a notice on its way once more, by its number in the list
    Redeliver { source: String, delivery: i64 },
}

#[derive(Debug, Args)]
pub(super) struct Add {
    source: String,
    /// https://…
    url: String,
    #[command(flatten)]
    webhooks: WebhookHosts,
}

#[derive(Debug, Args)]
pub(super) struct Rotate {
    #[command(flatten)]
    endpoint: Endpoint,
    /// How long the old secret holds beside the new one, 30 days (720) at most
    #[arg(long, default_value_t = 24, value_parser = value_parser!(u32).range(..=720))]
    old_holds_hours: u32,
}

#[derive(Debug, Args)]
pub(super) struct Endpoint {
    source: String,
    /// The endpoint's number in the list
    endpoint: i64,
}

impl Command {
    pub(super) async fn run(self, db: &Db) -> anyhow::Result<()> {
        let services = Services::new(db.clone(), Clock::System, Policy::standard().clone());
        match self {
            Self::Add(Add {
                source,
                url,
                webhooks,
            }) => {
                let services = services.allowing(webhooks.hosts());
                let added = endpoints::add(&services, BY, &source, &url).await;
                print_secret(&done(added)?);
            }
            Self::List { source } => {
                let seen = done(one_source(&services, BY, &source).await)?;
                print(&seen.endpoints.iter().map(listed).collect::<String>())?;
            }
            Self::Rotate(Rotate {
                endpoint: Endpoint { source, endpoint },
                old_holds_hours,
            }) => {
                let stays = Duration::from_secs(u64::from(old_holds_hours) * 3600);
                let id = EndpointId(endpoint);
                let rotated = endpoints::rotate(&services, BY, &source, id, stays).await;
                print_secret(&done(rotated)?);
            }
            Self::EndOld(it) => {
                done(endpoints::end_old_secret(&services, BY, &it.source, it.id()).await)?;
                println!("Nothing is signed with the old secret any more.");
            }
            Self::Off(it) => {
                done(endpoints::switch_off(&services, BY, &it.source, it.id()).await)?;
                println!("The endpoint is switched off.");
            }
            Self::On(it) => {
                done(endpoints::switch_on(&services, BY, &it.source, it.id()).await)?;
                println!("The endpoint is switched on.");
            }
            Self::Test(it) => {
                let notice = done(endpoints::test(&services, BY, &it.source, it.id()).await)?;
                println!("The notice {notice} is on its way; the list shows what comes of it.");
            }
            Self::Redeliver { source, delivery } => {
                let id = DeliveryId(delivery);
                done(redeliver(&services, BY, &source, id).await)?;
                println!("The notice is on its way once more.");
            }
        }
        Ok(())
    }
}

impl Endpoint {
    fn id(&self) -> EndpointId {
        EndpointId(self.endpoint)
    }
}

/// A refusal says by itself what stands against it.
fn done<T, R: std::fmt::Debug + std::fmt::Display>(
    answer: Result<T, ServiceError<R>>,
) -> anyhow::Result<T> {
    answer.map_err(|error| match error {
        ServiceError::Refused(why) => anyhow!("{why}"),
        ServiceError::NotFound => {
            anyhow!("there is no such source, or it has nothing of that number")
        }
        other @ (ServiceError::NotAllowed
        | ServiceError::Database(_)
        | ServiceError::Password(_)
        | ServiceError::Document(_)) => anyhow!("{other}"),
    })
}

/// The secret alone stands on standard output, so that a script can take it from there.
fn print_secret(new: &NewSecret) {
    eprintln!(
        "Secret of endpoint {}. It is shown this once.",
        new.endpoint
    );
    println!("{}", new.secret.reveal());
}

/// Whoever reads may have seen enough.
fn print(text: &str) -> io::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn listed(seen: &EndpointSeen) -> String {
    let row = &seen.endpoint;
    let state = match row.state {
        EndpointState::On => "on",
        EndpointState::Off => "off",
        EndpointState::Gone => "off, for it answered 410",
    };
    let mut text = format!("{}: {} ({state}, since {})\n", row.id, row.url, row.since);
    for secret in &seen.secrets {
        match secret.ends_at {
            None => text += &format!("  secret since {}\n", secret.since),
            Some(end) => text += &format!("  secret since {}, ends {end}\n", secret.since),
        }
    }
    for delivery in seen.undelivered.iter().chain(&seen.latest) {
        text += &listed_delivery(delivery);
    }
    text
}

fn listed_delivery(delivery: &DeliverySeen) -> String {
    let row = &delivery.delivery;
    let state = match (row.state, delivery.endpoint) {
        (DeliveryState::Delivered, _) => "delivered".to_owned(),
        (DeliveryState::Undelivered, _) => "undelivered".to_owned(),
        (DeliveryState::Waiting, _) if row.lease.is_some() => {
            "waiting, a call is under way".to_owned()
        }
        (DeliveryState::Waiting, EndpointState::On) => format!("waiting, next call {}", row.due_at),
        (DeliveryState::Waiting, EndpointState::Off | EndpointState::Gone) => {
            "waiting, no call while the endpoint is off".to_owned()
        }
    };
    let calls = delivery.attempts.len();
    let last = delivery.attempts.last().map(heard);
    let last = last.map_or_else(String::new, |heard| format!(", last {heard}"));
    format!(
        "  delivery {}: {}, {state}, calls: {calls}{last}\n",
        row.id, row.notice_id
    )
}

fn heard(attempt: &AttemptRow) -> String {
    let fault = match (attempt.status, attempt.failure) {
        (Some(status), _) => return format!("answered {status}"),
        (None, Some(Failure::NotAllowed)) => "not called, for its address is not allowed",
        (None, Some(Failure::NoSecret)) => "not called, for there is no secret to sign with",
        (None, Some(Failure::NoSuchHost)) => "name stands for no address",
        (None, Some(Failure::NoConnection)) => "no connection",
        (None, Some(Failure::NoTrust)) => "certificate could not be trusted",
        (None, Some(Failure::TimedOut)) => "no answer in time",
        (None, Some(Failure::BrokenOff) | None) => "connection broke before the answer",
    };
    format!("heard: {fault}")
}
