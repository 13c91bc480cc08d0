//! What an instruction orders, laid out for the connector, and what is told of it.

use super::order::{add_undoing, complete, digest, list, step, step_mut, text};
use serde_json::{Value, json};

/// Takes in what the order says about the operation; gives the steps that are to be sent, in their order.
pub fn prepare(operation: &mut Value, action: &str, what: &Value, now: &str) -> Vec<Value> {
    match action {
        "resume" => {
            for done in list(&what["done"]) {
                // A result that a person found, or chose among several.
                complete(operation, text(&done["step"]), &done["result"], now);
            }
            for skip in list(&what["skip"]) {
                if let Some(step) = step_mut(operation, text(&skip["step"])) {
                    step["skipped"] = json!(true);
                }
            }
            choose_content(operation, &what["content"]);
            list(&what["run"]).to_vec()
        }
        "new_operation" => list(&what["step_keys"]).to_vec(),
        "compensate" => {
            for run in list(&what["run"]) {
                add_undoing(operation, run);
            }
            list(&what["run"]).to_vec()
        }
        // To close: nothing is sent.
        _ => Vec::new(),
    }
}

/// A person may say that a changed order is the right one; it is named by its digest.
fn choose_content(operation: &mut Value, content: &Value) {
    let chosen = list(&operation["versions"]).iter();
    let chosen = chosen
        .rev()
        .find(|version| content["digest"] == digest(version))
        .cloned();
    if let (Some(chosen), Some("changed")) = (chosen, content["which"].as_str()) {
        operation["report"]["operation"]["payload"] = chosen;
    }
}

/// The attempts that were made inside a taking.
pub fn sent_in<'a>(taking: &Value, operation: &'a Value) -> &'a [Value] {
    let before = taking["attempts_before"]
        .as_u64()
        .and_then(|n| usize::try_from(n).ok());
    let all = list(&operation["report"]["attempts"]);
    before
        .and_then(|before| all.get(before..))
        .unwrap_or_default()
}

/// Fixes what is told of a taking. From here on it does not change, however often it has to be told.
pub fn set_outcome(taking: &mut Value, operation: &Value, word: &str) {
    let attempts = sent_in(taking, operation).to_vec();
    let done = attempts.iter().filter(|a| a["outcome"] == "acknowledged");
    let results = done.filter_map(|attempt| {
        let result = step(operation, text(&attempt["step"]))["results"].get(0)?;
        Some(json!({"step": attempt["step"], "type": result["type"], "id": result["id"]}))
    });
    let results: Vec<_> = results.collect();
    taking["outcome"] = json!({
        "take_token": taking["request"]["take_token"], "outcome": word, "results": results, "attempts": attempts,
    });
}

/// The step whose last answer is missing, if the last attempt of all has none.
pub fn unanswered(operation: &Value) -> Option<&str> {
    let last = list(&operation["report"]["attempts"]).last()?;
    let name = last["step"].as_str()?;
    let answered = matches!(text(&last["outcome"]), "acknowledged" | "refused");
    let settled = step(operation, name)["state"] == "completed";
    (!answered && !settled).then_some(name)
}
