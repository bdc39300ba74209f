//! A root move in an output's notation.

use alloc::string::String;

use tabiya::san::{self, SanError};
use tabiya::uci::{self, UciError};
use tabiya::{IllegalMove, Position, Square};

/// The length in bytes up to which a text is a move.
const MAX_LEN: usize = 14;

/// A root move in an output's notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move: in lower case if it consists of two squares, otherwise SAN as it was written.
    pub text: String,
    has_squares: bool,
}

impl RootMove {
    /// Parses the longest move at the start of a text, after which the text must satisfy a
    /// condition. Returns the length, too.
    pub fn parse_prefix(text: &str, is_end: impl Fn(&str) -> bool) -> Option<(Self, usize)> {
        let is_separator = |byte: u8| b" \t,;|\"".contains(&byte);
        let len = text.bytes().take(MAX_LEN).take_while(|&byte| !is_separator(byte)).count();
        // `1e4` is a number.
        let len = if text.starts_with(|c| matches!(c, '1'..='9')) { 0 } else { len };
        let ends = (2..=len).rev().filter(|&end| text.is_char_boundary(end));
        // Some programs write a slash between the squares and the promotion piece.
        let ends = ends.filter(|&end| is_end(&text[end..]) || text[end..].starts_with('/'));
        let is_trimmed = |end: usize| !text[..end].ends_with(['-', '=', '/', '(', ':']);
        ends.filter(|&end| is_trimmed(end)).find_map(|end| Some((Self::parse(&text[..end])?, end)))
    }

    fn parse(text: &str) -> Option<Self> {
        if let Some(text) = squares_move(text) {
            return Some(Self { text, has_squares: true });
        }
        // The position is irrelevant: only the text's form is tested.
        match san::parse(&Position::START, text) {
            Err(SanError::Malformed(_) | SanError::NullMove) => None,
            _ => Some(Self { text: text.into(), has_squares: false }),
        }
    }

    /// Tests whether two texts may be notations for one move, as in `Nf3 (g1f3)`.
    pub fn is_other_notation_of(&self, other: &Self) -> bool {
        self.has_squares != other.has_squares
            && match (self.destination(), other.destination()) {
                (Some(to), Some(other)) => to == other,
                _ => true,
            }
    }

    /// Returns the destination square in ASCII, or `None` for castling.
    fn destination(&self) -> Option<[u8; 2]> {
        let mut pairs = self.text.as_bytes().windows(2).rev();
        pairs.find_map(|pair| is_square(pair).then(|| [pair[0], pair[1]]))
    }

    /// Returns the move between two squares that were written one by one, as in `e2 e4`.
    pub fn join(&self, to: &Self) -> Option<Self> {
        let is_square = self.text.len() == 2 && to.text.len() == 2;
        is_square.then(|| Self { text: self.text.clone() + &to.text, has_squares: true })
    }

    /// Adds a promotion piece that was written as a separate word. Returns `false` if there is
    /// none.
    pub fn add_promotion(&mut self, word: &str) -> bool {
        let is_promotion = self.has_squares
            && matches!(self.text.as_bytes(), [_, b'7', _, b'8'] | [_, b'2', _, b'1']);
        let piece = word.trim_matches('"').to_ascii_lowercase();
        if !is_promotion || !matches!(&*piece, "q" | "r" | "b" | "n") {
            return false;
        }
        self.text += &piece;
        true
    }
}

fn is_square(bytes: &[u8]) -> bool {
    matches!(bytes, [b'a'..=b'h', b'1'..=b'8'])
}

/// Returns a move that consists of two squares in lower case: `e7e8q` for `e7-e8=Q`, `E7E8Q` or
/// `e7xe8(q)+`.
fn squares_move(text: &str) -> Option<String> {
    if !text.is_ascii() {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let lower = lower.trim_end_matches(['+', '#', '!', '?']);
    let lower = lower.strip_suffix("e.p.").or(lower.strip_suffix("ep")).unwrap_or(lower);
    let is_sign = |c: char| matches!(c, '-' | 'x' | ':' | '=' | '/' | '(' | ')');
    let plain: String = lower.chars().filter(|&c| !is_sign(c)).collect();
    let (squares, promotion) = plain.as_bytes().split_at_checked(4)?;
    let is_move = is_square(&squares[..2])
        && is_square(&squares[2..])
        && matches!(promotion, [] | [b'q' | b'r' | b'b' | b'n']);
    is_move.then_some(plain)
}

/// Returns a promotion's squares without its piece, such as `g2g1` and `g1`. The text may be
/// illegal for no other reason.
pub fn promotion_without_piece(position: &Position, text: &str) -> Option<(Square, Square)> {
    match uci::parse(position, text) {
        Err(UciError::Illegal { from, to, reason: IllegalMove::MissingPromotion(_) }) => {
            Some((from, to))
        }
        Err(UciError::Malformed(_)) => match san::parse(position, text) {
            Err(SanError::Illegal { mv, reason: IllegalMove::MissingPromotion(_) }) => {
                Some((mv.from(), mv.to()))
            }
            _ => None,
        },
        _ => None,
    }
}
