//! The names of the steps, gathered before anything refers to them.

use super::MOST_STEPS;
use super::fault::FaultKind;
use super::members::Members;
use super::values::id;
use crate::domain::ids::StepName;
use serde_json::Value;

/// The names of all listed steps in their order; `None` where a name cannot be read, which is a fault of its own.
pub(super) struct StepNames(Vec<Option<StepName>>);

impl StepNames {
    /// The steps of an operation that is known already.
    pub fn of<'s>(steps: impl IntoIterator<Item = &'s StepName>) -> Self {
        Self(steps.into_iter().cloned().map(Some).collect())
    }

    /// Gathers the names, and notes those that come twice. Too many steps are a fault of their own, and not gathered.
    pub fn gather(report: &mut Members<'_>) -> Self {
        let steps = report.peek("steps").and_then(Value::as_array);
        let steps = steps.filter(|steps| steps.len() <= MOST_STEPS);
        let name = |step: &Value| id(StepName::new)(step.get("name").cloned()?).ok();
        let names = Self(steps.map_or_else(Vec::new, |steps| steps.iter().map(name).collect()));
        for (place, first) in names.repeated() {
            report.fault_below("steps", place, "name", FaultKind::DuplicateStep { first });
        }
        names
    }

    fn repeated(&self) -> Vec<(usize, usize)> {
        let first_place = |name| self.0.iter().position(|known| known == name);
        let named = self.0.iter().enumerate().filter(|(_, name)| name.is_some());
        named
            .filter_map(|(place, name)| Some((place, first_place(name)?)))
            .filter(|(place, first)| first < place)
            .collect()
    }

    /// Reads the name of a step that has to be among the listed ones. If some listed name is not readable, it might
    /// be that one.
    pub fn listed(&self, value: Value) -> Result<StepName, FaultKind> {
        let name = id(StepName::new)(value)?;
        let known = self
            .0
            .iter()
            .any(|listed| listed.as_ref().is_none_or(|l| *l == name));
        if known || self.0.is_empty() {
            return Ok(name);
        }
        Err(FaultKind::UnlistedStep {
            name: name.to_string(),
        })
    }
}
