//! Passwords are kept as Argon2id hashes with OWASP's first choice of parameters: 19 MiB, two passes, one lane.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// A hash takes a core and 19 MiB for some 25 ms; more at once would starve the pages.
const AT_ONCE: usize = 2;

/// Verified against when nobody has the name, so that the answer takes as long as if somebody had. Its password was random.
const DECOY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bmV2ZXJ1c2VkYXNhc2FsdA$\
                     2rJbM9MN4cM4yxYbJQ7Gx4vb6Zc6m8mP6pZ1s0wq4Ws";

/// Makes and verifies hashes, off the threads that serve requests and a few at a time.
#[derive(Debug, Clone)]
pub struct Passwords {
    permits: Arc<Semaphore>,
}

/// Hashing failed: not for the password's sake.
#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    #[error("the password could not be hashed")]
    Hash(#[from] argon2::password_hash::Error),
    #[error("the stored password hash cannot be read")]
    Stored(#[source] argon2::password_hash::phc::Error),
    #[error("hashing was interrupted")]
    Interrupted(#[from] tokio::task::JoinError),
    #[error("no more passwords are hashed")]
    Closed(#[from] tokio::sync::AcquireError),
}

impl Default for Passwords {
    fn default() -> Self {
        let permits = Arc::new(Semaphore::new(AT_ONCE));
        Self { permits }
    }
}

impl Passwords {
    /// A salted hash in PHC form.
    ///
    /// # Errors
    /// [`PasswordError`] if the computation fails.
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        let _permit = self.permits.acquire().await?;
        let hash = spawn_blocking(move || {
            let hash = Argon2::default().hash_password(password.as_bytes())?;
            Ok::<_, argon2::password_hash::Error>(hash.to_string())
        });
        Ok(hash.await??)
    }

    /// Whether `password` is the one that `stored` was made of. Without a stored hash it never is, after the same work.
    ///
    /// # Errors
    /// [`PasswordError`] if `stored` is no hash.
    pub async fn verify(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, PasswordError> {
        let _permit = self.permits.acquire().await?;
        let somebody = stored.is_some();
        let stored = stored.unwrap_or_else(|| DECOY.to_owned());
        let right = spawn_blocking(move || {
            let hash = PasswordHash::new(&stored).map_err(PasswordError::Stored)?;
            let verified = Argon2::default().verify_password(password.as_bytes(), &hash);
            Ok::<_, PasswordError>(verified.is_ok())
        });
        Ok(right.await?? && somebody)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".into()).await.unwrap();
        assert!(
            hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{hash}"
        );
        let verify = async |word: &str, hash| passwords.verify(word.into(), hash).await.unwrap();
        assert!(verify("correct horse", Some(hash.clone())).await);
        assert!(!verify("correct hors", Some(hash)).await);
        assert!(!verify("correct horse", None).await);
    }

    #[test]
    fn the_decoy_costs_what_a_hash_costs() {
        let decoy = PasswordHash::new(DECOY).unwrap();
        let params = argon2::Params::try_from(&decoy).unwrap();
        assert_eq!(params.m_cost(), argon2::Params::DEFAULT_M_COST);
        assert_eq!(params.t_cost(), argon2::Params::DEFAULT_T_COST);
        assert_eq!(params.p_cost(), argon2::Params::DEFAULT_P_COST);
    }
}
