//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q`, castling either way.

use core::error::Error;
use core::fmt;

use tabiya_core::{CastlingSide, Move, MoveKind, PieceType, Square};
use tabiya_movegen::Position;

/// How castling is written; both are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingNotation {
    /// The king's own journey, `e1g1`: what UCI asks for in standard chess.
    #[default]
    KingMove,
    /// The king takes its rook, `e1h1`: what UCI asks for in Chess960.
    KingTakesRook,
}

/// Why a text is no move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not two squares and perhaps one of `qrbn`.
    Malformed,
    /// The null move `0000`, which is a word of the protocol but no legal move.
    NullMove,
    /// No piece stands on the first square.
    NoPiece(Square),
    /// The piece on the first square is the opponent's.
    NotOurs(Square),
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    MissingPromotion(Square),
    /// The text names a promotion where no pawn reaches the last rank.
    UnexpectedPromotion(Square),
    /// The squares make sense, but the rules forbid the move.
    Illegal {
        /// Where the piece stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("not a UCI move: expected one like e2e4 or e7e8q"),
            Self::NullMove => f.write_str("0000 is the null move, which is not legal"),
            Self::NoPiece(square) => write!(f, "no piece stands on {square}"),
            Self::NotOurs(square) => write!(f, "the piece on {square} is the opponent's"),
            Self::MissingPromotion(square) => {
                write!(f, "a pawn that reaches {square} promotes: add one of q, r, b, n")
            }
            Self::UnexpectedPromotion(square) => {
                write!(f, "nothing promotes on {square}")
            }
            Self::Illegal { from, to } => write!(f, "{from}{to} is not legal here"),
        }
    }
}

impl Error for UciError {}

/// Reads a move of a position.
///
/// Castling is read both ways, as the king's journey and as the king taking its rook.
///
/// # Errors
///
/// [`UciError`] says whether the text, the squares or the rules are against it.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_notation::uci::{self, UciError};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
/// assert_eq!(uci::parse(&position, "e1g1"), uci::parse(&position, "e1h1"));
/// assert_eq!(uci::parse(&position, "e1"), Err(UciError::Malformed));
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, UciError> {
    let (from, to, promotion) = read_squares(text)?;
    match position.color_on(from) {
        None => return Err(UciError::NoPiece(from)),
        Some(color) if color != position.side_to_move() => return Err(UciError::NotOurs(from)),
        Some(_) => {}
    }
    let moves = position.legal_moves();
    let mut from_to = moves.iter().copied().filter(|mv| mv.from() == from && mv.to() == to);
    if let Some(mv) = from_to.clone().find(|mv| mv.promotion() == promotion) {
        return Ok(mv);
    }
    match (from_to.next(), promotion) {
        (Some(_), None) => return Err(UciError::MissingPromotion(to)),
        (Some(_), Some(_)) => return Err(UciError::UnexpectedPromotion(to)),
        (None, _) => {}
    }
    let is_journey = |mv: &Move| mv.is_castling() && mv.from() == from && king_target(*mv) == to;
    moves
        .iter()
        .copied()
        .find(|mv| promotion.is_none() && is_journey(mv))
        .ok_or(UciError::Illegal { from, to })
}

fn read_squares(text: &str) -> Result<(Square, Square, Option<PieceType>), UciError> {
    let (squares, promotion) = match *text.as_bytes() {
        [b'0', b'0', b'0', b'0'] => return Err(UciError::NullMove),
        [a, b, c, d] => ([a, b, c, d], None),
        [a, b, c, d, letter @ (b'q' | b'r' | b'b' | b'n')] => {
            ([a, b, c, d], PieceType::from_ascii(letter))
        }
        _ => return Err(UciError::Malformed),
    };
    let [a, b, c, d] = squares;
    match (Square::from_ascii([a, b]), Square::from_ascii([c, d])) {
        (Some(from), Some(to)) => Ok((from, to, promotion)),
        _ => Err(UciError::Malformed),
    }
}

/// Where the king of a castling move lands.
const fn king_target(mv: Move) -> Square {
    let side = if mv.to() as u8 > mv.from() as u8 {
        CastlingSide::KingSide
    } else {
        CastlingSide::QueenSide
    };
    Square::new(side.king_destination(), mv.from().rank())
}

/// A move to be displayed as UCI writes it; made by [`display`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uci {
    mv: Move,
    castling: CastlingNotation,
}

/// Writes a move; castling as the caller says.
///
/// ```
/// use tabiya_core::{Move, MoveKind, Square};
/// use tabiya_notation::uci::{self, CastlingNotation};
///
/// let castle = Move::with_kind(Square::E8, Square::A8, MoveKind::Castling);
/// assert_eq!(uci::display(castle, CastlingNotation::KingMove).to_string(), "e8c8");
/// assert_eq!(uci::display(castle, CastlingNotation::KingTakesRook).to_string(), "e8a8");
/// ```
pub const fn display(mv: Move, castling: CastlingNotation) -> Uci {
    Uci { mv, castling }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mv.kind(), self.castling) {
            (MoveKind::Castling, CastlingNotation::KingMove) => {
                write!(f, "{}{}", self.mv.from(), king_target(self.mv))
            }
            _ => self.mv.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[track_caller]
    fn refused(fen: &str, text: &str, error: UciError) {
        let position = Position::from_fen(fen).expect(fen);
        assert_eq!(parse(&position, text), Err(error), "{text} in {fen}");
    }

    const PROMOTING: &str = "3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1";

    #[test]
    fn each_refusal_has_its_reason() {
        let start = Position::START.to_string();
        for text in ["", "e2", "e2e", "e2e9", "i2e4", "e2e4x", "e2e4qq", "e7e8k", "é2e4"] {
            refused(&start, text, UciError::Malformed);
        }
        refused(&start, "0000", UciError::NullMove);
        refused(&start, "e4e5", UciError::NoPiece(Square::E4));
        refused(&start, "e7e5", UciError::NotOurs(Square::E7));
        refused(&start, "e2e5", UciError::Illegal { from: Square::E2, to: Square::E5 });
        refused(&start, "e1g1", UciError::Illegal { from: Square::E1, to: Square::G1 });
        refused(&start, "e2e4q", UciError::UnexpectedPromotion(Square::E4));
        refused(PROMOTING, "e7d8", UciError::MissingPromotion(Square::D8));
    }

    /// The castling that looks like a king's step is read as the step, unless the rook is
    /// what stands there.
    #[test]
    fn chess960_castling_beside_a_king_step() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").expect("valid");
        let step = parse(&position, "f1g1").expect("legal");
        assert!(!step.is_castling());
        assert!(parse(&position, "f1h1").expect("legal").is_castling());
        let position = Position::from_fen("4k3/8/8/8/8/8/8/5KR1 w K - 0 1").expect("valid");
        assert!(parse(&position, "f1g1").expect("legal").is_castling());
    }

    #[test]
    fn every_legal_move_goes_out_and_comes_back() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/1p6/R3K2R b KQkq - 0 1",
            PROMOTING,
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
