//! Static exchange evaluation (SEE): the material balance of the captures on one square.

mod exchange;
mod values;

use tabiya_core::Move;

pub use self::values::SeeValues;
use crate::board::GenericBoard;
use crate::key::BoardKey;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the static exchange evaluation of a legal move, in [`SeeValues::DEFAULT`]. You can pass other
    /// values, and ignore pins: see [`SeeValues`].
    ///
    /// The result is the material gain once all captures on the target square are played out; a
    /// loss is negative. The move itself counts its capture, en passant included, and its
    /// promotion. Castling counts 0. Then the players capture alternately on the target square:
    ///
    /// - A player stops if capturing loses material.
    /// - Otherwise the player captures with the least valuable piece whose capture is *legal* on
    ///   the board at that point, in the order of `PieceType`. Of several pieces of one type, the
    ///   one on the lowest square captures, a1 first.
    /// - Pinned pieces do not capture. In check by another piece than the target, only the king may
    ///   capture. The king never captures a piece defended by any piece, even a pinned one.
    /// - Captures uncover sliders behind the capturing pieces (x-rays).
    /// - A pawn that captures on its last rank becomes a queen: it gains the difference in value,
    ///   and is then worth a queen.
    ///
    /// Everything off the target square is ignored: mate, stalemate and other captures.
    ///
    /// The result for an illegal move is unspecified.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// // The rook captures an undefended pawn; the knight is lost for another.
    /// let position = Position::from_fen("4k3/2p5/3p4/8/4N3/8/6p1/4K1R1 w - - 0 1")?;
    /// assert_eq!(position.see(Move::new(Square::G1, Square::G2)), 100);
    /// assert_eq!(position.see(Move::new(Square::E4, Square::D6)), -200);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[doc(alias = "static_exchange")]
    #[inline]
    pub fn see(&self, mv: Move) -> i32 {
        SeeValues::DEFAULT.see(self, mv)
    }

    /// Tests whether the static exchange evaluation of a legal move is at least `threshold`.
    ///
    /// Equals `see(mv) >= threshold`, but often stops earlier.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/2p5/3p4/8/4N3/8/8/4K3 w - - 0 1")?;
    /// let knight_takes_pawn = Move::new(Square::E4, Square::D6);
    /// assert!(position.see_ge(knight_takes_pawn, -200));
    /// assert!(!position.see_ge(knight_takes_pawn, -199));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[doc(alias = "move ordering")]
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        SeeValues::DEFAULT.see_ge(self, mv, threshold)
    }
}
