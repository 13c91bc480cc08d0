//! What the page for continuing says will happen with what is chosen on it, before it can be recorded.

use super::contents;
use super::fields::Fields;
use super::resume::{KEY_FIELDS, key_fields_of, order};
use super::skips;
use crate::domain::json::digest;
use crate::domain::resume::{ContentChoice, NewKey, ResumeOrder, ResumePlan, Skip, plan};
use crate::domain::review::{Review, StepReview};
use crate::web::case::go_on::{preview, suggested_key};
use crate::web::i18n::{Msg, msg};
use crate::web::typeset::humane;
use crate::web::words;
use serde_json::json;

/// The order that the page speaks of. What cannot be ordered is left out, so that there is always a page on which it can be
/// put right.
pub fn previewed(review: &Review<'_>, fields: &Fields) -> ResumeOrder {
    let typed = filled_in(review, fields);
    let suggested = ResumeOrder {
        new_keys: suggested_keys(review, fields, &typed.skip),
        ..typed.clone()
    };
    [typed, suggested]
        .into_iter()
        .find(|order| plan(review, order).is_ok())
        .unwrap_or_else(|| skips::preview_without(review, &skips::chosen(review, fields)))
}

/// The order of the form, and for what is still to be filled in something that makes the operation go on.
fn filled_in(review: &Review<'_>, fields: &Fields) -> ResumeOrder {
    let mut order = order(review, fields);
    for result in preview(review).goes_on_with {
        if !order.goes_on_with.iter().any(|g| g.step == result.step) {
            order.goes_on_with.push(result);
        }
    }
    if !fields.has_any(KEY_FIELDS) {
        order.new_keys = suggested_keys(review, fields, &order.skip);
    }
    ResumeOrder {
        content: order.content.or(Some(ContentChoice::Agreed)),
        skip: order.skip.iter().map(skips::written).collect(),
        ..order
    }
}

fn suggested_keys(review: &Review<'_>, fields: &Fields, skips: &[Skip]) -> Vec<NewKey> {
    let left_out = |step: &StepReview<'_>| skips.iter().any(|skip| skip.step == step.step.name);
    let asked = key_fields_of(contents::chosen(fields).as_ref());
    (review.steps.iter())
        .filter(|step| asked(step) && !left_out(step))
        .map(|step| NewKey {
            step: step.step.name.clone(),
            key: suggested_key(review, step),
        })
        .collect()
}

/// All that the page says of what the form orders, as a digest. What is not chosen yet is said to be open. None where it
/// cannot be ordered, whatever is written beside it.
pub fn stated(review: &Review<'_>, fields: &Fields) -> Option<String> {
    let plan = plan(review, &filled_in(review, fields)).ok()?;
    let chosen = order(review, fields);
    let skipped: Vec<_> = plan.skip.iter().map(|skip| &skip.step).collect();
    let run: Vec<_> = (plan.run.iter())
        .map(|run| (&run.step, &run.idempotency_key))
        .collect();
    Some(digest(&json!({
        "run": run,
        "stops_before": plan.stops_before,
        "skip": skipped,
        "new_keys": plan.new_keys,
        "content": chosen.content,
        "goes_on_with": chosen.goes_on_with,
    })))
}

/// What beside the sendings follows from what is chosen, and what is still to be chosen.
pub fn settled(review: &Review<'_>, plan: &ResumePlan, fields: &Fields) -> Vec<Msg> {
    let mut all = Vec::new();
    if review.has_contested_content() {
        all.push(match contents::chosen(fields) {
            Some(_) => words::ordered_content(&plan.content),
            None => msg!("stated-content-open"),
        });
    }
    let chosen = order(review, fields).goes_on_with;
    for step in review.steps.iter().filter(|s| s.known.more_than_once()) {
        let name = &step.step.name;
        if chosen.iter().any(|result| result.step == *name) {
            let done = plan.done.iter().filter(|done| done.step == *name);
            all.extend(done.map(words::ordered_done));
            let surplus = plan.surplus.iter().filter(|done| done.step == *name);
            all.extend(surplus.map(words::ordered_surplus));
        } else {
            all.push(msg!("stated-result-open", step = humane(name.as_str())));
        }
    }
    all
}
