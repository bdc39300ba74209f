//! A reference to the position in a board, without a copy.

use core::mem::{align_of, offset_of, size_of};
use core::ptr;

use crate::board::{GenericBoard, Position};
use crate::key::BoardKey;

/// Passes either kind of board to a function that needs no key.
///
/// ```
/// use tabiya::{Board, PieceType, Position};
///
/// fn is_pawn_endgame(position: impl AsRef<Position>) -> bool {
///     let position = position.as_ref();
///     let kings_and_pawns = position.pieces(PieceType::King) | position.pieces(PieceType::Pawn);
///     position.occupied() == kings_and_pawns
/// }
///
/// assert!(!is_pawn_endgame(Board::START) && !is_pawn_endgame(&Position::START));
/// ```
impl<K: BoardKey> AsRef<Position> for GenericBoard<K> {
    #[inline]
    fn as_ref(&self) -> &Position {
        as_position(self)
    }
}

/// Returns the position at the start of a board.
#[inline]
const fn as_position<K: BoardKey>(board: &GenericBoard<K>) -> &Position {
    const {
        assert!(offset_of!(GenericBoard<K>, state) == 0 && offset_of!(Position, state) == 0);
        assert!(size_of::<Position>() <= size_of::<GenericBoard<K>>());
        assert!(align_of::<Position>() == align_of::<GenericBoard<K>>());
    }
    // SAFETY: both are `repr(C)` and begin with the state. A position's key has no bytes, and size
    // and alignment fit, as asserted above.
    unsafe { &*ptr::from_ref(board).cast::<Position>() }
}

#[cfg(test)]
mod tests {
    use crate::{Board, Position};

    #[test]
    fn reference_reads_position_in_each_board() {
        let board = Board::from_fen("4k3/8/8/3pP3/8/8/8/4K2R w K d6 7 9").expect("a valid FEN");
        let position: &Position = board.as_ref();
        assert_eq!(*position, board.position());
        assert_eq!(position as *const Position, position as *const Position);
        assert_eq!(position.legal_moves(), board.legal_moves());
    }
}
