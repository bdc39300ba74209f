//! Static exchange evaluation (SEE): the material balance after the captures on one square.

mod exchange;
mod values;

use tabiya_core::Move;

pub use self::values::SeeValues;
use crate::board::GenericBoard;
use crate::key::BoardKey;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns a legal move's static exchange evaluation, in [`SeeValues::DEFAULT`]. With
    /// [`SeeValues`], you can pass other values and ignore pins.
    ///
    /// The result is the material gain once all captures on the target square are played out; a
    /// loss is negative. The move itself counts its capture, en passant included, and its
    /// promotion. Castling counts 0. Then the players capture alternately on the target square:
    ///
    /// - A player stops if capturing loses material.
    /// - Otherwise the player captures with the least valuable piece whose capture is *legal* on
    ///   the board at that point, in the order of `PieceType`. If several pieces have that type,
    ///   the one on the lowest square captures, a1 first.
    /// - Pinned pieces do not capture. In check by another piece than the target, only the king may
    ///   capture. The king never captures a piece defended by any piece, even a pinned one.
    /// - Captures uncover sliders behind the capturing pieces (x-rays).
    /// - A pawn that captures on its last rank becomes a queen: it gains the difference in value,
    ///   and is then worth a queen.
    ///
    /// The evaluation ignores everything off the target square: mate, stalemate and other captures.
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

    /// Tests whether a legal move's static exchange evaluation is at least `threshold`.
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

impl SeeValues {
    /// Returns a legal move's static exchange evaluation: see [`GenericBoard::see`].
    ///
    /// ```
    /// use tabiya::{Move, Position, SeeValues, Square};
    ///
    /// let position = Position::from_fen("4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1")?;
    /// let knight_takes_bishop = Move::new(Square::E4, Square::D6);
    /// assert_eq!(position.see(knight_takes_bishop), 0);
    /// let values = SeeValues::new(100, 320, 350, 500, 900);
    /// assert_eq!(values.see(&position, knight_takes_bishop), 30);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "see_with")]
    #[inline]
    pub fn see<K: BoardKey>(&self, board: &GenericBoard<K>, mv: Move) -> i32 {
        exchange::value::<true>(board.as_ref(), mv, self)
    }

    /// Tests whether a legal move's evaluation is at least `threshold`: see
    /// [`GenericBoard::see_ge`].
    ///
    /// ```
    /// use tabiya::{Move, Position, SeeValues, Square};
    ///
    /// let position = Position::from_fen("4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1")?;
    /// let values = SeeValues::new(100, 320, 350, 500, 900);
    /// assert!(values.see_ge(&position, Move::new(Square::E4, Square::D6), 30));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "see_ge_with")]
    #[inline]
    pub fn see_ge<K: BoardKey>(&self, board: &GenericBoard<K>, mv: Move, threshold: i32) -> bool {
        exchange::is_value_at_least::<true>(board.as_ref(), mv, threshold, self)
    }

    /// Returns a pseudo-legal move's static exchange evaluation by the classic swap algorithm.
    ///
    /// The rules are the same as in [`GenericBoard::see`], except that captures are *pseudo-legal*:
    ///
    /// - Pinned pieces capture, and no player has to evade a check.
    /// - The king captures only if no opposing piece attacks the target, also through the king.
    ///
    /// The results therefore equal those in most engines, and need no pins. They differ from
    /// [`see`](Self::see) if a pin or a check forbids a capture. The move itself is counted without
    /// a test: a king on an attacked square loses nothing.
    ///
    /// The result for a move that is not pseudo-legal is unspecified.
    ///
    /// ```
    /// use tabiya::{Move, Position, SeeValues, Square};
    ///
    /// // The rook on e1 pins the knight that defends d5.
    /// let position = Position::from_fen("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1")?;
    /// let bishop_takes_pawn = Move::new(Square::B3, Square::D5);
    /// assert_eq!(position.see(bishop_takes_pawn), 100);
    /// assert_eq!(SeeValues::DEFAULT.see_classic(&position, bishop_takes_pawn), -200);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[doc(alias = "swap algorithm")]
    #[inline]
    pub fn see_classic<K: BoardKey>(&self, board: &GenericBoard<K>, mv: Move) -> i32 {
        exchange::value::<false>(board.as_ref(), mv, self)
    }

    /// Tests whether a pseudo-legal move's classic evaluation is at least `threshold`.
    ///
    /// Equals `see_classic(board, mv) >= threshold`, but often stops earlier.
    ///
    /// ```
    /// use tabiya::{Move, Position, SeeValues, Square};
    ///
    /// let position = Position::from_fen("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1")?;
    /// let bishop_takes_pawn = Move::new(Square::B3, Square::D5);
    /// assert!(!SeeValues::DEFAULT.see_classic_ge(&position, bishop_takes_pawn, 0));
    /// assert!(position.see_ge(bishop_takes_pawn, 0)); // the pinned knight does not recapture
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[inline]
    pub fn see_classic_ge<K: BoardKey>(
        &self,
        board: &GenericBoard<K>,
        mv: Move,
        threshold: i32,
    ) -> bool {
        exchange::is_value_at_least::<false>(board.as_ref(), mv, threshold, self)
    }
}
