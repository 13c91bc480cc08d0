//! Tests of the whole: through HTTP and through a browser, as sources and people use it.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, and so does what it stands on"
)]

mod accesses;
mod age;
mod alerts;
mod api;
mod by_keyboard;
mod case_neighbours;
mod case_pages;
mod case_text;
mod cases;
mod copy;
mod desk;
mod exports;
mod frame;
mod integrity;
mod layers;
mod masking;
mod matrix;
mod pages;
mod proof;
mod queue;
mod rig;
mod scenarios;
mod sign_in;
mod source_pages;
mod store;
mod storm;
mod suite;
mod support;
mod webhooks;
