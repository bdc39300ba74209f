//! Numbers on command lines.

/// Reads a whole number, with a power of ten if one likes: `100000000` or `1e8`.
///
/// # Errors
///
/// A sentence that says what was expected.
pub fn read_number(text: &str) -> Result<u64, String> {
    let (digits, zeros) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(digits) || !is_number(zeros) {
        return Err("expected a whole number like 100000000 or 1e8".to_owned());
    }
    let number = || {
        let power = 10u64.checked_pow(zeros.parse().ok()?)?;
        digits.parse::<u64>().ok()?.checked_mul(power)
    };
    number().ok_or_else(|| format!("the limit is {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::read_number;

    #[test]
    fn numbers_are_read_with_and_without_a_power() {
        let good = [
            ("0", 0),
            ("100000000", 100_000_000),
            ("1e8", 100_000_000),
            ("25E3", 25_000),
            ("7e0", 7),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, number) in good {
            assert_eq!(read_number(text), Ok(number), "{text}");
        }
        let bad =
            ["", "e", "e8", "1e", "-1", "+1", "1.5e3", "1e-1", "1e20", "1e999", "1 ", "1_000", "x"];
        for text in bad {
            assert!(read_number(text).is_err(), "{text} was read");
        }
        assert!(read_number("18446744073709551616").is_err());
    }
}
