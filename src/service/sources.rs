//! Sources and their tokens: adding, revoking, and telling who calls.

use super::actor::{Actor, Part};
use super::together::Together;
use super::{Answer, ServiceError, Services, Source};
use crate::domain::digest::{same_in_constant_time, sha256_hex};
use crate::domain::history::EntryKind;
use crate::domain::ids::Team;
use crate::domain::time::Timestamp;
use crate::store::sources::{self, SourceRow, TokenRow};
use crate::store::{self, Db, Tx, history};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

/// The longest name of a source, in bytes.
pub const LONGEST_NAME: usize = 64;

/// A token in full. It is shown once; only a digest of its secret is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewToken {
    pub id: String,
    /// `hp_<id>_<secret>`.
    pub token: String,
}

/// A source to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddSource {
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Empty where every team may see to its cases.
    pub owner_team: Team,
}

/// A source, with its tokens' public parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceListing {
    pub name: String,
    pub title: String,
    pub owner_team: Team,
    pub disabled: bool,
    pub tokens: Vec<TokenListing>,
}

/// What may be seen of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenListing {
    pub id: String,
    pub created_at: Timestamp,
    pub revoked_at: Option<Timestamp>,
}

/// Why a source is not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoEntry {
    /// Unknown, revoked, or with another secret: nobody is told which.
    NoSuchToken,
    SourceDisabled,
}

/// Why a source cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoNewSource {
    #[error("a source of that name exists already")]
    NameTaken,
    #[error("a name is 1 to {LONGEST_NAME} letters, digits, hyphens, underscores and dots")]
    NotAName,
}

/// Who calls at the same moment is looked up at once. Every call is, so a token that was revoked, on whatever instance,
/// lets nobody in any more.
pub type Callers = Together<String, Arc<(TokenRow, SourceRow)>>;

/// Whose token this is.
///
/// # Errors
/// [`NoEntry`] if the token does not hold, or its source is switched off.
pub async fn authenticate(services: &Services, token: &str) -> Answer<Source, NoEntry> {
    let no_such_token = || ServiceError::Refused(NoEntry::NoSuchToken);
    let (id, secret) = parts(token).ok_or_else(no_such_token)?;
    let db = services.db.clone();
    let found = services
        .callers
        .ask(id.to_owned(), move |ids| find(db.clone(), ids));
    let found = found.await?.ok_or_else(no_such_token)?;
    let (stored, source) = &*found;
    if !same_in_constant_time(&stored.secret_hash, &sha256_hex(secret))
        || stored.revoked_at.is_some()
    {
        return Err(no_such_token());
    }
    if source.disabled {
        return Err(ServiceError::Refused(NoEntry::SourceDisabled));
    }
    Ok(Source::from(source.clone()))
}

async fn find(
    db: Db,
    ids: Vec<String>,
) -> store::Result<HashMap<String, Arc<(TokenRow, SourceRow)>>> {
    let found = sources::find_tokens(&mut db.read().await?, &ids).await?;
    let shared = found.into_iter().map(|(id, found)| (id, Arc::new(found)));
    Ok(shared.collect())
}

fn parts(token: &str) -> Option<(&str, &str)> {
    token.strip_prefix("hp_")?.split_once('_')
}

/// Adds a source with its first token.
///
/// # Errors
/// [`NoNewSource`], with nothing added.
pub async fn add_source(services: &Services, new: AddSource) -> Answer<NewToken, NoNewSource> {
    let AddSource {
        name,
        title,
        owner_team,
    } = new;
    if !is_name(&name) {
        return Err(ServiceError::Refused(NoNewSource::NotAName));
    }
    let mut tx = services.db.begin().await?;
    let created = sources::create(&mut tx, &name, &title, &owner_team, services.now()).await?;
    let source = created.ok_or(ServiceError::Refused(NoNewSource::NameTaken))?;
    let (token, hash) = new_token(services);
    sources::create_token(&mut tx, &token.id, source.id, &hash, services.now()).await?;
    tell(
        services,
        &mut tx,
        json!({"source": name, "what": "added", "token": token.id}),
    )
    .await?;
    tx.commit().await?;
    Ok(token)
}

/// Tells the history what became of a source; whoever is at the machine itself did it.
async fn tell(services: &Services, tx: &mut Tx, told: Value) -> Result<(), store::Error> {
    let by = Actor::Program(Part::CommandLine);
    let entry = by.of_no_case(EntryKind::SourceChanged, told, services.now());
    history::append(tx, vec![entry]).await.map(|_| ())
}

/// Names stand in addresses and on command lines.
fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (1..=LONGEST_NAME).contains(&name.len()) && name.chars().all(plain)
}

/// Gives a source one more token.
///
/// # Errors
/// If there is no such source.
pub async fn add_token(services: &Services, name: &str) -> Answer<NewToken, Infallible> {
    let source = by_name(services, name).await?;
    let (token, hash) = new_token(services);
    let mut tx = services.db.begin().await?;
    sources::create_token(&mut tx, &token.id, source.id, &hash, services.now()).await?;
    tell(
        services,
        &mut tx,
        json!({"source": name, "what": "token_added", "token": token.id}),
    )
    .await?;
    tx.commit().await?;
    Ok(token)
}

/// Revokes a token for ever.
///
/// # Errors
/// If there is no such token, or it is revoked already.
pub async fn revoke_token(services: &Services, id: &str) -> Answer<(), Infallible> {
    let mut tx = services.db.begin().await?;
    if !sources::revoke_token(&mut tx, id, services.now()).await? {
        return Err(ServiceError::NotFound);
    }
    tell(
        services,
        &mut tx,
        json!({"what": "token_revoked", "token": id}),
    )
    .await?;
    Ok(tx.commit().await?)
}

/// The source of that name.
///
/// # Errors
/// If there is none.
pub async fn by_name(services: &Services, name: &str) -> Answer<Source, Infallible> {
    let mut conn = services.db.read().await?;
    let found = sources::by_name(&mut conn, name).await?;
    let row = found.ok_or(ServiceError::NotFound)?;
    Ok(Source {
        id: row.id,
        name: row.name,
        owner_team: row.owner_team,
    })
}

/// All sources with their tokens, by name.
///
/// # Errors
/// If the database fails.
pub async fn list_sources(services: &Services) -> Answer<Vec<SourceListing>, Infallible> {
    let mut conn = services.db.read().await?;
    let mut listings = Vec::new();
    for source in sources::list(&mut conn).await? {
        let tokens = sources::tokens_of(&mut conn, source.id).await?;
        listings.push(SourceListing {
            name: source.name,
            title: source.title,
            owner_team: source.owner_team,
            disabled: source.disabled,
            tokens: tokens
                .into_iter()
                .map(|token| TokenListing {
                    id: token.id,
                    created_at: token.created_at,
                    revoked_at: token.revoked_at,
                })
                .collect(),
        });
    }
    Ok(listings)
}

/// A token, and what is kept of its secret.
fn new_token(services: &Services) -> (NewToken, String) {
    let (id, secret) = services.ids.source_token();
    let hash = sha256_hex(&secret);
    let token = format!("hp_{id}_{secret}");
    (NewToken { id, token }, hash)
}
