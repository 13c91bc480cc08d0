//! Pure rules and types: no SQL, no HTTP, no clock, no randomness. `domain.md` is their source.

pub mod contract;
pub mod digest;
pub mod facts;
pub mod history;
pub mod ids;
pub mod people;
pub mod policy;
pub mod report;
pub mod text;
pub mod time;
