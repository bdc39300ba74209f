//! Parsers of numbers on the command line.

use std::ops::Range;

use tabiya_explain::divide;

/// Parses an integer, optionally with separators of thousands or a power of ten: `100000000`,
/// `100,000,000` or `1e8`.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_number(text: &str) -> Result<u64, String> {
    let (digits, zeros) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let number = || -> Option<u64> {
        // `parse` would accept a plus sign.
        let is_plain = zeros.bytes().all(|byte| byte.is_ascii_digit());
        let power = 10u64.checked_pow(zeros.parse().ok().filter(|_| is_plain)?)?;
        u64::try_from(divide::parse_number(digits)?).ok()?.checked_mul(power)
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
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let power = match unit.trim_start().to_ascii_uppercase().as_str() {
        "" | "B" => Some(0),
        "K" | "KB" | "KIB" => Some(10),
        "M" | "MB" | "MIB" => Some(20),
        "G" | "GB" | "GIB" => Some(30),
        "T" | "TB" | "TIB" => Some(40),
        _ => None,
    };
    let size = || -> Option<u64> {
        let bytes = 1_u64 << power?;
        match number.parse::<u64>() {
            Ok(number) => number.checked_mul(bytes),
            Err(_) if number.contains('.') => {
                Some((number.parse::<f64>().ok()? * bytes as f64) as u64)
            }
            Err(_) => None,
        }
    };
    size().ok_or_else(|| "expected a size like 512M or 2G".to_owned())
}

/// Parses units such as `10..20`, of which the last is 19, or `10`, which is one unit.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_units(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| -> Option<u64> {
        // `parse` would accept a plus sign.
        if text.starts_with('+') { None } else { text.parse().ok() }
    };
    let units = || match text.split_once("..") {
        Some((first, end)) => Some(number(first)?..number(end)?),
        None => number(text).and_then(|unit| Some(unit..unit.checked_add(1)?)),
    };
    let units = units().filter(|units| !units.is_empty());
    units.ok_or_else(|| "expected units like 10..20, the last of which is 19".to_owned())
}
