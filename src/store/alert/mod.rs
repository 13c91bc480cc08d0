//! What teams are told of: which conditions hold, the alerts, and how telling of them goes.

pub mod alerts;
pub mod sights;
pub mod tellings;
