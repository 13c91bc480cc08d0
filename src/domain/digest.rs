//! SHA-256, written in lower-case hexadecimal.

use sha2::{Digest, Sha256};
use std::hint::black_box;

/// The SHA-256 of some bytes as 64 lower-case hexadecimal digits.
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut hex = String::with_capacity(64);
    for byte in bytes {
        hex.push(char::from(DIGITS[usize::from(byte >> 4)]));
        hex.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    hex
}

/// The same of what comes in parts.
#[derive(Debug, Clone, Default)]
pub struct Digesting(Sha256);

impl Digesting {
    /// The next part.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The SHA-256 of all parts.
    pub fn hex(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Whether two digests are the same. How long it takes does not tell how much of them was.
pub fn same_in_constant_time(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    let differs = pairs.fold(0, |differs, (a, b)| black_box(differs | (a ^ b)));
    one.len() == other.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_test_value_comes_out() {
        assert_eq!(
            sha256_hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
