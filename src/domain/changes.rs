//! What new facts change about what is known of an operation.

use super::basis::knowledge_word;
use super::ids::StepName;
use super::review::Review;
use serde::Serialize;

/// A step of which something else is known than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct KnowledgeChange {
    pub step: StepName,
    /// In the words of documents; `None` for a step that was not known.
    pub was: Option<&'static str>,
    pub is: &'static str,
}

/// The steps of which something else is known than before, in the order of the chain.
pub fn knowledge_changes(before: &Review<'_>, after: &Review<'_>) -> Vec<KnowledgeChange> {
    let steps = after.steps.iter();
    steps
        .filter_map(|step| {
            let earlier = before.steps.iter().find(|s| s.step.name == step.step.name);
            let was = earlier.map(|s| knowledge_word(&s.known.knowledge));
            let is = knowledge_word(&step.known.knowledge);
            (was != Some(is)).then(|| KnowledgeChange {
                step: step.step.name.clone(),
                was,
                is,
            })
        })
        .collect()
}
