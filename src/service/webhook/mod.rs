//! Telling sources that there is something to ask for. The notice is written with the instruction (`outbox`), and called out by
//! whoever holds a lease on it (`deliver`); people look after the endpoints (`endpoints`, `redeliver`) and see what came of it
//! (`see`).

mod administrator;
pub mod deliver;
pub mod endpoints;
pub mod outbox;
pub mod redeliver;
pub mod see;

pub use administrator::Administrator;
