//! The acceptance scenarios, one test each, on both databases, through nothing but the API and the pages.

mod another;
mod checking;
mod contents;
mod crowd;
mod forged;
mod gate;
mod killed;
mod reporting;
mod resuming;
mod same_cause;
mod together;
mod told;
mod two_people;
mod two_windows;
mod undoing;
mod workers;
