//! Mirrored positions, with the colors swapped where pawns change their direction.

use tabiya_core::{Bitboard, Square};

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::state::State;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the position with the players in each other's place.
    ///
    /// The board is mirrored top to bottom, pieces and castling rights swap colors, and the other
    /// side is to move. The clocks stay the same, and the key is computed.
    ///
    /// The result is a valid position with equal value for the side to move. Its legal moves are
    /// this position's, each flipped by [`Move::flip_vertical`](tabiya_core::Move::flip_vertical).
    /// Swapping twice returns the same position.
    ///
    /// An evaluation is symmetric if it returns the same score for both, relative to the side to move.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square};
    ///
    /// let board = Board::from_fen("r3k2r/8/8/3pP3/8/8/8/4K2R w Kq d6 0 7")?;
    /// let swapped = board.swap_colors();
    /// assert_eq!(swapped.to_string(), "4k2r/8/8/8/3Pp3/8/8/R3K2R b Qk d3 0 7");
    /// assert_eq!(swapped.key(), swapped.computed_key());
    /// assert_eq!(swapped.swap_colors(), board);
    ///
    /// let mv = Move::new(Square::H1, Square::H8);
    /// assert!(board.gives_check(mv) && swapped.gives_check(mv.flip_vertical()));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "mirror")]
    #[doc(alias = "flip_vertical")]
    #[doc(alias = "color_flip")]
    #[must_use = "the position itself is not changed"]
    pub fn swap_colors(&self) -> Self {
        let mut state =
            transformed_state(&self.state, Bitboard::flip_vertical, Square::flip_vertical);
        state.placement = state.placement.swap_colors();
        state.state_word = state.state_word.with_side_to_move(!self.side_to_move());
        Self { state, key: K::from_state(&state) }
    }

    /// Returns the position mirrored left to right, or `None` if a player has a castling right.
    ///
    /// Castling destinations are not symmetric: the mirrored king would castle to other squares.
    /// Side to move and clocks stay the same, and the key is computed. The legal moves are this
    /// position's, each flipped by [`Move::flip_horizontal`](tabiya_core::Move::flip_horizontal).
    ///
    /// ```
    /// use tabiya::{Board, Position};
    ///
    /// let board = Board::from_fen("4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 7")?;
    /// let mirrored = board.flip_horizontal().expect("no castling rights");
    /// assert_eq!(mirrored.to_string(), "3k4/8/8/3Pp3/8/8/8/R2K4 w - e6 0 7");
    /// assert_eq!(mirrored.key(), mirrored.computed_key());
    /// assert_eq!(Position::START.flip_horizontal(), None);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "mirror")]
    #[must_use = "the position itself is not changed"]
    pub fn flip_horizontal(&self) -> Option<Self> {
        if self.castling_rooks().any() {
            return None;
        }
        let state =
            transformed_state(&self.state, Bitboard::flip_horizontal, Square::flip_horizontal);
        Some(Self { state, key: K::from_state(&state) })
    }
}

/// Returns a state with each square transformed; colors and side to move stay the same.
#[inline]
fn transformed_state(
    state: &State,
    of_set: fn(Bitboard) -> Bitboard,
    of_square: fn(Square) -> Square,
) -> State {
    let word = state.state_word;
    State {
        placement: state.placement.map_squares(of_set),
        castling_rooks: of_set(state.castling_rooks),
        state_word: word.with_ep_square(word.ep_square().map(of_square)),
    }
}
