//! 64-bit numbers as programs and databases print them.

use super::error::BitboardError;
use super::form::Form;

/// The suffixes that literals can have, in lower case.
const SUFFIXES: [&str; 12] =
    ["", "u", "l", "n", "ul", "lu", "ll", "ull", "llu", "u64", "i64", "uz"];

/// Returns the number in a text without space around it, and its form. `start` is the text's index.
///
/// # Errors
///
/// Returns an error if there is other text, or if the number exceeds 64 bits.
pub fn parse_number(text: &str, start: usize) -> Result<(u64, Form), BitboardError> {
    let (is_negative, unsigned) = match text.as_bytes().first() {
        Some(b'-') => (true, text[1..].trim_start()),
        Some(b'+') => (false, text[1..].trim_start()),
        _ => (false, text),
    };
    let form = match unsigned.as_bytes() {
        [b'0', b'x' | b'X', ..] => Form::Hexadecimal,
        [b'0', b'b' | b'B', ..] => Form::Binary,
        _ => Form::Decimal,
    };
    let digits = if form == Form::Decimal { unsigned } else { &unsigned[2..] };
    let bits = parse_digits(digits, form, text.len() - digits.len() + start)
        .map_err(|error| error.in_text(text, start))?;
    match is_negative {
        false => Ok((bits, form)),
        // The numbers that a signed integer can hold.
        true if bits <= 1 << 63 => Ok((bits.wrapping_neg(), form)),
        true => Err(BitboardError::new(start, text, "at least -2^63, or no sign")),
    }
}

/// The error from parsing digits.
enum DigitError<'a> {
    /// The text at an index is not a digit, separator or suffix.
    Other(usize, &'a str, &'static str),
    /// The number exceeds 64 bits.
    TooLarge,
}

impl DigitError<'_> {
    fn in_text(self, text: &str, start: usize) -> BitboardError {
        match self {
            Self::Other(at, found, expected) => BitboardError::new(at, found, expected),
            Self::TooLarge => BitboardError::new(start, text, "at most 64 bits"),
        }
    }
}

/// Reads digits with separators and a suffix as a number. `start` is the digits' index.
fn parse_digits(text: &str, form: Form, start: usize) -> Result<u64, DigitError<'_>> {
    let (radix, expected) = match form {
        Form::Hexadecimal => (16, "hexadecimal digits"),
        Form::Binary => (2, "binary digits"),
        _ => (10, "decimal digits"),
    };
    let mut bits = 0_u64;
    let mut has_digit = false;
    for (index, character) in text.char_indices() {
        if let Some(digit) = character.to_digit(radix) {
            let shifted = bits.checked_mul(radix.into());
            let next = shifted.and_then(|bits| bits.checked_add(digit.into()));
            bits = next.ok_or(DigitError::TooLarge)?;
            has_digit = true;
        } else if !(has_digit && matches!(character, '_' | '\'')) {
            let rest = &text[index..];
            if has_digit && SUFFIXES.iter().any(|suffix| suffix.eq_ignore_ascii_case(rest)) {
                return Ok(bits);
            }
            return Err(DigitError::Other(start + index, rest, expected));
        }
    }
    if has_digit { Ok(bits) } else { Err(DigitError::Other(start + text.len(), "", expected)) }
}
