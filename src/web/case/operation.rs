//! The source's operation: its key, who authorised it, and every reference.

use super::json_text;
use super::policy::AppliedPolicy;
use crate::domain::facts::{Content, ContentStanding};
use crate::domain::policy::{PolicyOrigin, TypePolicy};
use crate::domain::time::Timestamp;
use crate::service::see_case::CaseSeen;
use crate::web::i18n::{Msg, Reader, msg};
use crate::web::typeset::amount;
use crate::web::words;
use serde_json::Value;

/// What is known of the operation as a business action.
#[derive(Debug, Clone)]
pub struct Operation {
    pub key: String,
    pub operation_type: String,
    /// What people call operations of this type, where the policy says.
    pub type_title: Option<String>,
    pub policy: AppliedPolicy,
    pub source: String,
    pub authorised_at: Option<Timestamp>,
    pub authorised_by: Option<String>,
    /// Every digit as it was written.
    pub amount: Option<String>,
    pub references: Vec<Reference>,
    pub holds: Vec<String>,
    pub owner: Option<String>,
    pub risk: Msg,
    pub contents: Vec<Version>,
}

/// One business reference.
#[derive(Debug, Clone)]
pub struct Reference {
    pub name: String,
    pub value: String,
    /// It is not a text or a number but a document.
    pub document: bool,
}

/// One content that came under the operation's key, by name; the page loads it when it is opened.
#[derive(Debug, Clone)]
pub struct Version {
    pub digest: Option<String>,
    pub known: bool,
    pub standing: ContentStanding,
    pub event: Option<String>,
    pub received_at: Option<Timestamp>,
    pub arrived: Timestamp,
    /// The report that told of it first.
    pub report: Option<String>,
    pub operation_type: String,
    /// Every digit as it was written.
    pub amount: Option<String>,
}

impl Version {
    /// A content by name.
    pub fn of(content: &Content) -> Self {
        Self {
            digest: content.digest.clone(),
            known: content.payload_known,
            standing: content.standing,
            event: content.event_id.clone(),
            received_at: content.received_at,
            arrived: content.arrival.at,
            report: content.report.as_ref().map(|id| id.as_str().to_owned()),
            operation_type: content.operation_type.as_str().to_owned(),
            amount: (content.amount.as_ref()).map(|a| amount(&a.value, &a.currency)),
        }
    }

    /// The digest by which the page can load it; none where nobody told its payload.
    pub fn openable(&self) -> Option<&str> {
        self.digest.as_deref().filter(|_| self.known)
    }

    /// When it came: to its source, where that says so, else to Holdpoint.
    pub fn came(&self) -> Msg {
        match self.received_at {
            Some(at) => msg!("content-received", at = at),
            None => msg!("content-arrived", at = self.arrived),
        }
    }

    /// Which of the contents it is.
    pub fn title(&self) -> Msg {
        match self.standing {
            ContentStanding::Agreed => msg!("content-agreed"),
            ContentStanding::Contested => msg!("content-changed"),
            ContentStanding::Refused => msg!("content-refused"),
        }
    }
}

impl Operation {
    /// Collects it.
    pub fn of(
        seen: &CaseSeen,
        (policy, origin): (&TypePolicy, PolicyOrigin),
        reader: &Reader,
    ) -> Self {
        let facts = &seen.facts;
        let owner = seen.case.details.owner_team.as_str();
        Self {
            key: facts.key.as_str().to_owned(),
            operation_type: facts.operation_type.as_str().to_owned(),
            type_title: (policy.title.as_ref())
                .filter(|_| origin.names_the_type())
                .map(|title| title.for_tag(reader.language.as_str()).to_owned()),
            policy: AppliedPolicy::of(policy, origin, reader),
            source: seen.source.title.clone(),
            authorised_at: facts.authorised_at,
            authorised_by: facts.authorised_by.clone(),
            amount: (facts.amount.as_ref()).map(|a| amount(&a.value, &a.currency)),
            references: facts.references.iter().map(reference).collect(),
            holds: facts.holds.clone(),
            owner: Some(owner.to_owned()).filter(|team| !team.is_empty()),
            risk: words::risk(policy.risk),
            contents: facts.contents.iter().map(Version::of).collect(),
        }
    }
}

fn reference((name, value): (&String, &Value)) -> Reference {
    let document = matches!(value, Value::Array(_) | Value::Object(_));
    Reference {
        name: name.clone(),
        value: if document {
            json_text::pretty(value)
        } else {
            json_text::plain(value)
        },
        document,
    }
}
