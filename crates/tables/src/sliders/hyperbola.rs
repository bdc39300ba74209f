//! [`Hyperbola`], slider attacks by hyperbola quintessence: a subtraction finds the first blocker.
//!
//! As an example, take a rook on d1 with pieces on b1 and g1. Let `o` be the line's occupied
//! squares including the rook's, and `r` the rook's square. The lowest bit, a1, is on the left:
//!
//! ```text
//!                a b c d e f g h
//!  o             . X . X . . X .      74
//!  r             . . . X . . . .       8
//!  o - 2r        . X . X X X . .      58
//!  o ^ (o - 2r)  . . . . X X X .
//! ```
//!
//! `2r` is the first square after the rook. The subtraction borrows from the next set bit, which is
//! the first blocker: it clears this bit, sets the bit for every empty square between, and changes
//! no other. The exclusive or with `o` therefore yields the squares up to and including the
//! blocker. Without a blocker the borrow leaves the line, and the line's mask removes it.
//!
//! These are the attacks in the positive direction. For the negative direction the line is mirrored
//! before and after the same calculation:
//!
//! ```text
//!                h g f e d c b a
//!  o mirrored    . X . . X . X .      82
//!  2r mirrored   . . . . . X . .      32
//!  o - 2r        . X . . X X . .      50
//!  o ^ (o - 2r)  . . . . . X X .
//! ```
//!
//! Both directions together attack b1, c1, e1, f1 and g1. On the whole board the same subtraction
//! works along any line, with `o` limited to the line's mask. The borrow passes through squares on
//! other lines, and the mask removes them from the result.
//!
//! ```text
//!   blockers, slider on c3       line & (o ^ (o - 2r))       both directions
//!      . . . . . . . .             . . . . . . . .           . . . . . . . .
//!      . . . . . . . .             . . . . . . . .           . . . . . . . .
//!      . . X . . . . .             . . X . . . . .           . . X . . . . .
//!      . . . . X . . .             . . X . . . . .           . . X . . . . .
//!      . . . . . . . .             . . X . . . . .           . . X . . . . .
//!      . X R . . . . .             . . R . . . . .           . . R . . . . .
//!      . . . . . . . .             . . . . . . . .           . . X . . . . .
//!      . . X . . . . .             . . . . . . . .           . . X . . . . .
//! ```
//!
//! Files and diagonals have one square per rank, so that swapping the board's eight bytes mirrors
//! them. A rank is within one byte, so its bits must be reversed, which is slower on most CPUs.

use tabiya_core::{Bitboard, Square};

use crate::{Line, line_through};

use super::backend::SliderBackend;

/// Hyperbola quintessence: `o ^ (o - 2r)` along each line and its mirror image.
///
/// Let `o` be a line's occupied squares, and `r` the slider's square among them. Subtracting `2r`
/// borrows from the first blocker above the slider. Exactly the bits from the blocker down to the
/// slider change, and the exclusive or yields them. The same calculation on the mirrored line
/// yields the opposite direction.
///
/// The only table holds the line masks. The method works in constants too: see
/// [`rook_attacks_const`].
///
/// ```
/// use tabiya_tables::sliders::{Hyperbola, SliderBackend};
/// use tabiya::{Bitboard, Rank, Square, bitboard};
///
/// let o = Square::B1.bitboard() | Square::D1.bitboard() | Square::G1.bitboard();
/// let r = Square::D1.bitboard();
///
/// // The positive direction of the rank:
/// let east = Bitboard(o.0 ^ o.0.wrapping_sub(2 * r.0)) & Rank::First.into();
/// assert_eq!(east.into_iter().collect::<Vec<_>>(), [Square::E1, Square::F1, Square::G1]);
///
/// // Both directions of rank and file:
/// assert_eq!(Hyperbola::rook_attacks(Square::D1, o), bitboard! {
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . X X . X X X .
/// });
/// ```
#[doc(alias = "hyperbola quintessence")]
#[doc(alias = "hyperbola_quintessence")]
#[derive(Clone, Copy, Debug)]
pub struct Hyperbola;

impl SliderBackend for Hyperbola {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        rook_attacks_const(square, occupied)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        bishop_attacks_const(square, occupied)
    }
}

/// Returns the squares that a rook attacks, by hyperbola quintessence.
///
/// This `const fn` returns the same as [`rook_attacks`](crate::rook_attacks), which is faster.
///
/// ```
/// use tabiya::tables::rook_attacks_const;
/// use tabiya::{Bitboard, Square};
///
/// const FROM_A1: Bitboard = rook_attacks_const(Square::A1, Bitboard::EMPTY);
/// assert_eq!(FROM_A1.len(), 14);
/// ```
#[inline]
pub const fn rook_attacks_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(
        line_attacks(square, occupied, Line::Rank).0 | line_attacks(square, occupied, Line::File).0,
    )
}

/// Returns the squares that a bishop attacks, by hyperbola quintessence.
///
/// This `const fn` returns the same as [`bishop_attacks`](crate::bishop_attacks), which is faster.
///
/// ```
/// use tabiya::tables::bishop_attacks_const;
/// use tabiya::{Bitboard, Square};
///
/// const FROM_C1: Bitboard = bishop_attacks_const(Square::C1, Bitboard::EMPTY.with(Square::D2));
/// assert_eq!(FROM_C1.len(), 3); // b2, a3 and d2
/// ```
#[inline]
pub const fn bishop_attacks_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(
        line_attacks(square, occupied, Line::Diagonal).0
            | line_attacks(square, occupied, Line::Antidiagonal).0,
    )
}

/// Returns the squares that a queen attacks, by hyperbola quintessence.
///
/// This `const fn` returns the same as [`queen_attacks`](crate::queen_attacks), which is faster.
///
/// ```
/// use tabiya::tables::queen_attacks_const;
/// use tabiya::{Bitboard, Square};
///
/// const FROM_A1: Bitboard = queen_attacks_const(Square::A1, Bitboard::EMPTY);
/// assert_eq!(FROM_A1.len(), 21);
/// ```
#[inline]
pub const fn queen_attacks_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(rook_attacks_const(square, occupied).0 | bishop_attacks_const(square, occupied).0)
}

/// Returns the squares that a slider attacks along one line.
#[inline]
const fn line_attacks(square: Square, occupied: Bitboard, line: Line) -> Bitboard {
    let slider = square.bitboard().0;
    let mask = line_through(square, line).0 ^ slider;
    // Without the slider's own bit, `o - 2r` is `blockers - slider`.
    let blockers = occupied.0 & mask;
    let positive = blockers.wrapping_sub(slider);
    let negative = mirror(mirror(blockers, line).wrapping_sub(mirror(slider, line)), line);
    // On each side of the slider one of the two equals `blockers`, and the other is the difference.
    Bitboard((positive ^ negative) & mask)
}

/// Reverses the squares' order along a line.
#[inline]
const fn mirror(set: u64, line: Line) -> u64 {
    match line {
        Line::Rank => set.reverse_bits(),
        Line::File | Line::Diagonal | Line::Antidiagonal => set.swap_bytes(),
    }
}
