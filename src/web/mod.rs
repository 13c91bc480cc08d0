//! Pages: handlers, page structs, forms and what surrounds them.

pub mod assets;
pub mod filters;
pub mod i18n;
pub mod time;
pub mod visible;
pub mod words;
