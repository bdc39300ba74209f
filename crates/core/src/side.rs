//! Colour as a type: code written once from the mover's view, compiled once for each side.

use crate::{Bitboard, Color, Direction, Rank};

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for Us<true> {}
impl sealed::Sealed for Us<false> {}

/// The side to move, known at compile time: [`Us<true>`](Us) for White, `Us<false>` for
/// Black, and nothing else.
///
/// Stable Rust takes neither an enum as a const parameter nor `{ !WHITE }` as an argument,
/// so the const generic is a `bool` inside a type, and what depends on it stands here as
/// associated constants. A function over `S: Side` holds no `if color == …`.
///
/// ```
/// use tabiya_core::{Bitboard, Black, Rank, Side, White};
///
/// fn double_push_targets<S: Side>(pawns: Bitboard, empty: Bitboard) -> Bitboard {
///     let single = pawns.shift(S::UP) & empty;
///     (single & S::THIRD_RANK).shift(S::UP) & empty
/// }
///
/// let white = double_push_targets::<White>(Rank::Second.into(), Bitboard::FULL);
/// assert_eq!(white, Rank::Fourth.into());
/// let black = double_push_targets::<Black>(Rank::Seventh.into(), Bitboard::FULL);
/// assert_eq!(black, Rank::Fifth.into());
/// ```
pub trait Side: sealed::Sealed + Copy + Default + 'static {
    /// The opponent.
    type Them: Side<Them = Self>;

    /// The colour as a value.
    const COLOR: Color;

    /// The way our pawns push.
    const UP: Direction;
    /// One of the two ways our pawns capture, the one towards the a-file.
    const UP_WEST: Direction;
    /// The other way our pawns capture, towards the h-file.
    const UP_EAST: Direction;

    /// Our back rank.
    const FIRST_RANK: Bitboard;
    /// Where a single push from our pawns' home lands: only from here it may go on.
    const THIRD_RANK: Bitboard;
    /// Where our pawns stand one step before they promote.
    const SEVENTH_RANK: Bitboard;
    /// Where our pawns promote.
    const EIGHTH_RANK: Bitboard;
}

/// The side to move as a type; `WHITE` says which. See [`Side`].
///
/// ```
/// use tabiya_core::{Color, Direction, Side, Us};
///
/// assert_eq!(Us::<false>::COLOR, Color::Black);
/// assert_eq!(Us::<false>::UP, Direction::South);
/// assert_eq!(<Us<false> as Side>::Them::COLOR, Color::White);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Us<const WHITE: bool>;

/// White as a type.
pub type White = Us<true>;

/// Black as a type.
pub type Black = Us<false>;

impl Side for White {
    type Them = Black;
    const COLOR: Color = Color::White;
    const UP: Direction = Direction::North;
    const UP_WEST: Direction = Direction::NorthWest;
    const UP_EAST: Direction = Direction::NorthEast;
    const FIRST_RANK: Bitboard = Bitboard::from_rank(Rank::First);
    const THIRD_RANK: Bitboard = Bitboard::from_rank(Rank::Third);
    const SEVENTH_RANK: Bitboard = Bitboard::from_rank(Rank::Seventh);
    const EIGHTH_RANK: Bitboard = Bitboard::from_rank(Rank::Eighth);
}

impl Side for Black {
    type Them = White;
    const COLOR: Color = Color::Black;
    const UP: Direction = Direction::South;
    const UP_WEST: Direction = Direction::SouthWest;
    const UP_EAST: Direction = Direction::SouthEast;
    const FIRST_RANK: Bitboard = Bitboard::from_rank(Rank::Eighth);
    const THIRD_RANK: Bitboard = Bitboard::from_rank(Rank::Sixth);
    const SEVENTH_RANK: Bitboard = Bitboard::from_rank(Rank::Second);
    const EIGHTH_RANK: Bitboard = Bitboard::from_rank(Rank::First);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_is_white_upside_down() {
        fn flipped(direction: Direction) -> (i8, i8) {
            let (files, ranks) = direction.step();
            (files, -ranks)
        }
        assert_eq!(Black::UP.step(), flipped(White::UP));
        assert_eq!(Black::UP_WEST.step(), flipped(White::UP_WEST));
        assert_eq!(Black::UP_EAST.step(), flipped(White::UP_EAST));
        assert_eq!(Black::FIRST_RANK, White::FIRST_RANK.flip_vertical());
        assert_eq!(Black::THIRD_RANK, White::THIRD_RANK.flip_vertical());
        assert_eq!(Black::SEVENTH_RANK, White::SEVENTH_RANK.flip_vertical());
        assert_eq!(Black::EIGHTH_RANK, White::EIGHTH_RANK.flip_vertical());
        assert_eq!(<White as Side>::Them::COLOR, Black::COLOR);
    }
}
