//! Numbers with separators between three-digit groups.

use alloc::string::String;
use core::error::Error;
use core::fmt;

/// The characters that separate three-digit groups, in the CLDR and in programming languages.
const GROUP_SEPARATORS: [char; 11] =
    [' ', ',', '.', '_', '\'', '’', '\u{a0}', '\u{2007}', '\u{2008}', '\u{2009}', '\u{202f}'];

/// The characters that separate three-digit groups in a line, in which a blank separates columns.
/// The first is the comma.
pub(super) const LINE_SEPARATORS: &[char] = GROUP_SEPARATORS.split_at(1).1;

/// The error for a text that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum NumberError {
    /// The error for a text with other characters than digits and separators.
    Malformed,
    /// The separators differ, or are not between three-digit groups.
    Grouping,
    /// The error for a number with more than 128 bits.
    Overflow,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not a whole number; expected digits like 1234567",
            Self::Grouping => "wrong groups of digits; expected groups of three like 1,234,567",
            Self::Overflow => "too large; expected at most 128 bits",
        })
    }
}

impl Error for NumberError {}

/// Parses a number, optionally with the same separator between all three-digit groups.
///
/// # Errors
///
/// Returns a [`NumberError`] if the text is not a number, is wrongly grouped, or has more than 128 bits.
///
/// ```
/// use tabiya_explain::divide::{NumberError, parse_number};
///
/// assert_eq!(parse_number("4865609"), Ok(4_865_609));
/// assert_eq!(parse_number("4,865,609"), parse_number("4\u{202f}865\u{202f}609"));
/// assert_eq!(parse_number("4,86"), Err(NumberError::Grouping));
/// assert_eq!(parse_number("-4"), Err(NumberError::Malformed));
/// ```
pub fn parse_number(text: &str) -> Result<u128, NumberError> {
    let is_number = |c: char| c.is_ascii_digit() || GROUP_SEPARATORS.contains(&c);
    let has_ends = text.starts_with(is_ascii_digit) && text.ends_with(is_ascii_digit);
    if !has_ends || !text.chars().all(is_number) {
        return Err(NumberError::Malformed);
    }
    if number_len(text, &GROUP_SEPARATORS) < text.len() {
        return Err(NumberError::Grouping);
    }
    // The longest 128-bit number has 39 digits, which leading zeros may precede.
    let digits = text.trim_start_matches('0').chars().filter(char::is_ascii_digit).take(40);
    let digits: String = digits.collect();
    if digits.is_empty() { Ok(0) } else { digits.parse().map_err(|_| NumberError::Overflow) }
}

/// Returns how long the number at the start of a text is: digits, or three-digit groups with a
/// separator between them. The result is 0 if the text does not start with a digit.
pub(super) fn number_len(text: &str, separators: &[char]) -> usize {
    let first_len = digit_count(text);
    let separator = text[first_len..].chars().next().filter(|c| separators.contains(c));
    let Some(separator) = separator.filter(|_| first_len <= 3 && !text.starts_with('0')) else {
        return first_len;
    };
    let mut len = first_len;
    while let Some(group) = text[len..].strip_prefix(separator) {
        if digit_count(group) != 3 {
            break;
        }
        len += separator.len_utf8() + 3;
    }
    len
}

/// Returns how many ASCII digits a text starts with.
pub(super) fn digit_count(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn is_ascii_digit(c: char) -> bool {
    c.is_ascii_digit()
}
