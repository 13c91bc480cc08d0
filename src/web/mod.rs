//! Pages: handlers, page structs, forms and what surrounds them.

pub mod assets;
pub mod back;
pub mod filters;
pub mod i18n;
pub mod query;
pub mod queue;
pub mod time;
pub mod typeset;
pub mod visible;
pub mod words;
