//! Reports on their way: they come late, again and in any order, or never.

use super::source::Report;
use super::story::Story;
use bytes::Bytes;
use holdpoint::service::report_stop::{Channel, Delivered, Delivery, Received, report_stop};
use serde_json::Value;

impl Story<'_> {
    pub fn make_report(&mut self) {
        let (operation, now) = (self.at, self.world.now());
        let (quantity, document) = self.operations[operation].report(now, &mut self.dice);
        self.reports.push(Report {
            operation,
            number: self.operations[operation].reports,
            quantity,
            document,
        });
    }

    pub async fn report_arrives(&mut self) {
        if self.dice.happens(12)
            && let Some(report) = self.dice.pick(&self.arrived).cloned()
        {
            self.coverage.count("report: comes again");
            return self.deliver(report).await;
        }
        if self.reports.is_empty() {
            return;
        }
        let which = self.dice.below(self.reports.len());
        let report = if self.dice.happens(10) {
            self.reports[which].clone()
        } else {
            self.reports.swap_remove(which)
        };
        self.deliver(report).await;
    }

    pub async fn deliver(&mut self, report: Report) {
        let world = self.world;
        self.at = report.operation;
        let (offered, taken) = self.live().await;
        let delivered = Delivered {
            channel: Channel::Call,
            clock_ahead: 0,
        };
        let delivery = Delivery::of_line(Bytes::from(report.document.to_string()));
        let received = report_stop(&world.services, &world.source, delivered, delivery).await;
        match received.expect("an answer") {
            Received::Kept(receipt) => {
                self.note(|| format!("report {}: {}", report.document, receipt.answer));
                self.report_is_kept(&report, &receipt.answer);
            }
            other @ (Received::Conflict(_) | Received::Refused(_)) => self.fail(&format!(
                "a report is not kept: {other:?} {}",
                report.document
            )),
        }
        let news = self.hear(&report.document);
        if news && offered {
            self.coverage
                .count("report: tells something new of an offered instruction");
            self.nothing_is_offered().await;
        }
        if news && taken {
            self.coverage
                .count("report: tells something new of a taken instruction");
            self.somebody_starts_another().await;
        }
        self.arrived.push(report);
    }

    fn report_is_kept(&mut self, report: &Report, answer: &str) {
        self.coverage.count("report: kept");
        let answer: Value = serde_json::from_str(answer).expect("JSON");
        let later = |r: &Report| r.operation == report.operation && r.number > report.number;
        if self.arrived.iter().any(later) {
            self.coverage.count("report: comes after a later one");
        }
        if report.quantity != self.operations[report.operation].quantity {
            self.coverage.count("report: other content");
        }
        if self.accounts.of[report.operation].superseded {
            self.coverage.count("report: of a superseded operation");
        } else if answer["state"] == "resolved" || !answer["previous_case"].is_null() {
            self.coverage.count("report: of a resolved operation");
        }
    }

    pub fn report_is_lost(&mut self) {
        if self.reports.len() > 1 {
            let which = self.dice.below(self.reports.len());
            self.reports.swap_remove(which);
            self.coverage.count("report: is lost");
        }
    }
}
