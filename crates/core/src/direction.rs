//! [`Direction`], one of the eight king steps, and [`Bitboard::shift`], which moves a set by one.

use crate::Bitboard;

indexed_enum! {
    /// A king step, named by the compass rose with White in the south.
    ///
    /// The indices run clockwise from north. [`Bitboard::shift`] moves a set of squares by a
    /// direction.
    ///
    /// ```
    /// use tabiya::{Bitboard, Direction, Square};
    ///
    /// let corner = Bitboard::from(Square::H1);
    /// assert_eq!(corner.shift(Direction::North), Bitboard::from(Square::H2));
    /// assert!(corner.shift(Direction::East).is_empty());
    /// ```
    "direction" Direction: 8 {
        /// The step toward the eighth rank.
        North = 0,
        /// The step toward the eighth rank and the h-file.
        NorthEast = 1,
        /// The step toward the h-file.
        East = 2,
        /// The step toward the first rank and the h-file.
        SouthEast = 3,
        /// The step toward the first rank.
        South = 4,
        /// The step toward the first rank and the a-file.
        SouthWest = 5,
        /// The step toward the a-file.
        West = 6,
        /// The step toward the eighth rank and the a-file.
        NorthWest = 7,
    }
}

const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;

impl Direction {
    /// Returns the step as a file difference and a rank difference; east and north are positive.
    ///
    /// ```
    /// use tabiya::{Direction, Square};
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

    /// Returns the difference between square indices: 8 for north, -9 for south-west.
    ///
    /// ```
    /// use tabiya::{Direction, Square};
    ///
    /// let push_target = Square::E2 as i8 + Direction::North.index_step();
    /// assert_eq!(push_target, Square::E3 as i8);
    /// assert_eq!(Direction::SouthWest.index_step(), -9);
    /// ```
    #[inline]
    pub const fn index_step(self) -> i8 {
        let (files, ranks) = self.step();
        8 * ranks + files
    }

    /// Returns the opposite direction.
    ///
    /// ```
    /// use tabiya::Direction;
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
    /// Returns the set with each square moved by one step; squares that would leave the board are
    /// removed.
    ///
    /// The method is one bit shift. Before a step to the east or west, a mask removes the file
    /// whose squares would wrap to another rank.
    ///
    /// ```
    /// use tabiya::{Direction, Square, bitboard};
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
            Direction::NorthEast => (self.0 & NOT_H_FILE) << 9,
            Direction::East => (self.0 & NOT_H_FILE) << 1,
            Direction::SouthEast => (self.0 & NOT_H_FILE) >> 7,
            Direction::South => self.0 >> 8,
            Direction::SouthWest => (self.0 & NOT_A_FILE) >> 9,
            Direction::West => (self.0 & NOT_A_FILE) >> 1,
            Direction::NorthWest => (self.0 & NOT_A_FILE) << 7,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn single_square_shift_equals_its_offset() {
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            for square in Square::ALL {
                let expected: Bitboard = square.offset(files, ranks).into_iter().collect();
                assert_eq!(square.bitboard().shift(direction), expected, "{square} {direction:?}");
            }
            assert_eq!(direction.opposite().step(), (-files, -ranks));
        }
    }
}
