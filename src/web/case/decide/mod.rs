//! The pages on which a person decides: continue the old operation, or close it.

pub mod changed;
pub mod close;
pub mod facts_seen;
pub mod fields;
pub mod resume;
