//! [`Side`], color as a type: you write code from one side's view, and it is compiled per side.

use crate::{Bitboard, Color, Direction, Rank};

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for ConstColor<true> {}
impl sealed::Sealed for ConstColor<false> {}

/// A side that is known at compile time: [`White`] or [`Black`], the only implementors.
///
/// A function that is generic over `S: Side` has no run-time branch on a [`Color`]. Everything that
/// depends on the side is an associated type or constant.
///
/// [`ConstColor`]'s const generic parameter is a `bool`, because stable Rust accepts neither an
/// enum as a const parameter nor `{ !WHITE }` as an argument. [`by_side!`](crate::by_side!) turns a
/// [`Color`] that is known at run time into a side.
///
/// ```
/// use tabiya::{Bitboard, Black, Rank, Side, White};
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
#[doc(alias = "const generic")]
#[doc(alias = "const generics")]
pub trait Side: sealed::Sealed + Copy + Default + 'static {
    /// The opponent's side.
    type Them: Side<Them = Self>;

    /// The color as a value.
    const COLOR: Color;

    /// The pawn push direction.
    const UP: Direction;
    /// The pawn capture direction toward the a-file.
    const UP_WEST: Direction;
    /// The pawn capture direction toward the h-file.
    const UP_EAST: Direction;

    /// The side's back rank.
    const FIRST_RANK: Bitboard;
    /// The side's second rank, from which its pawns may push twice.
    const SECOND_RANK: Bitboard;
    /// The side's third rank: the targets of single pushes that a double push continues.
    const THIRD_RANK: Bitboard;
    /// The side's fourth rank: the targets of double pushes.
    const FOURTH_RANK: Bitboard;
    /// The side's fifth rank, from which its pawns capture en passant.
    const FIFTH_RANK: Bitboard;
    /// The side's sixth rank: the targets of en passant captures.
    const SIXTH_RANK: Bitboard;
    /// The side's seventh rank, from which its pawns promote.
    const SEVENTH_RANK: Bitboard;
    /// The side's eighth rank, on which its pawns promote.
    const EIGHTH_RANK: Bitboard;
}

/// A color as a type by a const generic parameter: [`White`] if `WHITE` is true and [`Black`] otherwise; see
/// [`Side`].
///
/// ```
/// use tabiya::{Color, ConstColor, Direction, Side};
///
/// assert_eq!(ConstColor::<false>::COLOR, Color::Black);
/// assert_eq!(ConstColor::<false>::UP, Direction::South);
/// assert_eq!(<ConstColor<false> as Side>::Them::COLOR, Color::White);
/// ```
#[doc(alias = "const generic")]
#[doc(alias = "Us")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConstColor<const WHITE: bool>;

/// White as a type, the [`Side`] of [`Color::White`].
pub type White = ConstColor<true>;

/// Black as a type, the [`Side`] of [`Color::Black`].
pub type Black = ConstColor<false>;

impl Side for White {
    type Them = Black;
    const COLOR: Color = Color::White;
    const UP: Direction = Direction::North;
    const UP_WEST: Direction = Direction::NorthWest;
    const UP_EAST: Direction = Direction::NorthEast;
    const FIRST_RANK: Bitboard = Bitboard::from_rank(Rank::First);
    const SECOND_RANK: Bitboard = Bitboard::from_rank(Rank::Second);
    const THIRD_RANK: Bitboard = Bitboard::from_rank(Rank::Third);
    const FOURTH_RANK: Bitboard = Bitboard::from_rank(Rank::Fourth);
    const FIFTH_RANK: Bitboard = Bitboard::from_rank(Rank::Fifth);
    const SIXTH_RANK: Bitboard = Bitboard::from_rank(Rank::Sixth);
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
    const SECOND_RANK: Bitboard = Bitboard::from_rank(Rank::Seventh);
    const THIRD_RANK: Bitboard = Bitboard::from_rank(Rank::Sixth);
    const FOURTH_RANK: Bitboard = Bitboard::from_rank(Rank::Fifth);
    const FIFTH_RANK: Bitboard = Bitboard::from_rank(Rank::Fourth);
    const SIXTH_RANK: Bitboard = Bitboard::from_rank(Rank::Third);
    const SEVENTH_RANK: Bitboard = Bitboard::from_rank(Rank::Second);
    const EIGHTH_RANK: Bitboard = Bitboard::from_rank(Rank::First);
}

/// Evaluates an expression with a [`Color`] as a type: `by_side!(color, S => expression)`.
///
/// The expression is compiled twice, once with `S` as [`White`] and once as [`Black`], and one
/// branch on the color selects between them. Write it where a search starts: below that point, each
/// function passes `S::Them` on.
///
/// ```
/// use tabiya::{Bitboard, Color, Rank, Side, by_side};
///
/// fn pawn_rank<S: Side>() -> Bitboard {
///     S::SECOND_RANK
/// }
///
/// let rank = by_side!(Color::Black, S => pawn_rank::<S>());
/// assert_eq!(rank, Bitboard::from_rank(Rank::Seventh));
/// ```
#[doc(alias = "const generic")]
#[macro_export]
macro_rules! by_side {
    ($color:expr, $S:ident => $body:expr) => {
        match $color {
            $crate::Color::White => {
                type $S = $crate::White;
                $body
            }
            $crate::Color::Black => {
                type $S = $crate::Black;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_constants_mirror_white_constants() {
        fn mirrored_step(direction: Direction) -> (i8, i8) {
            let (files, ranks) = direction.step();
            (files, -ranks)
        }
        assert_eq!(Black::UP.step(), mirrored_step(White::UP));
        assert_eq!(Black::UP_WEST.step(), mirrored_step(White::UP_WEST));
        assert_eq!(Black::UP_EAST.step(), mirrored_step(White::UP_EAST));
        assert_eq!(Black::FIRST_RANK, White::FIRST_RANK.flip_vertical());
        assert_eq!(Black::SECOND_RANK, White::SECOND_RANK.flip_vertical());
        assert_eq!(Black::THIRD_RANK, White::THIRD_RANK.flip_vertical());
        assert_eq!(Black::FOURTH_RANK, White::FOURTH_RANK.flip_vertical());
        assert_eq!(Black::FIFTH_RANK, White::FIFTH_RANK.flip_vertical());
        assert_eq!(Black::SIXTH_RANK, White::SIXTH_RANK.flip_vertical());
        assert_eq!(Black::SEVENTH_RANK, White::SEVENTH_RANK.flip_vertical());
        assert_eq!(Black::EIGHTH_RANK, White::EIGHTH_RANK.flip_vertical());
        assert_eq!(<White as Side>::Them::COLOR, Black::COLOR);
    }
}
