//! Moves played one after another: `1. e4 e5 2. Nf3`, read and written.
//!
//! A variation is the movetext of a game without what PGN adds to it: comments, glyphs like
//! `$1` and variations in parentheses are refused.

use core::error::Error;
use core::fmt::{self, Write};
use core::iter::FusedIterator;
use core::ops::Range;

use tabiya_core::{Color, Move, MoveKind};
use tabiya_movegen::{Found, Position};

use crate::san::{self, SanError};
use crate::uci::{self, CastlingNotation, UciError};

/// Reads moves that are played one after another from a position on, each as it is asked
/// for.
///
/// Words stand between white space. A word is a move in SAN or in UCI's letters, mixed as
/// one likes, and may follow its move number at once: `12.e4`, `12...Nf6`, `12…Nf6`. A
/// number may stand alone, with or without its dots; numbers are not compared with the
/// position's. `e.p.` may follow a capture en passant. A result, `1-0`, `0-1`, `1/2-1/2` or
/// `*`, may stand at the end.
///
/// The text may be of any length: nothing is kept of it but its place, and each word is
/// looked at once.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_notation::variation;
///
/// let mut moves = variation::read(&Position::START, "1. e4 d6 2.d4 g8f6 3.Nc3 *");
/// assert_eq!(moves.by_ref().filter_map(Result::ok).count(), 5);
/// assert_eq!(
///     moves.position().to_string(),
///     "rnbqkb1r/ppp1pppp/3p1n2/8/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 2 3",
/// );
/// ```
#[inline]
pub const fn read<'a>(position: &Position, text: &'a str) -> Moves<'a> {
    Moves { position: *position, text, rest: text, ply: 0, is_en_passant: false, is_over: false }
}

/// The moves of a text, one after another; made by [`read`].
///
/// The iterator ends with the text or after the first error.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::Position;
/// use tabiya_notation::variation;
///
/// let mut moves = variation::read(&Position::START, "1. d4 d5 2. Qd4 Nf6");
/// assert_eq!(moves.next(), Some(Ok(Move::new(Square::D2, Square::D4))));
/// assert_eq!(moves.next(), Some(Ok(Move::new(Square::D7, Square::D5))));
/// assert!(matches!(moves.next(), Some(Err(error)) if error.word == (12..15)));
/// assert_eq!(moves.next(), None);
/// ```
#[derive(Clone, Debug)]
#[must_use = "the text is read as the moves are asked for"]
pub struct Moves<'a> {
    position: Position,
    text: &'a str,
    rest: &'a str,
    ply: usize,
    /// The move just read was one, and has not said so.
    is_en_passant: bool,
    /// The result was read.
    is_over: bool,
}

impl<'a> Moves<'a> {
    /// The position after the moves read so far: the last of the variation once the
    /// iterator has ended without an error.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_notation::variation;
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
    fn next_word(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// Reads and makes the move that a word says; an error is the last that is heard.
    #[inline]
    fn take_move(&mut self, word: &str) -> Result<Move, VariationError> {
        let end = self.text.len() - self.rest.len();
        let mv = self.read_move(word).map_err(|fault| {
            self.rest = "";
            let found = Found::new(word.as_bytes());
            VariationError { ply: self.ply, word: end - word.len()..end, found, fault }
        })?;
        self.position.make_move(mv);
        self.ply += 1;
        self.is_en_passant = mv.kind() == MoveKind::EnPassant;
        Ok(mv)
    }

    #[inline]
    fn read_move(&self, word: &str) -> Result<Move, VariationFault> {
        match word.as_bytes() {
            _ if self.is_over => Err(VariationFault::AfterResult),
            bytes if is_uci(bytes) => uci::parse(&self.position, word).map_err(VariationFault::Uci),
            _ => san::parse(&self.position, word).map_err(|error| not_a_move(word, error)),
        }
    }
}

impl Iterator for Moves<'_> {
    type Item = Result<Move, VariationError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let word = self.next_word()?;
            match if self.is_over { word } else { without_number(word) } {
                "" => {}
                word if self.is_en_passant && san::is_passing_remark(word) => {
                    self.is_en_passant = false;
                }
                "1-0" | "0-1" | "1/2-1/2" | "*" if !self.is_over => {
                    self.is_over = true;
                    self.is_en_passant = false;
                }
                word => return Some(self.take_move(word)),
            }
        }
    }
}

impl FusedIterator for Moves<'_> {}

/// What is wrong with a word that is no move: perhaps PGN begins in it.
#[inline]
#[cold]
fn not_a_move(word: &str, error: SanError) -> VariationFault {
    let sign = word.chars().find(|sign| "${}();[".contains(*sign));
    match (sign, error) {
        (Some(sign), SanError::Malformed(_)) => VariationFault::Pgn(sign),
        _ => VariationFault::San(error),
    }
}

/// What follows a move number, or the whole word where there is none.
#[inline]
fn without_number(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after_dots = after_digits.trim_start_matches(['.', '…']);
    // A number stands alone or before dots. `1-0` and `0-0` are none, nor is the null move.
    let is_number = after_digits.is_empty() || after_dots.len() < after_digits.len();
    if is_number && word != "0000" { after_dots } else { word }
}

/// Whether a word is one of UCI by its letters.
#[inline]
fn is_uci(word: &[u8]) -> bool {
    let (squares, promotion) = word.split_at(word.len().min(4));
    let is_squares = matches!(squares, [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']);
    match promotion {
        [] => is_squares || squares == b"0000",
        [letter] => is_squares && b"qrbn".contains(letter),
        _ => false,
    }
}

/// Why a text is no variation of a position: where, and what is wrong there.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_notation::variation;
///
/// let mut moves = variation::read(&Position::START, "1. e2e4 e7e4");
/// let error = moves.find_map(Result::err).expect("a pawn does not move so far");
/// assert_eq!((error.ply, error.word.clone()), (1, 8..12));
/// assert_eq!(
///     error.to_string(),
///     "ply 1, byte 8: found \"e7e4\", but e7e4 is illegal: the black pawn on e7 does not move \
///      to e4",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VariationError {
    /// How many half-moves were read before.
    pub ply: usize,
    /// The bytes of the text that are refused.
    pub word: Range<usize>,
    /// What they are, or the first of them.
    pub found: Found,
    /// Why they are.
    pub fault: VariationFault,
}

impl fmt::Display for VariationError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ply, word, found, fault } = self;
        write!(f, "ply {ply}, byte {}: ", word.start)?;
        match fault {
            // Those say themselves what was found.
            VariationFault::San(SanError::Malformed(_))
            | VariationFault::Uci(UciError::Malformed(_)) => fault.fmt(f),
            _ => write!(f, "found {found}, but {fault}"),
        }
    }
}

impl Error for VariationError {}

/// What is wrong with a word of a variation.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_notation::variation::{self, VariationFault};
///
/// let mut moves = variation::read(&Position::START, "1. e4 { best by test }");
/// let error = moves.find_map(Result::err).expect("a comment is none of the moves");
/// assert_eq!(error.fault, VariationFault::Pgn('{'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariationFault {
    /// It is no move in SAN.
    San(SanError),
    /// It has the letters of a UCI move, but is none here.
    Uci(UciError),
    /// A comment, a glyph, a variation in parentheses or a tag begins or ends: those are
    /// PGN's.
    Pgn(char),
    /// It follows the result.
    AfterResult,
}

impl fmt::Display for VariationFault {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::San(error) => error.fmt(f),
            Self::Uci(error) => error.fmt(f),
            Self::Pgn(sign) => write!(f, "'{sign}' belongs to PGN, and only moves are read"),
            Self::AfterResult => f.write_str("nothing follows the result of the game"),
        }
    }
}

/// Moves to be displayed in SAN, one after another; made by [`display`].
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_notation::variation;
///
/// let text = "1. e4 c5";
/// let moves: Vec<_> = variation::read(&Position::START, text).collect::<Result<_, _>>()?;
/// let written = variation::display(&Position::START, &moves);
/// assert_eq!(format!("{written} is Sicilian"), "1. e4 c5 is Sicilian");
/// # Ok::<(), variation::VariationError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Variation<'a> {
    position: &'a Position,
    moves: &'a [Move],
    numbers: bool,
}

/// Writes moves that are played one after another from a position on: `1. e4 e5 2. Nf3`,
/// and `1... e5 2. Nf3` where Black begins.
///
/// The first number is the position's. The moves must be legal; from the first that is not,
/// they are written as their squares, `e2e5`.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::Position;
/// use tabiya_notation::variation;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7")?;
/// let moves = [Move::new(Square::E8, Square::D7), Move::new(Square::E2, Square::E4)];
/// assert_eq!(variation::display(&position, &moves).to_string(), "7... Kd7 8. e4");
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[inline]
pub const fn display<'a>(position: &'a Position, moves: &'a [Move]) -> Variation<'a> {
    Variation { position, moves, numbers: true }
}

impl Variation<'_> {
    /// Chooses whether moves are numbered; EPD's are not.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    /// use tabiya_notation::variation;
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
        let mut position = *self.position;
        let mut is_legal = true;
        let (mut number, mut side) = (position.fullmove_number(), position.side_to_move());
        for (ply, &mv) in self.moves.iter().enumerate() {
            if ply > 0 {
                f.write_char(' ')?;
            }
            match side {
                Color::White if self.numbers => write!(f, "{number}. ")?,
                Color::Black if self.numbers && ply == 0 => write!(f, "{number}... ")?,
                _ => {}
            }
            // After an illegal move, the position means nothing.
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
