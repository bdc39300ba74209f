//! [`SeeValues`], the values of the pieces for static exchange evaluation.

use tabiya_core::{Move, PieceType};

use super::exchange;
use crate::board::GenericBoard;
use crate::key::BoardKey;

/// The values of the pieces for static exchange evaluation.
///
/// They have 16 bits, so that the `i32` balance of an exchange cannot overflow. The king has no
/// value, since it is never captured. [`see_classic`](Self::see_classic) is the algorithm that ignores pins and
/// checks, as most engines do.
///
/// ```
/// use tabiya::{PieceType, SeeValues};
///
/// const MINE: SeeValues = SeeValues::new(100, 320, 330, 500, 950);
/// assert_eq!(MINE.value(PieceType::Bishop), 330);
/// assert_eq!(SeeValues::DEFAULT.value(PieceType::Bishop), 300);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeeValues {
    /// Values in the order of [`PieceType`]; 0 for the king.
    values: [i16; PieceType::COUNT],
}

impl SeeValues {
    /// The default: pawn 100, knight and bishop 300, rook 500, queen 900.
    pub const DEFAULT: Self = Self::new(100, 300, 300, 500, 900);

    /// Creates values for the five piece types.
    ///
    /// They do not change the order of capturers, which is always that of [`PieceType`].
    ///
    /// ```
    /// use tabiya::SeeValues;
    ///
    /// assert_eq!(SeeValues::new(100, 300, 300, 500, 900), SeeValues::DEFAULT);
    /// ```
    #[inline]
    pub const fn new(pawn: i16, knight: i16, bishop: i16, rook: i16, queen: i16) -> Self {
        Self { values: [pawn, knight, bishop, rook, queen, 0] }
    }

    /// Returns the value of a piece type; 0 for the king.
    ///
    /// ```
    /// use tabiya::{PieceType, SeeValues};
    ///
    /// assert_eq!(SeeValues::DEFAULT.value(PieceType::Rook), 500);
    /// ```
    #[inline]
    pub const fn value(&self, piece_type: PieceType) -> i32 {
        self.values[piece_type as usize] as i32
    }

    /// Returns the static exchange evaluation of a legal move: see [`GenericBoard::see`].
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
        exchange::value::<true>(&board.position(), mv, self)
    }

    /// Tests whether the evaluation of a legal move is at least `threshold`: see [`GenericBoard::see_ge`].
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
        exchange::is_value_at_least::<true>(&board.position(), mv, threshold, self)
    }

    /// Returns the static exchange evaluation of a pseudo-legal move by the classic swap algorithm.
    ///
    /// The rules are those of [`GenericBoard::see`], except that captures are *pseudo-legal*:
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
        exchange::value::<false>(&board.position(), mv, self)
    }

    /// Tests whether the classic evaluation of a pseudo-legal move is at least `threshold`.
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
        exchange::is_value_at_least::<false>(&board.position(), mv, threshold, self)
    }

    /// Returns the gain of a promotion: the new piece minus the pawn.
    #[inline]
    pub(super) const fn promotion_gain(&self, piece_type: PieceType) -> i32 {
        self.value(piece_type) - self.value(PieceType::Pawn)
    }
}

impl Default for SeeValues {
    /// Returns [`SeeValues::DEFAULT`].
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}
