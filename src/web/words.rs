//! The words for the domain: one message for each variant, and one exhaustive match for each enum.

mod access;
mod alert;
mod approval;
mod compensate;
mod contract;
mod decision;
mod desk;
mod draft;
mod facts;
mod fault;
mod history;
mod knowledge;
mod odd;
mod order;
mod people;
mod permits;
mod register;
mod sending;
mod standing;
mod summary;
mod webhook;

pub use access::opened;
pub use alert::{channel, condition, telling_failure, telling_state, word};
pub use approval::{stale, stale_word};
pub use compensate::{no_compensate, not_undone, settlement};
pub use contract::{confidence, key_promise, look_up_strength, on_mismatch, on_repeat, stored_5xx};
pub use decision::{
    no_decision, no_justification, no_resume, reason, reason_does_not_fit, risk, unblock,
};
pub use desk::{no_receiver, no_wait, no_words};
pub use draft::draft_form;
pub use facts::{
    claim, claim_not_taken_over, kind, known_by, outcome, seen, seen_how, stopped_again,
};
pub use fault::{fault, json_fault};
pub use history::{actor, entry};
pub use knowledge::{
    judged_by, knowledge, knowledge_word, not_proof, uncertain, was_no_proof, why_unknown,
};
pub use odd::odd;
pub use order::{
    ordered_content, ordered_done, ordered_key, ordered_skip, ordered_surplus, result_of,
};
pub use people::{keys, language, role, theme};
pub use permits::{not_permitted, turned_away};
pub use register::{fate, register_what};
pub use sending::{blocker, no_protection, not_known, protection, sending, undoing};
pub use standing::{
    case_state, decision_kind, decision_state, instruction_outcome, instruction_state, resolution,
    stage,
};
use summary::ids;
pub use summary::{headline, statement};
pub use webhook::{
    delivery_state, endpoint_refused, endpoint_state, failure, notice, redeliver_refused,
};
