//! Taking what is told of an operation into what is known of it.

mod memory;

pub use memory::{Memory, Stamp};
