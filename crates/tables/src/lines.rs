//! Rays from a square, lines through squares, and the squares between two squares.

use tabiya_core::{Bitboard, Direction, Square};

use crate::generated::between::BETWEEN;
use crate::generated::lines::LINES;
use crate::generated::rays::RAYS;

/// One of the four lines through a square, the argument of [`line_through`].
///
/// ```
/// use tabiya::Square;
/// use tabiya::tables::{Line, line_through};
///
/// // The antidiagonal of a corner is the corner itself.
/// assert_eq!(line_through(Square::A1, Line::Antidiagonal), Square::A1.into());
/// assert!(line_through(Square::A1, Line::Diagonal).contains(Square::H8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Line {
    /// The rank, from west to east.
    Rank = 0,
    /// The file, from south to north.
    File = 1,
    /// The diagonal, parallel to a1–h8.
    Diagonal = 2,
    /// The antidiagonal, parallel to a8–h1.
    Antidiagonal = 3,
}

/// Returns the squares from a square to the edge in one direction, without the square itself.
///
/// ```
/// use tabiya::tables::ray;
/// use tabiya::{Direction, Square};
///
/// let squares: Vec<_> = ray(Square::C6, Direction::NorthWest).into_iter().collect();
/// assert_eq!(squares, [Square::B7, Square::A8]);
/// ```
#[inline]
pub const fn ray(square: Square, direction: Direction) -> Bitboard {
    Bitboard(RAYS[direction as usize][square as usize])
}

/// Returns one of the four lines through a square, from edge to edge and including the square.
///
/// ```
/// use tabiya::tables::{Line, line_through};
/// use tabiya::{File, Square};
///
/// assert_eq!(line_through(Square::E4, Line::File), File::E.into());
/// ```
#[inline]
pub const fn line_through(square: Square, line: Line) -> Bitboard {
    Bitboard(LINES[line as usize][square as usize])
}

/// Returns the squares strictly between two squares on one rank, file or diagonal.
///
/// The set is empty if the squares share no line or are equal.
///
/// ```
/// use tabiya::tables::between;
/// use tabiya::{Bitboard, Square, bitboard};
///
/// assert_eq!(between(Square::B2, Square::F6), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . X . . .
///     . . . X . . . .
///     . . X . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[doc(alias = "get_between_rays")]
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a as usize][b as usize])
}

/// Returns the line through two squares on one rank, file or diagonal, from edge to edge and
/// including both.
///
/// The set is empty if the squares share no line or are equal.
///
/// ```
/// use tabiya::tables::line;
/// use tabiya::{Bitboard, Rank, Square};
///
/// assert_eq!(line(Square::B4, Square::D4), Rank::Fourth.into());
/// assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[doc(alias = "get_line_rays")]
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    // The lines through `a` have no other square in common, so that `b` is on at most one of them.
    let mut common_line = 0;
    let mut index = 0;
    while index < 4 {
        let line = LINES[index][a as usize];
        common_line |= line * (line >> b as u8 & 1);
        index += 1;
    }
    if a as u8 == b as u8 { Bitboard::EMPTY } else { Bitboard(common_line) }
}

/// Tests whether three squares, equal or not, are on one rank, file or diagonal.
///
/// ```
/// use tabiya::Square;
/// use tabiya::tables::aligned;
///
/// assert!(aligned(Square::C1, Square::H6, Square::E3));
/// assert!(!aligned(Square::C1, Square::H6, Square::C3));
/// ```
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    // The lowest bit is set if a line through `a` contains `b` and `c`.
    let mut is_common_line = 0;
    let mut index = 0;
    while index < 4 {
        let line = LINES[index][a as usize];
        is_common_line |= line >> b as u8 & line >> c as u8;
        index += 1;
    }
    is_common_line & 1 != 0
}
