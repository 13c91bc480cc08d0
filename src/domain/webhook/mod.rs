//! Webhooks: a notice tells a source's endpoint that there is something to ask for (`connector-api.md`: "a knock on the
//! door"). Signed, and tried again, by the Standard Webhooks scheme (<https://www.standardwebhooks.com>).

mod address;
mod endpoint;
mod heard;
mod notice;
mod schedule;
mod secret;

pub use address::is_public;
pub use endpoint::{AllowedHosts, BadEndpoint, EndpointUrl, NoHost};
pub use heard::{Failure, Heard, Next, next};
pub use notice::{DeliveryState, EndpointState, Notice, NoticeKind};
pub use schedule::{GIVE_UP_AFTER, Jitter, LONGEST_PAUSE, pause, retry_after};
pub use secret::{BadSecret, MOST_SECRETS, OLD_SECRET_STAYS, Secret, signatures};
