//! What Prometheus reads.

use super::Requests;
use crate::domain::age::growth::Flow;
use crate::domain::report::StopKind;
use crate::domain::standing::{CaseState, Stage};
use crate::service::metrics::{Calls, Numbers};
use crate::service::queue::KINDS;
use crate::web::age::kind_word;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

/// The format's name (<https://prometheus.io/docs/specs/om/open_metrics_spec/>).
pub(super) const CONTENT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Before every name.
const PREFIX: &str = "holdpoint";

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfCases {
    kind: &'static str,
    state: &'static str,
    /// Empty where every team may see to them.
    owner: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfKind {
    kind: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfCalls {
    result: &'static str,
}

/// All metrics as text.
pub(super) fn written(requests: &Requests, numbers: &Numbers) -> Result<String, std::fmt::Error> {
    let mut registry = Registry::with_prefix(PREFIX);
    cases(&mut registry, numbers);
    ever(&mut registry, &numbers.ever);
    calls(&mut registry, numbers.calls);
    requests.register(&mut registry);
    let mut text = String::new();
    encode(&mut text, &registry)?;
    Ok(text)
}

fn cases(registry: &mut Registry, numbers: &Numbers) {
    let open = Family::<OfCases, Gauge>::default();
    for of in &numbers.open {
        let labels = OfCases {
            kind: kind_word(of.kind),
            state: state_word(of.state),
            owner: of.owner_team.to_string(),
        };
        open.get_or_create(&labels).inc_by(of.cases);
    }
    let (oldest, over) = (
        Family::<OfKind, Gauge>::default(),
        Family::<OfKind, Gauge>::default(),
    );
    for kind in KINDS {
        let of_kind = OfKind {
            kind: kind_word(kind),
        };
        let to_review = numbers
            .open
            .iter()
            .filter(|of| of.kind == kind && waits(of.state));
        let first = to_review.clone().map(|of| of.oldest).min();
        let age = first.map_or(0, |first| numbers.now.since(first).as_secs());
        oldest
            .get_or_create(&of_kind)
            .set(i64::try_from(age).unwrap_or(i64::MAX));
        let late = to_review.map(|of| of.late).sum();
        over.get_or_create(&of_kind).set(late);
    }
    registry.register("cases", "Open cases", open);
    registry.register_with_unit(
        "oldest_case_age",
        "How long the oldest case that waits to be decided has waited; 0 without any",
        Unit::Seconds,
        oldest,
    );
    registry.register(
        "cases_over_deadline",
        "Cases that wait to be decided and are over their deadline",
        over,
    );
}

fn waits(state: CaseState) -> bool {
    state.stage() == Stage::ToReview
}

const fn state_word(state: CaseState) -> &'static str {
    match state {
        CaseState::Waiting => "waiting",
        CaseState::InReview => "in_review",
        CaseState::AwaitingApproval => "awaiting_approval",
        CaseState::Decided => "decided",
        CaseState::Executing => "executing",
        CaseState::Resolved => "resolved",
    }
}

/// Those of a kind of which nothing was ever counted are there too, so that a rate has a beginning.
fn ever(registry: &mut Registry, ever: &[(StopKind, Flow)]) {
    let of = |kind: StopKind| {
        ever.iter()
            .find(|(of, _)| *of == kind)
            .map(|(_, flow)| *flow)
    };
    let family = |n: fn(&Flow) -> i64| {
        let family = Family::<OfKind, Counter>::default();
        for kind in KINDS {
            let n = n(&of(kind).unwrap_or_default());
            let counter = family.get_or_create_owned(&OfKind {
                kind: kind_word(kind),
            });
            counter.inc_by(u64::try_from(n).unwrap_or(0));
        }
        family
    };
    registry.register(
        "cases_came_in",
        "Cases that came to a person for the first time",
        family(|f| f.came_in),
    );
    registry.register(
        "cases_came_back",
        "Cases that came back after a decision",
        family(|f| f.came_back),
    );
    registry.register(
        "cases_decided",
        "Decisions of cases, for the first time and again",
        family(|f| f.decided),
    );
    registry.register(
        "cases_resolved",
        "Cases that were resolved",
        family(|f| f.resolved),
    );
    registry.register(
        "cases_lapsed",
        "Cases that the policy let be, which nobody decided",
        family(|f| f.lapsed),
    );
}

fn calls(registry: &mut Registry, calls: Calls) {
    let family = Family::<OfCalls, Counter>::default();
    for (result, n) in [
        ("delivered", calls.delivered),
        ("failed", calls.failed),
        ("given_up", calls.given_up),
    ] {
        family.get_or_create_owned(&OfCalls { result }).inc_by(n);
    }
    registry.register(
        "webhook_calls",
        "Calls of webhooks since this program was started",
        family,
    );
}
