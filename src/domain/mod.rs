//! Pure rules and types: no SQL, no HTTP, no clock, no randomness. `domain.md` is their source.

pub mod absence;
pub mod basis;
pub mod case;
pub mod contract;
pub mod decimal;
pub mod decision;
pub mod digest;
pub mod facts;
pub mod history;
pub mod ids;
pub mod instruction;
pub mod json;
pub mod knowledge;
pub mod merge;
pub mod people;
pub mod policy;
pub mod protection;
pub mod report;
pub mod resume;
pub mod review;
pub mod rules;
pub mod sendings;
pub mod standing;
pub mod summary;
pub mod text;
pub mod time;
