//! Where browsers' sessions are kept.

pub use crate::store::sessions::{Sessions, USER};
