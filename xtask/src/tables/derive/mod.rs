//! The derivations, one file for each technique; nothing here knows how a table is printed.
//!
//! Squares are numbered rank by rank from White's side, a1 = 0, b1 = 1, … h8 = 63, and
//! the set of squares in a `u64` has bit `n` for square `n`.

pub mod blocks;
pub mod castling;
pub mod kindergarten;
pub mod magic;
pub mod move_kinds;
pub mod pawns;
pub mod pext;
pub mod polyglot;
pub mod spans;
pub mod walk;

/// The set of one square.
pub const fn bit(square: usize) -> u64 {
    1 << square
}

/// The file of a square, a = 0.
pub const fn file_of(square: usize) -> usize {
    square % 8
}

/// The rank of a square, White's first = 0.
pub const fn rank_of(square: usize) -> usize {
    square / 8
}

/// The squares of one file, a = 0.
pub const fn file(index: usize) -> u64 {
    0x0101_0101_0101_0101 << index
}
