//! Parsers of numbers on the command line.

/// Parses an integer, optionally with a power of ten: `100000000` or `1e8`.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_number(text: &str) -> Result<u64, String> {
    let (digits, zeros) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let number = || -> Option<u64> {
        // `parse` would accept a plus sign.
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

/// Parses a number of bytes: `1000000`, `512M`, `2G`. 1K is 1024 bytes.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let size = parse_size::Config::new().with_binary().parse_size(text);
    size.map_err(|error| format!("expected a size like 512M or 2G: {error}"))
}

/// Parses a shard such as `1/4`: its 1-based number and the number of shards.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let shard = || {
        let (number, count) = text.split_once('/')?;
        let (number, count) = (number.parse().ok()?, count.parse().ok()?);
        (1..=count).contains(&number).then_some((number, count))
    };
    shard().ok_or_else(|| "expected a shard like 1/4, the first of four".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{parse_number, parse_shard, parse_size};

    #[test]
    fn parse_size_units_are_powers_of_1024() {
        for (text, bytes) in
            [("0", 0), ("1000", 1000), ("64M", 64 << 20), ("2G", 2 << 30), ("1.5 KiB", 1536)]
        {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1", "2X", "99999999999G"] {
            assert!(parse_size(text).is_err(), "{text} was accepted");
        }
    }

    #[test]
    fn parse_shard_number_is_at_most_count() {
        assert_eq!([parse_shard("1/1"), parse_shard("3/8")], [Ok((1, 1)), Ok((3, 8))]);
        for text in ["", "1", "/", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "a/b"] {
            assert!(parse_shard(text).is_err(), "{text} was accepted");
        }
    }

    #[test]
    fn parse_number_accepts_power_of_ten() {
        for (text, number) in
            [("0", 0), ("1e8", 100_000_000), ("25E3", 25_000), ("18446744073709551615", u64::MAX)]
        {
            assert_eq!(parse_number(text), Ok(number), "{text}");
        }
        for text in ["", "e8", "1e", "-1", "+1", "1e+2", "1.5e3", "1e20", "18446744073709551616"] {
            assert!(parse_number(text).is_err(), "{text} was accepted");
        }
    }
}
