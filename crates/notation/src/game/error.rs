//! Errors from playing a game.

use core::error::Error;
use core::fmt;

use tabiya_core::Move;
use tabiya_movegen::IllegalMove;

use super::{DrawClaim, GameOutcome};
use crate::move_text::MoveTextError;
use crate::uci::UciMove;
use crate::variation::VariationError;

/// An error from the [`Game`](super::Game) methods that play a move or end the game.
///
/// ```
/// use core::error::Error;
/// use tabiya::{Color, DrawClaim, Game, GameError, Move, Square};
///
/// let mut game = Game::default();
/// let error = game.play(Move::new(Square::E2, Square::E5)).unwrap_err();
/// assert_eq!(error.to_string(), "e2e5 is illegal");
/// let reason = error.source().expect("an illegal move has a reason");
/// assert_eq!(reason.to_string(), "the white pawn on e2 cannot move to e5");
///
/// let error = game.claim_draw(DrawClaim::Threefold).unwrap_err();
/// assert_eq!(error.to_string(), "no draw by threefold repetition");
///
/// game.resign(Color::White)?;
/// let error = game.play_text("e4").unwrap_err();
/// assert_eq!(error.to_string(), "the game is over: Black wins by resignation");
/// # Ok::<(), GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// The error for a move or an ending after the end of the game.
    Over(GameOutcome),
    /// The error for an illegal move.
    Illegal {
        /// The illegal move.
        mv: Move,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
    /// The error for a text that is not a legal move. Its error is the [source](Error::source).
    Text(MoveTextError),
    /// The error for a null move, which cannot be played in a game.
    NullMove,
    /// The error for a text that is not a variation with legal moves. Its error is the
    /// [source](Error::source).
    Variation(VariationError),
    /// The error for a claim whose condition does not hold.
    Claim(DrawClaim),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Self::Illegal { mv, .. } => write!(f, "{} is illegal", UciMove::from(*mv)),
            Self::Text(_) => f.write_str("cannot play the move"),
            Self::NullMove => f.write_str("a null move is not a legal move"),
            Self::Variation(_) => f.write_str("cannot play the variation"),
            Self::Claim(claim) => write!(f, "no draw by {claim}"),
        }
    }
}

impl Error for GameError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            Self::Text(error) => Some(error),
            Self::Variation(error) => Some(error),
            Self::Over(_) | Self::NullMove | Self::Claim(_) => None,
        }
    }
}
