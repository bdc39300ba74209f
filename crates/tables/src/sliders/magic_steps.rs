//! The tables and constants that [`Magic`](super) uses, by index, for derivations that show each
//! step.
//!
//! Builds with BMI2 have these tables too, but the linker drops them from programs that do not read
//! them.

use tabiya_core::{Bitboard, File, Rank, Square};

use crate::generated::bishops::{BISHOP_MASKS, BISHOP_OFFSETS};
use crate::generated::kindergarten;
use crate::generated::magics::{BISHOP_ATTACKS, BISHOP_MAGICS};
use crate::generated::rank_attacks::RANK_ATTACKS;

/// The squares a2 to a7, whose occupancy matters on the a-file.
pub const INNER_FILE_A: Bitboard = Bitboard(kindergarten::INNER_FILE_A);

/// The factor that gathers the squares a2 to a7 into the top six bits.
pub const FILE_FACTOR: u64 = kindergarten::FILE_FACTOR;

/// The constants for a bishop's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BishopMagic {
    /// The squares whose occupancy matters: the rays without their last squares.
    pub mask: Bitboard,
    /// The factor that hashes the occupancy.
    pub magic: u64,
    /// The index of the square's first entry.
    pub offset: usize,
}

impl BishopMagic {
    /// Returns a square's constants.
    pub const fn new(square: Square) -> Self {
        let index = square as usize;
        Self {
            mask: Bitboard(BISHOP_MASKS[index]),
            magic: BISHOP_MAGICS[index],
            offset: BISHOP_OFFSETS[index] as usize,
        }
    }
}

/// Returns an entry in the bishops' table, or `None` beyond the table.
pub fn bishop_entry(index: usize) -> Option<Bitboard> {
    BISHOP_ATTACKS.get(index).copied().map(Bitboard)
}

/// Returns the attacks along the first rank by the occupancy on b1 to g1, six bits.
pub fn rank_entry(file: File, inner_squares: usize) -> Option<Bitboard> {
    RANK_ATTACKS[file as usize].get(inner_squares).map(|&attacks| Bitboard(attacks.into()))
}

/// Returns the attacks along the a-file by the gathered occupancy on a2 to a7, six bits.
pub fn file_entry(rank: Rank, inner_squares: usize) -> Option<Bitboard> {
    kindergarten::FILE_ATTACKS[rank as usize].get(inner_squares).copied().map(Bitboard)
}
