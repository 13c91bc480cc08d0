//! Holdpoint: where integrations bring the operations that they may not continue on their own.

pub mod api;
pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod demo;
pub mod domain;
pub mod policy;
pub mod service;
pub mod store;
pub mod tls;
pub mod web;
pub mod worker;
