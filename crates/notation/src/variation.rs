//! Variations: moves played in sequence, such as `1. e4 e5 2. Nf3`.
//!
//! [`read`] parses a variation, [`display`] writes one. A variation is the movetext of a PGN game
//! without PGN's additions: comments, numeric annotation glyphs such as `$1` and variations in
//! parentheses are rejected.

use core::error::Error;
use core::fmt::{self, Write};
use core::iter::FusedIterator;
use core::ops::Range;

use tabiya_core::{Color, Move, MoveKind};
use tabiya_movegen::{BoardKey, GenericBoard, InputExcerpt, Position};

use crate::san::{self, SanError};
use crate::uci::{self, CastlingNotation, UciError, UciMove};

/// Parses a variation from a position on, lazily.
///
/// Tokens are separated by white space:
///
/// - A move, in SAN or in UCI notation. A move number may precede it in the same token: `12.e4`,
///   `12...Nf6`, `12…Nf6`. Null moves are errors.
/// - A move number, with or without dots. Numbers are not compared with the position's.
/// - `e.p.` after an en passant capture.
/// - A result at the end: `1-0`, `0-1`, `1/2-1/2` or `*`.
///
/// The text may have any length. The iterator borrows the text and parses each token once. White
/// space is Unicode's; bytes that are not UTF-8 belong to a token.
///
/// ```
/// use tabiya::{Position, variation};
///
/// let mut moves = variation::read(&Position::START, "1. e4 d6 2.d4 g8f6 3.Nc3 *");
/// assert_eq!(moves.by_ref().filter_map(Result::ok).count(), 5);
/// assert_eq!(
///     moves.position().to_string(),
///     "rnbqkb1r/ppp1pppp/3p1n2/8/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 2 3",
/// );
/// ```
#[inline]
pub fn read<'a, K: BoardKey>(
    board: &GenericBoard<K>,
    text: &'a (impl AsRef<[u8]> + ?Sized),
) -> Moves<'a> {
    Moves::new(board.position(), text.as_ref())
}

/// An iterator over a variation's moves, returned by [`read`].
///
/// It ends with the text or after the first error.
///
/// ```
/// use tabiya::{Move, Position, Square, variation};
///
/// let mut moves = variation::read(&Position::START, "1. d4 d5 2. Qd4 Nf6");
/// assert_eq!(moves.next(), Some(Ok(Move::new(Square::D2, Square::D4))));
/// assert_eq!(moves.next(), Some(Ok(Move::new(Square::D7, Square::D5))));
/// assert!(matches!(moves.next(), Some(Err(error)) if error.word == (12..15)));
/// assert_eq!(moves.next(), None);
/// ```
#[derive(Clone)]
#[must_use = "moves are parsed as the iterator advances"]
pub struct Moves<'a> {
    position: Position,
    text: &'a [u8],
    remaining_text: &'a [u8],
    ply: usize,
    /// `true` if the last move is an en passant capture, which the annotation `e.p.` may still
    /// follow.
    is_ep_annotation_allowed: bool,
    /// `true` if the game result has been read.
    has_result: bool,
}

impl<'a> Moves<'a> {
    #[inline]
    const fn new(position: Position, text: &'a [u8]) -> Self {
        Self {
            position,
            text,
            remaining_text: text,
            ply: 0,
            is_ep_annotation_allowed: false,
            has_result: false,
        }
    }

    /// Returns the position after the moves read so far.
    ///
    /// After the iterator has ended without an error, this is the variation's final position.
    ///
    /// ```
    /// use tabiya::{Position, variation};
    ///
    /// let mut moves = variation::read(&Position::START, "f3 e5 g4 Qh4#");
    /// moves.by_ref().try_for_each(|mv| mv.map(drop))?;
    /// assert!(moves.position().is_checkmate());
    /// # Ok::<(), variation::VariationError>(())
    /// ```
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    fn next_token(&mut self) -> Option<&'a [u8]> {
        let mut text = self.remaining_text;
        while let Some(rest) = strip_white_space(text) {
            text = rest;
        }
        let is_end = |&index: &usize| strip_white_space(&text[index..]).is_some();
        let end = (0..text.len()).find(is_end).unwrap_or(text.len());
        let (token, rest) = text.split_at(end);
        self.remaining_text = rest;
        (!token.is_empty()).then_some(token)
    }

    /// Parses a token as a move and makes the move. An error ends the iterator.
    #[inline]
    fn play_token(&mut self, token: &[u8]) -> Result<Move, VariationError> {
        let end = self.text.len() - self.remaining_text.len();
        let mv = self.parse_move(token).map_err(|fault| {
            self.remaining_text = b"";
            let found = InputExcerpt::new(token);
            VariationError { ply: self.ply, word: end - token.len()..end, found, fault }
        })?;
        self.position.make_move(mv);
        self.ply += 1;
        self.is_ep_annotation_allowed = mv.kind() == MoveKind::EnPassant;
        Ok(mv)
    }

    #[inline]
    fn parse_move(&self, token: &[u8]) -> Result<Move, VariationErrorKind> {
        if self.has_result {
            return Err(VariationErrorKind::AfterResult);
        }
        match UciMove::from_ascii(token) {
            Some(uci_move) => uci_move.resolve(&self.position).map_err(VariationErrorKind::Uci),
            None if token == b"0000" => Err(VariationErrorKind::Uci(UciError::NullMove)),
            None => san::parse(&self.position, token).map_err(|error| classify_error(token, error)),
        }
    }
}

impl Iterator for Moves<'_> {
    type Item = Result<Move, VariationError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let token = self.next_token()?;
            match if self.has_result { token } else { strip_move_number(token) } {
                b"" => {}
                token if self.is_ep_annotation_allowed && san::is_ep_annotation(token) => {
                    self.is_ep_annotation_allowed = false;
                }
                b"1-0" | b"0-1" | b"1/2-1/2" | b"*" if !self.has_result => {
                    self.has_result = true;
                    self.is_ep_annotation_allowed = false;
                }
                token => return Some(self.play_token(token)),
            }
        }
    }
}

impl FusedIterator for Moves<'_> {}

/// Formats the variation's remaining bytes as text.
impl fmt::Debug for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moves")
            .field("position", &self.position)
            .field("ply", &self.ply)
            .field("rest", &format_args!("\"{}\"", self.remaining_text.escape_ascii()))
            .finish_non_exhaustive()
    }
}

/// Strips one Unicode white space character from the start of a text; `None` if the text starts
/// with another character.
///
/// In valid UTF-8, no pattern matches in the middle of a character, because no pattern's first byte
/// is a continuation byte.
#[inline]
const fn strip_white_space(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'\t'..=b'\r' | b' ', rest @ ..]
        | [0xC2, 0x85 | 0xA0, rest @ ..]
        | [0xE1, 0x9A, 0x80, rest @ ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, rest @ ..]
        | [0xE2, 0x81, 0x9F, rest @ ..]
        | [0xE3, 0x80, 0x80, rest @ ..] => Some(rest),
        _ => None,
    }
}

/// Returns the error for a token that is not a move: it starts a PGN element or is invalid SAN.
#[cold]
fn classify_error(token: &[u8], error: SanError) -> VariationErrorKind {
    let byte = token.iter().find(|byte| b"${}();[".contains(byte));
    match (byte, error) {
        (Some(&byte), SanError::Malformed(_)) => VariationErrorKind::Pgn(char::from(byte)),
        _ => VariationErrorKind::San(error),
    }
}

/// Strips a move number from the start of a token.
#[inline]
fn strip_move_number(token: &[u8]) -> &[u8] {
    let mut after_digits = token;
    while let [b'0'..=b'9', rest @ ..] = after_digits {
        after_digits = rest;
    }
    let mut after_dots = after_digits;
    // A dot, or Unicode's ellipsis in UTF-8.
    while let [b'.', rest @ ..] | [0xE2, 0x80, 0xA6, rest @ ..] = after_dots {
        after_dots = rest;
    }
    // A move number is alone or before dots, unlike the digit in `1-0` and `0-0`. The null move
    // `0000` is not a number either.
    let is_number = after_digits.is_empty() || after_dots.len() < after_digits.len();
    if is_number && token != b"0000" { after_dots } else { token }
}

/// An error from [`read`], with its location.
///
/// The [source](Error::source) is the reason why the token is no legal move, if it has a move's form.
///
/// ```
/// use core::error::Error;
/// use tabiya::{Position, variation};
///
/// let mut moves = variation::read(&Position::START, "1. e2e4 e7e4");
/// let error = moves.find_map(Result::err).expect("e7e4 is illegal");
/// assert_eq!((error.ply, error.word.clone()), (1, 8..12));
/// assert_eq!(error.to_string(), "ply 1, byte 8: \"e7e4\" is not a legal move");
/// let reason = error.source().expect("an illegal move has a reason");
/// assert_eq!(reason.to_string(), "the black pawn on e7 cannot move to e4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariationError {
    /// The number of half-moves read before the error.
    pub ply: usize,
    /// The rejected token's byte range.
    pub word: Range<usize>,
    /// The start of the rejected token.
    pub found: InputExcerpt,
    /// The reason why the token is rejected.
    pub fault: VariationErrorKind,
}

impl fmt::Display for VariationError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, word, found, fault } = self;
        write!(f, "ply {ply}, byte {}: ", word.start)?;
        match fault {
            VariationErrorKind::San(_) | VariationErrorKind::Uci(_) => {
                write!(f, "{found} is not a legal move")
            }
            _ => write!(f, "{found}: {fault}"),
        }
    }
}

impl Error for VariationError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            VariationErrorKind::San(error) => Some(error),
            // The message has the move.
            VariationErrorKind::Uci(UciError::Illegal { reason, .. }) => Some(reason),
            VariationErrorKind::Uci(error) => Some(error),
            VariationErrorKind::Pgn(_) | VariationErrorKind::AfterResult => None,
        }
    }
}

/// The reason why a token in a variation is rejected.
///
/// ```
/// use tabiya::Position;
/// use tabiya::variation::{self, VariationErrorKind};
///
/// let mut moves = variation::read(&Position::START, "1. e4 { best by test }");
/// let error = moves.find_map(Result::err).expect("a comment is not a move");
/// assert_eq!(error.fault, VariationErrorKind::Pgn('{'));
/// ```
#[doc(alias = "VariationFault")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariationErrorKind {
    /// The error for a token that is not a move in SAN.
    San(SanError),
    /// The error for a token that has the form of a UCI move, but is not a legal move.
    Uci(UciError),
    /// The error for a token that starts or ends a PGN element: a comment, a glyph, a variation in
    /// parentheses or a tag.
    Pgn(char),
    /// The error for a token after the game result.
    AfterResult,
}

impl fmt::Display for VariationErrorKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::San(error) => error.fmt(f),
            Self::Uci(error) => error.fmt(f),
            Self::Pgn(sign) => write!(f, "'{sign}' is PGN syntax; expected moves only"),
            Self::AfterResult => f.write_str("text after the result of the game"),
        }
    }
}

/// A variation for display in SAN, returned by [`display`].
///
/// ```
/// use tabiya::{Position, variation};
///
/// let text = "1. e4 c5";
/// let moves: Vec<_> = variation::read(&Position::START, text).collect::<Result<_, _>>()?;
/// let written = variation::display(&Position::START, &moves);
/// assert_eq!(format!("{written} is Sicilian"), "1. e4 c5 is Sicilian");
/// # Ok::<(), variation::VariationError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Variation<'a> {
    position: Position,
    moves: &'a [Move],
    numbers: bool,
}

/// Returns a [`Display`](fmt::Display) that writes moves in SAN: `1. e4 e5 2. Nf3`, or
/// `1... e5 2. Nf3` with Black to move.
///
/// Move numbers start at the position's fullmove number. The moves must be legal: from the first
/// illegal move on, moves are written as their squares, `e2e5`.
///
/// ```
/// use tabiya::{Move, Position, Square, variation};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7")?;
/// let moves = [Move::new(Square::E8, Square::D7), Move::new(Square::E2, Square::E4)];
/// assert_eq!(variation::display(&position, &moves).to_string(), "7... Kd7 8. e4");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[inline]
#[must_use = "nothing is written until the returned value is displayed"]
pub const fn display<'a, K: BoardKey>(board: &GenericBoard<K>, moves: &'a [Move]) -> Variation<'a> {
    Variation { position: board.position(), moves, numbers: true }
}

impl Variation<'_> {
    /// Sets whether moves are numbered. EPD does not number them.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square, variation};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::C7, Square::C5)];
    /// let pv = variation::display(&Position::START, &moves).numbers(false);
    /// assert_eq!(pv.to_string(), "e4 c5");
    /// ```
    #[inline]
    #[must_use = "the variation is returned, not changed"]
    pub const fn numbers(self, numbers: bool) -> Self {
        Self { numbers, ..self }
    }
}

impl fmt::Display for Variation<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = self.position;
        let mut is_legal = true;
        let mut number = position.fullmove_number();
        let mut side = position.side_to_move();
        for (ply, &mv) in self.moves.iter().enumerate() {
            if ply > 0 {
                f.write_char(' ')?;
            }
            match side {
                Color::White if self.numbers => write!(f, "{number}. ")?,
                Color::Black if self.numbers && ply == 0 => write!(f, "{number}... ")?,
                _ => {}
            }
            // After an illegal move, the position is unspecified.
            is_legal = is_legal && position.is_legal(mv);
            if is_legal {
                write!(f, "{}", san::display(&position, mv))?;
                position.make_move(mv);
            } else {
                write!(f, "{}", uci::display(mv, CastlingNotation::KingMove))?;
            }
            number = number.saturating_add(u16::from(!side.is_white()));
            side = !side;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn strip_white_space_agrees_with_char_is_whitespace() {
        let mut bytes = [0; 4];
        for character in '\0'..=char::MAX {
            let stripped = strip_white_space(character.encode_utf8(&mut bytes).as_bytes());
            assert_eq!(stripped.is_some(), character.is_whitespace(), "{character:?}");
            assert!(stripped.is_none_or(<[u8]>::is_empty), "{character:?}");
            if cfg!(miri) && character > '\u{4000}' {
                break;
            }
        }
    }

    #[test]
    fn read_str_and_bytes_agree() {
        let text = "1.e4\u{a0}e5 2…\u{2003}Nf3";
        let moves = |moves: Moves<'_>| moves.collect::<Result<Vec<_>, _>>();
        let read = moves(read(&Position::START, text));
        assert_eq!(read.as_ref().map(Vec::len), Ok(3));
        let start = &Position::START;
        assert_eq!(moves(super::read(start, &String::from(text))), read);
        assert_eq!(moves(super::read(start, text.as_bytes())), read);
        assert_eq!(moves(super::read(start, &text.as_bytes().to_vec())), read);
        let error = super::read(start, b"e4 e\xff5 d4").find_map(Result::err);
        assert_eq!(error.map(|error| (error.ply, error.word)), Some((1, 3..6)));
    }

    #[test]
    fn moves_debug_shows_the_rest_as_text() {
        let mut moves = read(&Position::START, "e4 e5");
        assert!(moves.next().is_some());
        assert!(format!("{moves:?}").contains("ply: 1, rest: \" e5\""), "{moves:?}");
    }
}
