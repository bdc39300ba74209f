//! Explanations for moves, from a move or from its text.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;

use tabiya::san::{self, SanError};
use tabiya::uci::{self, UciError};
use tabiya::{CastlingSide, File, IllegalMove, InputExcerpt, Move, MoveKind, Position, Square};

use super::evidence::{Evidence, illegal_evidence, legal_evidence};
use super::sentence::{illegal_sentence, legal_sentence};
use crate::notation::uci_text;

/// The verdict about a move in a position, with its reason as a sentence and as squares.
///
/// ```
/// use tabiya::{Move, Position, Square};
/// use tabiya_explain::legality::explain;
///
/// let position = Position::from_fen("4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1")?;
/// let block = explain(&position, Move::new(Square::F1, Square::E2));
/// assert!(block.is_legal);
/// assert_eq!(
///     block.sentence,
///     "the white bishop on f1 moves to e2, which blocks the check by the black rook on e7",
/// );
/// let other = explain(&position, Move::new(Square::F1, Square::D3));
/// assert_eq!(other.code, "still-in-check");
/// assert_eq!(other.sentence, "the move does not evade the check by the black rook on e7");
/// assert_eq!(other.evidence.attackers, Square::E7.into());
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// `true` if the move is legal.
    pub is_legal: bool,
    /// The reason's stable name, such as `pinned`; `legal` for a legal move.
    pub code: &'static str,
    /// The reason as a sentence without a period.
    pub sentence: String,
    /// A legal move in UCI notation.
    pub uci: Option<String>,
    /// A legal move in SAN.
    pub san: Option<String>,
    /// The squares on which the verdict rests.
    pub evidence: Evidence,
    /// The move, if it is known: a text may name no move that any piece can make.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub mv: Option<Move>,
    /// The reason for an illegal move, if the library has one for the move.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub reason: Option<IllegalMove>,
}

/// The error for a text that is not a move in any supported notation.
#[doc(alias = "NotAMove")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAMoveError(
    /// The start of the text.
    pub InputExcerpt,
);

impl fmt::Display for NotAMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not a move; expected e.g. e2e4, e7e8q, Nf3, exd8=Q or O-O", self.0)
    }
}

impl Error for NotAMoveError {}

/// Explains why a move is legal or illegal. Any value is accepted.
///
/// ```
/// use tabiya::{Move, Position, Square};
/// use tabiya_explain::legality::explain;
///
/// let explanation = explain(&Position::START, Move::new(Square::F1, Square::B5));
/// assert_eq!(
///     explanation.sentence,
///     "the white pawn on e2 blocks the white bishop on f1",
/// );
/// assert_eq!(explanation.evidence.blockers, Square::E2.into());
/// ```
pub fn explain(position: &Position, mv: Move) -> Explanation {
    match position.why_illegal(mv) {
        Ok(()) => Explanation {
            is_legal: true,
            code: "legal",
            sentence: legal_sentence(position, mv),
            uci: Some(uci_text(position, mv)),
            san: Some(san::display(position, mv).to_string()),
            evidence: legal_evidence(position, mv),
            mv: Some(mv),
            reason: None,
        },
        Err(reason) => explain_illegal(position, mv, reason),
    }
}

/// Explains a move in UCI notation or in SAN.
///
/// # Errors
///
/// Returns [`NotAMoveError`] if the text has the form of neither notation.
///
/// ```
/// use tabiya::{Position, Square};
/// use tabiya_explain::legality::explain_text;
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1")?;
/// let explanation = explain_text(&position, "O-O")?;
/// assert_eq!(
///     explanation.sentence,
///     "the black rook on f2 attacks f1 on the path of the castling king",
/// );
/// assert_eq!(explanation.evidence.attacked, Square::F1.into());
/// assert_eq!(
///     explain_text(&position, "castle").unwrap_err().to_string(),
///     "\"castle\": not a move; expected e.g. e2e4, e7e8q, Nf3, exd8=Q or O-O",
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn explain_text(position: &Position, text: &str) -> Result<Explanation, NotAMoveError> {
    match uci::parse(position, text) {
        Ok(mv) => return Ok(explain(position, mv)),
        Err(UciError::Illegal { from, to, reason }) => {
            let mv = move_of_reason(position, from, to, &reason);
            return Ok(explain_illegal(position, mv, reason));
        }
        Err(UciError::NullMove) => return Ok(null_move()),
        // Not UCI notation, but possibly SAN.
        Err(_) => {}
    }
    match san::parse(position, text) {
        Ok(mv) => Ok(explain(position, mv)),
        Err(SanError::Malformed(found)) => Err(NotAMoveError(found)),
        Err(SanError::Illegal { mv, reason }) => Ok(explain_illegal(position, mv, reason)),
        Err(SanError::Castling { side, reason }) => {
            Ok(explain_illegal(position, castling_move(position, side, &reason), reason))
        }
        Err(error) => Ok(unmatched_san(&error)),
    }
}

/// Explains an illegal move with its reason.
fn explain_illegal(position: &Position, mv: Move, reason: IllegalMove) -> Explanation {
    Explanation {
        is_legal: false,
        code: reason.code(),
        sentence: illegal_sentence(position, &reason),
        uci: None,
        san: None,
        evidence: illegal_evidence(position, mv, &reason),
        mv: Some(mv),
        reason: Some(reason),
    }
}

fn null_move() -> Explanation {
    Explanation {
        is_legal: false,
        code: "null-move",
        sentence: "a null move is not a legal move".to_owned(),
        uci: None,
        san: None,
        evidence: Evidence::default(),
        mv: None,
        reason: None,
    }
}

/// Explains a text in SAN that matches no piece's move, or several pieces' moves.
fn unmatched_san(error: &SanError) -> Explanation {
    let (code, evidence) = match *error {
        SanError::NullMove => return null_move(),
        SanError::NoSuchPiece { to, .. } => ("no-such-piece", Evidence::of_squares(None, Some(to))),
        SanError::OtherPiece { found, .. } => {
            ("other-piece", Evidence::of_squares(Some(found.square), None))
        }
        SanError::Ambiguous { from, to, .. } => {
            ("ambiguous", Evidence::of_squares(None, Some(to)).with_squares(from))
        }
        SanError::NoCapture(to) => ("no-capture", Evidence::of_squares(None, Some(to))),
        _ => ("illegal", Evidence::default()),
    };
    let sentence = error.to_string();
    Explanation {
        is_legal: false,
        code,
        sentence,
        uci: None,
        san: None,
        evidence,
        mv: None,
        reason: None,
    }
}

/// Returns the move between two squares that is illegal for a reason.
fn move_of_reason(position: &Position, from: Square, to: Square, reason: &IllegalMove) -> Move {
    match reason {
        IllegalMove::NoCastlingRight(_)
        | IllegalMove::CastlingBlocked(_)
        | IllegalMove::CastlingInCheck(_)
        | IllegalMove::CastlingThroughAttack { .. }
        | IllegalMove::CastlingExposesKing(_) => {
            // In Chess960, the king may already be on its destination.
            let is_kingside = to.file() > from.file() || from == to && to.file() == File::G;
            let side = if is_kingside { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            castling_move(position, side, reason)
        }
        IllegalMove::NoEnPassant(_) | IllegalMove::EnPassantExposesKing(_) => {
            Move::with_kind(from, to, MoveKind::EnPassant)
        }
        // A promotion piece does not change the evidence.
        _ => Move::new(from, to),
    }
}

/// Returns the move for illegal castling on a side: the king to the rook that the reason names, or
/// else to the rook that the castling right names.
fn castling_move(position: &Position, side: CastlingSide, reason: &IllegalMove) -> Move {
    let us = position.side_to_move();
    let king = position.king(us);
    let is_on_side = |rook: &Square| match side {
        CastlingSide::KingSide => rook.file() > king.file(),
        CastlingSide::QueenSide => rook.file() < king.file(),
    };
    let rooks = position.castling_rooks() & position.colors(us);
    let rook = match *reason {
        IllegalMove::NoCastlingRight(rook) => rook,
        _ => rooks.into_iter().find(is_on_side).unwrap_or(king),
    };
    Move::with_kind(king, rook, MoveKind::Castling)
}
