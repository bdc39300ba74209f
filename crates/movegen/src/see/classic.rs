//! The classic algorithm of static exchange evaluation, which ignores pins and checks.

use tabiya_core::Move;

use super::exchange;
use super::values::SeeValues;
use crate::board::GenericBoard;
use crate::key::BoardKey;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the static exchange evaluation of a pseudo-legal move by the classic swap algorithm,
    /// in [`SeeValues::DEFAULT`].
    ///
    /// The rules are those of [`see`](Self::see), except that captures are *pseudo-legal*:
    ///
    /// - Pinned pieces capture, and no player has to evade a check.
    /// - The king captures only if no opposing piece attacks the target, also through the king.
    ///
    /// The results therefore equal those of most engines, and need no pins. They differ from
    /// [`see`](Self::see) if a pin or a check forbids a capture. The move itself is counted without
    /// a test: a king on an attacked square loses nothing.
    ///
    /// The result for a move that is not pseudo-legal is unspecified.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// // The rook on e1 pins the knight that defends d5.
    /// let position = Position::from_fen("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1")?;
    /// let bishop_takes_pawn = Move::new(Square::B3, Square::D5);
    /// assert_eq!(position.see(bishop_takes_pawn), 100);
    /// assert_eq!(position.see_classic(bishop_takes_pawn), -200);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[doc(alias = "swap algorithm")]
    #[inline]
    pub fn see_classic(&self, mv: Move) -> i32 {
        self.see_classic_with(mv, &SeeValues::DEFAULT)
    }

    /// Returns the evaluation of a pseudo-legal move as [`see_classic`](Self::see_classic) does, with
    /// other values.
    ///
    /// ```
    /// use tabiya::{Move, Position, SeeValues, Square};
    ///
    /// let position = Position::from_fen("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1")?;
    /// let values = SeeValues::new(100, 320, 350, 500, 900);
    /// assert_eq!(position.see_classic_with(Move::new(Square::B3, Square::D5), &values), -250);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn see_classic_with(&self, mv: Move, values: &SeeValues) -> i32 {
        exchange::value::<false>(&self.position(), mv, values)
    }

    /// Tests whether the classic evaluation of a pseudo-legal move is at least `threshold`.
    ///
    /// Equals `see_classic(mv) >= threshold`, but often stops earlier.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1")?;
    /// let bishop_takes_pawn = Move::new(Square::B3, Square::D5);
    /// assert!(position.see_classic_ge(bishop_takes_pawn, -200));
    /// assert!(!position.see_classic_ge(bishop_takes_pawn, 0));
    /// assert!(position.see_ge(bishop_takes_pawn, 0)); // the pinned knight does not recapture
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[doc(alias = "see_ge")]
    #[inline]
    pub fn see_classic_ge(&self, mv: Move, threshold: i32) -> bool {
        self.see_classic_ge_with(mv, threshold, &SeeValues::DEFAULT)
    }

    /// Tests whether the classic evaluation of a pseudo-legal move with other values is at least
    /// `threshold`.
    ///
    /// Equals `see_classic_with(mv, values) >= threshold`, but often stops earlier.
    ///
    /// ```
    /// use tabiya::{Move, Position, SeeValues, Square};
    ///
    /// let position = Position::from_fen("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1")?;
    /// let values = SeeValues::new(100, 320, 350, 500, 900);
    /// assert!(!position.see_classic_ge_with(Move::new(Square::B3, Square::D5), -249, &values));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn see_classic_ge_with(&self, mv: Move, threshold: i32, values: &SeeValues) -> bool {
        exchange::is_value_at_least::<false>(&self.position(), mv, threshold, values)
    }
}
