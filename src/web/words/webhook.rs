//! Words for notices to sources' endpoints, and for what was heard from there.

use crate::domain::webhook::{BadEndpoint, DeliveryState, EndpointState, Failure, NoticeKind};
use crate::service::webhook::endpoints::EndpointRefused;
use crate::service::webhook::redeliver::RedeliverRefused;
use crate::web::i18n::{Msg, msg};

/// What a notice tells.
pub fn notice(kind: NoticeKind) -> Msg {
    match kind {
        NoticeKind::Offered => msg!("notice-offered"),
        NoticeKind::Withdrawn => msg!("notice-withdrawn"),
        NoticeKind::Test => msg!("notice-test"),
    }
}

/// Where a delivery stands.
pub fn delivery_state(state: DeliveryState) -> Msg {
    match state {
        DeliveryState::Waiting => msg!("delivery-waiting"),
        DeliveryState::Delivered => msg!("delivery-delivered"),
        DeliveryState::Undelivered => msg!("delivery-undelivered"),
    }
}

/// Whether an endpoint is called.
pub fn endpoint_state(state: EndpointState) -> Msg {
    match state {
        EndpointState::On => msg!("endpoint-on"),
        EndpointState::Off => msg!("endpoint-off"),
        EndpointState::Gone => msg!("endpoint-gone"),
    }
}

/// Why no answer came.
pub fn failure(failure: Failure) -> Msg {
    match failure {
        Failure::NotAllowed => msg!("failure-not-allowed"),
        Failure::NoSecret => msg!("failure-no-secret"),
        Failure::NoSuchHost => msg!("failure-no-such-host"),
        Failure::NoConnection => msg!("failure-no-connection"),
        Failure::NoTrust => msg!("failure-no-trust"),
        Failure::TimedOut => msg!("failure-timed-out"),
        Failure::BrokenOff => msg!("failure-broken-off"),
    }
}

/// Why something was not done to an endpoint.
pub fn endpoint_refused(why: EndpointRefused) -> Msg {
    match why {
        EndpointRefused::Bad(BadEndpoint::NotPublic) => msg!("failure-not-allowed"),
        EndpointRefused::Bad(
            BadEndpoint::NotAnAddress
            | BadEndpoint::TooLong
            | BadEndpoint::HasCredentials
            | BadEndpoint::HasQuery
            | BadEndpoint::NotHttps,
        ) => msg!("endpoint-bad"),
        EndpointRefused::Known => msg!("endpoint-known"),
        EndpointRefused::TwoSecrets => msg!("endpoint-two-secrets"),
        EndpointRefused::OneSecret => msg!("endpoint-one-secret"),
        EndpointRefused::IsOff => msg!("endpoint-is-off"),
        EndpointRefused::IsOn => msg!("endpoint-is-on"),
        EndpointRefused::NotOn => msg!("endpoint-not-on"),
    }
}

/// Why a notice was not put on its way.
pub fn redeliver_refused(why: RedeliverRefused) -> Msg {
    match why {
        RedeliverRefused::OnItsWay => msg!("redeliver-on-its-way"),
        RedeliverRefused::NotOn => msg!("endpoint-not-on"),
    }
}
