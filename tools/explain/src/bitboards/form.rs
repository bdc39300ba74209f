//! [`Form`], in which a text can represent a bitboard.

/// The form in which a text represents a bitboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Form {
    /// A number in base 16.
    Hexadecimal,
    /// A number in base 10. A negative one is the two's complement.
    Decimal,
    /// A number in base 2.
    Binary,
    /// A printed board.
    Board,
    /// A square list.
    Squares,
}
