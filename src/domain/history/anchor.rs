//! Anchors: the head of the chain, signed and kept outside the database. A history that was cut off or written anew does not
//! have the entries that they name.

use crate::domain::time::Timestamp;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ring::rand::SecureRandom;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The version of the form in which anchors are signed and written.
const VERSION: u8 = 1;

/// The head of a chain at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// The last entry's number, which is how many entries there are.
    pub number: i64,
    pub hash: String,
    pub at: Timestamp,
}

/// The text whose bytes are signed.
fn signed_text(number: i64, hash: &str, at: &str) -> String {
    format!("holdpoint anchor {VERSION}\n{number}\n{number}\n{hash}\n{at}\n")
}

/// An anchor as it is written: one line of JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedAnchor {
    pub anchor: u8,
    pub number: i64,
    /// How many entries the history has.
    pub count: i64,
    pub hash: String,
    /// UTC, as it was signed.
    pub at: String,
    pub public_key: String,
    pub signature: String,
}

impl SignedAnchor {
    /// Whether this key signed it, as it stands.
    #[must_use]
    pub fn is_signed_by(&self, key: &PublicKey) -> bool {
        let Ok(signature) = BASE64.decode(&self.signature) else {
            return false;
        };
        let text = signed_text(self.number, &self.hash, &self.at);
        let verified = UnparsedPublicKey::new(&ED25519, &key.0).verify(text.as_bytes(), &signature);
        verified.is_ok() && self.anchor == VERSION && self.count == self.number
    }

    /// The line, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The key that anchors are signed with.
pub struct SigningKey {
    pair: Ed25519KeyPair,
    /// PKCS#8.
    document: Vec<u8>,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({})", self.public())
    }
}

/// A text is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is no key for anchors")]
pub struct NoKey;

impl SigningKey {
    /// A key that nobody had before.
    ///
    /// # Errors
    /// If there is no randomness to be had.
    pub fn generate(random: &dyn SecureRandom) -> Result<Self, NoKey> {
        let document = Ed25519KeyPair::generate_pkcs8(random).map_err(|_| NoKey)?;
        Self::of(document.as_ref().to_vec())
    }

    fn of(document: Vec<u8>) -> Result<Self, NoKey> {
        let pair = Ed25519KeyPair::from_pkcs8(&document).map_err(|_| NoKey)?;
        Ok(Self { pair, document })
    }

    /// The secret, to be kept in a file.
    #[must_use]
    pub fn reveal(&self) -> String {
        BASE64.encode(&self.document)
    }

    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.pair.public_key().as_ref().to_vec())
    }

    #[must_use]
    pub fn sign(&self, anchor: &Anchor) -> SignedAnchor {
        let at = anchor.at.to_string();
        let text = signed_text(anchor.number, &anchor.hash, &at);
        let signature = self.pair.sign(text.as_bytes());
        SignedAnchor {
            anchor: VERSION,
            number: anchor.number,
            count: anchor.number,
            hash: anchor.hash.clone(),
            at,
            public_key: self.public().to_string(),
            signature: BASE64.encode(signature.as_ref()),
        }
    }
}

impl FromStr for SigningKey {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        Self::of(BASE64.decode(text.trim()).map_err(|_| NoKey)?)
    }
}

/// The key that anchors are verified with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey(Vec<u8>);

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&BASE64.encode(&self.0))
    }
}

impl FromStr for PublicKey {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let bytes = BASE64.decode(text.trim()).map_err(|_| NoKey)?;
        if bytes.len() == 32 {
            Ok(Self(bytes))
        } else {
            Err(NoKey)
        }
    }
}

/// What an anchor shows to be wrong.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AnchorFault {
    #[error("the anchor of {at} (entry {number}) is not signed by this key")]
    NotSigned { number: i64, at: String },
    #[error(
        "the history ends with entry {last}, but the anchor of {at} names entry {number}: the end was cut off"
    )]
    CutOff { last: i64, number: i64, at: String },
    #[error(
        "entry {number} is not the one that the anchor of {at} names: the history was written anew"
    )]
    Rewritten { number: i64, at: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_holds_as_it_was_signed_and_in_no_other_way() {
        let key = SigningKey::generate(&ring::rand::SystemRandom::new()).expect("a key");
        let again: SigningKey = key.reveal().parse().expect("the same key");
        assert_eq!(again.public(), key.public());
        let anchor = Anchor {
            number: 7,
            hash: "ab".to_owned(),
            at: Timestamp(1_795_000_000_000_000),
        };
        let signed = key.sign(&anchor);
        let public: PublicKey = key.public().to_string().parse().expect("a key");
        let read: SignedAnchor = serde_json::from_str(&signed.line()).expect("a line");
        assert!(read.is_signed_by(&public));
        let other = SigningKey::generate(&ring::rand::SystemRandom::new())
            .expect("a key")
            .public();
        assert!(!read.is_signed_by(&other));
        let changes: [fn(&mut SignedAnchor); 4] = [
            |anchor| anchor.number += 1,
            |anchor| anchor.count += 1,
            |anchor| anchor.hash.push('c'),
            |anchor| anchor.at.push('0'),
        ];
        for change in changes {
            let mut changed = read.clone();
            change(&mut changed);
            assert!(!changed.is_signed_by(&public));
        }
    }
}
