//! What every test stands on: databases, the application in this process or as a program of its own, people, sources, browsers.

pub mod browser;
pub mod cases;
pub mod connector;
pub mod database;
pub mod person;
pub mod process;
pub mod reports;
pub mod reviewer;
mod window;
pub mod world;

use std::future::Future;

/// Runs one story to its end on this thread.
pub fn block_on<T>(story: impl Future<Output = T>) -> T {
    holdpoint::tls::install();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(story)
}

/// Whether a missing helper program fails the test (as in `tests/run`) or skips it.
pub fn required(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}
