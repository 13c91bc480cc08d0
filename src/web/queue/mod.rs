//! The queue: lanes of cases to review, the cases that a person holds, and those decided and resolved.

pub mod address;
pub mod glyph;
pub mod row;
