//! Set-wise knight, king and pawn attacks: shifts of a whole set, without table or loop.
//!
//! A shift moves every piece in the set by the same step. Before a step to the west or east, a mask
//! removes the pieces on the outer files, which would wrap to another rank.

use tabiya_core::{Bitboard, Side};

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;
const NOT_A_FILE: u64 = !A_FILE;
const NOT_AB_FILES: u64 = !(A_FILE | A_FILE << 1);
const NOT_H_FILE: u64 = !H_FILE;
const NOT_GH_FILES: u64 = !(H_FILE | H_FILE >> 1);

/// Returns the squares that the knights in a set attack.
///
/// ```
/// use tabiya::tables::setwise;
/// use tabiya::{Square, bitboard};
///
/// let knights = Square::B1.bitboard() | Square::G1.bitboard();
/// assert_eq!(setwise::knight_attacks(knights), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . X . . X . X
///     . . . X X . . .
///     . . . . . . . .
/// });
/// ```
#[inline]
pub const fn knight_attacks(knights: Bitboard) -> Bitboard {
    let one_east = (knights.0 & NOT_H_FILE) << 1;
    let two_east = (knights.0 & NOT_GH_FILES) << 2;
    let one_west = (knights.0 & NOT_A_FILE) >> 1;
    let two_west = (knights.0 & NOT_AB_FILES) >> 2;
    let one_file = one_east | one_west;
    let two_files = two_east | two_west;
    Bitboard(one_file << 16 | one_file >> 16 | two_files << 8 | two_files >> 8)
}

/// Returns the squares that the kings in a set attack.
///
/// ```
/// use tabiya::Square;
/// use tabiya::tables::{king_attacks, setwise};
///
/// assert_eq!(setwise::king_attacks(Square::A4.bitboard()), king_attacks(Square::A4));
/// ```
#[inline]
pub const fn king_attacks(kings: Bitboard) -> Bitboard {
    let east_west = (kings.0 & NOT_H_FILE) << 1 | (kings.0 & NOT_A_FILE) >> 1;
    let row = kings.0 | east_west;
    Bitboard(east_west | row << 8 | row >> 8)
}

/// Returns the squares that a set's pawns, of side `S`, attack.
///
/// ```
/// use tabiya::tables::setwise;
/// use tabiya::{Bitboard, Black, Rank, White};
///
/// let pawns = Bitboard::from(Rank::Second);
/// assert_eq!(setwise::pawn_attacks::<White>(pawns), Rank::Third.into());
/// assert_eq!(setwise::pawn_attacks::<Black>(pawns), Rank::First.into());
/// ```
#[inline]
pub const fn pawn_attacks<S: Side>(pawns: Bitboard) -> Bitboard {
    Bitboard(pawns.shift(S::UP_WEST).0 | pawns.shift(S::UP_EAST).0)
}
