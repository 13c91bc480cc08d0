//! The key that anchors are signed with, in a file that only its owner can read.

use crate::config::Anchors;
use crate::domain::history::anchor::SigningKey;
use crate::domain::webhook::EndpointUrl;
use crate::service::Services;
use crate::worker::anchors::{Anchorer, Anchoring};
use anyhow::{Context, bail};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

/// What may be read by others.
const OTHERS: u32 = 0o077;

/// Makes a key in a file that must not be there yet.
pub(super) fn make(path: &Path) -> anyhow::Result<SigningKey> {
    let key = SigningKey::generate(&ring::rand::SystemRandom::new())?;
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .with_context(|| format!("{} cannot be made", path.display()))?;
    writeln!(file, "{}", key.reveal())?;
    file.sync_all()?;
    Ok(key)
}

/// Reads a key. A file that others can read is none.
pub(super) fn read(path: &Path) -> anyhow::Result<SigningKey> {
    let place = path.display();
    let told = fs::metadata(path).with_context(|| format!("{place} cannot be read"))?;
    if told.permissions().mode() & OTHERS != 0 {
        bail!("others can read {place}: chmod 600 {place}");
    }
    let text = fs::read_to_string(path).with_context(|| format!("{place} cannot be read"))?;
    Ok(text.parse::<SigningKey>()?)
}

/// Whoever signs, if the settings name a key.
pub(super) fn anchoring(
    settings: &Anchors,
    services: &Services,
) -> anyhow::Result<Option<Anchorer>> {
    let Some(path) = &settings.key else {
        return Ok(None);
    };
    let webhook = settings.webhook.as_deref();
    let webhook = webhook.map(|url| EndpointUrl::parse(url, &services.webhook_hosts));
    let anchoring = Anchoring {
        key: read(path)?,
        every: Duration::from_secs(60 * settings.every),
        file: settings.file.clone(),
        webhook: webhook.transpose()?,
    };
    let key = anchoring.key.public();
    tracing::info!("anchors are signed; their public key is {key}");
    Ok(Some(Anchorer::new(services.clone(), anchoring)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_read_only_where_nobody_else_can() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("anchor.key");
        let made = make(&path).unwrap();
        assert_eq!(read(&path).unwrap().public(), made.public());
        assert!(make(&path).is_err());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(read(&path).is_err());
    }
}
