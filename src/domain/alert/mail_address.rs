//! To whom a mail goes: an address that can stand in a header and in a command to a mail server as it is.

use std::fmt;

/// The plain form of an address, `name@host`, in ASCII: no quotes, no comments, nothing that a header could take for its end.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MailAddress(String);

/// A text that is no address of that form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is no mail address of the form name@host")]
pub struct BadMailAddress;

impl MailAddress {
    /// RFC 5321, 4.5.3.1: in bytes.
    const LONGEST_NAME: usize = 64;
    const LONGEST_HOST: usize = 255;

    /// Reads an address.
    ///
    /// # Errors
    /// [`BadMailAddress`] if it is not of the plain form.
    pub fn parse(text: &str) -> Result<Self, BadMailAddress> {
        let (name, host) = text.split_once('@').ok_or(BadMailAddress)?;
        let good = is_name(name) && is_host(host);
        good.then(|| Self(text.to_owned())).ok_or(BadMailAddress)
    }

    /// The address as it was given.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands behind the @.
    pub fn host(&self) -> &str {
        self.0.split_once('@').map_or("", |(_, host)| host)
    }
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A dot-atom of RFC 5322.
fn is_name(name: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c);
    let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(is_sign);
    name.len() <= MailAddress::LONGEST_NAME && name.split('.').all(is_atom)
}

fn is_host(host: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_label = |label: &str| {
        let at_ends = label.starts_with('-') || label.ends_with('-');
        (1..=63).contains(&label.len()) && label.chars().all(is_sign) && !at_ends
    };
    host.len() <= MailAddress::LONGEST_HOST && host.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_could_end_a_header_is_none() {
        for good in ["ops@example.com", "a.b+alerts@mail.example", "x@localhost"] {
            assert_eq!(MailAddress::parse(good).unwrap().as_str(), good);
        }
        let long = format!("{}@example.com", "x".repeat(65));
        let bad = [
            "",
            "ops",
            "@example.com",
            "ops@",
            "ops@@example.com",
            "ops@example..com",
            "ops@-example.com",
            ".ops@example.com",
            "ops @example.com",
            "Ops <ops@example.com>",
            "ops@example.com\r\nBcc: x@example.com",
            "ops@example.com,x@example.com",
            "\"ops\"@example.com",
            "склад@example.com",
            &long,
        ];
        for bad in bad {
            assert_eq!(MailAddress::parse(bad), Err(BadMailAddress), "{bad:?}");
        }
    }
}
