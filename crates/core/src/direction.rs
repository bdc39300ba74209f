//! The eight ways a king can step, and shifting a whole set of squares by one of them.

use crate::Bitboard;

indexed_enum! {
    /// One king step, named by the compass with White at the south; the order is clockwise
    /// from north.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Direction, Square};
    ///
    /// let corner = Bitboard::from(Square::H1);
    /// assert_eq!(corner.shift(Direction::North), Bitboard::from(Square::H2));
    /// assert!(corner.shift(Direction::East).is_empty());
    /// ```
    "direction" Direction: 8 {
        /// Towards the eighth rank.
        North = 0,
        /// Towards `h8`.
        NorthEast = 1,
        /// Towards the h-file.
        East = 2,
        /// Towards `h1`.
        SouthEast = 3,
        /// Towards the first rank.
        South = 4,
        /// Towards `a1`.
        SouthWest = 5,
        /// Towards the a-file.
        West = 6,
        /// Towards `a8`.
        NorthWest = 7,
    }
}

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

impl Direction {
    /// The step as (files to the right, ranks up).
    ///
    /// ```
    /// use tabiya_core::{Direction, Square};
    ///
    /// let (files, ranks) = Direction::NorthWest.step();
    /// assert_eq!((files, ranks), (-1, 1));
    /// assert_eq!(Square::E4.offset(files, ranks), Some(Square::D5));
    /// ```
    #[inline]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// What the step adds to the index of a square: 8 for north, -9 for south-west.
    ///
    /// ```
    /// use tabiya_core::{Direction, Square};
    ///
    /// let pushed = Square::E2 as i8 + Direction::North.index_step();
    /// assert_eq!(pushed, Square::E3 as i8);
    /// assert_eq!(Direction::SouthWest.index_step(), -9);
    /// ```
    #[inline]
    pub const fn index_step(self) -> i8 {
        let (files, ranks) = self.step();
        8 * ranks + files
    }

    /// The way back.
    ///
    /// ```
    /// use tabiya_core::Direction;
    ///
    /// assert_eq!(Direction::NorthEast.opposite(), Direction::SouthWest);
    /// ```
    #[inline]
    #[must_use = "the direction is returned, not changed"]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
}

impl Bitboard {
    /// Every square of the set moved one step; those that would leave the board vanish.
    ///
    /// A bit shift moves the whole set at once, but a step to the side carries the last
    /// file of one rank to the first file of the next: those files are masked off first.
    ///
    /// ```
    /// use tabiya_core::{bitboard, Direction, Square};
    ///
    /// let king = Square::H4.bitboard();
    /// let row = king | king.shift(Direction::West) | king.shift(Direction::East);
    /// let attacks = (row | row.shift(Direction::North) | row.shift(Direction::South)) - king;
    /// assert_eq!(attacks, bitboard! {
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . X X
    ///     . . . . . . X .
    ///     . . . . . . X X
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// ```
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn shift(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::North => self.0 << 8,
            Direction::NorthEast => (self.0 & NOT_H) << 9,
            Direction::East => (self.0 & NOT_H) << 1,
            Direction::SouthEast => (self.0 & NOT_H) >> 7,
            Direction::South => self.0 >> 8,
            Direction::SouthWest => (self.0 & NOT_A) >> 9,
            Direction::West => (self.0 & NOT_A) >> 1,
            Direction::NorthWest => (self.0 & NOT_A) << 7,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn a_shift_is_the_step_of_each_square() {
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            for square in Square::ALL {
                let walked: Bitboard = square.offset(files, ranks).into_iter().collect();
                assert_eq!(square.bitboard().shift(direction), walked, "{square} {direction:?}");
            }
            assert_eq!(direction.opposite().step(), (-files, -ranks));
        }
    }
}
