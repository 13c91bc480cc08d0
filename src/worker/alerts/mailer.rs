//! One mail: to one address, in plain text, by a connection of its own.

use crate::config::{SmtpSecurity, SmtpSettings};
use crate::domain::alert::{Failure, Heard, MailAddress, one_line};
use crate::domain::ids::NoticeId;
use crate::domain::time::Timestamp;
use crate::service::alert::deliver::Claimed;
use lettre::address::AddressError;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use std::error::Error;
use std::io;
use std::time::Duration;
use tokio::time::timeout;

/// For each answer of the server.
const ANSWERS_WITHIN: Duration = Duration::from_secs(10);
/// For the whole mail, well within the lease.
const SENT_WITHIN: Duration = Duration::from_secs(30);

/// Settings by which no mail can be sent.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    #[error("--smtp-host needs --smtp-from: whom mails come from")]
    NoSender,
    #[error("--smtp-from: {0}")]
    BadSender(String),
    #[error("--smtp-user and --smtp-password go together")]
    HalfOfCredentials,
    #[error(
        "a password would be seen by everybody in between: choose --smtp-security starttls or tls"
    )]
    OpenPassword,
    #[error("no secret connection to the mail server can be made on this machine")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// Sends mails. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// What stands behind the @ in the names of mails.
    host: String,
}

impl Mailer {
    /// `None` if the settings name no mail server.
    pub fn new(settings: &SmtpSettings) -> Result<Option<Self>, MailerError> {
        let Some(server) = &settings.host else {
            return Ok(None);
        };
        let from = settings.from.as_deref().ok_or(MailerError::NoSender)?;
        let bad = |why: String| MailerError::BadSender(why);
        let from = MailAddress::parse(from).map_err(|why| bad(why.to_string()))?;
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(server)
            .tls(tls(settings.security, server)?)
            .port(settings.port.unwrap_or(usual_port(settings.security)))
            .timeout(Some(ANSWERS_WITHIN));
        if let Some(credentials) = credentials(settings)? {
            transport = transport.credentials(credentials);
        }
        Ok(Some(Self {
            transport: transport.build(),
            host: from.host().to_owned(),
            from: mailbox(&from).map_err(|why| bad(why.to_string()))?,
        }))
    }

    /// Sends one, and says what was heard.
    pub async fn send(&self, claimed: &Claimed, now: Timestamp) -> Heard {
        let Some(message) = self.message(claimed, now) else {
            return Heard::Failed(Failure::NotAllowed);
        };
        match timeout(SENT_WITHIN, self.transport.send(message)).await {
            Err(_) => Heard::Failed(Failure::TimedOut),
            Ok(Ok(_)) => Heard::Told,
            Ok(Err(error)) => heard(&error),
        }
    }

    /// `None` if the address is none that a mail could go to.
    fn message(&self, claimed: &Claimed, now: Timestamp) -> Option<Message> {
        let to = MailAddress::parse(&claimed.address).ok()?;
        // Machines that answer mails by themselves leave this one alone (RFC 3834).
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let message = Message::builder()
            .from(self.from.clone())
            .to(mailbox(&to).ok()?)
            .date(now.to_utc().into())
            .message_id(Some(self.name(&claimed.notice)))
            .subject(one_line(&claimed.subject))
            .header(ContentType::TEXT_PLAIN)
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()));
        self.follows(message, claimed.after.as_ref())
            .body(claimed.body.clone())
            .ok()
    }

    /// That it is over stands below that it began.
    fn follows(&self, message: MessageBuilder, after: Option<&NoticeId>) -> MessageBuilder {
        match after {
            None => message,
            Some(after) => {
                let name = self.name(after);
                message.in_reply_to(name.clone()).references(name)
            }
        }
    }

    /// The same mail has the same name, however often it is tried.
    fn name(&self, notice: &NoticeId) -> String {
        format!("<{notice}@{}>", self.host)
    }
}

fn mailbox(address: &MailAddress) -> Result<Mailbox, AddressError> {
    Ok(Mailbox::new(None, address.as_str().parse()?))
}

const fn usual_port(security: SmtpSecurity) -> u16 {
    match security {
        SmtpSecurity::Starttls => 587,
        SmtpSecurity::Tls => 465,
        SmtpSecurity::None => 25,
    }
}

fn tls(security: SmtpSecurity, server: &str) -> Result<Tls, MailerError> {
    let parameters = || TlsParameters::new(server.to_owned());
    Ok(match security {
        SmtpSecurity::Starttls => Tls::Required(parameters()?),
        SmtpSecurity::Tls => Tls::Wrapper(parameters()?),
        SmtpSecurity::None => Tls::None,
    })
}

fn credentials(settings: &SmtpSettings) -> Result<Option<Credentials>, MailerError> {
    match (&settings.user, &settings.password, settings.security) {
        (None, None, _) => Ok(None),
        (Some(_), Some(_), SmtpSecurity::None) => Err(MailerError::OpenPassword),
        (Some(user), Some(password), SmtpSecurity::Starttls | SmtpSecurity::Tls) => {
            Ok(Some(Credentials::new(user.clone(), password.0.clone())))
        }
        (Some(_), None, _) | (None, Some(_), _) => Err(MailerError::HalfOfCredentials),
    }
}

fn heard(error: &lettre::transport::smtp::Error) -> Heard {
    if let Some(status) = error.status() {
        let words = error.source().map(ToString::to_string);
        return Heard::Refused {
            status: status.into(),
            words: words.unwrap_or_default(),
        };
    }
    Heard::Failed(failure(error))
}

fn failure(error: &lettre::transport::smtp::Error) -> Failure {
    if error.is_timeout() {
        return Failure::TimedOut;
    }
    if error.is_tls() {
        return Failure::NoTrust;
    }
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(this) = cause {
        if let Some(this) = this.downcast_ref::<io::Error>() {
            return of_connection(this);
        }
        cause = this.source();
    }
    Failure::BrokenOff
}

fn of_connection(error: &io::Error) -> Failure {
    let inner = error.get_ref();
    if inner.is_some_and(<dyn Error + Send + Sync>::is::<rustls::Error>) {
        return Failure::NoTrust;
    }
    let is = |kinds: &[io::ErrorKind]| kinds.contains(&error.kind());
    if is(&[io::ErrorKind::TimedOut]) {
        Failure::TimedOut
    } else if is(&NOBODY_THERE) {
        Failure::NoConnection
    } else if is(&NO_KIND_OF_ITS_OWN) {
        Failure::NoSuchHost
    } else {
        Failure::BrokenOff
    }
}

const NOBODY_THERE: [io::ErrorKind; 4] = [
    io::ErrorKind::ConnectionRefused,
    io::ErrorKind::HostUnreachable,
    io::ErrorKind::NetworkUnreachable,
    io::ErrorKind::AddrNotAvailable,
];
/// As what a name comes that stands for no address.
const NO_KIND_OF_ITS_OWN: [io::ErrorKind; 2] = [io::ErrorKind::Other, io::ErrorKind::NotFound];
