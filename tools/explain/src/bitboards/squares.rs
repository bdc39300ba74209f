//! Square lists.

use tabiya::{Bitboard, Square};

use super::error::BitboardError;

/// Tests whether a character separates squares.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';' | '|')
}

/// Returns the square that a text names, in upper or lower case.
pub fn parse_square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file, rank] => Square::from_ascii([file.to_ascii_lowercase(), rank]),
        _ => None,
    }
}

/// Tests whether a text begins with a square or with a brace.
pub fn is_list(text: &str) -> bool {
    let inner = text.trim_start_matches(['{', '[']).trim_start();
    let first = inner.split(|c| is_separator(c) || matches!(c, '}' | ']')).next();
    inner.len() < text.len() || first.and_then(parse_square).is_some()
}

/// Returns the set that a square list names, with or without braces. `start` is the text's index.
///
/// # Errors
///
/// Returns an error for any other text between the separators.
pub fn parse_squares(text: &str, start: usize) -> Result<Bitboard, BitboardError> {
    let close = match text.as_bytes().first() {
        Some(b'{') => Some('}'),
        Some(b'[') => Some(']'),
        _ => None,
    };
    let open = usize::from(close.is_some());
    let inner = match close {
        Some(close) => text[open..].strip_suffix(close).ok_or_else(|| {
            let expected = if close == '}' { "`}` at the end" } else { "`]` at the end" };
            BitboardError::new(start + text.len(), "", expected)
        })?,
        None => text,
    };
    let mut set = Bitboard::EMPTY;
    let mut at = start + open;
    for part in inner.split(is_separator) {
        if !part.is_empty() {
            let square = parse_square(part);
            set.insert(square.ok_or_else(|| BitboardError::new(at, part, "squares like a1 c3"))?);
        }
        at += part.len();
        // The separator follows.
        at += text[at - start..].chars().next().map_or(0, char::len_utf8);
    }
    Ok(set)
}
