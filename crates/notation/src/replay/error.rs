//! The error for a checked replay.

use core::error::Error;
use core::fmt;

use tabiya_core::Move;
use tabiya_movegen::IllegalMove;

use crate::uci::UciMove;

/// An error from [`Replay`](super::Replay): the stored move at which the game stops.
///
/// Plies are counted from 0, so that the ply is the number of moves made before.
///
/// ```
/// use core::error::Error;
/// use tabiya::{Board, Move, Replay, Square};
///
/// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E7, Square::E4)];
/// let error = Replay::new(Board::START, &moves).finish().unwrap_err();
/// assert_eq!(error.to_string(), "ply 1: e7e4 is illegal");
/// let reason = error.source().expect("an illegal move has a reason");
/// assert_eq!(reason.to_string(), "the black pawn on e7 cannot move to e4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// The error for bits that encode no move.
    Bits {
        /// The stored move's index in the game.
        ply: usize,
        /// The stored bits.
        bits: u16,
    },
    /// The error for a move that is illegal in its position.
    Illegal {
        /// The stored move's index in the game.
        ply: usize,
        /// The illegal move.
        mv: Move,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
}

impl ReplayError {
    /// Returns the stored move's index in the game, which is the number of moves made before it.
    ///
    /// ```
    /// use tabiya::{Board, Replay};
    ///
    /// let error = Replay::new(Board::START, &[0_u16]).finish().unwrap_err();
    /// assert_eq!(error.ply(), 0);
    /// assert_eq!(error.to_string(), "ply 0: found bits 0x0000; expected those of a move");
    /// ```
    #[inline]
    pub const fn ply(&self) -> usize {
        match *self {
            Self::Bits { ply, .. } | Self::Illegal { ply, .. } => ply,
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bits { ply, bits } => {
                write!(f, "ply {ply}: found bits {bits:#06x}; expected those of a move")
            }
            Self::Illegal { ply, mv, .. } => {
                write!(f, "ply {ply}: {} is illegal", UciMove::from(*mv))
            }
        }
    }
}

impl Error for ReplayError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Bits { .. } => None,
            Self::Illegal { reason, .. } => Some(reason),
        }
    }
}
