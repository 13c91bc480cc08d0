//! Reading many reports beside everything else: it takes time, and neither the database nor other calls need to wait for it.

use super::Delivery;
use super::reading::{Reading, read};
use crate::domain::facts::Arrival;
use std::future::pending;
use std::panic::resume_unwind;
use tokio::task::{JoinHandle, spawn_blocking};

/// Reports that are being read.
pub(super) struct BeingRead(JoinHandle<serde_json::Result<Vec<Reading>>>);

/// Begins to read, on a thread that may take its time.
pub(super) fn begin(arrival: Arrival, window: Vec<Delivery>) -> BeingRead {
    BeingRead(spawn_blocking(move || {
        window
            .iter()
            .map(|delivery| read(delivery, arrival))
            .collect()
    }))
}

/// Lets go of what was read: of many reports that takes time as well.
pub(super) fn drop(readings: Vec<Reading>) {
    let _nobody_waits = spawn_blocking(move || std::mem::drop(readings));
}

impl BeingRead {
    /// What was read.
    pub async fn end(self) -> serde_json::Result<Vec<Reading>> {
        match self.0.await {
            Ok(readings) => readings,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                // Given up, because the program ends: nobody waits for an answer any more.
                Err(_) => pending().await,
            },
        }
    }
}
