//! Game endings and draw claims.

use core::fmt;

use tabiya_core::Color;
use tabiya_movegen::Outcome;

/// A draw that the player to move may claim.
///
/// ```
/// use tabiya::DrawClaim;
///
/// assert_eq!(DrawClaim::ALL.len(), 2);
/// assert_eq!(DrawClaim::Threefold.to_string(), "threefold repetition");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawClaim {
    /// The position occurs for the third time (FIDE 9.2).
    Threefold,
    /// Each player made fifty moves without a capture or a pawn move (FIDE 9.3).
    FiftyMoves,
}

impl DrawClaim {
    /// Both claims.
    pub const ALL: [Self; 2] = [Self::Threefold, Self::FiftyMoves];
}

/// Writes the rule: `threefold repetition`, `the fifty-move rule`.
impl fmt::Display for DrawClaim {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Threefold => "threefold repetition",
            Self::FiftyMoves => "the fifty-move rule",
        })
    }
}

/// The end of a game: by the rules, or as the caller declared it.
///
/// [`Outcome`] is the part that the position on the board determines.
///
/// ```
/// use tabiya::{Color, DrawClaim, GameOutcome};
///
/// let outcome = GameOutcome::Resignation { winner: Color::Black };
/// assert_eq!((outcome.winner(), outcome.result()), (Some(Color::Black), "0-1"));
/// assert_eq!(outcome.to_string(), "Black wins by resignation");
/// let claim = GameOutcome::Claim(DrawClaim::FiftyMoves);
/// assert_eq!(claim.to_string(), "draw by the fifty-move rule");
/// ```
#[doc(alias = "termination")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GameOutcome {
    /// The position on the board ends the game.
    Board(Outcome),
    /// The position occurs for the fifth time (FIDE 9.6.1).
    Fivefold,
    /// A player claimed a draw.
    Claim(DrawClaim),
    /// A player resigned.
    Resignation {
        /// The opponent of the player who resigned.
        winner: Color,
    },
    /// The players agreed on a draw.
    Agreement,
    /// The game was decided off the board: on time, by forfeit or by an arbiter.
    Adjudication {
        /// The winner; `None` for a draw.
        winner: Option<Color>,
    },
}

impl GameOutcome {
    /// Returns the winner; `None` for a draw.
    ///
    /// ```
    /// use tabiya::{Color, GameOutcome};
    ///
    /// let on_time = GameOutcome::Adjudication { winner: Some(Color::White) };
    /// assert_eq!(on_time.winner(), Some(Color::White));
    /// assert_eq!(GameOutcome::Fivefold.winner(), None);
    /// ```
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Board(outcome) => outcome.winner(),
            Self::Resignation { winner } => Some(winner),
            Self::Adjudication { winner } => winner,
            Self::Fivefold | Self::Claim(_) | Self::Agreement => None,
        }
    }

    /// Returns the PGN result token: `1-0`, `0-1` or `1/2-1/2`.
    ///
    /// ```
    /// use tabiya::{Color, GameOutcome};
    ///
    /// assert_eq!(GameOutcome::Resignation { winner: Color::White }.result(), "1-0");
    /// assert_eq!(GameOutcome::Agreement.result(), "1/2-1/2");
    /// ```
    #[inline]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Writes the outcome as text: `White wins by resignation`, `draw by agreement`.
impl fmt::Display for GameOutcome {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Board(outcome) => return outcome.fmt(f),
            Self::Fivefold => "draw by fivefold repetition",
            Self::Claim(DrawClaim::Threefold) => "draw by threefold repetition",
            Self::Claim(DrawClaim::FiftyMoves) => "draw by the fifty-move rule",
            Self::Resignation { winner: Color::White } => "White wins by resignation",
            Self::Resignation { winner: Color::Black } => "Black wins by resignation",
            Self::Agreement => "draw by agreement",
            Self::Adjudication { winner: Some(Color::White) } => "White wins by adjudication",
            Self::Adjudication { winner: Some(Color::Black) } => "Black wins by adjudication",
            Self::Adjudication { winner: None } => "draw by adjudication",
        })
    }
}
