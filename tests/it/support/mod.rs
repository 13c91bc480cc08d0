//! What every test stands on: databases, the application in this process or as a program of its own, people, sources, browsers.

pub mod balancer;
pub mod browser;
pub mod cases;
pub mod connector;
pub mod database;
pub mod described;
pub mod endpoint;
pub mod immortal;
pub mod lives;
pub mod mail_server;
pub mod person;
pub mod process;
pub mod reports;
pub mod reviewer;
pub mod same_cause;
pub mod sample;
pub mod schema;
pub mod tellers;
pub mod told;
mod window;
pub mod world;

use futures_util::FutureExt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, resume_unwind};

/// Runs one story to its end on this thread.
pub fn block_on<T>(story: impl Future<Output = T>) -> T {
    holdpoint::tls::install();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(story)
}

/// What a request ends with that got no answer: an unwinding that [`if_answered`] recognises, so that a story which kills the
/// program can tell this from a broken promise.
#[derive(Debug)]
struct NoAnswer;

/// Ends the story, or the part of it that [`if_answered`] runs.
pub fn no_answer(error: &reqwest::Error) -> ! {
    eprintln!("no answer: {error:?}");
    // Not `panic!`: in a story of a thousand kills this is nothing to make a backtrace of.
    resume_unwind(Box::new(NoAnswer))
}

/// Does something that may get no answer; then it gives nothing. Whatever else fails fails.
pub async fn if_answered<T>(act: impl Future<Output = T>) -> Option<T> {
    match AssertUnwindSafe(act).catch_unwind().await {
        Ok(answer) => Some(answer),
        Err(panic) if panic.is::<NoAnswer>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// Whether a missing helper program fails the test (as in `tests/run`) or skips it.
pub fn required(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}
