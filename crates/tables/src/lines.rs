//! Rays from a square, lines through it, and what lies between two squares.

use tabiya_core::{Bitboard, Direction, Square};

use crate::generated::between::BETWEEN;
use crate::generated::lines::LINES;
use crate::generated::rays::RAYS;

/// The four straight lines through a square.
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::{line_through, Line};
///
/// // The corner has no antidiagonal to speak of.
/// assert_eq!(line_through(Square::A1, Line::Antidiagonal), Square::A1.into());
/// assert!(line_through(Square::A1, Line::Diagonal).contains(Square::H8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Line {
    /// West to east.
    Rank = 0,
    /// South to north.
    File = 1,
    /// In the direction of a1 to h8.
    Diagonal = 2,
    /// In the direction of a8 to h1.
    Antidiagonal = 3,
}

/// The squares from a square to the edge in one direction, without the square itself.
///
/// ```
/// use tabiya_core::{Direction, Square};
/// use tabiya_tables::ray;
///
/// let squares: Vec<_> = ray(Square::C6, Direction::NorthWest).into_iter().collect();
/// assert_eq!(squares, [Square::B7, Square::A8]);
/// ```
#[inline]
pub const fn ray(square: Square, direction: Direction) -> Bitboard {
    Bitboard(RAYS[direction as usize][square as usize])
}

/// One of the four lines through a square, edge to edge, the square itself included.
///
/// ```
/// use tabiya_core::{File, Square};
/// use tabiya_tables::{line_through, Line};
///
/// assert_eq!(line_through(Square::E4, Line::File), File::E.into());
/// ```
#[inline]
pub const fn line_through(square: Square, line: Line) -> Bitboard {
    Bitboard(LINES[line as usize][square as usize])
}

/// The squares strictly between two squares of one rank, file or diagonal; empty where
/// they share none, and of a square with itself.
///
/// ```
/// use tabiya_core::{bitboard, Bitboard, Square};
/// use tabiya_tables::between;
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
#[inline]
pub const fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a as usize][b as usize])
}

/// The whole line through two squares of one rank, file or diagonal, edge to edge and both
/// included; empty where they share none, and of a square with itself.
///
/// ```
/// use tabiya_core::{Bitboard, Rank, Square};
/// use tabiya_tables::line;
///
/// assert_eq!(line(Square::B4, Square::D4), Rank::Fourth.into());
/// assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
/// ```
#[inline]
pub const fn line(a: Square, b: Square) -> Bitboard {
    // The lines through one square have no other square in common.
    let mut through_both = 0;
    let mut index = 0;
    while index < 4 {
        let line = LINES[index][a as usize];
        through_both |= line * (line >> b as u8 & 1);
        index += 1;
    }
    if a as u8 == b as u8 { Bitboard::EMPTY } else { Bitboard(through_both) }
}

/// Whether one rank, file or diagonal holds three squares, the same ones or not.
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::aligned;
///
/// assert!(aligned(Square::C1, Square::H6, Square::E3));
/// assert!(!aligned(Square::C1, Square::H6, Square::C3));
/// ```
#[inline]
pub const fn aligned(a: Square, b: Square, c: Square) -> bool {
    let mut holds = 0;
    let mut index = 0;
    while index < 4 {
        let line = LINES[index][a as usize];
        holds |= line >> b as u8 & line >> c as u8;
        index += 1;
    }
    holds & 1 != 0
}
