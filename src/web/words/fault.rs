//! Words for what is wrong with a report.

use crate::domain::json::JsonFaultKind;
use crate::domain::report_parse::{Expected, FaultKind};
use crate::web::i18n::{Arg, Msg, msg};

/// Why a report, or a place in it, cannot be understood.
pub fn fault(kind: &FaultKind) -> Msg {
    match kind {
        FaultKind::Json(kind) => json_fault(kind),
        FaultKind::Missing => msg!("fault-missing"),
        FaultKind::WrongType { expected } => {
            msg!("fault-wrong-type", expected = self::expected(*expected))
        }
        FaultKind::UnknownWord { found, allowed } => msg!(
            "fault-unknown-word",
            found = Arg::Code(found.clone()),
            allowed = Arg::Code(allowed.join(", "))
        ),
        FaultKind::NotATime => msg!(
            "fault-not-a-time",
            example = Arg::Code("2026-11-29T12:20:31Z".to_owned())
        ),
        FaultKind::Empty => msg!("fault-empty"),
        FaultKind::TooLong { limit, bytes } => {
            msg!("fault-too-long", bytes = *bytes, limit = *limit)
        }
        FaultKind::TooShort { least, characters } => {
            msg!("fault-too-short", n = *characters, least = *least)
        }
        FaultKind::NulCharacter => msg!("fault-nul"),
        FaultKind::TooMany { limit, found } => msg!("fault-too-many", n = *found, limit = *limit),
        FaultKind::DuplicateStep { first } => msg!("fault-duplicate-step", n = *first + 1),
        FaultKind::UnlistedStep { name } => {
            msg!("fault-unlisted-step", name = Arg::Code(name.clone()))
        }
        FaultKind::UndoesItself => msg!("fault-undoes-itself"),
        FaultKind::CompletedWithoutResult => msg!("fault-completed-without-result"),
        FaultKind::DoneWithoutResult { name } => {
            msg!("fault-done-without-result", name = Arg::Code(name.clone()))
        }
        FaultKind::OtherReportId { address } => {
            msg!(
                "fault-other-report-id",
                address = Arg::Code(address.clone())
            )
        }
    }
}

/// Why a document is not JSON that everybody reads in one way.
pub fn json_fault(kind: &JsonFaultKind) -> Msg {
    match kind {
        JsonFaultKind::NotUtf8 { offset } => msg!("fault-not-utf8", n = *offset),
        JsonFaultKind::NotJson { line, column } => {
            msg!("fault-not-json", line = *line, column = *column)
        }
        JsonFaultKind::CutOff => msg!("fault-cut-off"),
        JsonFaultKind::TooDeep { limit } => msg!("fault-too-deep", n = *limit),
        JsonFaultKind::DuplicateMember { name } => {
            msg!("fault-duplicate-member", name = Arg::Code(name.clone()))
        }
        JsonFaultKind::LoneSurrogate => msg!("fault-lone-surrogate"),
        JsonFaultKind::ReservedName { name } => {
            msg!("fault-reserved-name", name = Arg::Code(name.clone()))
        }
    }
}

fn expected(expected: Expected) -> Msg {
    match expected {
        Expected::Text => msg!("fault-expected-text"),
        Expected::TextOrNumber => msg!("fault-expected-text-or-number"),
        Expected::WholeNumber => msg!("fault-expected-whole-number"),
        Expected::TrueOrFalse => msg!("fault-expected-true-or-false"),
        Expected::Object => msg!("fault-expected-object"),
        Expected::List => msg!("fault-expected-list"),
    }
}
