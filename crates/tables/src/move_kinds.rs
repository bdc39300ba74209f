//! The pieces that can move between two squares, looked up by (from, to) pair.

use tabiya_core::{Move, Piece};

use crate::generated::move_kinds::MOVE_KINDS;

/// Tests whether a piece can move from origin to target on a board that is empty between them.
///
/// - `is_capture` states whether the target is occupied. It matters for pawns only.
/// - The kind of the move is ignored: the function tests its two squares.
/// - Pawn moves to the first or last rank do not count, since they are promotions.
/// - The code has no branch on the piece.
///
/// ```
/// use tabiya_core::{Move, Piece, Square};
/// use tabiya_tables::can_reach;
///
/// let push = Move::new(Square::E2, Square::E4);
/// assert!(can_reach(Piece::WhitePawn, false, push));
/// assert!(!can_reach(Piece::WhitePawn, true, push));
/// assert!(can_reach(Piece::BlackQueen, true, Move::new(Square::D8, Square::H4)));
/// ```
#[doc(hidden)]
#[inline]
pub fn can_reach(piece: Piece, is_capture: bool, mv: Move) -> bool {
    let kinds = MOVE_KINDS_BY_PIECE[piece as usize][usize::from(is_capture)];
    MOVE_KINDS.as_flattened()[index(mv)] & kinds != 0
}

/// Returns the index of the (from, to) pair of a move: its lowest twelve bits.
#[inline]
fn index(mv: Move) -> usize {
    usize::from(mv.to_bits()) % 4096
}

/// The move kinds of a piece, as a mask of [`MOVE_KINDS`]: `[piece][is_capture]`.
#[rustfmt::skip]
static MOVE_KINDS_BY_PIECE: [[u8; 2]; Piece::COUNT] = [
    [WHITE_PUSH, WHITE_CAPTURE], [KNIGHT; 2], [BISHOP; 2], [ROOK; 2], [BISHOP | ROOK; 2], [KING; 2],
    [BLACK_PUSH, BLACK_CAPTURE], [KNIGHT; 2], [BISHOP; 2], [ROOK; 2], [BISHOP | ROOK; 2], [KING; 2],
];

const WHITE_PUSH: u8 = 1;
const WHITE_CAPTURE: u8 = 2;
const BLACK_PUSH: u8 = 4;
const BLACK_CAPTURE: u8 = 8;
const KNIGHT: u8 = 16;
const BISHOP: u8 = 32;
const ROOK: u8 = 64;
const KING: u8 = 128;
