//! [`parse_bitboard`], which recognizes a text's form.

use tabiya::Bitboard;

use super::board;
use super::error::BitboardError;
use super::form::Form;
use super::layout::Layout;
use super::number::parse_number;
use super::squares;

/// The set that a text stands for, and the text's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ParsedBitboard {
    /// The set.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialize::bits"))]
    pub set: Bitboard,
    /// The text's form.
    pub form: Form,
}

/// The maximum length of a text in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// Parses a bitboard as programs print it and people paste it. The layout matters for numbers only.
///
/// - Numbers: `0x81`, `129`, `-1`, `0b1000_0001`. They may have separators (`_`, `'`), suffixes (`ULL`,
///   `UL`, `L`, `n`, `u64` and others), a call around them (`UINT64_C(0x81)`), and `;` or `,` at the end.
/// - Digits without a prefix are decimal. There are two exceptions: 64 digits 0 and 1 are binary, and 16
///   hexadecimal digits with a letter among them are hexadecimal.
/// - Boards with eight rows, the eighth rank at the top. If there are labels, the ranks can also
///   begin with rank 1, and the files with h. The characters `.`, `0`, `-`, `_` and `·` are empty
///   squares, and `1`, `X`, `x`, `#`, `*`, `o` and pieces are squares in the set. Frames, labels
///   and lines with a colon are ignored.
/// - Square lists: `a1 c3` or `{a1, c3}`.
///
/// ```
/// use tabiya::Square;
/// use tabiya_explain::bitboards::{Form, Layout, parse_bitboard};
///
/// let stockfish = "
///     +---+---+---+---+---+---+---+---+
///     |   |   |   |   |   |   |   |   | 8
///     +---+---+---+---+---+---+---+---+
///     |   |   |   |   |   |   |   |   | 7
///     +---+---+---+---+---+---+---+---+
///     |   |   |   |   |   |   |   |   | 6
///     +---+---+---+---+---+---+---+---+
///     |   |   |   |   |   |   |   |   | 5
///     +---+---+---+---+---+---+---+---+
///     |   |   |   | X |   |   |   |   | 4
///     +---+---+---+---+---+---+---+---+
///     |   |   |   |   |   |   |   |   | 3
///     +---+---+---+---+---+---+---+---+
///     |   |   |   |   |   |   |   |   | 2
///     +---+---+---+---+---+---+---+---+
///     | X |   |   |   |   |   |   |   | 1
///     +---+---+---+---+---+---+---+---+
///       a   b   c   d   e   f   g   h
/// ";
/// let parsed = parse_bitboard(stockfish, Layout::LERF)?;
/// assert_eq!(parsed.set, Square::A1.bitboard() | Square::D4.bitboard());
/// assert_eq!(parsed.form, Form::Board);
/// # Ok::<(), tabiya_explain::bitboards::BitboardError>(())
/// ```
///
/// # Errors
///
/// Returns an error for any other text, for numbers with more than 64 bits, and for texts longer
/// than 64 KiB.
pub fn parse_bitboard(text: &str, layout: Layout) -> Result<ParsedBitboard, BitboardError> {
    if text.len() > MAX_LENGTH {
        return Err(BitboardError::new(0, text, "at most 64 KiB"));
    }
    let (inner, start) = strip_call(text);
    if inner.is_empty() {
        return Err(BitboardError::new(text.len(), "", board::EXPECTED_ANY));
    }
    let set_of_bits = |(bits, form)| (layout.to_set(bits), form);
    let (set, form) = if let Some(bare) = parse_bare(inner) {
        set_of_bits(bare)
    } else if is_number(inner) {
        set_of_bits(parse_number(inner, start)?)
    } else if squares::is_list(inner) {
        (squares::parse_squares(inner, start)?, Form::Squares)
    } else {
        (board::parse_board(text)?, Form::Board)
    };
    Ok(ParsedBitboard { set, form })
}

/// Removes spaces, a final `;` or `,`, and a call or parentheses around a number. Returns the rest and
/// its index.
fn strip_call(text: &str) -> (&str, usize) {
    let inner = text.trim_start();
    let start = text.len() - inner.len();
    let inner = inner.trim_end().trim_end_matches([';', ',']).trim_end();
    let name = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(0);
    match inner[name..].strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(argument) => {
            let number = argument.trim_start();
            (number.trim_end(), start + name + 1 + argument.len() - number.len())
        }
        None => (inner, start),
    }
}

/// Reads 64 binary digits, or 16 hexadecimal digits with a letter, without a prefix, as a number.
fn parse_bare(text: &str) -> Option<(u64, Form)> {
    let is_binary = text.len() == 64;
    if is_binary || text.len() == 16 && text.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        let (radix, form) = if is_binary { (2, Form::Binary) } else { (16, Form::Hexadecimal) };
        let is_unsigned = !text.starts_with(['+', '-']);
        return u64::from_str_radix(text, radix)
            .ok()
            .filter(|_| is_unsigned)
            .map(|bits| (bits, form));
    }
    None
}

/// Tests whether a text is a number rather than a board: one word that begins with a digit.
fn is_number(text: &str) -> bool {
    let unsigned = match text.strip_prefix(['+', '-']) {
        Some(rest) => rest.trim_start(),
        None => text,
    };
    let is_one_word = !unsigned.contains(char::is_whitespace);
    is_one_word && unsigned.starts_with(|c: char| c.is_ascii_digit())
}
