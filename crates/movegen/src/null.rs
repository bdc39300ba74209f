//! Passing: the null move of a search.

use crate::Position;
use crate::turn::ClockMask;

impl Position {
    /// The position with the other side to move, as if a player could pass; `None` in
    /// check, where passing would leave the king to be taken.
    ///
    /// An en passant square is gone. The clocks go on as after a quiet move: the halfmove
    /// clock by one, the number of the move after Black.
    ///
    /// ```
    /// use tabiya_core::Color;
    /// use tabiya_movegen::Position;
    ///
    /// let passed = Position::START.null_move().expect("no check");
    /// assert_eq!(passed.side_to_move(), Color::Black);
    /// assert_eq!(passed.halfmove_clock(), 1);
    ///
    /// let check = Position::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(check.null_move(), None);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    #[must_use = "the position itself is not changed"]
    pub fn null_move(&self) -> Option<Self> {
        if self.is_check() {
            return None;
        }
        Some(Self { turn: self.turn.next(ClockMask::ALL), ..*self })
    }
}
