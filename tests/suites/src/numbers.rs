//! Numbers on the command line.

/// Parses an integer, optionally with a power of ten: `100000000` or `1e8`.
///
/// # Errors
///
/// Returns a message with the expected form or the limit.
pub fn parse_number(text: &str) -> Result<u64, String> {
    let (digits, zeros) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(digits) || !is_number(zeros) {
        return Err("expected a whole number like 100000000 or 1e8".to_owned());
    }
    let number = || {
        let power = 10u64.checked_pow(zeros.parse().ok()?)?;
        digits.parse::<u64>().ok()?.checked_mul(power)
    };
    number().ok_or_else(|| format!("expected at most {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::parse_number;

    #[test]
    fn parse_number_accepts_digits_and_decimal_exponent_only() {
        let valid = [
            ("0", 0),
            ("100000000", 100_000_000),
            ("1e8", 100_000_000),
            ("25E3", 25_000),
            ("7e0", 7),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, number) in valid {
            assert_eq!(parse_number(text), Ok(number), "{text}");
        }
        let invalid =
            ["", "e", "e8", "1e", "-1", "+1", "1.5e3", "1e-1", "1e20", "1e999", "1 ", "1_000", "x"];
        for text in invalid {
            assert!(parse_number(text).is_err(), "{text} was accepted");
        }
        assert!(parse_number("18446744073709551616").is_err());
    }
}
