//! The chain of an operation as a row of small shapes, one a step, with words for those who do not see it.

use crate::domain::chain::{StepSign, from_text};
use crate::domain::report::StopKind;
use crate::service::queue::CaseRow;
use crate::web::i18n::{Msg, msg};

/// A longer run of like steps is drawn as one of them and a number.
const LONGEST_RUN: usize = 6;

/// The shapes of one chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glyph {
    pub marks: Vec<Mark>,
    /// What stands at the resume point, and its place from 1; `None`: every step is done.
    pub here: Option<(usize, Here)>,
    steps: usize,
}

/// One shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A step, drawn by its class.
    Step(&'static str),
    /// How many like the one before there are in all.
    Times(usize),
}

/// How the step at the resume point looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Here {
    /// Two contents came under its operation's key.
    Conflict,
    Sign(StepSign),
}

impl Glyph {
    /// The glyph of a case.
    pub fn of(case: &CaseRow) -> Self {
        let details = &case.details;
        let place = details.resume_step_no.and_then(|n| usize::try_from(n).ok());
        Self::new(&from_text(&details.chain), place, details.kind)
    }

    fn new(signs: &[StepSign], place: Option<usize>, kind: StopKind) -> Self {
        let at = place.and_then(|n| n.checked_sub(1));
        let here = at.and_then(|at| signs.get(at)).map(|sign| match kind {
            StopKind::PayloadConflict => Here::Conflict,
            StopKind::ResultUnknown | StopKind::NextStepPending => Here::Sign(*sign),
        });
        let classes: Vec<&str> = (signs.iter().enumerate())
            .map(|(index, sign)| match here {
                Some(here) if at == Some(index) => class_here(here),
                Some(_) | None => class(*sign),
            })
            .collect();
        Self {
            marks: classes.chunk_by(|a, b| a == b).flat_map(marks).collect(),
            here: place.zip(here),
            steps: signs.len(),
        }
    }

    /// "Step 2 of 3: result unknown"
    pub fn words(&self) -> Msg {
        let of = self.steps;
        let Some((n, here)) = self.here else {
            return msg!("chain-all-done", of = of);
        };
        match here {
            Here::Conflict => msg!("chain-conflict", n = n, of = of),
            Here::Sign(StepSign::Unknown) => msg!("chain-unknown", n = n, of = of),
            Here::Sign(StepSign::Refused) => msg!("chain-refused", n = n, of = of),
            Here::Sign(StepSign::NotThere) => msg!("chain-not-there", n = n, of = of),
            Here::Sign(
                StepSign::NeverSent | StepSign::Done | StepSign::Undone | StepSign::Skipped,
            ) => msg!("chain-next", n = n, of = of),
        }
    }
}

fn marks(run: &[&'static str]) -> Vec<Mark> {
    let Some(first) = run.first() else {
        return Vec::new();
    };
    if run.len() > LONGEST_RUN {
        vec![Mark::Step(first), Mark::Times(run.len())]
    } else {
        vec![Mark::Step(first); run.len()]
    }
}

/// The class by which the stylesheet draws a step.
const fn class(sign: StepSign) -> &'static str {
    match sign {
        StepSign::Done => "done",
        StepSign::Unknown => "unknown",
        StepSign::Refused => "refused",
        StepSign::NeverSent | StepSign::NotThere => "pending",
        StepSign::Skipped => "skipped",
        StepSign::Undone => "undone",
    }
}

/// The same for the step at the resume point.
const fn class_here(here: Here) -> &'static str {
    match here {
        Here::Conflict => "conflict",
        Here::Sign(StepSign::NeverSent | StepSign::NotThere) => "next",
        Here::Sign(
            sign @ (StepSign::Done
            | StepSign::Unknown
            | StepSign::Refused
            | StepSign::Skipped
            | StepSign::Undone),
        ) => class(sign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(chain: &str, place: usize, kind: StopKind) -> String {
        let mark = |mark: &Mark| match mark {
            Mark::Step(class) => (*class).to_owned(),
            Mark::Times(n) => format!("×{n}"),
        };
        let glyph = Glyph::new(&from_text(chain), Some(place), kind);
        glyph.marks.iter().map(mark).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_step_has_its_shape_and_long_runs_are_folded() {
        let unknown = StopKind::ResultUnknown;
        assert_eq!(drawn("du--", 2, unknown), "done unknown pending pending");
        assert_eq!(
            drawn("dddddddddddu-", 12, unknown),
            "done ×11 unknown pending"
        );
        assert_eq!(
            drawn("dddddd-", 7, StopKind::NextStepPending),
            "done done done done done done next"
        );
        assert_eq!(
            drawn("d--", 2, StopKind::PayloadConflict),
            "done conflict pending"
        );
    }

    #[test]
    fn a_chain_without_a_resume_point_is_done() {
        let glyph = Glyph::new(&from_text("dd"), None, StopKind::NextStepPending);
        assert_eq!(glyph.here, None);
        assert_eq!(glyph.marks.len(), 2);
    }
}
