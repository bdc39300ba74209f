//! The attacks of a whole set of leapers at once, by shifts: no table, no loop.
//!
//! A shift moves every piece of the set the same way. What a step to the side would carry
//! over the edge is masked off first: not-A for one file to the left, not-AB for two,
//! not-H and not-GH for the right.

use tabiya_core::{Bitboard, Side};

const A: u64 = 0x0101_0101_0101_0101;
const H: u64 = A << 7;
const NOT_A: u64 = !A;
const NOT_AB: u64 = !(A | A << 1);
const NOT_H: u64 = !H;
const NOT_GH: u64 = !(H | H >> 1);

/// All squares that some knight of a set attacks.
///
/// ```
/// use tabiya_core::{bitboard, Square};
/// use tabiya_tables::setwise;
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
    let one_right = (knights.0 & NOT_H) << 1;
    let two_right = (knights.0 & NOT_GH) << 2;
    let one_left = (knights.0 & NOT_A) >> 1;
    let two_left = (knights.0 & NOT_AB) >> 2;
    let two_ranks = one_right | one_left;
    let one_rank = two_right | two_left;
    Bitboard(two_ranks << 16 | two_ranks >> 16 | one_rank << 8 | one_rank >> 8)
}

/// All squares that some king of a set attacks.
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::{king_attacks, setwise};
///
/// assert_eq!(setwise::king_attacks(Square::A4.bitboard()), king_attacks(Square::A4));
/// ```
#[inline]
pub const fn king_attacks(kings: Bitboard) -> Bitboard {
    let sides = (kings.0 & NOT_H) << 1 | (kings.0 & NOT_A) >> 1;
    let row = kings.0 | sides;
    Bitboard(sides | row << 8 | row >> 8)
}

/// All squares that some pawn of a set attacks, the pawns being `S`'s.
///
/// ```
/// use tabiya_core::{Bitboard, Black, Rank, White};
/// use tabiya_tables::setwise;
///
/// let pawns = Bitboard::from(Rank::Second);
/// assert_eq!(setwise::pawn_attacks::<White>(pawns), Rank::Third.into());
/// assert_eq!(setwise::pawn_attacks::<Black>(pawns), Rank::First.into());
/// ```
#[inline]
pub const fn pawn_attacks<S: Side>(pawns: Bitboard) -> Bitboard {
    Bitboard(pawns.shift(S::UP_WEST).0 | pawns.shift(S::UP_EAST).0)
}
