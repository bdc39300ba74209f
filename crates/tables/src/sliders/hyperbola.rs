//! Hyperbola quintessence: a subtraction finds the first blocker.
//!
//! Take a rook on d1 with pieces on b1 and g1. Let `o` be the occupied squares of the line,
//! the rook's among them, and `r` the rook's alone. With a1 as the lowest bit, so that
//! numbers grow to the right here:
//!
//! ```text
//!                a b c d e f g h
//!  o             . X . X . . X .      74
//!  r             . . . X . . . .       8
//!  o - 2r        . X . X X X . .      58
//!  o ^ (o - 2r)  . . . . X X X .
//! ```
//!
//! `2r` is the first square after the rook. Subtracting it borrows from the next bit that is
//! set, which is the first blocker: that bit goes, and every empty square passed on the way
//! comes. Whatever lies before the rook or beyond the blocker stays as it was, so the
//! exclusive or with `o` shows the squares up to and including the blocker. Without a
//! blocker, the borrow runs off the end of the line, and the line's mask cuts it there.
//!
//! That is the way up. For the way down the line is turned round, the same is done, and the
//! result turned back:
//!
//! ```text
//!                h g f e d c b a
//!  o mirrored    . X . . X . X .      82
//!  2r mirrored   . . . . . X . .      32
//!  o - 2r        . X . . X X . .      50
//!  o ^ (o - 2r)  . . . . . X X .
//! ```
//!
//! Both together are b1, c1, e1, f1 and g1. On the whole board the same subtraction works
//! along any line whose squares are masked out of the rest: the borrow passes through the
//! squares of other lines without harm, because the mask removes them again.
//!
//! ```text
//!   blockers, slider on c3       line & (o ^ (o - 2r))       both ways
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
//! Files and diagonals have one square a rank, so swapping the eight bytes of the board
//! turns them round. A rank lies within one byte; its bits must be reversed, which most
//! processors do less quickly.

use tabiya_core::{Bitboard, Square};

use crate::{Line, line_through};

use super::backend::SliderBackend;

/// Sliders by hyperbola quintessence: `o ^ (o - 2r)` along each line, forwards and mirrored.
///
/// With `o` the occupied squares of a line and `r` the slider among them, subtracting `2r`
/// borrows from the first blocker above the slider: exactly the bits from there down to the
/// slider change, and the exclusive or shows them. The same on the mirrored line gives the
/// other way.
///
/// Needs no table but the line masks, and is `const`: see [`rook_attacks_const`].
///
/// ```
/// use tabiya_core::{bitboard, Bitboard, Rank, Square};
/// use tabiya_tables::sliders::{Hyperbola, SliderBackend};
///
/// let o = Square::B1.bitboard() | Square::D1.bitboard() | Square::G1.bitboard();
/// let r = Square::D1.bitboard();
///
/// // The way up, by hand …
/// let up = Bitboard(o.0 ^ o.0.wrapping_sub(2 * r.0)) & Rank::First.into();
/// assert_eq!(up.into_iter().collect::<Vec<_>>(), [Square::E1, Square::F1, Square::G1]);
///
/// // … and both ways along both lines.
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

/// Returns the same as [`rook_attacks`](crate::rook_attacks), for constants, by hyperbola quintessence.
///
/// ```
/// use tabiya_core::{Bitboard, Square};
/// use tabiya_tables::rook_attacks_const;
///
/// const FROM_A1: Bitboard = rook_attacks_const(Square::A1, Bitboard::EMPTY);
/// assert_eq!(FROM_A1.len(), 14);
/// ```
#[inline]
pub const fn rook_attacks_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(along(square, occupied, Line::Rank).0 | along(square, occupied, Line::File).0)
}

/// Returns the same as [`bishop_attacks`](crate::bishop_attacks), for constants, by hyperbola quintessence.
///
/// ```
/// use tabiya_core::{Bitboard, Square};
/// use tabiya_tables::bishop_attacks_const;
///
/// const FROM_C1: Bitboard = bishop_attacks_const(Square::C1, Bitboard::EMPTY.with(Square::D2));
/// assert_eq!(FROM_C1.len(), 3); // b2, a3 and d2
/// ```
#[inline]
pub const fn bishop_attacks_const(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(
        along(square, occupied, Line::Diagonal).0 | along(square, occupied, Line::Antidiagonal).0,
    )
}

/// Returns the same as [`queen_attacks`](crate::queen_attacks), for constants, by hyperbola quintessence.
///
/// ```
/// use tabiya_core::{Bitboard, Square};
/// use tabiya_tables::queen_attacks_const;
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
const fn along(square: Square, occupied: Bitboard, line: Line) -> Bitboard {
    let slider = square.bitboard().0;
    let mask = line_through(square, line).0 ^ slider;
    // Without the slider's own bit, `o - 2r` is `blockers - slider`.
    let blockers = occupied.0 & mask;
    let forwards = blockers.wrapping_sub(slider);
    let backwards = mirror(mirror(blockers, line).wrapping_sub(mirror(slider, line)), line);
    Bitboard((forwards ^ backwards) & mask)
}

/// Reverses the order of the squares along a line.
#[inline]
const fn mirror(set: u64, line: Line) -> u64 {
    match line {
        Line::Rank => set.reverse_bits(),
        Line::File | Line::Diagonal | Line::Antidiagonal => set.swap_bytes(),
    }
}
