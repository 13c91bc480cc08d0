//! Names in addresses: percent-encoded, so that they can hold slashes and every other character.

use super::problem::{Problem, ProblemType};

/// The name that was encoded into one segment of an address.
///
/// # Errors
/// If it is no UTF-8 once it is decoded, or a percent sign does not begin an escape.
pub fn decode(segment: &str) -> Result<String, Problem> {
    let bytes = decoded_bytes(segment);
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or_else(|| {
            Problem::new(
                ProblemType::Malformed,
                "The name in the address is not percent-encoded UTF-8.",
            )
        })
}

/// The parameters of a call, in their order.
///
/// # Errors
/// If one is no percent-encoded UTF-8. It is never read as something like it: under another key nothing is known.
pub fn parameters(query: &str) -> Result<Vec<(String, String)>, Problem> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(parameter).collect()
}

fn parameter(pair: &str) -> Result<(String, String), Problem> {
    let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
    let read = |text: &str| {
        let bytes = decoded_bytes(&text.replace('+', " "))?;
        String::from_utf8(bytes).ok()
    };
    let wrong = |what: String| {
        let detail = format!("{what} is not percent-encoded UTF-8.");
        Problem::new(ProblemType::Malformed, detail)
    };
    let name = read(name).ok_or_else(|| wrong("The name of a parameter".to_owned()))?;
    let value = read(value).ok_or_else(|| wrong(name.clone()))?;
    Ok((name, value))
}

fn decoded_bytes(segment: &str) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(segment.len());
    let mut bytes = segment.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            decoded.push(hex(bytes.next()?)? << 4 | hex(bytes.next()?)?);
        } else {
            decoded.push(byte);
        }
    }
    Some(decoded)
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_decoded_once() {
        assert_eq!(decode("a%2Fb%252F%41").unwrap(), "a/b%2FA");
        assert_eq!(decode("a+b").unwrap(), "a+b");
        assert_eq!(decode("%D1%81").unwrap(), "с");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for wrong in ["%", "%4", "%zz", "%ff", "%+4"] {
            assert!(decode(wrong).is_err(), "{wrong}");
            assert!(parameters(&format!("k={wrong}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parameters_are_read_to_the_letter() {
        let read = parameters("operation_key=a%2Bb+c%26&hold=%D1%81&&wait").unwrap();
        let read: Vec<_> = read.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(
            read,
            [("operation_key", "a+b c&"), ("hold", "с"), ("wait", "")]
        );
    }
}
