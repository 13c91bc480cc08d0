//! Signing in, with pauses that grow as names or addresses fail.

use super::Services;
use super::passwords::{PasswordError, Passwords};
use crate::domain::people::{User, UserName};
use crate::domain::throttle::{Against, FORGET_AFTER, Failures};
use crate::domain::time::Timestamp;
use crate::store::{self, sign_in_failures, users};
use std::net::IpAddr;

/// What became of an attempt to sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignIn {
    Welcome(Box<User>),
    /// No such name, or not its password, or somebody who left: nobody is told which.
    Refused,
    /// Too many failures; this attempt was not looked at.
    Paused {
        until: Timestamp,
    },
}

/// An attempt could be neither accepted nor refused.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    #[error("the database failed at a sign-in")]
    Store(#[from] store::Error),
    #[error(transparent)]
    Password(#[from] PasswordError),
}

/// The keys that an attempt is counted against.
struct Keys {
    name: String,
    address: String,
}

/// Looks at a name and a password that came from `address`.
///
/// # Errors
/// [`SignInError`] if the database or the hashing fails.
pub async fn sign_in(
    services: &Services,
    passwords: &Passwords,
    name: &str,
    password: String,
    address: IpAddr,
) -> Result<SignIn, SignInError> {
    // What is no name at all is nobody's, and takes as long as any other.
    let name = UserName::parse(name).ok();
    let keys = Keys {
        name: format!("user:{}", name.as_ref().map_or("", UserName::as_str)),
        address: format!("ip:{address}"),
    };
    if let Some(until) = count_attempt(services, &keys).await? {
        return Ok(SignIn::Paused { until });
    }
    let found = find(services, name.as_ref()).await?;
    let hash = found.as_ref().map(|(_, hash)| hash.clone());
    let right = passwords.verify(password, hash).await?;
    let Some((user, _)) = found.filter(|(user, _)| right && !user.disabled) else {
        return Ok(SignIn::Refused);
    };
    forgive(services, &keys).await?;
    Ok(SignIn::Welcome(Box::new(user)))
}

async fn find(
    services: &Services,
    name: Option<&UserName>,
) -> store::Result<Option<(User, String)>> {
    match name {
        Some(name) => users::by_name(&mut services.db.read().await?, name).await,
        None => Ok(None),
    }
}

/// Counts an attempt as a failure before it is looked at, so that many at once cannot all be looked at. Answers until when no
/// attempt is looked at, if there is a pause now; then nothing is counted.
async fn count_attempt(services: &Services, keys: &Keys) -> store::Result<Option<Timestamp>> {
    let now = services.clock.now();
    let mut tx = services.door.begin().await?;
    let by_name = sign_in_failures::get(&mut tx, &keys.name).await?;
    let by_address = sign_in_failures::get(&mut tx, &keys.address).await?;
    let pauses = [(by_name, Against::Name), (by_address, Against::Address)]
        .into_iter()
        .filter_map(|(failures, against)| failures?.paused_until(against, now));
    if let Some(until) = pauses.max() {
        return Ok(Some(until));
    }
    for (key, before) in [(&keys.name, by_name), (&keys.address, by_address)] {
        sign_in_failures::put(&mut tx, key, Failures::and_one(before, now)).await?;
    }
    sign_in_failures::forget_older(&mut tx, now.minus(FORGET_AFTER)).await?;
    tx.commit().await?;
    Ok(None)
}

/// The attempt was right. The name starts anew; the address may be shared with somebody who guesses.
async fn forgive(services: &Services, keys: &Keys) -> store::Result<()> {
    let mut tx = services.door.begin().await?;
    sign_in_failures::forget(&mut tx, &keys.name).await?;
    sign_in_failures::take_one_back(&mut tx, &keys.address).await?;
    tx.commit().await
}
