//! Tests of the whole: through HTTP and through a browser, as sources and people use it.

mod rig;
mod support;
