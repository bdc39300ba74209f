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

/// Reads a number of bytes: `1000000`, `512M`, `2G`, where a K is 1024.
///
/// # Errors
///
/// A sentence that says what was expected.
pub fn read_size(text: &str) -> Result<u64, String> {
    let size = parse_size::Config::new().with_binary().parse_size(text);
    size.map_err(|error| format!("expected a size like 512M or 2G: {error}"))
}

/// Reads a shard, `1/4`: which one, and how many there are.
///
/// # Errors
///
/// A sentence that says what was expected.
pub fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let shard = || {
        let (which, of) = text.split_once('/')?;
        let (which, of) = (which.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&which).then_some((which, of))
    };
    shard().ok_or_else(|| "expected a shard like 1/4, the first of four".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{parse_shard, read_number, read_size};

    #[test]
    fn sizes_are_read_in_powers_of_1024() {
        for (text, bytes) in
            [("0", 0), ("1000", 1000), ("64M", 64 << 20), ("2G", 2 << 30), ("1.5 KiB", 1536)]
        {
            assert_eq!(read_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "G", "-1", "2X", "99999999999G"] {
            assert!(read_size(text).is_err(), "{text} was read");
        }
    }

    #[test]
    fn shares_are_some_of_all() {
        assert_eq!([parse_shard("1/1"), parse_shard("3/8")], [Ok((1, 1)), Ok((3, 8))]);
        for text in ["", "1", "/", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "a/b"] {
            assert!(parse_shard(text).is_err(), "{text} was read");
        }
    }

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
