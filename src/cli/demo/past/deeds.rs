//! What was done about a sample, and when.

use super::super::Cast;
use super::MINUTE;
use super::beside::Beside;
use crate::demo::sample::Since;
use crate::domain::time::Timestamp;
use crate::service::Person;
use anyhow::Context;

/// What was done about a sample.
pub(super) enum Deed<'a> {
    Report,
    Claim(&'a Person),
    LookInVain(&'a Person),
    Beside(Beside<'a>),
    /// The report at this place among the further ones came.
    ReportFurther(usize),
    JudgeHint(&'a Person),
    Resume(&'a Person),
    /// Proposes a new operation in the place of the old one.
    StartAnother(&'a Person),
    /// Approves what was proposed.
    Approve(&'a Person),
    /// Refuses what was proposed.
    Refuse(&'a Person),
    TakeBack(&'a Person),
    Undo(&'a Person),
    Settle(&'a Person),
    Close(&'a Person),
    CarryOut,
}

/// What people did about it: `lately`, or `then` where it is over.
#[rustfmt::skip] // a table is read by its rows
pub(super) fn deeds(
    since: Since,
    cast: &Cast,
    lately: Timestamp,
    then: Timestamp,
) -> anyhow::Result<Vec<(Timestamp, Deed<'_>)>> {
    let person = |name| cast.people.get(name).context("a person of the cast");
    let lately = |minutes| lately.plus(minutes * MINUTE);
    let then = |minutes| then.plus(minutes * MINUTE);
    Ok(match since {
        Since::Nothing => Vec::new(),
        Since::Judged { by } => vec![(lately(0), Deed::JudgeHint(person(by)?))],
        Since::Claimed { by } => vec![(lately(0), Deed::Claim(person(by)?))],
        Since::LookedInVain { by } => {
            vec![(lately(0), Deed::Claim(person(by)?)), (lately(1), Deed::LookInVain(person(by)?))]
        }
        Since::Waits { by } => {
            vec![(lately(0), Deed::Claim(person(by)?)), (lately(1), Deed::Beside(Beside::Wait(person(by)?)))]
        }
        Since::HandedOver { by, to } => {
            let over = Beside::HandOver(person(by)?, person(to)?);
            vec![(lately(0), Deed::Claim(person(by)?)), (lately(1), Deed::Beside(over))]
        }
        Since::Noted { by } => {
            let (note, release) = (Beside::Note(person(by)?), Beside::Release(person(by)?));
            vec![(lately(0), Deed::Claim(person(by)?)), (lately(1), Deed::Beside(note)), (lately(2), Deed::Beside(release))]
        }
        Since::Resumed { by } | Since::Proposed { by } => {
            vec![(lately(0), Deed::Claim(person(by)?)), (lately(1), Deed::Resume(person(by)?))]
        }
        Since::AnotherProposed { by } => {
            vec![(lately(0), Deed::Claim(person(by)?)), (lately(1), Deed::StartAnother(person(by)?))]
        }
        Since::Replaced { by, approved_by } => {
            let (approved, done) = ((then(9), Deed::Approve(person(approved_by)?)), (then(10), Deed::CarryOut));
            vec![(then(0), Deed::Claim(person(by)?)), (then(2), Deed::StartAnother(person(by)?)), approved, done]
        }
        Since::TakenBack { by } => {
            let back = (lately(3), Deed::TakeBack(person(by)?));
            vec![(lately(0), Deed::Claim(person(by)?)), (lately(1), Deed::Resume(person(by)?)), back]
        }
        Since::Refused { by, refused_by } => {
            let refused = (then(9), Deed::Refuse(person(refused_by)?));
            vec![(then(0), Deed::Claim(person(by)?)), (then(2), Deed::Resume(person(by)?)), refused]
        }
        Since::Done { by } => {
            vec![(then(0), Deed::Claim(person(by)?)), (then(2), Deed::Resume(person(by)?)), (then(3), Deed::CarryOut)]
        }
        Since::Settled { by } => {
            let (done, settled) = ((then(3), Deed::CarryOut), (then(9), Deed::Settle(person(by)?)));
            vec![(then(0), Deed::Claim(person(by)?)), (then(2), Deed::Resume(person(by)?)), done, settled]
        }
        Since::Undone { by } => {
            vec![(then(0), Deed::Claim(person(by)?)), (then(2), Deed::Undo(person(by)?)), (then(3), Deed::CarryOut)]
        }
        Since::Closed { by } => {
            vec![(then(0), Deed::Claim(person(by)?)), (then(2), Deed::Close(person(by)?)), (then(3), Deed::CarryOut)]
        }
    })
}
