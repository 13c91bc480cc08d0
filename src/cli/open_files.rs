//! How many connections the program can hold at once.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Lets this program open as many files as the machine allows it. The usual limit of 1,024 is for programs that still use
/// `select`: whoever opens that many connections and says nothing would keep everybody else waiting.
pub(super) fn raise_limit() {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    let most = Rlimit {
        current: maximum,
        maximum,
    };
    match setrlimit(Resource::Nofile, most) {
        Ok(()) => tracing::debug!(?current, ?maximum, "more files can be open"),
        Err(why) => tracing::warn!(?current, "the limit of open files stays: {why}"),
    }
}
