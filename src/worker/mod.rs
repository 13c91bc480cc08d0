//! What the program does by itself, beside answering. Each step gives what it did, so that tests can drain the work.

pub mod accesses;
pub mod alerts;
pub mod anchors;
pub mod backlog;
pub mod housekeeping;
mod rounds;
pub mod sweeper;
pub mod watcher;
pub mod webhooks;
