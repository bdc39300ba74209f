//! Properties of a (from, to) pair: the pieces that move so, and the squares between.

use tabiya_core::{Bitboard, Color, Move};

use crate::generated::between::BETWEEN;
use crate::generated::routes::MOVE_KINDS;

/// Tests whether a piece moves from one square to another on a board that is empty between
/// them.
///
/// `kind` is the index of a [`PieceType`] plus one; of a larger number the low three bits
/// count, and 0 and 7 move nowhere. `takes` tells whether a piece stands on the target, since
/// pawns capture and advance differently. There is no branch on the piece.
///
/// The kind of the move is ignored: castling is not a king's move here, and pawns do not move
/// to their last rank, where they would promote.
///
/// ```
/// use tabiya_core::{Color, Move, PieceType, Square};
/// use tabiya_tables::goes;
///
/// let [pawn, queen] = [PieceType::Pawn, PieceType::Queen].map(|kind| kind.index() + 1);
/// assert!(goes(Color::White, pawn, false, Move::new(Square::E2, Square::E4)));
/// assert!(!goes(Color::White, pawn, true, Move::new(Square::E2, Square::E4)));
/// assert!(goes(Color::Black, queen, true, Move::new(Square::D8, Square::H4)));
/// assert!(!goes(Color::Black, 0, true, Move::new(Square::D8, Square::H4)));
/// ```
///
/// [`PieceType`]: tabiya_core::PieceType
#[doc(hidden)]
#[inline]
pub fn goes(color: Color, kind: usize, takes: bool, mv: Move) -> bool {
    let kinds = KINDS[color as usize][kind % 8 * 2 + usize::from(takes)];
    MOVE_KINDS.as_flattened()[index(mv)] & kinds != 0
}

/// Returns the squares strictly between the two squares of a move; none where these share no
/// rank, file or diagonal.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_tables::passed;
///
/// assert_eq!(passed(Move::new(Square::E2, Square::E4)), Square::E3.into());
/// assert!(passed(Move::new(Square::G1, Square::F3)).is_empty());
/// ```
#[doc(hidden)]
#[inline]
pub fn passed(mv: Move) -> Bitboard {
    Bitboard(BETWEEN.as_flattened()[index(mv)])
}

/// Returns the index of a (from, to) pair: the lowest twelve bits of a move.
#[inline]
fn index(mv: Move) -> usize {
    usize::from(mv.to_bits()) % 4096
}

/// The bits of [`MOVE_KINDS`] that a piece moves by: `[color][2 * kind + takes]`.
static KINDS: [[u8; 16]; 2] = [kinds(1, 2), kinds(4, 8)];

/// The row of a color, given the bits of a pawn's advances and captures; a queen has those of
/// bishop and rook.
const fn kinds(advances: u8, captures: u8) -> [u8; 16] {
    const KNIGHT: u8 = 16;
    const BISHOP: u8 = 32;
    const ROOK: u8 = 64;
    const QUEEN: u8 = BISHOP | ROOK;
    const KING: u8 = 128;
    #[rustfmt::skip]
    let kinds = [
        0, 0,
        advances, captures,
        KNIGHT, KNIGHT,
        BISHOP, BISHOP,
        ROOK, ROOK,
        QUEEN, QUEEN,
        KING, KING,
        0, 0,
    ];
    kinds
}
