//! [`Form`], the form of a text that stands for a bitboard.

/// The form of a text that stands for a bitboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Form {
    /// A number of the base 16.
    Hexadecimal,
    /// A number of the base 10. A negative one is the two's complement.
    Decimal,
    /// A number of the base 2.
    Binary,
    /// A printed board.
    Board,
    /// A list of squares.
    Squares,
}
