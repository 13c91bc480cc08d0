//! Where sources want to be told of their instructions, and what became of telling them.

pub mod deliveries;
pub mod endpoints;
