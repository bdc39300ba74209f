//! The pieces that can move between two squares, looked up by (from, to) pair.

use tabiya_core::{Bitboard, Color, Move};

use crate::generated::between::BETWEEN;
use crate::generated::reachability::REACHING_PIECES;

/// Tests whether a piece can move from origin to target on a board that is empty between them.
///
/// - `type_code` is the index of the [`PieceType`] plus one, as bitplanes store it. Only its low three bits
///   count; 0 and 7 are no piece and reach nothing.
/// - `is_capture` states whether the target is occupied, which matters for pawns only.
/// - The function ignores the move's kind and tests only its two squares.
/// - Pawn moves to the first or last rank do not count, since they are promotions.
/// - The code has no branch on the piece.
///
/// ```
/// use tabiya::tables::can_reach;
/// use tabiya::{Color, Move, PieceType, Square};
///
/// let [pawn, queen] = [PieceType::Pawn, PieceType::Queen].map(|piece_type| piece_type.index() + 1);
/// let push = Move::new(Square::E2, Square::E4);
/// assert!(can_reach(Color::White, pawn, false, push));
/// assert!(!can_reach(Color::White, pawn, true, push));
/// assert!(can_reach(Color::Black, queen, true, Move::new(Square::D8, Square::H4)));
/// assert!(!can_reach(Color::Black, 0, true, Move::new(Square::D8, Square::H4)));
/// ```
///
/// [`PieceType`]: tabiya_core::PieceType
#[doc(hidden)]
#[inline]
pub fn can_reach(color: Color, type_code: usize, is_capture: bool, mv: Move) -> bool {
    let piece_bits = PIECE_BITS[color as usize][type_code % 8 * 2 + usize::from(is_capture)];
    REACHING_PIECES.as_flattened()[pair_index(mv)] & piece_bits != 0
}

/// Returns `between(mv.from(), mv.to())`, looked up by the move's bits.
///
/// ```
/// use tabiya::tables::squares_between;
/// use tabiya::{Move, Square};
///
/// assert_eq!(squares_between(Move::new(Square::E2, Square::E4)), Square::E3.into());
/// assert!(squares_between(Move::new(Square::G1, Square::F3)).is_empty());
/// ```
#[doc(hidden)]
#[inline]
pub fn squares_between(mv: Move) -> Bitboard {
    Bitboard(BETWEEN.as_flattened()[pair_index(mv)])
}

/// Returns a (from, to) pair's index: the move's lowest twelve bits.
#[inline]
fn pair_index(mv: Move) -> usize {
    usize::from(mv.to_bits()) % 4096
}

/// The bits in [`REACHING_PIECES`] that stand for a piece: `[color][2 * type_code + is_capture]`.
static PIECE_BITS: [[u8; 16]; 2] =
    [piece_bits(WHITE_PUSH_BIT, WHITE_CAPTURE_BIT), piece_bits(BLACK_PUSH_BIT, BLACK_CAPTURE_BIT)];

/// Returns the bits for each piece type in one color, given the bits for its pawns.
const fn piece_bits(push: u8, capture: u8) -> [u8; 16] {
    #[rustfmt::skip]
    let bits = [
        0, 0,
        push, capture,
        KNIGHT_BIT, KNIGHT_BIT,
        BISHOP_BIT, BISHOP_BIT,
        ROOK_BIT, ROOK_BIT,
        BISHOP_BIT | ROOK_BIT, BISHOP_BIT | ROOK_BIT,
        KING_BIT, KING_BIT,
        0, 0,
    ];
    bits
}

const WHITE_PUSH_BIT: u8 = 1;
const WHITE_CAPTURE_BIT: u8 = 2;
const BLACK_PUSH_BIT: u8 = 4;
const BLACK_CAPTURE_BIT: u8 = 8;
const KNIGHT_BIT: u8 = 16;
const BISHOP_BIT: u8 = 32;
const ROOK_BIT: u8 = 64;
const KING_BIT: u8 = 128;
