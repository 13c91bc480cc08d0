//! The command line: each command reads its arguments, calls what does the work, and says what came of it.

pub mod check_policy;
