//! Pure rules and types: no SQL, no HTTP, no clock, no randomness. `domain.md` is their source.

pub mod absence;
pub mod age;
pub mod approval;
pub mod basis;
pub mod case;
pub mod chain;
pub mod changes;
pub mod check;
pub mod compensate;
pub mod contract;
pub mod decimal;
pub mod decision;
pub mod desk;
pub mod digest;
pub mod draft;
pub mod facts;
pub mod fits;
pub mod found_by;
pub mod gate;
pub mod history;
pub mod ids;
pub mod instruction;
pub mod json;
pub mod judgement;
pub mod knowledge;
pub mod lapse;
pub mod merge;
pub mod metrics_token;
pub mod new_operation;
pub mod odd;
pub mod order;
pub mod outcome;
pub mod payload;
pub mod people;
pub mod permits;
pub mod policy;
pub mod protection;
pub mod queue_row;
pub mod report;
pub mod report_parse;
pub mod resume;
pub mod retention;
pub mod review;
pub mod rules;
pub mod sendings;
pub mod standing;
pub mod summary;
pub mod surplus;
pub mod text;
pub mod throttle;
pub mod time;
pub mod webhook;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
