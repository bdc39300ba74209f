//! Moves in the notation of the UCI protocol: `e2e4`, `e7e8q`.
//!
//! [`parse`] reads a move, [`display`] writes one. Castling has two notations, see
//! [`CastlingNotation`].

use core::error::Error;
use core::fmt;

use arrayvec::ArrayString;
use tabiya_core::{CastlingSide, Move, MoveKind, PieceType, Rank, Square};
use tabiya_movegen::{BoardKey, GenericBoard, IllegalMove, InputExcerpt, Position};

use crate::castling::castling_move;

/// The notation in which castling is written; [`parse`] accepts both.
///
/// ```
/// use tabiya_core::{Move, MoveKind, Square};
/// use tabiya_notation::uci::{self, CastlingNotation};
///
/// let castle = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
/// assert_eq!(uci::display(castle, CastlingNotation::default()).to_string(), "e1g1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingNotation {
    /// The king's own move, `e1g1`, as UCI requires in standard chess. In Chess960 this notation
    /// does not distinguish castling from a king move by one square.
    #[default]
    KingMove,
    /// The king captures its own rook, `e1h1`, as UCI requires in Chess960.
    KingTakesRook,
}

impl CastlingNotation {
    /// Returns the notation that UCI requires for a value of its option `UCI_Chess960`.
    ///
    /// ```
    /// use tabiya_notation::uci::CastlingNotation;
    ///
    /// assert_eq!(CastlingNotation::for_chess960(true), CastlingNotation::KingTakesRook);
    /// assert_eq!(CastlingNotation::for_chess960(false), CastlingNotation::KingMove);
    /// ```
    #[inline]
    pub const fn for_chess960(is_chess960: bool) -> Self {
        if is_chess960 { Self::KingTakesRook } else { Self::KingMove }
    }
}

/// An error of [`parse`].
///
/// ```
/// use core::error::Error;
/// use tabiya_movegen::Position;
/// use tabiya_notation::uci::{self, UciError};
///
/// assert_eq!(uci::parse(&Position::START, "0000"), Err(UciError::NullMove));
/// let error = uci::parse(&Position::START, "e2e5").unwrap_err();
/// assert!(matches!(error, UciError::Illegal { .. }));
/// assert_eq!(error.to_string(), "e2e5 is illegal");
/// let reason = error.source().expect("an illegal move has a reason");
/// assert_eq!(reason.to_string(), "the white pawn on e2 cannot move to e5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The error of a text that is not two squares, optionally followed by one of `qrbn`.
    Malformed(InputExcerpt),
    /// The error of the null move `0000`, which the protocol defines but which is not a legal move.
    NullMove,
    /// The error of a well-formed text whose move is illegal.
    Illegal {
        /// The origin square of the illegal move.
        from: Square,
        /// The destination square of the illegal move.
        to: Square,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
}

impl fmt::Display for UciError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(found) => {
                write!(f, "{found}: not a UCI move; expected e.g. e2e4 or e7e8q")
            }
            Self::NullMove => f.write_str("0000: a null move is not a legal move"),
            Self::Illegal { from, to, .. } => write!(f, "{from}{to} is illegal"),
        }
    }
}

impl Error for UciError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            Self::Malformed(_) | Self::NullMove => None,
        }
    }
}

/// Parses a UCI move in a position.
///
/// Both castling notations are accepted. In Chess960, a king move to the castling destination can
/// also be a move by one square, and is read as that. Programs therefore write
/// [`KingTakesRook`](CastlingNotation::KingTakesRook) in Chess960.
///
/// # Errors
///
/// Returns a [`UciError`] if the text is malformed or the move is illegal.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_core::{Move, Square};
/// use tabiya_notation::uci::{self, UciError};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// assert_eq!(uci::parse(&position, "e1g1"), uci::parse(&position, "e1h1"));
/// assert!(matches!(uci::parse(&position, "e1"), Err(UciError::Malformed(_))));
///
/// // b1c1 is a king step, although castling would also end on c1. b1a1 is castling.
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/RK6 w Q - 0 1")?;
/// assert_eq!(uci::parse(&position, "b1c1"), Ok(Move::new(Square::B1, Square::C1)));
/// assert!(uci::parse(&position, "b1a1").is_ok_and(Move::is_castling));
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[inline]
pub fn parse<K: BoardKey>(
    board: &GenericBoard<K>,
    text: impl AsRef<[u8]>,
) -> Result<Move, UciError> {
    parse_bytes(&board.position(), text.as_ref())
}

#[inline]
fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, UciError> {
    let (from, to, promotion) = parse_squares(text)?;
    let mv = infer_move(position, from, to, promotion);
    match position.why_illegal(mv) {
        Ok(()) => Ok(mv),
        Err(reason) => Err(UciError::Illegal { from, to, reason }),
    }
}

/// Returns the move of a position with the given squares and promotion, legal or not: infers its
/// kind.
#[inline]
fn infer_move(position: &Position, from: Square, to: Square, promotion: Option<PieceType>) -> Move {
    if let Some(kind) = promotion.and_then(MoveKind::promotion_to) {
        return Move::with_kind(from, to, kind);
    }
    match position.piece_type_on(from) {
        Some(PieceType::Pawn) => {
            // A push to the en passant square is not a capture.
            let is_en_passant = from.file() != to.file() && position.ep_square() == Some(to);
            let kind = if is_en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
            Move::with_kind(from, to, kind)
        }
        Some(PieceType::King) => infer_king_move(position, from, to),
        _ => Move::new(from, to),
    }
}

/// Returns the king move between two squares, legal or not.
///
/// The move is castling in two cases:
///
/// - The destination holds a rook of the same color.
/// - The destination is the king's castling destination, and is not one file away. The king may
///   already be on it.
#[inline]
fn infer_king_move(position: &Position, from: Square, to: Square) -> Move {
    let us = position.side_to_move();
    if position.colored_pieces(us, PieceType::Rook).contains(to) {
        return Move::with_kind(from, to, MoveKind::Castling);
    }
    let step = Move::new(from, to);
    let files = from.file().index().abs_diff(to.file().index());
    if files == 1 || from.rank() != to.rank() {
        return step;
    }
    let is_destination = |side: CastlingSide| {
        let is_back_rank = to.rank() == Rank::First.relative_to(us);
        is_back_rank && to.file() == side.king_destination()
    };
    let side = CastlingSide::ALL.into_iter().find(|&side| is_destination(side));
    side.map_or(step, |side| castling_move(position, side))
}

#[inline]
fn parse_squares(text: &[u8]) -> Result<(Square, Square, Option<PieceType>), UciError> {
    let (squares, promotion) = match *text {
        [b'0', b'0', b'0', b'0'] => return Err(UciError::NullMove),
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter @ (b'q' | b'r' | b'b' | b'n')] => {
            ([a, b, c, d], PieceType::from_ascii(letter))
        }
        _ => return Err(malformed_error(text)),
    };
    let [a, b, c, d] = squares;
    match (Square::from_ascii([a, b]), Square::from_ascii([c, d])) {
        (Some(from), Some(to)) => Ok((from, to, promotion)),
        _ => Err(malformed_error(text)),
    }
}

#[inline]
#[cold]
fn malformed_error(text: &[u8]) -> UciError {
    UciError::Malformed(InputExcerpt::new(text))
}

/// A UCI move for display, returned by [`display`].
///
/// ```
/// use tabiya_core::{Move, MoveKind, Square};
/// use tabiya_notation::uci::{self, CastlingNotation};
///
/// let mv = Move::with_kind(Square::E7, Square::E8, MoveKind::PROMOTIONS[0]);
/// let text = uci::display(mv, CastlingNotation::KingMove); // formatted without an allocation
/// assert_eq!(format!("bestmove {text}, {text:>6}"), "bestmove e7e8q,  e7e8q");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci {
    mv: Move,
    castling: CastlingNotation,
}

/// Returns a [`Display`](fmt::Display) of a move in UCI notation.
///
/// ```
/// use tabiya_core::{Move, MoveKind, Square};
/// use tabiya_notation::uci::{self, CastlingNotation};
///
/// let castle = Move::with_kind(Square::E8, Square::A8, MoveKind::Castling);
/// assert_eq!(uci::display(castle, CastlingNotation::KingMove).to_string(), "e8c8");
/// assert_eq!(uci::display(castle, CastlingNotation::KingTakesRook).to_string(), "e8a8");
/// ```
#[inline]
#[must_use = "nothing is written until the returned value is displayed"]
pub const fn display(mv: Move, castling: CastlingNotation) -> Uci {
    Uci { mv, castling }
}

impl fmt::Display for Uci {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = match (self.mv.castling_targets(), self.castling) {
            (Some((king, _)), CastlingNotation::KingMove) => king,
            _ => self.mv.to(),
        };
        let mut text = ArrayString::<5>::new();
        for square in [self.mv.from(), to] {
            text.push(square.file().to_char());
            text.push(square.rank().to_char());
        }
        if let Some(piece_type) = self.mv.promotion() {
            text.push(piece_type.to_char());
        }
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::*;

    #[track_caller]
    fn assert_error(fen: &str, text: &str, error: UciError) {
        let position = Position::from_fen(fen).expect(fen);
        assert_eq!(parse(&position, text), Err(error), "{text} in {fen}");
    }

    const PROMOTION_FEN: &str = "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn parse_str_and_bytes_agree() {
        let e2e4 = Ok(Move::new(Square::E2, Square::E4));
        assert_eq!(parse(&Position::START, "e2e4"), e2e4);
        assert_eq!(parse(&Position::START, String::from("e2e4")), e2e4);
        assert_eq!(parse(&Position::START, &b"e2e4"[..]), e2e4);
        assert_eq!(parse(&Position::START, Vec::from(*b"e2e4")), e2e4);
        let malformed = Err(UciError::Malformed(InputExcerpt::new(b"e2\xff4")));
        assert_eq!(parse(&Position::START, b"e2\xff4"), malformed);
    }

    #[test]
    fn malformed_text_is_rejected() {
        let start = Position::START.to_string();
        for text in ["", "e2", "e2e", "e2e9", "i2e4", "e2e4x", "e2e4qq", "e7e8k", "é2e4"] {
            assert_error(&start, text, UciError::Malformed(InputExcerpt::new(text)));
        }
        assert_error(&start, "0000", UciError::NullMove);
    }

    #[track_caller]
    fn assert_illegal(fen: &str, text: &str, sentence: &str) {
        let position = Position::from_fen(fen).expect(fen);
        let error = parse(&position, text).expect_err(text);
        let reason = error.source().expect("an illegal move has a reason");
        assert_eq!(format!("{error}: {reason}"), sentence, "{text} in {fen}");
    }

    #[test]
    fn illegal_move_has_its_reason() {
        let start = Position::START.to_string();
        let castling = "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1";
        assert_illegal(&start, "e4e5", "e4e5 is illegal: no piece on e4");
        assert_illegal(&start, "e7e5", "e7e5 is illegal: the black pawn on e7 is the opponent's");
        assert_illegal(&start, "e2e4q", "e2e4 is illegal: no pawn promotes on e4");
        assert_illegal(&start, "e1g1", "e1g1 is illegal: the white bishop on f1 blocks castling");
        // Two files along the back rank mean castling, even without the right.
        let no_right = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
        assert_illegal(no_right, "e1g1", "e1g1 is illegal: no castling right with a rook on h1");
        assert_illegal(no_right, "e1c1", "e1c1 is illegal: no castling right with a rook on a1");
        assert_illegal(no_right, "e1b1", "e1b1 is illegal: the white king on e1 cannot move to b1");
        for text in ["e1g1", "e1h1"] {
            let sentence = format!(
                "{text} is illegal: the black rook on f2 attacks f1 on the path of the castling \
                 king"
            );
            assert_illegal(castling, text, &sentence);
        }
        assert_illegal(
            PROMOTION_FEN,
            "e7d8",
            "e7d8 is illegal: a pawn move to d8 requires a promotion piece",
        );
    }

    /// A king move by one square takes precedence over castling, unless the rook is on its
    /// destination.
    #[test]
    fn chess960_castling_and_king_step_are_distinct() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").expect("valid");
        let step = parse(&position, "f1g1").expect("legal");
        assert!(!step.is_castling());
        assert!(parse(&position, "f1h1").expect("legal").is_castling());
        for (fen, text) in [
            ("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1"),
            // The king is already on its castling destination.
            ("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1g1"),
        ] {
            let position = Position::from_fen(fen).expect("valid");
            assert!(parse(&position, text).expect("legal").is_castling(), "{text} in {fen}");
        }
    }

    #[test]
    fn displayed_legal_moves_parse_back() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/1p6/R3K2R b KQkq - 0 1",
            PROMOTION_FEN,
        ];
        for fen in fens {
            let position = Position::from_fen(fen).expect(fen);
            for mv in position.legal_moves() {
                for castling in [CastlingNotation::KingMove, CastlingNotation::KingTakesRook] {
                    let text = display(mv, castling).to_string();
                    assert_eq!(parse(&position, &text), Ok(mv), "{text} in {fen}");
                }
            }
        }
    }
}
