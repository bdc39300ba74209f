//! Parsers for numbers on the command line.

use std::ops::Range;

use tabiya_explain::divide::{self, NumberError};

/// Parses an integer, optionally with separators between three-digit groups or with a power of ten:
/// `100000000`, `100,000,000` or `1e8`.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_number(text: &str) -> Result<u64, String> {
    let expected =
        || format!("expected a whole number like 100000000 or 1e8, at most {}", u64::MAX);
    let (digits, zeros) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    // A point or comma before a power of ten is rather a decimal sign: 1.234e6 has two meanings.
    let is_decimal = digits.len() < text.len() && digits.contains(['.', ',']);
    let number = || -> Option<u64> {
        // `parse` would accept a plus sign.
        let is_plain = zeros.bytes().all(|byte| byte.is_ascii_digit()) && !is_decimal;
        let power = 10u64.checked_pow(zeros.parse().ok().filter(|_| is_plain)?)?;
        parse_digits(digits).ok()?.checked_mul(power)
    };
    match parse_digits(digits) {
        Err(error @ NumberError::Grouping) if digits.len() == text.len() => Err(error.to_string()),
        _ => number().ok_or_else(expected),
    }
}

/// Parses an integer, optionally with separators between three-digit groups.
fn parse_digits(text: &str) -> Result<u64, NumberError> {
    u64::try_from(divide::parse_number(text)?).map_err(|_| NumberError::Overflow)
}

/// Parses a size in bytes: `1000000`, `1,000,000`, `512M`, `1.5G`. 1K is 1024 bytes.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let end = text.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1);
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
        // In a size, a point is the decimal sign, not a separator.
        let is_decimal = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if is_decimal && number.contains('.') {
            return Some((number.parse::<f64>().ok()? * bytes as f64) as u64);
        }
        parse_digits(number).ok()?.checked_mul(bytes)
    };
    size().ok_or_else(|| "expected a size like 512M or 2G".to_owned())
}

/// Parses units such as `10..20`, where the last is 19, or `10`, which is one unit.
///
/// # Errors
///
/// Returns a message with the expected form.
pub fn parse_units(text: &str) -> Result<Range<u64>, String> {
    let units = || match text.split_once("..") {
        Some((first, end)) => Some(parse_digits(first).ok()?..parse_digits(end).ok()?),
        None => parse_digits(text).ok().and_then(|unit| Some(unit..unit.checked_add(1)?)),
    };
    let units = units().filter(|units| !units.is_empty());
    units.ok_or_else(|| "expected units like 10..20, the last of which is 19".to_owned())
}
