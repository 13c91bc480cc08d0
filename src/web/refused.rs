//! Refused reports: a list for the team that owns the source, and each of them whole.

use super::ctx::{Ctx, SignedIn};
use super::error::PageError;
use super::filters;
use super::i18n::{Msg, msg};
use super::page::Page;
use super::query::{self, Address};
use super::routes::{PageRoute, get};
use super::typeset::grouped;
use super::{visible, words};
use crate::service::Services;
use crate::service::refused::{self, Place, RefusedReport, ToldFault};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use askama::filters::Safe;

const PATH: &str = "/refused-reports";

/// The pages of refused reports.
pub fn routes() -> Vec<PageRoute> {
    vec![get(PATH, list), get("/refused-reports/{id}", whole)]
}

/// The list.
#[derive(Debug, Template)]
#[template(path = "refused/list.html")]
pub struct RefusedListPage {
    ctx: Ctx,
    reports: Vec<RefusedReport>,
    newer: Option<String>,
    older: Option<String>,
}

/// One refused report, whole.
#[derive(Debug, Template)]
#[template(path = "refused/whole.html")]
pub struct RefusedReportPage {
    ctx: Ctx,
    report: RefusedReport,
}

impl Page for RefusedListPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

impl Page for RefusedReportPage {
    fn ctx(&self) -> &Ctx {
        &self.ctx
    }
}

async fn list(
    signed_in: SignedIn,
    services: Data<Services>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let place = place(request.query_string());
    let page = refused::page(&services, &signed_in.user, place).await?;
    RefusedListPage {
        ctx: signed_in.ctx,
        reports: page.reports,
        newer: page.newer.map(href),
        older: page.older.map(href),
    }
    .respond()
}

async fn whole(
    signed_in: SignedIn,
    services: Data<Services>,
    id: Path<i64>,
) -> Result<HttpResponse, PageError> {
    let report = refused::whole(&services, &signed_in.user, *id).await?;
    RefusedReportPage {
        ctx: signed_in.ctx,
        report,
    }
    .respond()
}

/// What is not understood is the first page.
fn place(query: &str) -> Place {
    let read = |(name, id): (String, String)| match (name.as_str(), id.parse()) {
        ("older", Ok(id)) => Some(Place::OlderThan(id)),
        ("newer", Ok(id)) => Some(Place::NewerThan(id)),
        (_, _) => None,
    };
    query::pairs(query)
        .into_iter()
        .find_map(read)
        .unwrap_or(Place::Newest)
}

fn href(place: Place) -> String {
    let address = Address::new(PATH);
    match place {
        Place::Newest => address,
        Place::OlderThan(id) => address.with("older", &id.to_string()),
        Place::NewerThan(id) => address.with("newer", &id.to_string()),
    }
    .into()
}

impl RefusedReport {
    fn title(&self) -> Msg {
        match &self.report_id {
            Some(id) => msg!("refused-report", id = id.as_str()),
            None => msg!("refused-report-no-id"),
        }
    }

    fn href(&self) -> String {
        format!("{PATH}/{}", self.id)
    }

    fn channel_words(&self) -> Msg {
        match self.channel.as_str() {
            "batch" => msg!("refused-by-batch"),
            "file" => msg!("refused-by-file"),
            _ => msg!("refused-by-call"),
        }
    }

    /// How often it came, and when last, if it came more than once.
    fn again(&self) -> Option<Msg> {
        (self.deliveries > 1).then(|| msg!("refused-again", n = self.deliveries))
    }

    fn size_words(&self) -> Msg {
        msg!(
            "refused-size",
            n = self.size,
            shown = crate::web::i18n::Arg::Word(grouped(self.size).into())
        )
    }

    /// The document as text; what is no text is shown by signs that stand for it.
    fn text(&self) -> Option<Safe<String>> {
        let document = self.document.as_deref()?;
        Some(Safe(visible::html(&String::from_utf8_lossy(document))))
    }

    fn is_text(&self) -> bool {
        self.document
            .as_deref()
            .is_none_or(|document| std::str::from_utf8(document).is_ok())
    }
}

impl ToldFault {
    fn words(&self) -> Option<Msg> {
        self.kind.as_ref().map(words::fault)
    }
}

#[cfg(test)]
pub(super) fn samples(ctx: &Ctx) -> Vec<super::page::Sample> {
    use super::page::Sample;
    let report = |document: Option<&[u8]>, report_id: Option<&str>, kind| RefusedReport {
        id: 5,
        source: "Shop <b>".to_owned(),
        arrived_at: ctx.reader.now,
        report_id: report_id.map(str::to_owned),
        channel: "batch".to_owned(),
        faults: vec![ToldFault {
            pointer: "/stop/<kind>".to_owned(),
            detail: "is <wrong>".to_owned(),
            kind,
        }],
        size: 123_456,
        hidden: document.is_none() && report_id.is_some(),
        covered: document.is_some(),
        document: document.map(<[u8]>::to_vec),
        gone_at: document.is_none().then_some(ctx.reader.now),
        deliveries: if report_id.is_some() { 3 } else { 1 },
        last_delivered_at: ctx.reader.now,
        accepted_later: report_id.is_some(),
    };
    let reports: Vec<_> = tests::every_kind()
        .into_iter()
        .map(|kind| report(Some(b"<\x00\xFF>"), Some("r<1>"), Some(kind)))
        .chain([report(None, None, None), report(None, Some("r<2>"), None)])
        .collect();
    vec![
        Sample::new(RefusedReportPage {
            ctx: ctx.clone(),
            report: reports[0].clone(),
        }),
        Sample::new(RefusedListPage {
            ctx: ctx.clone(),
            reports,
            newer: Some("/".to_owned()),
            older: None,
        }),
        Sample::new(RefusedListPage {
            ctx: ctx.clone(),
            reports: vec![],
            newer: None,
            older: None,
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::json::JsonFaultKind;
    use crate::domain::report_parse::{Expected, FaultKind};

    /// One fault of each kind.
    pub fn every_kind() -> Vec<FaultKind> {
        let name = || "<step>".to_owned();
        let json = [
            JsonFaultKind::NotUtf8 { offset: 3 },
            JsonFaultKind::NotJson { line: 1, column: 2 },
            JsonFaultKind::CutOff,
            JsonFaultKind::TooDeep { limit: 64 },
            JsonFaultKind::DuplicateMember { name: name() },
            JsonFaultKind::LoneSurrogate,
            JsonFaultKind::ReservedName { name: name() },
        ];
        let expected = [
            Expected::Text,
            Expected::TextOrNumber,
            Expected::WholeNumber,
            Expected::TrueOrFalse,
            Expected::Object,
            Expected::List,
        ];
        let others = [
            FaultKind::Missing,
            FaultKind::UnknownWord {
                found: name(),
                allowed: vec!["timeout", "crashed"],
            },
            FaultKind::NotATime,
            FaultKind::Empty,
            FaultKind::TooLong {
                limit: 512,
                bytes: 600,
            },
            FaultKind::TooShort {
                least: 16,
                characters: 8,
            },
            FaultKind::NulCharacter,
            FaultKind::TooMany {
                limit: 500,
                found: 501,
            },
            FaultKind::DuplicateStep { first: 0 },
            FaultKind::UnlistedStep { name: name() },
            FaultKind::UndoesItself,
            FaultKind::CompletedWithoutResult,
            FaultKind::DoneWithoutResult { name: name() },
            FaultKind::OtherReportId { address: name() },
        ];
        json.map(FaultKind::Json)
            .into_iter()
            .chain(expected.map(|expected| FaultKind::WrongType { expected }))
            .chain(others)
            .collect()
    }

    #[test]
    fn places_read_back() {
        for at in [Place::Newest, Place::OlderThan(5), Place::NewerThan(-1)] {
            let href = href(at);
            assert_eq!(
                place(href.split_once('?').map_or("", |(_, query)| query)),
                at
            );
        }
        assert_eq!(place("older=x&newer="), Place::Newest);
    }
}
