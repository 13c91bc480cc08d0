//! The reports that told of the operation, and what became of each.

use crate::domain::ids::CaseId;
use crate::domain::time::Timestamp;
use crate::service::see_case::CaseSeen;
use crate::web::i18n::{Msg, msg};

/// The reports of an operation.
#[derive(Debug, Clone)]
pub struct Reports {
    /// "3 reports in 5 deliveries"
    pub counts: Msg,
    pub rows: Vec<Row>,
    /// How many are not listed.
    pub more: i64,
}

/// One report.
#[derive(Debug, Clone)]
pub struct Row {
    pub href: String,
    pub id: String,
    pub arrived_at: Timestamp,
    pub deliveries: i64,
    pub last_delivered_at: Option<Timestamp>,
    pub refused_repeats: i64,
    pub became: Msg,
}

impl Reports {
    /// Collects them.
    pub fn of(seen: &CaseSeen) -> Self {
        let (count, deliveries) = seen.report_counts;
        let listed = i64::try_from(seen.reports.len()).unwrap_or(i64::MAX);
        let row = |report: &crate::service::see_case::ReportHead| Row {
            href: format!("/cases/{}/reports/{}", seen.case.id, report.id),
            id: report.report_id.as_str().to_owned(),
            arrived_at: report.arrived_at,
            deliveries: report.deliveries,
            last_delivered_at: (report.deliveries > 1).then_some(report.last_delivered_at),
            refused_repeats: report.refused_repeats,
            became: became(report.case_id, seen.case.id),
        };
        Self {
            counts: msg!("reports-counts", reports = count, deliveries = deliveries),
            rows: seen.reports.iter().map(row).collect(),
            more: count.saturating_sub(listed),
        }
    }
}

fn became(case: Option<CaseId>, this: CaseId) -> Msg {
    match case {
        Some(case) if case == this => msg!("report-in-this-case"),
        Some(case) => msg!("report-in-case", case = case.0),
        None => msg!("report-in-no-case"),
    }
}
