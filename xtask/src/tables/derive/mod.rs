//! Table derivations, one module per technique; rendering is separate.
//!
//! Squares are numbered rank by rank from White's side: a1 = 0, b1 = 1, … h8 = 63. A bitboard is a `u64`
//! with bit `n` for square `n`.

pub mod blocks;
pub mod castling;
pub mod cuckoo;
pub mod expand;
pub mod kindergarten;
pub mod magic;
pub mod pawns;
pub mod pext;
pub mod polyglot;
pub mod reachability;
pub mod spans;
pub mod walk;

/// Returns the bitboard of one square.
pub const fn bit(square: usize) -> u64 {
    1 << square
}

/// Returns a square's file, 0 for the a-file.
pub const fn file_of(square: usize) -> usize {
    square % 8
}

/// Returns a square's rank, 0 for White's first rank.
pub const fn rank_of(square: usize) -> usize {
    square / 8
}

/// Returns a file's squares, 0 for the a-file.
pub const fn file(index: usize) -> u64 {
    0x0101_0101_0101_0101 << index
}
