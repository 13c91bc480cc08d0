//! The age of the queue: every figure against a plain computation, and every number against its list.

mod figures;
pub mod history;
mod links;
mod metrics;
mod signs;
