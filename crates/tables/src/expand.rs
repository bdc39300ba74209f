//! Expansion of sets to lists of up to eight squares, without a loop.
//!
//! A line through a square has at most eight squares, and a knight or a king has at most eight
//! targets. A multiplication gathers them in a byte, which indexes a table of lists. So the work
//! does not depend on how many squares there are, which no branch predictor could guess.

use tabiya_core::{Bitboard, Square};

use crate::Line;
use crate::generated::expand::{
    BYTE_INDICES, BYTE_LENGTHS, KING_FACTOR, KING_OFFSETS, KING_ROTATION, KNIGHT_FACTOR,
    KNIGHT_OFFSETS, KNIGHT_ROTATION,
};
#[cfg(target_arch = "x86_64")]
use crate::generated::line_squares::{DIAGONAL_SQUARES, ORTHOGONAL_SQUARES};
use crate::generated::rank_attacks::RANK_ATTACKS;
use crate::lines::line_through;

const A_FILE: u64 = 0x0101_0101_0101_0101;

/// The factor that gathers the a-file in the top byte, a1 lowest.
const FILE_FACTOR: u64 = 0x0102_0408_1020_4080;

/// Returns the indices of the set bits in a byte, in order and followed by zeros.
///
/// ```
/// use tabiya_tables::expand::{byte_indices, byte_length};
///
/// assert_eq!(byte_indices(0b1001_0010), &[1, 4, 7, 0, 0, 0, 0, 0]);
/// assert_eq!(byte_length(0b1001_0010), 3);
/// ```
#[inline]
pub const fn byte_indices(byte: u8) -> &'static [u16; 8] {
    &BYTE_INDICES[byte as usize]
}

/// Returns the number of set bits in a byte.
///
/// The lookup takes one instruction where the CPU has no popcount instruction.
#[inline]
pub const fn byte_length(byte: u8) -> u8 {
    BYTE_LENGTHS[byte as usize]
}

/// A knight's or a king's targets as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaperTargets {
    /// A byte with one bit per target.
    pub gathered: u8,
    /// The differences between target and origin in two's complement, lowest first, followed by
    /// zeros.
    pub offsets: &'static [u16; 8],
}

/// Returns the targets for a knight on `from` as a list, given that the knight reaches each of
/// them.
///
/// ```
/// use tabiya::Square;
/// use tabiya_tables::{expand, knight_attacks};
///
/// let targets = knight_attacks(Square::B1).without(Square::D2);
/// let list = expand::knight_targets(Square::B1, targets);
/// assert_eq!(list.gathered.count_ones(), 2);
/// assert_eq!(list.offsets[..2], [15, 17]); // a3 and c3
/// ```
#[inline]
pub const fn knight_targets(from: Square, targets: Bitboard) -> LeaperTargets {
    let gathered = gather_rotated(from, targets, KNIGHT_ROTATION, KNIGHT_FACTOR);
    LeaperTargets { gathered, offsets: &KNIGHT_OFFSETS[gathered as usize] }
}

/// Returns the targets for a king on `from` as a list, given that the king reaches each of them.
///
/// ```
/// use tabiya::Square;
/// use tabiya_tables::{expand, king_attacks};
///
/// let list = expand::king_targets(Square::A1, king_attacks(Square::A1));
/// assert_eq!(list.offsets[..3], [1, 8, 9]); // b1, a2 and b2
/// ```
#[inline]
pub const fn king_targets(from: Square, targets: Bitboard) -> LeaperTargets {
    let gathered = gather_rotated(from, targets, KING_ROTATION, KING_FACTOR);
    LeaperTargets { gathered, offsets: &KING_OFFSETS[gathered as usize] }
}

/// Rotates targets to where the factor gathers them, whatever the origin, and gathers them.
#[inline]
const fn gather_rotated(from: Square, targets: Bitboard, rotation: u32, factor: u64) -> u8 {
    let rotated = targets.0.rotate_right((from as u32).wrapping_sub(rotation));
    (rotated.wrapping_mul(factor) >> 56) as u8
}

/// Returns the squares on a line through `square` that are in a set, as a byte.
///
/// Bit `p` is the square at position `p`: its file, or on a [`Line::File`] its rank.
///
/// ```
/// use tabiya::Square;
/// use tabiya_tables::{Line, expand};
///
/// let set = Square::A2.bitboard() | Square::C4.bitboard() | Square::C6.bitboard();
/// assert_eq!(expand::gather_line(Line::Diagonal, Square::B3, set), 0b101);
/// assert_eq!(expand::gather_line(Line::File, Square::C1, set), 0b10_1000);
/// ```
#[inline]
pub const fn gather_line(line: Line, square: Square, set: Bitboard) -> u8 {
    match line {
        Line::Rank => (set.0 >> (square as u8 & 56)) as u8,
        Line::File => {
            let file = set.0 >> (square as u8 & 7) & A_FILE;
            (file.wrapping_mul(FILE_FACTOR) >> 56) as u8
        }
        Line::Diagonal | Line::Antidiagonal => {
            // A diagonal's squares are on different files, so adding its ranks produces no carry.
            let diagonal = set.0 & line_through(square, line).0;
            (diagonal.wrapping_mul(A_FILE) >> 56) as u8
        }
    }
}

/// Returns the squares that a slider on `square` attacks along a line, given the line's occupied
/// squares, both as bytes in the form of [`gather_line`].
///
/// The result can contain positions beyond the board's edge.
///
/// ```
/// use tabiya::Square;
/// use tabiya_tables::{Line, expand};
///
/// // A rook on c1 and a blocker on f1.
/// assert_eq!(expand::line_attacks(Line::Rank, Square::C1, 0b10_0100), 0b11_1011);
/// ```
#[inline]
pub const fn line_attacks(line: Line, square: Square, occupied: u8) -> u8 {
    let position = match line {
        Line::File => (square as usize / 8) & 7,
        Line::Rank | Line::Diagonal | Line::Antidiagonal => square as usize & 7,
    };
    RANK_ATTACKS[position][occupied as usize >> 1 & 63]
}

/// A line's squares: the square at position `p` has the index `start + p * step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineSquares {
    /// The index of the square at position 0, which can be off the board.
    pub start: i16,
    /// The index difference between two neighbors.
    pub step: i16,
}

/// Returns the squares on a line through `square`.
///
/// ```
/// use tabiya::Square;
/// use tabiya_tables::{Line, expand};
///
/// let line = expand::line_squares(Line::Antidiagonal, Square::C2);
/// assert_eq!(line.start + 3 * line.step, Square::D1.index() as i16);
/// ```
#[inline]
pub const fn line_squares(line: Line, square: Square) -> LineSquares {
    let (square, file) = (square as i16, square as i16 & 7);
    let (start, step) = match line {
        Line::Rank => (square - file, 1),
        Line::File => (file, 8),
        Line::Diagonal => (square - 9 * file, 9),
        Line::Antidiagonal => (square + 7 * file, -7),
    };
    LineSquares { start, step }
}

/// Returns the squares on the diagonal and the antidiagonal through `square`, eight bytes each, by
/// position.
///
/// A position off the board has `square` itself as its byte.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn diagonal_squares(square: Square) -> &'static [u8; 16] {
    &DIAGONAL_SQUARES[square as usize]
}

/// Returns the squares on the rank and the file through `square`, eight bytes each, by position.
#[cfg(target_arch = "x86_64")]
#[inline]
pub fn orthogonal_squares(square: Square) -> &'static [u8; 16] {
    &ORTHOGONAL_SQUARES[square as usize]
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;
    use crate::{bishop_attacks, king_attacks, knight_attacks, rook_attacks};

    const LINES: [Line; 4] = [Line::Rank, Line::File, Line::Diagonal, Line::Antidiagonal];

    /// Yields random sets, including the empty and the full one.
    fn sets() -> impl Iterator<Item = Bitboard> {
        let random =
            (1..40_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(n as u32));
        [0, !0].into_iter().chain(random).map(Bitboard)
    }

    fn squares_at(start: i16, step: i16, positions: u8) -> Bitboard {
        let positions = &byte_indices(positions)[..byte_length(positions).into()];
        let squares = positions.iter().map(|&position| start + step * position.cast_signed());
        squares.map(|index| Square::from_index(index as usize).expect("on the board")).collect()
    }

    #[test]
    fn line_byte_expands_to_its_squares() {
        for (square, line) in Square::ALL.into_iter().flat_map(|s| LINES.map(|line| (s, line))) {
            let LineSquares { start, step } = line_squares(line, square);
            for set in sets() {
                let actual = squares_at(start, step, gather_line(line, square, set));
                assert_eq!(actual, set & line_through(square, line), "{line:?} {square} {set:?}");
            }
        }
    }

    #[test]
    fn attacks_along_lines_equal_slider_attacks() {
        for (square, occupied) in
            Square::ALL.into_iter().flat_map(|s| sets().map(move |set| (s, set)))
        {
            let attacks = |lines: [Line; 2]| {
                let along = |line| {
                    let attacked = line_attacks(line, square, gather_line(line, square, occupied));
                    let on_board = gather_line(line, square, Bitboard::FULL);
                    let LineSquares { start, step } = line_squares(line, square);
                    squares_at(start, step, attacked & on_board)
                };
                along(lines[0]) | along(lines[1])
            };
            assert_eq!(attacks([Line::Rank, Line::File]), rook_attacks(square, occupied));
            assert_eq!(
                attacks([Line::Diagonal, Line::Antidiagonal]),
                bishop_attacks(square, occupied)
            );
        }
    }

    #[test]
    fn leaper_targets_are_subset_squares_in_order() {
        for (square, set) in Square::ALL.into_iter().flat_map(|s| sets().map(move |set| (s, set))) {
            for (attacks, expand) in [
                (knight_attacks(square), knight_targets as fn(_, _) -> LeaperTargets),
                (king_attacks(square), king_targets),
            ] {
                let targets = attacks & set;
                let list = expand(square, targets);
                let squares = list.offsets.iter().map(|&offset| {
                    Square::from_low_bits((square as u16).wrapping_add(offset) as u8)
                });
                let actual: Vec<_> = squares.take(list.gathered.count_ones() as usize).collect();
                assert_eq!(actual, targets.into_iter().collect::<Vec<_>>(), "{square} {set:?}");
            }
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn two_line_squares_agree_with_line_squares() {
        for square in Square::ALL {
            for (bytes, lines) in [
                (diagonal_squares(square), [Line::Diagonal, Line::Antidiagonal]),
                (orthogonal_squares(square), [Line::Rank, Line::File]),
            ] {
                for (half, line) in bytes.chunks(8).zip(lines) {
                    let LineSquares { start, step } = line_squares(line, square);
                    let on_board = gather_line(line, square, Bitboard::FULL);
                    for (position, &byte) in (0..8).zip(half) {
                        let is_on_board = on_board >> position & 1 != 0;
                        let expected =
                            if is_on_board { start + step * position } else { square as i16 };
                        assert_eq!(i16::from(byte), expected, "{line:?} {square}, {position}");
                    }
                }
            }
        }
    }
}
