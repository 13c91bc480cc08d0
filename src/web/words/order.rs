//! Words for what a decision orders, from the order as it is stored.

use crate::domain::ids::IdempotencyKey;
use crate::domain::report::ResultRef;
use crate::domain::resume::{DoneStep, KeyChange, PlanContent, Skip, WhichContent};
use crate::web::i18n::{Arg, Msg, msg};
use crate::web::typeset::humane;

/// With which of several contents the operation goes on.
pub fn ordered_content(content: &PlanContent) -> Msg {
    match (content.which, &content.digest) {
        (WhichContent::Agreed, _) => msg!("ordered-content-agreed"),
        (WhichContent::Changed, Some(digest)) => {
            msg!(
                "ordered-content-changed",
                digest = Arg::Code(digest.clone())
            )
        }
        (WhichContent::Changed, None) => msg!("ordered-content-other"),
    }
}

/// A step that is not sent, with the result that the operation goes on with.
pub fn ordered_done(done: &DoneStep) -> Msg {
    let (step, result) = (humane(done.step.as_str()), result_of(&done.result));
    msg!("ordered-done", step = step, result = result)
}

/// A result beyond the one that the operation goes on, or ends, with.
pub fn ordered_surplus(surplus: &DoneStep) -> Msg {
    let (step, result) = (humane(surplus.step.as_str()), result_of(&surplus.result));
    msg!("ordered-surplus", step = step, result = result)
}

/// An object that exists.
pub fn result_of(result: &ResultRef) -> Msg {
    let id = Arg::Text(result.id.clone());
    match result.object_type.as_str() {
        "" | "object" => msg!("ordered-result", id = id),
        of_type => msg!("ordered-result-of-type", kind = of_type, id = id),
    }
}

/// Under which key a step goes out; with the one until now, where it gets another.
pub fn ordered_key(key: Option<&IdempotencyKey>, change: Option<&KeyChange>) -> Msg {
    match (change, key) {
        (Some(KeyChange { old, new, .. }), _) => key_change(old.as_ref(), new),
        (None, Some(key)) => msg!("ordered-key", key = code(key)),
        (None, None) => msg!("ordered-no-key"),
    }
}

fn key_change(old: Option<&IdempotencyKey>, new: &IdempotencyKey) -> Msg {
    match old {
        Some(old) => msg!("ordered-new-key", old = code(old), new = code(new)),
        None => msg!("ordered-first-key", new = code(new)),
    }
}

fn code(key: &IdempotencyKey) -> Arg {
    Arg::Code(key.as_str().to_owned())
}

/// A step that is left out: a line, and why.
pub fn ordered_skip(skip: &Skip) -> (Msg, Vec<Msg>) {
    let mut why = vec![msg!("ordered-skip-why", reason = skip.reason.as_str())];
    if skip.acknowledged {
        why.push(msg!("ordered-skip-known"));
    }
    let step = humane(skip.step.as_str());
    (msg!("ordered-skip", step = step), why)
}
