//! What reviewers do with a case and what sources do with a decision, use case by use case, on both databases.

mod beside;
mod checks;
mod claims;
mod decisions;
mod described;
mod drafts;
pub mod follow_ups;
mod four_eyes;
mod http;
mod instructions;
mod judging;
mod lapses;
mod new_operations;
mod outcomes;
mod reports;
pub mod retention;
mod run_out;
mod sweeping;
mod undoing;
pub mod world;
