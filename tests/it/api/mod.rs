//! The connector API over HTTP, on both databases: what is let in, what is refused and how, and that nothing is changed on
//! the way.

mod batches;
mod caller;
mod contents;
mod description;
mod importing;
mod lines;
mod refusals;
mod tokens;
