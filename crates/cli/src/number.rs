//! Numbers on the command line.

/// Reads a whole number, with a power of ten if one likes: `100000000` or `1e8`.
///
/// # Errors
///
/// A sentence that says what was expected.
pub fn read_number(text: &str) -> Result<u64, String> {
    let (digits, zeros) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let number = || -> Option<u64> {
        // `parse` takes a plus sign, which nobody writes.
        let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let power = 10u64.checked_pow(zeros.parse().ok()?)?;
        (is_plain(digits) && is_plain(zeros))
            .then_some(digits.parse::<u64>().ok()?)?
            .checked_mul(power)
    };
    number().ok_or_else(|| {
        format!("expected a whole number like 100000000 or 1e8, at most {}", u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::read_number;

    #[test]
    fn numbers_are_read_with_and_without_a_power() {
        for (text, number) in
            [("0", 0), ("1e8", 100_000_000), ("25E3", 25_000), ("18446744073709551615", u64::MAX)]
        {
            assert_eq!(read_number(text), Ok(number), "{text}");
        }
        for text in ["", "e8", "1e", "-1", "+1", "1e+2", "1.5e3", "1e20", "18446744073709551616"] {
            assert!(read_number(text).is_err(), "{text} was read");
        }
    }
}
