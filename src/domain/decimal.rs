//! Decimals by their exact value: `10.10` is `10.1`, 2^53 + 1 is itself, and nothing is ever rounded.

use std::fmt;

/// More padding zeros than this are not written out.
const MOST_ZEROS: u64 = 64;

/// A decimal number, reduced so that equal values are equal: `digits` × 10^`exponent`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// Never for zero.
    negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: String,
    /// Zero for zero.
    exponent: i64,
}

impl Decimal {
    /// Reads a number as JSON writes it. `None` if it is not one, or if its exponent does not fit 64 bits.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)),
            None => (unsigned, Some(0)),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if is_digits(fraction) => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        if !is_digits(whole) || (whole.len() > 1 && whole.starts_with('0')) {
            return None;
        }
        Self::reduce(
            negative,
            &format!("{whole}{fraction}"),
            fraction.len(),
            exponent,
        )
    }

    fn reduce(
        negative: bool,
        digits: &str,
        decimals: usize,
        exponent: Option<i64>,
    ) -> Option<Self> {
        let significant = digits.trim_start_matches('0');
        let reduced = significant.trim_end_matches('0');
        if reduced.is_empty() {
            return Some(Self {
                negative: false,
                digits: String::new(),
                exponent: 0,
            });
        }
        let trailing = i64::try_from(significant.len() - reduced.len()).ok()?;
        let decimals = i64::try_from(decimals).ok()?;
        Some(Self {
            negative,
            digits: reduced.to_owned(),
            exponent: exponent?.checked_add(trailing)?.checked_sub(decimals)?,
        })
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    is_digits(digits).then(|| text.parse().ok()).flatten()
}

/// Plain where that takes few zeros (`1840`, `0.07`), else with an exponent (`12e+300`).
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.digits.is_empty() {
            return f.write_str("0");
        }
        if self.negative {
            f.write_str("-")?;
        }
        let zeros = |count: u64| "0".repeat(usize::try_from(count).unwrap_or(0));
        let (digits, shift) = (&self.digits, self.exponent.unsigned_abs());
        let length = digits.len() as u64;
        match self.exponent {
            0.. if shift <= MOST_ZEROS => write!(f, "{digits}{}", zeros(shift)),
            ..0 if shift < length => {
                let whole = usize::try_from(length - shift).unwrap_or(digits.len());
                let (whole, fraction) = digits.split_at(whole);
                write!(f, "{whole}.{fraction}")
            }
            ..0 if shift - length <= MOST_ZEROS => write!(f, "0.{}{digits}", zeros(shift - length)),
            _ => write!(f, "{digits}e{:+}", self.exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn canonical(text: &str) -> String {
        Decimal::parse(text).expect("a number").to_string()
    }

    #[test]
    fn spellings_of_one_value_come_out_the_same() {
        let groups: [(&str, &[&str]); 8] = [
            ("10.1", &["10.1", "10.10", "1.01e1", "101E-1", "0.101e+2"]),
            ("1840", &["1840", "1840.0", "1.84e3", "184e1"]),
            ("0", &["0", "-0", "0.00", "-0e999999999999999999999"]),
            (
                "9007199254740993",
                &["9007199254740993", "9007199254740993.000"],
            ),
            ("-0.07", &["-0.07", "-7e-2"]),
            ("6.199999999999999", &["6.199999999999999"]),
            ("1e+1000000", &["1e1000000", "10e999999"]),
            ("25e-1000001", &["2.5e-1000000"]),
        ];
        for (expected, spellings) in groups {
            for spelling in spellings {
                assert_eq!(canonical(spelling), expected, "{spelling}");
            }
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in [
            "",
            "-",
            ".5",
            "5.",
            "01",
            "+1",
            "1,5",
            "1e",
            "1e+",
            "1.e2",
            "0x1",
            "1 ",
            "NaN",
            "1e99999999999999999999",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_written_form_is_the_same_value_again(
            text in "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,90})?([eE][+-]?[0-9]{1,3})?"
        ) {
            let once = Decimal::parse(&text);
            prop_assert!(once.is_some());
            let written = canonical(&text);
            prop_assert_eq!(Decimal::parse(&written), once);
            prop_assert_eq!(canonical(&written), written);
        }
    }
}
