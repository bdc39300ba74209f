//! End of the game on the board: checkmate, stalemate, insufficient material, move counts.

use core::fmt;

use tabiya_core::{Bitboard, Color};

use crate::board::GenericBoard;
use crate::key::BoardKey;

/// The number of half-moves after which a player may claim a draw: fifty moves by each player.
const FIFTY_MOVES: u16 = 100;

/// The number of half-moves after which the game is drawn: seventy-five moves by each player.
const SEVENTY_FIVE_MOVES: u16 = 150;

/// A game's outcome, as far as the position on the board determines it.
///
/// Repetition depends on the earlier positions: see [`History`](crate::History). A draw that a
/// player must claim, such as that by the fifty-move rule, is not an outcome: see
/// [`is_fifty_move_draw`](GenericBoard::is_fifty_move_draw).
///
/// ```
/// use tabiya::{Color, Outcome, Position};
///
/// let position = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")?;
/// let outcome = position.outcome().expect("mated on the back rank");
/// assert_eq!(outcome, Outcome::Checkmate { winner: Color::White });
/// assert_eq!(outcome.to_string(), "White wins by checkmate");
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "GameStatus")]
#[doc(alias = "BoardStatus")]
#[doc(alias = "GameResult")]
#[doc(alias = "KnownOutcome")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The player who gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither player has the material to mate.
    InsufficientMaterial,
    /// Each player made seventy-five moves without a capture or a pawn move.
    SeventyFiveMoves,
}

impl Outcome {
    /// Returns the winner; `None` for a draw.
    ///
    /// ```
    /// use tabiya::{Color, Outcome};
    ///
    /// let mate = Outcome::Checkmate { winner: Color::Black };
    /// assert_eq!(mate.winner(), Some(Color::Black));
    /// assert_eq!(Outcome::Stalemate.winner(), None);
    /// ```
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            Self::Stalemate | Self::InsufficientMaterial | Self::SeventyFiveMoves => None,
        }
    }

    /// Returns the PGN result token: `1-0`, `0-1` or `1/2-1/2`.
    ///
    /// ```
    /// use tabiya::{Color, Outcome};
    ///
    /// assert_eq!(Outcome::Checkmate { winner: Color::Black }.result(), "0-1");
    /// assert_eq!(Outcome::Stalemate.result(), "1/2-1/2");
    /// ```
    #[inline]
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    #[inline]
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Checkmate { winner: Color::White } => "White wins by checkmate",
            Self::Checkmate { winner: Color::Black } => "Black wins by checkmate",
            Self::Stalemate => "draw by stalemate",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::SeventyFiveMoves => "draw by the seventy-five-move rule",
        }
    }
}

/// Writes the outcome as text: `White wins by checkmate`, `draw by stalemate`.
///
/// [`Outcome::result`] returns the PGN token.
impl fmt::Display for Outcome {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.description())
    }
}

impl<K: BoardKey> GenericBoard<K> {
    /// Tests whether the side to move has a legal move; stops at the first one. Without any, it is checkmated
    /// or stalemated.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// assert!(Position::START.has_legal_move());
    /// let stalemate = Position::from_fen("k7/8/1Q6/8/8/8/8/7K b - - 0 1")?;
    /// assert!(!stalemate.has_legal_move());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "no_moves")]
    #[doc(alias = "is_mate_or_stalemate")]
    #[doc(alias = "game over")]
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.generator().has_legal_move()
    }

    /// Tests whether the side to move is checkmated: in check without a legal move.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    /// assert!(Position::from_fen(fen)?.is_checkmate());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Tests whether the side to move is stalemated: not in check and without a legal move.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// assert!(Position::from_fen("k7/8/1Q6/8/8/8/8/7K b - - 0 1")?.is_stalemate());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Tests whether a player has insufficient material to mate, whatever the opponent plays.
    ///
    /// Only the pieces and the bishops' square colors count, as in python-chess. If mate is
    /// possible, the result is `false`, but in some blocked positions it is `false` although mate
    /// is impossible. A lone knight is sufficient if the opponent has pieces other than king and
    /// queens, which can block their own king.
    ///
    /// ```
    /// use tabiya::{Color, Position};
    ///
    /// let position = Position::from_fen("4k3/7r/8/8/8/8/8/4KN2 w - - 0 1")?;
    /// assert!(!position.has_insufficient_material(Color::White));
    /// let position = Position::from_fen("4k3/7q/8/8/8/8/8/4KN2 w - - 0 1")?;
    /// assert!(position.has_insufficient_material(Color::White));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let placement = &self.state.placement;
        let us = placement.colors(color);
        let them = placement.colors(!color);
        let pawns = placement.pawns();
        let knights = placement.knights();
        let bishops = placement.diagonal_sliders() - placement.queens();
        if !us.is_disjoint(pawns | placement.orthogonal_sliders()) {
            return false;
        }
        if !us.is_disjoint(knights) {
            // A queen is the exception: one that blocks its own king could capture the knight.
            let harmless = placement.kings() | placement.queens();
            return us.len() == 2 && harmless.is_superset(them);
        }
        if !us.is_disjoint(bishops) {
            let on_one_color = bishops.is_disjoint(Bitboard::LIGHT_SQUARES)
                || bishops.is_disjoint(Bitboard::DARK_SQUARES);
            return on_one_color && (pawns | knights).is_empty();
        }
        true
    }

    /// Tests whether neither player has sufficient material to mate: the game is drawn.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// assert!(Position::from_fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")?.is_insufficient_material());
    /// // Two knights cannot force mate, but mate is possible.
    /// assert!(!Position::from_fen("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1")?.is_insufficient_material());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Tests whether the position is a draw by the fifty-move rule, in a search or by a player's claim.
    ///
    /// The halfmove clock is at least 100, and the side to move is not checkmated: mate on the last
    /// ply wins. Stalemate is a draw like any other, although a player can claim nothing then, because the game is
    /// over. After 150 half-moves, [`outcome`](Self::outcome) is a draw without a claim.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let stalemate = Position::from_fen("k7/8/1Q6/8/8/8/8/7K b - - 100 90")?;
    /// assert!(stalemate.is_fifty_move_draw());
    /// // Mate takes precedence.
    /// let mate = Position::from_fen("R3k3/8/4K3/8/8/8/8/8 b - - 100 90")?;
    /// assert!(!mate.is_fifty_move_draw());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "50-move rule")]
    #[doc(alias = "can_claim_fifty_moves")]
    #[inline]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && !self.is_checkmate()
    }

    /// Returns the outcome if the game is over by a rule that needs neither a claim nor the
    /// history.
    ///
    /// If several rules apply, the order of precedence is checkmate, stalemate, insufficient
    /// material, move count.
    ///
    /// ```
    /// use tabiya::{Outcome, Position};
    ///
    /// assert_eq!(Position::START.outcome(), None);
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(position.outcome(), Some(Outcome::InsufficientMaterial));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "status")]
    #[doc(alias = "is_game_over")]
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            let winner = !self.side_to_move();
            return Some(if self.is_check() {
                Outcome::Checkmate { winner }
            } else {
                Outcome::Stalemate
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        (self.halfmove_clock() >= SEVENTY_FIVE_MOVES).then_some(Outcome::SeventyFiveMoves)
    }
}
