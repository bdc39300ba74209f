//! Hyperbola quintessence: a subtraction finds the first blocker.

use tabiya_core::{Bitboard, Square};

use crate::{Line, line_through};

use super::SliderBackend;

/// Sliders by hyperbola quintessence: `o ^ (o - 2r)`, forwards and mirrored.
///
/// With `o` the blockers of one line and `r` the slider among them, subtracting `2r`
/// borrows from the first blocker above the slider: exactly the bits from the slider up to
/// that blocker change, and the exclusive or shows them. The same on the mirrored line
/// gives the other way. A file or diagonal has one square a rank, so swapping the bytes
/// mirrors it; a rank needs its bits reversed.
///
/// Needs no table but the line masks, and is `const`: see
/// [`rook_attacks_const`](crate::rook_attacks_const).
#[derive(Clone, Copy, Debug)]
pub struct Hyperbola;

impl SliderBackend for Hyperbola {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        super::rook_attacks_const(square, occupied)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        super::bishop_attacks_const(square, occupied)
    }
}

/// The squares a slider attacks along one line.
#[inline]
pub(super) const fn along(square: Square, occupied: Bitboard, line: Line) -> Bitboard {
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
