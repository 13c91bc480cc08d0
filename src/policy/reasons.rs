//! Reads the reasons that reviewers choose from.

use super::fault::FaultKind;
use super::reader::{Section, Value, local_text};
use crate::domain::policy::{Reason, ReasonCode, ReasonCodes, ReasonFits, ReasonNames};

/// Reads `[reasons]`, and `[bases]` for new operations. A list that the file gives replaces the standard one as a whole.
pub(super) fn reasons(
    file: &mut Section<'_>,
    standard: Option<&ReasonCodes>,
) -> Option<ReasonCodes> {
    let new_operation = file.section("bases", |section| {
        let standard = standard.map(|s| s.new_operation.clone());
        section.or("new_operation", standard, |value| list(value, basis))
    });
    file.section("reasons", |section| {
        let mut of = |name, standard: Option<&Vec<Reason>>, read| {
            section.or(name, standard.cloned(), |value| list(value, read))
        };
        let resume = of("resume", standard.map(|s| &s.resume), fitting);
        let compensate = of("compensate", standard.map(|s| &s.compensate), fitting);
        let close = of("close", standard.map(|s| &s.close), reason);
        Some(ReasonCodes {
            resume: resume?,
            new_operation: new_operation?,
            compensate: compensate?,
            close: close?,
        })
    })
}

type Read = fn(&mut Section<'_>) -> Option<Reason>;

fn list(value: &Value<'_>, read: Read) -> Option<Vec<Reason>> {
    let mut reasons: Vec<Reason> = Vec::new();
    let items = value.items()?;
    if items.is_empty() {
        return value.fault(FaultKind::NoReasons);
    }
    for item in items {
        let Some(reason) = item.section(read) else {
            continue;
        };
        if reasons.iter().any(|earlier| earlier.code == reason.code) {
            item.fault::<()>(FaultKind::DuplicateCode);
        }
        reasons.push(reason);
    }
    Some(reasons)
}

/// A reason that speaks of facts, and so cannot be given against them.
fn fitting(section: &mut Section<'_>) -> Option<Reason> {
    let fits = section.or("fits", Some(ReasonFits::Always), Value::choice);
    let reason = reason(section)?;
    Some(Reason {
        fits: fits?,
        ..reason
    })
}

fn reason(section: &mut Section<'_>) -> Option<Reason> {
    let names = section.or("names", Some(ReasonNames::Nothing), Value::choice);
    let reason = basis(section)?;
    Some(Reason {
        names: names?,
        ..reason
    })
}

fn basis(section: &mut Section<'_>) -> Option<Reason> {
    let code = section.required("code", code);
    let title = local_text(section);
    Some(Reason {
        code: code?,
        title: title?,
        names: ReasonNames::Nothing,
        fits: ReasonFits::Always,
    })
}

fn code(value: &Value<'_>) -> Option<ReasonCode> {
    let text = value.text()?;
    let allowed = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_');
    if !text.chars().all(allowed) {
        return value.fault(FaultKind::NotACode);
    }
    Some(ReasonCode::new(text))
}
