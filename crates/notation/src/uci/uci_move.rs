//! UCI moves without a board.

use core::fmt;
use core::str::FromStr;

use tabiya_core::{Move, PieceType, Square};
use tabiya_movegen::{BoardKey, GenericBoard, InputExcerpt};

use super::resolve::resolve;
use super::write::{target, write_squares};
use super::{CastlingNotation, UciError};

/// A UCI move as text has it: two squares and a promotion piece, without a board.
///
/// It says neither which piece moves nor whether the move is castling or en passant, so many values
/// are legal in no position. [`resolve`](Self::resolve) finds the [`Move`] in a position.
/// Protocols, opening books and databases store such moves before a board is known.
///
/// `Display` writes the text that [`parse`](Self::parse) and `FromStr` read.
///
/// ```
/// use tabiya::Board;
/// use tabiya::uci::{UciError, UciMove};
///
/// // The line is read before the board is known.
/// let line = "e2e4 e7e5 g1f3".split(' ').map(str::parse).collect::<Result<Vec<UciMove>, _>>()?;
/// let mut board = Board::default();
/// for uci_move in line {
///     board.make_move(uci_move.resolve(&board)?);
/// }
/// assert_eq!(board.fullmove_number(), 2);
/// # Ok::<(), UciError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UciMove {
    /// The moving piece's origin; for castling, the king's.
    pub from: Square,
    /// The moving piece's target; for castling, see [`CastlingNotation`].
    pub to: Square,
    /// The piece type that a pawn promotes to.
    pub promotion: Option<PieceType>,
}

impl UciMove {
    /// Parses a UCI move's text, without a board.
    ///
    /// # Errors
    ///
    /// Returns [`UciError::Malformed`] unless the text is two squares, optionally followed by one of
    /// `qrbn`, and [`UciError::NullMove`] for `0000`.
    ///
    /// ```
    /// use tabiya::uci::{UciError, UciMove};
    /// use tabiya::{PieceType, Square};
    ///
    /// let promotion = UciMove::parse(b"b7a8n")?;
    /// assert_eq!((promotion.from, promotion.to), (Square::B7, Square::A8));
    /// assert_eq!(promotion.promotion, Some(PieceType::Knight));
    /// assert!(matches!(UciMove::parse("b7a8k"), Err(UciError::Malformed(_))));
    /// assert_eq!(UciMove::parse("0000"), Err(UciError::NullMove));
    /// # Ok::<(), UciError>(())
    /// ```
    #[inline]
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, UciError> {
        Self::parse_bytes(text.as_ref())
    }

    #[inline]
    fn parse_bytes(text: &[u8]) -> Result<Self, UciError> {
        Self::from_ascii(text).ok_or_else(|| form_error(text))
    }

    /// Parses a UCI move; returns `None` if the text does not have its form.
    #[inline]
    pub(crate) fn from_ascii(text: &[u8]) -> Option<Self> {
        let (squares, promotion) = match *text {
            [a, b, c, d] => ([a, b, c, d], None),
            [a, b, c, d, letter @ (b'q' | b'r' | b'b' | b'n')] => {
                ([a, b, c, d], PieceType::from_ascii(letter))
            }
            _ => return None,
        };
        let [a, b, c, d] = squares;
        let from = Square::from_ascii([a, b])?;
        let to = Square::from_ascii([c, d])?;
        Some(Self { from, to, promotion })
    }

    /// Creates the UCI move for a move, with castling in the given notation.
    ///
    /// ```
    /// use tabiya::uci::{CastlingNotation, UciMove};
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// let uci_move = |castling| UciMove::from_move(castle, castling);
    /// assert_eq!(uci_move(CastlingNotation::KingMove).to, Square::G1);
    /// assert_eq!(uci_move(CastlingNotation::KingTakesRook).to, Square::H1);
    /// ```
    #[inline]
    #[must_use]
    pub const fn from_move(mv: Move, castling: CastlingNotation) -> Self {
        Self { from: mv.from(), to: target(mv, castling), promotion: mv.promotion() }
    }

    /// Returns the legal move in a position with these squares and promotion: see
    /// [`resolve`](super::resolve()).
    ///
    /// # Errors
    ///
    /// Returns a [`UciError`] if the move is illegal.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::uci::{UciError, UciMove};
    ///
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    /// let position = Position::from_fen(fen)?;
    /// let castle = UciMove::parse("e8c8")?.resolve(&position)?;
    /// assert!(castle.is_castling());
    ///
    /// let error = UciMove::parse("e8c6")?.resolve(&position).unwrap_err();
    /// assert_eq!(error.to_string(), "e8c6 is illegal");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn resolve<K: BoardKey>(self, board: &GenericBoard<K>) -> Result<Move, UciError> {
        resolve(board, self.from, self.to, self.promotion)
    }
}

/// Returns the error for a text that does not have the form of a UCI move.
#[cold]
fn form_error(text: &[u8]) -> UciError {
    match text {
        b"0000" => UciError::NullMove,
        _ => UciError::Malformed(InputExcerpt::new(text)),
    }
}

impl FromStr for UciMove {
    type Err = UciError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, UciError> {
        Self::parse(text)
    }
}

impl TryFrom<&[u8]> for UciMove {
    type Error = UciError;

    #[inline]
    fn try_from(text: &[u8]) -> Result<Self, UciError> {
        Self::parse(text)
    }
}

impl TryFrom<&str> for UciMove {
    type Error = UciError;

    #[inline]
    fn try_from(text: &str) -> Result<Self, UciError> {
        Self::parse(text)
    }
}

/// Converts a move with castling as [`CastlingNotation::KingTakesRook`], which [`UciMove::resolve`]
/// reads without ambiguity in Chess960 too.
impl From<Move> for UciMove {
    #[inline]
    fn from(mv: Move) -> Self {
        Self::from_move(mv, CastlingNotation::KingTakesRook)
    }
}

/// Writes the squares and the promotion letter: `e2e4`, `e7e8q`.
impl fmt::Display for UciMove {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_squares(f, self.from, self.to, self.promotion)
    }
}
