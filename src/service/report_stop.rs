//! A source reports stopped operations (`domain.md` §6): one by a call of its own, or many in a batch or a file.
//!
//! A report is one transaction: all that follows from it is there when it is acknowledged, or nothing is. The reports of
//! a batch share transactions, and each has the same fate as it would have alone.

mod background;
mod effects;
mod entries;
mod reading;
mod receipt;
mod record;
mod refused;
mod rounds;
mod sitting;
mod stop;

pub use receipt::{Conflict, Receipt, Received, Refusal, case_url};

use super::case_work::WorkError;
use super::{Answer, ServiceError, Services, Source};
use crate::domain::facts::Arrival;
use crate::domain::ids::ReportId;
use crate::store;
use bytes::Bytes;
use reading::{Reading, read};
use sitting::Sitting;
use std::convert::Infallible;

/// How many reports share a transaction. More gain little, and others wait longer.
const WINDOW: usize = 250;
/// How often a transaction is begun anew because another one was quicker.
const ATTEMPTS: usize = 10;

/// The largest report, in bytes.
pub const LARGEST_REPORT: usize = 2 * 1024 * 1024;

/// A report as it came.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The bytes as they came; they need not be JSON.
    pub document: Bytes,
    /// The report id in the address, where there is one.
    pub address: Option<ReportId>,
}

/// How reports came.
#[derive(Debug, Clone, Copy)]
pub struct Delivered {
    pub channel: Channel,
    /// By how many microseconds the source's clock runs ahead of ours; 0 if it does not, or does not tell.
    pub clock_ahead: i64,
}

/// The ways in for reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// A call of its own.
    Call,
    /// A line of a batch.
    Batch,
    /// A file that somebody imported.
    File,
}

impl Channel {
    /// The word under which it is stored.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Batch => "batch",
            Self::File => "file",
        }
    }
}

/// The reports in a text with one of them a line, each with the number of its line. Empty lines count as lines, and hold
/// no report.
#[must_use]
pub fn lines(text: &Bytes) -> Vec<(usize, Delivery)> {
    let lines = (1..).zip(text.split(|byte| *byte == b'\n'));
    lines
        .map(|(number, line)| (number, line.trim_ascii()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(number, line)| (number, Delivery::of_line(text.slice_ref(line))))
        .collect()
}

impl Delivery {
    /// A report without an address of its own.
    #[must_use]
    pub fn of_line(document: Bytes) -> Self {
        Self {
            document,
            address: None,
        }
    }
}

/// Takes in one report.
///
/// # Errors
/// Only if the database fails; then nothing was kept.
pub async fn report_stop(
    services: &Services,
    source: &Source,
    delivered: Delivered,
    delivery: Delivery,
) -> Answer<Received, Infallible> {
    let arrival = arrival(services, delivered);
    let readings = [read(&delivery, arrival)?];
    let received = in_one_transaction(services, source, delivered.channel, arrival, &readings);
    let only = received.await?.into_iter().next();
    only.ok_or(ServiceError::Database(store::Error::RowNotFound))
}

/// Takes in many reports, in their order. One that is wrong never keeps another out.
///
/// # Errors
/// Only if the database fails; what was kept until then answers as a repeat the next time.
pub async fn report_stops(
    services: &Services,
    source: &Source,
    delivered: Delivered,
    deliveries: &[Delivery],
) -> Answer<Vec<Received>, Infallible> {
    let mut received = Vec::with_capacity(deliveries.len());
    let mut windows = deliveries.chunks(WINDOW);
    let begin = |window: &[Delivery]| {
        let arrival = arrival(services, delivered);
        (arrival, background::begin(arrival, window.to_vec()))
    };
    let mut next = windows.next().map(begin);
    while let Some((arrival, reading)) = next {
        let readings = reading.end().await?;
        // The next reports are read while the database is busy with these.
        next = windows.next().map(begin);
        let done = in_one_transaction(services, source, delivered.channel, arrival, &readings);
        received.extend(done.await?);
        background::drop(readings);
    }
    Ok(received)
}

fn arrival(services: &Services, delivered: Delivered) -> Arrival {
    Arrival {
        at: services.now(),
        clock_ahead: delivered.clock_ahead,
    }
}

/// Where another transaction was quicker with the same report, what it did has to be seen first: all begins anew.
async fn in_one_transaction(
    services: &Services,
    source: &Source,
    channel: Channel,
    arrival: Arrival,
    readings: &[Reading],
) -> Result<Vec<Received>, WorkError> {
    let mut attempt = 1;
    loop {
        let sitting = Sitting::new(services, source, arrival);
        // Boxed: a transaction's future is large, and so would be every future around it.
        match Box::pin(take_in(sitting, channel, readings)).await {
            Err(WorkError::Database(why)) if was_overtaken(&why) && attempt < ATTEMPTS => {
                attempt += 1;
            }
            settled => return settled,
        }
    }
}

fn was_overtaken(error: &store::Error) -> bool {
    matches!(error, store::Error::RowNotFound) || store::gave_way(error)
}

async fn take_in(
    mut sitting: Sitting<'_>,
    channel: Channel,
    readings: &[Reading],
) -> Result<Vec<Received>, WorkError> {
    let services = sitting.services;
    let mut tx = match readings {
        [_only] => services.db.begin().await?,
        _ => services.db.begin_alone().await?,
    };
    let mut received = refused::keep(&mut tx, &mut sitting, channel, readings).await?;
    for round in rounds::of(readings) {
        received.extend(sitting.take_in(&mut tx, round).await?);
    }
    let hints = sitting.finish(&mut tx).await?;
    tx.commit().await?;
    for hint in hints {
        services.hints.publish(hint);
    }
    received.sort_by_key(|(place, _)| *place);
    Ok(received.into_iter().map(|(_, received)| received).collect())
}
