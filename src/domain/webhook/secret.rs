//! What a notice is signed with: HMAC-SHA256 over the id, the time and the body, as Standard Webhooks say.

use crate::domain::ids::NoticeId;
use crate::domain::time::Timestamp;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use std::time::Duration;

/// How many secrets of one endpoint hold at once: the new one, and the old one until the receiver knows the new one.
pub const MOST_SECRETS: usize = 2;

/// How long an old secret holds beside the new one, unless somebody says otherwise.
pub const OLD_SECRET_STAYS: Duration = Duration::from_secs(24 * 3600);

/// A secret that is shared with an endpoint: `whsec_` and base64.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// A text that is no secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a secret is whsec_ and 24 to 64 bytes in base64")]
pub struct BadSecret;

impl Secret {
    const PREFIX: &str = "whsec_";

    /// The secret of these random bytes.
    pub fn of(bytes: [u8; 32]) -> Self {
        Self(bytes.to_vec())
    }

    /// Reads a secret.
    ///
    /// # Errors
    /// [`BadSecret`] if it is not written as one, or has too few bytes to be one.
    pub fn parse(text: &str) -> Result<Self, BadSecret> {
        let coded = text.strip_prefix(Self::PREFIX).ok_or(BadSecret)?;
        let bytes = STANDARD.decode(coded).map_err(|_| BadSecret)?;
        let good = (24..=64).contains(&bytes.len());
        good.then_some(Self(bytes)).ok_or(BadSecret)
    }

    /// As it is given to people: `whsec_…`.
    pub fn reveal(&self) -> String {
        format!("{}{}", Self::PREFIX, STANDARD.encode(&self.0))
    }

    fn sign(&self, id: &NoticeId, seconds: i64, body: &str) -> String {
        // HMAC takes keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            return String::new();
        };
        mac.update(format!("{id}.{seconds}.{body}").as_bytes());
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// A secret stands in no log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// The headers `webhook-timestamp` and `webhook-signature` of a call: a signature with each secret, a space between them.
#[must_use]
pub fn signatures(
    secrets: &[Secret],
    id: &NoticeId,
    now: Timestamp,
    body: &str,
) -> (String, String) {
    let seconds = now.to_utc().timestamp();
    let each: Vec<_> = secrets.iter().map(|s| s.sign(id, seconds, body)).collect();
    (seconds.to_string(), each.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks reference libraries (`standardwebhooks` on PyPI and npm, their test of `sign`).
    #[test]
    fn the_published_test_vector_comes_out() {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let id = NoticeId::from("msg_p5jXN8AQM9LWM0D4loKWxJek");
        let at = Timestamp(1_614_265_330_000_000);
        let signed = signatures(&[secret], &id, at, r#"{"test": 2432232314}"#);
        let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signed, ("1614265330".to_owned(), expected.to_owned()));
    }

    #[test]
    fn two_secrets_give_two_signatures_of_the_same() {
        let (id, at) = (NoticeId::from("n"), Timestamp(7_900_000));
        let (one, other) = (Secret::of([1; 32]), Secret::of([2; 32]));
        let alone = |secret: &Secret| signatures(std::slice::from_ref(secret), &id, at, "{}").1;
        let both = signatures(&[one.clone(), other.clone()], &id, at, "{}");
        assert_eq!(both.0, "7");
        assert_eq!(both.1, format!("{} {}", alone(&one), alone(&other)));
        assert_ne!(alone(&one), alone(&other));
    }

    #[test]
    fn a_secret_reads_back_and_hides() {
        let secret = Secret::of([7; 32]);
        assert_eq!(Secret::parse(&secret.reveal()), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        for bad in [
            "",
            "whsec_",
            "whsec_AAAA",
            "whsec_!",
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        ] {
            assert_eq!(Secret::parse(bad), Err(BadSecret), "{bad:?}");
        }
    }
}
