//! The token that whoever watches the program has to show.

use super::digest::{same_in_constant_time, sha256_hex};

/// Shorter tokens can be guessed.
const SHORTEST: usize = 16;

/// The token that whoever reads metrics has to show.
#[derive(Clone, PartialEq, Eq)]
pub struct MetricsToken {
    /// What is compared, so that nothing tells how much of a wrong one was right.
    digest: String,
}

impl std::fmt::Debug for MetricsToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MetricsToken")
    }
}

/// Why something is no token for metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be at least {SHORTEST} printable characters without spaces")]
pub struct NoToken;

impl MetricsToken {
    /// Takes a token that somebody has chosen.
    ///
    /// # Errors
    /// If it is too short, or could not stand in a header.
    pub fn parse(text: &str) -> Result<Self, NoToken> {
        if text.len() < SHORTEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(NoToken);
        }
        let digest = sha256_hex(text);
        Ok(Self { digest })
    }

    /// Whether it is the same token.
    pub fn is(&self, shown: &str) -> bool {
        same_in_constant_time(&sha256_hex(shown), &self.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_guessed_or_cannot_stand_in_a_header_is_no_token() {
        for text in [
            "",
            "fifteen-letters",
            "sixteen letters !",
            "шестнадцать-букв",
        ] {
            assert_eq!(MetricsToken::parse(text).err(), Some(NoToken), "{text}");
        }
    }
}
