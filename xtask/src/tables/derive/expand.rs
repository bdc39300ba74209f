//! Expanding target sets to square lists: up to eight targets are looked up as one index.
//!
//! A line through a square has at most eight squares, and so has a knight or king span. If the
//! targets are gathered in a byte, the byte indexes a table of lists, so that no loop depends on
//! the number of targets.
//!
//! One multiplication gathers the targets of a knight or king. A rotation first moves the span to a
//! fixed place, whatever the origin. The factor then moves each square in the span to one of the
//! top eight bits. [`Leaper::new`] verifies that no two products share a bit, so that nothing is
//! carried.

use std::array::from_fn;

use super::{bit, spans};

/// Lists with up to eight numbers, padded with zeros, by byte.
///
/// Negative numbers are in two's complement, in the same width as a move.
pub type Lists = [[u16; 8]; 256];

/// Returns the indices of the set bits in each byte, in order.
pub fn byte_indices() -> Lists {
    from_fn(|byte| list((0..8).filter(|index| byte >> index & 1 != 0)))
}

/// Returns the number of set bits in each byte.
pub fn byte_lengths() -> [u8; 256] {
    from_fn(|byte| byte.count_ones() as u8)
}

/// The expansion for the targets of a knight or king.
pub struct Leaper {
    /// The left rotation that moves the span on square 0 to its fixed place.
    pub rotation: u32,
    /// The factor that gathers the rotated span in the top eight bits.
    pub factor: u64,
    /// The differences between target and origin, lowest first: `[gathered targets]`.
    pub offsets: Lists,
}

impl Leaper {
    /// Returns the expansion for a knight, whose span is rotated to where it is drawn: around c3.
    pub fn knight() -> Self {
        Self::new(spans::knight_offsets(), spans::KNIGHT_ORIGIN as u32, 0x1001_0004_0100_0000)
    }

    /// Returns the expansion for a king.
    ///
    /// No factor gathers the span on b2 = 9 without a carry. One does so two squares below, where
    /// the lowest two squares have wrapped to the top of the board.
    pub fn king() -> Self {
        Self::new(spans::king_offsets(), 7, 0x1020_0400_0000_0001)
    }

    /// Creates the expansion by offsets, rotation and factor.
    ///
    /// # Panics
    ///
    /// Panics if the factor does not gather the rotated span in eight distinct bits without a carry.
    fn new(offsets: [i8; 8], rotation: u32, factor: u64) -> Self {
        let mut lists = [[0; 8]; 256];
        let mut products = 0_u64;
        for square in offsets.map(|offset| rotated(offset, rotation)) {
            for product in
                (0..64).filter(|shift| factor >> shift & 1 != 0).map(|s| bit(square) << s)
            {
                assert_eq!(products & product, 0, "two products share a bit");
                products |= product;
            }
        }
        assert_eq!(products >> 56, 0xff, "the top eight bits are not all used");
        for subset in 0..256_usize {
            let members = || (0..8).filter(|index| subset >> index & 1 != 0);
            let span: u64 = members().map(|index| bit(rotated(offsets[index], rotation))).sum();
            let index = span.wrapping_mul(factor) >> 56;
            lists[index as usize] =
                list(members().map(|index| i16::from(offsets[index]).cast_unsigned()));
        }
        Self { rotation, factor, offsets: lists }
    }
}

/// Returns the square in the rotated span for the target at an offset.
fn rotated(offset: i8, rotation: u32) -> usize {
    (i32::from(offset) + rotation as i32).rem_euclid(64) as usize
}

/// A function that returns the file and the rank for a position on a line, given the file and the
/// rank of a square on the line. The position can be off the board.
type LineSquare = fn(i32, i32, i32) -> (i32, i32);

/// Returns the squares on two lines through each square, each by position: the file on a rank or a
/// diagonal, the rank on a file.
///
/// The own square replaces positions off the board: it is never a target.
fn line_squares(lines: [LineSquare; 2]) -> [[u8; 16]; 64] {
    from_fn(|square| {
        let file = square as i32 % 8;
        let rank = square as i32 / 8;
        from_fn(|lane| {
            let (x, y) = lines[lane / 8](file, rank, lane as i32 % 8);
            if (0..8).contains(&y) { (8 * y + x) as u8 } else { square as u8 }
        })
    })
}

/// Returns the squares on the diagonal and on the antidiagonal through each square, by file.
pub fn diagonal_squares() -> [[u8; 16]; 64] {
    line_squares([|file, rank, x| (x, rank + x - file), |file, rank, x| (x, rank + file - x)])
}

/// Returns the squares on the rank, by file, and on the file, by rank, through each square.
pub fn orthogonal_squares() -> [[u8; 16]; 64] {
    line_squares([|_, rank, x| (x, rank), |file, _, y| (file, y)])
}

/// Returns the numbers followed by zeros.
fn list(numbers: impl Iterator<Item = u16>) -> [u16; 8] {
    let mut list = [0; 8];
    for (entry, number) in list.iter_mut().zip(numbers) {
        *entry = number;
    }
    list
}
