//! The storage room on both databases.

mod accesses;
mod cases;
mod decisions;
mod history;
mod identifiers;
mod operations;
mod plans;
mod queue;
mod register;
mod reports;
mod schema;
mod world;
