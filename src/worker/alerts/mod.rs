//! Looks at what teams are to be told, and tells them: by mail and by webhooks.

mod mailer;

use super::webhooks::caller::{Caller, CallerError};
use crate::config::AlertSettings;
use crate::domain::alert::{Channel, Failure, Heard};
use crate::domain::webhook::{EndpointUrl, Secret, signatures};
use crate::service::alert::Voice;
use crate::service::alert::deliver::{self, Claimed, Recorded, Tried};
use crate::service::alert::look::{Looked, look};
use crate::service::webhook::deliver::Call;
use crate::service::{ServiceError, Services};
use futures_util::future::join_all;
use mailer::Mailer;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

pub use mailer::MailerError;

/// How often one looks whether anything is due. Conditions are looked at once a minute, by all instances together.
const EVERY: Duration = Duration::from_secs(10);
/// So much is sent beside each other.
const AT_ONCE: i64 = 16;

type Failed = ServiceError<Infallible>;

/// Nobody can be told by the settings of this program.
#[derive(Debug, thiserror::Error)]
pub enum AlerterError {
    #[error("alerts by webhook")]
    Webhooks(#[from] CallerError),
    #[error("alerts by mail")]
    Mail(#[from] MailerError),
}

/// Whoever tells on this instance.
#[derive(Debug, Clone)]
pub struct Alerter {
    services: Services,
    voice: Voice,
    mailer: Option<Mailer>,
    caller: Caller,
    secret: Option<Secret>,
}

impl Alerter {
    /// Tells for these services, by these settings.
    ///
    /// # Errors
    /// If the settings contradict themselves, or no HTTP client can be made on this machine.
    pub fn new(
        services: Services,
        settings: &AlertSettings,
        voice: Voice,
    ) -> Result<Self, AlerterError> {
        let alerter = Self {
            voice,
            mailer: Mailer::new(&settings.smtp)?,
            caller: Caller::new(&services.webhook_hosts)?,
            secret: settings.alert_webhook_secret.clone(),
            services,
        };
        alerter.warn();
        Ok(alerter)
    }

    /// The policy may name addresses that the settings give no way to.
    fn warn(&self) {
        let (mail, webhooks) = self.services.policy.alerts().channels();
        if mail && self.mailer.is_none() {
            tracing::warn!(
                "the policy wants alerts by mail, and no mail server is set (--smtp-host)"
            );
        }
        if webhooks && self.secret.is_none() {
            tracing::warn!(
                "the policy wants alerts by webhook, and no secret is set (HOLDPOINT_ALERT_WEBHOOK_SECRET)"
            );
        }
    }

    /// Looks and tells until it is dropped. What is being sent then is sent again, by whoever looks next.
    pub async fn run(self) {
        // Not at once: a program that has only just started has somebody waiting for it.
        let mut ticks = interval_at(Instant::now() + EVERY, EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            // The next tick tries again what failed.
            logged(self.look().await);
            logged(self.drain().await);
        }
    }

    /// Looks at the conditions, unless somebody has in the last minute.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn look(&self) -> Result<Looked, Failed> {
        let looked = Box::pin(look(&self.services, &self.voice)).await?;
        if let Looked::Seen { begun, ended } = looked
            && begun + ended > 0
        {
            tracing::info!(begun, ended, "alerts");
        }
        Ok(looked)
    }

    /// Sends everything that is due now, and says what came of each.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn drain(&self) -> Result<Vec<Recorded>, Failed> {
        let mut all = Vec::new();
        while deliver::is_due(&self.services).await? {
            let claimed = deliver::claim(&self.services, AT_ONCE).await?;
            if claimed.is_empty() {
                break;
            }
            let tried = join_all(claimed.into_iter().map(|one| self.tried(one))).await;
            all.extend(deliver::record(&self.services, &tried).await?);
        }
        Ok(all)
    }

    async fn tried(&self, claimed: Claimed) -> Tried {
        let heard = match claimed.channel {
            Channel::Mail => self.mail(&claimed).await,
            Channel::Webhook => self.call(&claimed).await,
        };
        Tried { claimed, heard }
    }

    async fn mail(&self, claimed: &Claimed) -> Heard {
        match &self.mailer {
            None => Heard::Failed(Failure::NotSetUp),
            Some(mailer) => mailer.send(claimed, self.services.now()).await,
        }
    }

    async fn call(&self, claimed: &Claimed) -> Heard {
        let Some(secret) = &self.secret else {
            return Heard::Failed(Failure::NotSetUp);
        };
        let Ok(url) = EndpointUrl::parse(&claimed.address, &self.services.webhook_hosts) else {
            return Heard::Failed(Failure::NotAllowed);
        };
        let (notice, now) = (&claimed.notice, self.services.now());
        let secrets = std::slice::from_ref(secret);
        let (timestamp, signature) = signatures(secrets, notice, now, &claimed.body);
        let call = Call {
            url,
            notice: notice.as_str().to_owned(),
            timestamp,
            signature,
            body: claimed.body.clone(),
        };
        self.caller.call(&call, now).await.into()
    }
}

fn logged<T>(done: Result<T, Failed>) {
    if let Err(error) = done {
        let cause = std::error::Error::source(&error);
        tracing::error!("alerts: {error}: {cause:?}");
    }
}
