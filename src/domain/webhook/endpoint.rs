//! Where a source wants to be told: an address that is safe to call.

use super::address::is_public;
use core::net::{IpAddr, Ipv6Addr};
use std::fmt;
use url::{Host, Url};

/// Hosts that may be called although they are not of the open internet, and without TLS: only those that the settings name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    /// The hosts of these names, each as [`AllowedHosts::name`] gives it.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().filter(|name| !name.is_empty()).collect())
    }

    /// The name or the address of a host as the one in a URL is compared with it. Nothing stays nothing, and names no host.
    ///
    /// # Errors
    /// [`NoHost`] if no URL could have such a host.
    pub fn name(text: &str) -> Result<String, NoHost> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(String::new());
        }
        if let Ok(v6) = text.parse::<Ipv6Addr>() {
            return Ok(v6.to_string());
        }
        if text.contains('*') {
            return Err(NoHost);
        }
        match Host::parse(text).map_err(|_| NoHost)? {
            Host::Domain(name) => Ok(name.trim_end_matches('.').to_owned()),
            Host::Ipv4(v4) => Ok(v4.to_string()),
            Host::Ipv6(v6) => Ok(v6.to_string()),
        }
    }

    /// Whether the settings name this host.
    pub fn names(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.');
        self.0.iter().any(|name| name == host)
    }
}

/// It is no host that a URL could have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is not the name or the address of a host, alone: without a port, a path or a *")]
pub struct NoHost;

/// An endpoint's address that may be called, as far as can be seen without asking for the address of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointUrl(Url);

/// Why an address is none that may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadEndpoint {
    #[error("it is no address of the form https://host/path")]
    NotAnAddress,
    #[error("it is longer than {} bytes", EndpointUrl::LONGEST)]
    TooLong,
    #[error(
        "a user name or a password in an address would be seen by many; the signature tells who calls"
    )]
    HasCredentials,
    /// Such parts often carry a key.
    #[error(
        "what follows a ? or a # in an address would be seen by many; the signature tells who calls"
    )]
    HasQuery,
    #[error("it must begin with https://, unless the settings allow its host by name")]
    NotHttps,
    #[error("it is not of the open internet, and the settings do not allow its host by name")]
    NotPublic,
}

impl EndpointUrl {
    /// In bytes.
    const LONGEST: usize = 2048;

    /// Reads an address. Names are looked up when it is called, and judged by what they stand for then.
    ///
    /// # Errors
    /// [`BadEndpoint`] with the first thing that stands against it.
    pub fn parse(text: &str, allowed: &AllowedHosts) -> Result<Self, BadEndpoint> {
        if text.len() > Self::LONGEST {
            return Err(BadEndpoint::TooLong);
        }
        let url = Url::parse(text.trim()).map_err(|_| BadEndpoint::NotAnAddress)?;
        if !matches!(url.scheme(), "https" | "http") {
            return Err(BadEndpoint::NotAnAddress);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadEndpoint::HasCredentials);
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(BadEndpoint::HasQuery);
        }
        let url = Self(url);
        url.check_host(allowed)?;
        Ok(url)
    }

    fn check_host(&self, allowed: &AllowedHosts) -> Result<(), BadEndpoint> {
        if allowed.names(&self.host()) {
            return Ok(());
        }
        let literal = match self.0.host().ok_or(BadEndpoint::NotAnAddress)? {
            Host::Domain(_) => None,
            Host::Ipv4(v4) => Some(IpAddr::V4(v4)),
            Host::Ipv6(v6) => Some(IpAddr::V6(v6)),
        };
        if literal.is_some_and(|address| !is_public(address)) {
            return Err(BadEndpoint::NotPublic);
        }
        if self.0.scheme() == "https" {
            Ok(())
        } else {
            Err(BadEndpoint::NotHttps)
        }
    }

    /// The name or the address of the host, without the brackets of an IPv6 address.
    fn host(&self) -> String {
        match self.0.host() {
            Some(Host::Domain(name)) => name.to_owned(),
            Some(Host::Ipv4(v4)) => v4.to_string(),
            Some(Host::Ipv6(v6)) => v6.to_string(),
            None => String::new(),
        }
    }

    /// The address as it is stored, shown and called.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, BadEndpoint> {
        let allowed = ["ERP.local.", "127.1", "[::1]", "bücher.local", ""];
        let allowed = allowed.map(|name| AllowedHosts::name(name).unwrap());
        let allowed = AllowedHosts::new(allowed);
        EndpointUrl::parse(text, &allowed).map(|url| url.to_string())
    }

    #[test]
    fn the_open_internet_is_called_by_https_alone() {
        let good = parse(" https://Shop.Example/hooks ").unwrap();
        assert_eq!(good, "https://shop.example/hooks");
        for seen in [
            "https://shop.example/?key=1",
            "https://shop.example/#key",
            "https://shop.example?",
        ] {
            assert_eq!(parse(seen), Err(BadEndpoint::HasQuery), "{seen}");
        }
        assert_eq!(parse("http://shop.example/"), Err(BadEndpoint::NotHttps));
        for bad in [
            "shop.example/hooks",
            "ftp://shop.example/",
            "https://",
            "",
            "https://a b/",
        ] {
            assert_eq!(parse(bad), Err(BadEndpoint::NotAnAddress), "{bad:?}");
        }
        let secret = "https://user:word@shop.example/";
        assert_eq!(parse(secret), Err(BadEndpoint::HasCredentials));
        let long = format!("https://shop.example/{}", "x".repeat(2048));
        assert_eq!(parse(&long), Err(BadEndpoint::TooLong));
    }

    #[test]
    fn addresses_of_our_own_are_refused_however_they_are_written() {
        let inside = [
            "https://10.0.0.1/",
            "https://127.1/",
            "https://0x7f.0.0.1/",
            "https://2130706434/",
            "https://0177.0.0.2/",
            "https://[fe80::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest/meta-data/",
            "http://192.168.0.1/",
            "https://0/",
        ];
        for address in inside {
            let refused = EndpointUrl::parse(address, &AllowedHosts::default());
            assert_eq!(refused, Err(BadEndpoint::NotPublic), "{address}");
        }
    }

    #[test]
    fn hosts_that_the_settings_name_are_called_as_they_are() {
        for good in [
            "http://erp.local:8080/hooks",
            "http://ERP.local./hooks",
            "http://127.0.0.1:1/",
            "http://[::1]:1/",
            "http://bücher.local/",
        ] {
            assert!(parse(good).is_ok(), "{good}");
        }
        for bad in [
            "erp.local:8080",
            "http://erp.local",
            "erp.local/x",
            "*.local",
            "a b",
            "1.2.3.4.5",
        ] {
            assert_eq!(AllowedHosts::name(bad), Err(NoHost), "{bad}");
        }
        assert_eq!(parse("http://x.erp.local/"), Err(BadEndpoint::NotHttps));
    }
}
