//! The one source of identifiers and of randomness for the use cases.

use crate::domain::ids::InstructionId;
use crate::domain::time::Timestamp;
use crate::domain::webhook::{Jitter, Secret};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::sync::{Arc, Mutex, PoisonError};
use ulid::Ulid;

/// Where identifiers come from. Clones draw from one sequence.
#[derive(Debug, Clone)]
pub struct IdSource(Arc<Mutex<StdRng>>);

impl IdSource {
    /// Identifiers that nobody can foresee.
    pub fn random() -> Self {
        Self::of(rand::make_rng())
    }

    /// The same identifiers for the same seed: for tests and for playing scenarios.
    pub fn seeded(seed: u64) -> Self {
        Self::of(StdRng::seed_from_u64(seed))
    }

    fn of(rng: StdRng) -> Self {
        Self(Arc::new(Mutex::new(rng)))
    }

    /// A new instruction's id, a ULID of the time given.
    pub fn instruction(&self, now: Timestamp) -> InstructionId {
        let milliseconds = u64::try_from(now.0 / 1_000).unwrap_or(0);
        InstructionId::new(Ulid::from_parts(milliseconds, self.bits()).to_string())
    }

    /// 128 bits in hexadecimal: a secret that a page shares with its forms.
    pub fn token(&self) -> String {
        format!("{:032x}", self.bits())
    }

    /// The public part and the secret of a source's token: 64 and 256 random bits, in hexadecimal.
    pub fn source_token(&self) -> (String, String) {
        let id = format!("{:016x}", self.bits() >> 64);
        (id, format!("{:032x}{:032x}", self.bits(), self.bits()))
    }

    /// A secret to share with an endpoint.
    pub fn webhook_secret(&self) -> Secret {
        let (one, other) = (self.bits().to_be_bytes(), self.bits().to_be_bytes());
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&one);
        bytes[16..].copy_from_slice(&other);
        Secret::of(bytes)
    }

    /// By how much a pause differs from others of its kind.
    pub fn jitter(&self) -> Jitter {
        let chance = u64::try_from(self.bits() & 0xffff).unwrap_or(0);
        Jitter::of(chance)
    }

    fn bits(&self) -> u128 {
        let mut rng = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())
    }
}
