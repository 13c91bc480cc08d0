//! Which addresses a call may go to: those of the open internet. Everything else is some machine of our own, and a call to it
//! would reach from inside what nobody outside can.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks of IPv4 that are not the open internet, with the length of their prefix (IANA's registry of special-purpose
/// addresses).
const NOT_PUBLIC_V4: [(Ipv4Addr, u32); 16] = [
    // "This network".
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Behind a provider's address translation.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Of one link; clouds answer at 169.254.169.254 with the keys of the machine.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    // Once relays from IPv6 to IPv4.
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // To many at once.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    // Reserved, and the broadcast address.
    (Ipv4Addr::new(240, 0, 0, 0), 4),
    // Public by its number, and yet one cloud's own: it answers machines there as 169.254.169.254 does elsewhere.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
];

/// The only part of IPv6 that is given out to the open internet, and what is special inside it.
const PUBLIC_V6: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
const NOT_PUBLIC_V6: [(Ipv6Addr, u32); 4] = [
    // Protocols' own, Teredo among them: it carries an IPv4 address in disguise.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    // 6to4 carries an IPv4 address in disguise too.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether an address belongs to the open internet.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !NOT_PUBLIC_V4.iter().any(|net| in_v4(v4, *net)),
        // An IPv4 address that is written as one of IPv6 lies outside the public part.
        IpAddr::V6(v6) => in_v6(v6, PUBLIC_V6) && !NOT_PUBLIC_V6.iter().any(|net| in_v6(v6, *net)),
    }
}

fn in_v4(address: Ipv4Addr, (network, prefix): (Ipv4Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= prefix
}

fn in_v6(address: Ipv6Addr, (network, prefix): (Ipv6Addr, u32)) -> bool {
    (address.to_bits() ^ network.to_bits()).leading_zeros() >= prefix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(address: &str) -> bool {
        is_public(address.parse().unwrap())
    }

    #[test]
    fn what_is_inside_is_not_public() {
        let inside = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
            169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1
            198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1
            255.255.255.255 168.63.129.16 :: ::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::a00:1
            100::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1 2001::1 2001:db8::1 2002:a00:1::
            2002:7f00:1:: 3fff::1 4000::1";
        for address in inside.split_whitespace() {
            assert!(!public(address), "{address} is not of the open internet");
        }
    }

    #[test]
    fn what_lies_right_beside_it_is() {
        let outside = "1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
            169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255
            198.20.0.0 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001::200e 2003::1";
        for address in outside.split_whitespace() {
            assert!(public(address), "{address} is of the open internet");
        }
    }
}
