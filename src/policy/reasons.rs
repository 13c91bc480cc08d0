//! Reads the reasons that reviewers choose from.

use super::fault::FaultKind;
use super::reader::{Section, Value, local_text};
use crate::domain::policy::{Reason, ReasonCode, ReasonCodes, ReasonNames};

/// A list that the file gives replaces the standard one as a whole.
pub(super) fn reasons(
    section: &mut Section<'_>,
    standard: Option<&ReasonCodes>,
) -> Option<ReasonCodes> {
    let resume = section.or("resume", standard.map(|s| s.resume.clone()), list);
    let close = section.or("close", standard.map(|s| s.close.clone()), list);
    Some(ReasonCodes {
        resume: resume?,
        close: close?,
    })
}

fn list(value: &Value<'_>) -> Option<Vec<Reason>> {
    let mut reasons: Vec<Reason> = Vec::new();
    let items = value.items()?;
    if items.is_empty() {
        return value.fault(FaultKind::NoReasons);
    }
    for item in items {
        let Some(reason) = item.section(reason) else {
            continue;
        };
        if reasons.iter().any(|earlier| earlier.code == reason.code) {
            item.fault::<()>(FaultKind::DuplicateCode);
        }
        reasons.push(reason);
    }
    Some(reasons)
}

fn reason(section: &mut Section<'_>) -> Option<Reason> {
    let code = section.required("code", code);
    let names = section.or("names", Some(ReasonNames::Nothing), Value::choice);
    let title = local_text(section);
    Some(Reason {
        code: code?,
        title: title?,
        names: names?,
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
