//! Serializing positions, squares and sets of squares as text.

use alloc::string::ToString;
use core::fmt::Display;

use serde::Serializer;
use tabiya::{Bitboard, EnPassantStyle, Position, Square};

/// Serializes a square as its name, or nothing as null.
#[expect(clippy::ref_option, reason = "serde passes fields by reference")]
pub fn square<S: Serializer>(square: &Option<Square>, serializer: S) -> Result<S::Ok, S::Error> {
    match square {
        Some(square) => serializer.collect_str(square),
        None => serializer.serialize_none(),
    }
}

/// Serializes a value as its text.
pub fn display<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Serializes a set of squares as a list with their names, a1 first.
pub fn squares<S: Serializer>(squares: &Bitboard, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(squares.into_iter().map(|square| square.to_string()))
}

/// Serializes a set of squares as a number.
pub fn bits<S: Serializer>(set: &Bitboard, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(set.0)
}

/// Serializes a position as its FEN, with the en passant square also if no capture on it is legal.
pub fn fen<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&position.fen().en_passant(EnPassantStyle::Always))
}
