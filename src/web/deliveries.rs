//! Notices on their way, as cases and sources show them: each with every call and what was heard.

use super::i18n::{Msg, msg};
use super::words;
use crate::domain::time::Timestamp;
use crate::domain::webhook::{DeliveryState, EndpointState, NoticeKind};
use crate::service::webhook::see::{AttemptRow, DeliverySeen};

/// One notice on its way to one endpoint.
#[derive(Debug, Clone)]
pub struct Delivery {
    pub id: i64,
    pub kind: Msg,
    pub notice: String,
    pub url: String,
    pub case: Option<i64>,
    pub state: Msg,
    pub is_alarm: bool,
    /// When it was written.
    pub at: Timestamp,
    /// When it is called out next, if it is to be.
    pub next: Option<Msg>,
    pub calls: Vec<Call>,
    /// It can be put on its way once more, or be called now.
    pub can_restart: bool,
}

/// One call.
#[derive(Debug, Clone)]
pub struct Call {
    pub at: Timestamp,
    pub heard: Msg,
    pub took: Msg,
}

impl Delivery {
    pub fn of(seen: &DeliverySeen) -> Self {
        let row = &seen.delivery;
        let next = next(seen);
        Self {
            id: row.id.0,
            kind: words::notice(row.kind),
            notice: row.notice_id.as_str().to_owned(),
            url: seen.url.clone(),
            case: row.case_id.map(|case| case.0),
            state: words::delivery_state(row.state),
            is_alarm: row.state == DeliveryState::Undelivered && row.kind != NoticeKind::Test,
            at: row.created_at,
            next,
            calls: seen.attempts.iter().map(call).collect(),
            can_restart: seen.endpoint == EndpointState::On && row.lease.is_none(),
        }
    }
}

fn next(seen: &DeliverySeen) -> Option<Msg> {
    let row = &seen.delivery;
    match (row.state, seen.endpoint) {
        (DeliveryState::Delivered | DeliveryState::Undelivered, _) => None,
        (DeliveryState::Waiting, _) if row.lease.is_some() => Some(msg!("delivery-under-way")),
        (DeliveryState::Waiting, EndpointState::On) => Some(msg!("delivery-next", at = row.due_at)),
        (DeliveryState::Waiting, EndpointState::Off | EndpointState::Gone) => {
            Some(msg!("delivery-while-off"))
        }
    }
}

fn call(row: &AttemptRow) -> Call {
    Call {
        at: row.started_at,
        heard: match (row.status, row.failure) {
            (Some(status), _) => msg!("call-answered", status = status.to_string()),
            (None, Some(failure)) => words::failure(failure),
            (None, None) => msg!("failure-broken-off"),
        },
        took: msg!("call-took", ms = row.took / 1_000),
    }
}

#[cfg(test)]
pub mod samples {
    use super::*;
    use crate::domain::ids::{CaseId, DeliveryId, EndpointId, NoticeId};
    use crate::domain::webhook::Failure;
    use crate::service::webhook::see::DeliveryRow;

    /// A delivery in each state of each kind, with every kind of answer; and those that wait in every way.
    pub fn all(now: Timestamp) -> Vec<DeliverySeen> {
        let states = [
            DeliveryState::Waiting,
            DeliveryState::Delivered,
            DeliveryState::Undelivered,
        ];
        let each = states.into_iter().zip(NoticeKind::ALL);
        let on = EndpointState::On;
        let mut all: Vec<_> = each
            .map(|(state, kind)| one(now, state, kind, on))
            .collect();
        let (waiting, offered) = (DeliveryState::Waiting, NoticeKind::Offered);
        all.push(one(now, waiting, offered, EndpointState::Off));
        let mut called = one(now, waiting, offered, on);
        called.delivery.lease = Some("of somebody".to_owned());
        all.push(called);
        all
    }

    fn one(
        now: Timestamp,
        state: DeliveryState,
        kind: NoticeKind,
        endpoint: EndpointState,
    ) -> DeliverySeen {
        let attempt = |status, failure| AttemptRow {
            delivery_id: DeliveryId(1),
            started_at: now,
            took: 1_234_567,
            status,
            failure,
        };
        let failures = Failure::ALL.map(|failure| attempt(None, Some(failure)));
        DeliverySeen {
            delivery: DeliveryRow {
                id: DeliveryId(1),
                endpoint_id: EndpointId(1),
                notice_id: NoticeId::from("01J<b>-offered"),
                kind,
                instruction_id: Some("01J<b>".into()),
                case_id: (kind != NoticeKind::Test).then_some(CaseId(20_418)),
                operation_id: None,
                body: "{}".to_owned(),
                state,
                created_at: now,
                tries: 7,
                due_at: now,
                lease: None,
                give_up_at: now,
                ended_at: None,
            },
            url: "https://shop.example/<b>".to_owned(),
            endpoint,
            attempts: [attempt(Some(503), None)]
                .into_iter()
                .chain(failures)
                .collect(),
        }
    }
}
