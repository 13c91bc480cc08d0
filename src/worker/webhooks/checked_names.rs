//! Looks names up, and gives out only addresses that may be called. The connection goes to what was checked here, so a name
//! cannot stand for one address while it is checked and for another one when it is called.

use crate::domain::webhook::{AllowedHosts, is_public};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::lookup_host;
use tokio::sync::Semaphore;

/// So many names are looked up beside each other.
const AT_ONCE: usize = 64;

/// Why a name gives no address to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoAddress {
    #[error("the name stands for no address")]
    NoSuchHost,
    #[error("the name stands for an address that is not of the open internet")]
    NotAllowed,
}

/// The names that may be looked up.
#[derive(Debug)]
pub(super) struct CheckedNames {
    pub allowed: Arc<AllowedHosts>,
    /// For those who look up: it cannot be broken off, whoever waits for it.
    pub places: Arc<Semaphore>,
}

impl CheckedNames {
    pub fn new(allowed: Arc<AllowedHosts>) -> Self {
        let places = Arc::new(Semaphore::new(AT_ONCE));
        Self { allowed, places }
    }
}

impl Resolve for CheckedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let (allowed, places) = (Arc::clone(&self.allowed), Arc::clone(&self.places));
        Box::pin(async move {
            let found = look_up(places, name.as_str().to_owned()).await;
            let found = found.ok_or(NoAddress::NoSuchHost)?;
            let good = checked(&allowed, name.as_str(), found)?;
            Ok(Box::new(good.into_iter()) as Addrs)
        })
    }
}

/// The place is given back when the look-up ends, even if nobody waits for it any more.
async fn look_up(places: Arc<Semaphore>, name: String) -> Option<Vec<SocketAddr>> {
    let place = places.acquire_owned().await.ok()?;
    let found = tokio::spawn(async move {
        let found = lookup_host((name, 0)).await.ok()?.collect();
        drop(place);
        Some(found)
    });
    found.await.ok()?
}

fn checked(
    allowed: &AllowedHosts,
    name: &str,
    found: Vec<SocketAddr>,
) -> Result<Vec<SocketAddr>, NoAddress> {
    if found.is_empty() {
        return Err(NoAddress::NoSuchHost);
    }
    let may_be_called = |address: &SocketAddr| allowed.names(name) || is_public(address.ip());
    let good: Vec<_> = found.into_iter().filter(may_be_called).collect();
    if good.is_empty() {
        Err(NoAddress::NotAllowed)
    } else {
        Ok(good)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(addresses: &[&str]) -> Vec<SocketAddr> {
        let each = addresses
            .iter()
            .map(|a| SocketAddr::new(a.parse().unwrap(), 0));
        each.collect()
    }

    #[test]
    fn only_addresses_of_the_open_internet_are_given_out_unless_the_name_is_allowed() {
        let allowed = AllowedHosts::new(["erp.local".to_owned()]);
        let ask = |name, addresses: &[&str]| checked(&allowed, name, found(addresses));
        assert_eq!(ask("shop.example", &[]), Err(NoAddress::NoSuchHost));
        let inside = ["127.0.0.1", "::1", "10.0.0.1", "::ffff:169.254.169.254"];
        assert_eq!(ask("shop.example", &inside), Err(NoAddress::NotAllowed));
        let mixed = ["10.0.0.1", "1.1.1.1"];
        assert_eq!(ask("shop.example", &mixed), Ok(found(&["1.1.1.1"])));
        assert_eq!(ask("erp.local", &inside), Ok(found(&inside)));
    }
}
