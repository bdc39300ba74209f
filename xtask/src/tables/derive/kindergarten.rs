//! Kindergarten bitboards: rook attacks along the rank and along the file.
//!
//! The outer two squares on a line cannot shorten an attack, so its relevant occupancy has six
//! bits. On a rank they are adjacent. A multiplication gathers those on the a-file: the factor
//! moves the square on rank `r` to bit `65 - r`, and no two products share a bit.

use std::array::from_fn;

use super::blocks::subsets;
use super::walk::Slider;
use super::{bit, file};

/// The factor that gathers the inner squares of the a-file in the top six bits, a2 highest.
pub const FILE_FACTOR: u64 = 0x0080_4020_1008_0400;

/// The squares a2 to a7.
pub const INNER_FILE_A: u64 = file(0) & !(bit(0) | bit(56));

/// Returns the attacks along the first rank: `[file][occupancy of b1 to g1]`.
pub fn rank_attacks() -> [[u8; 64]; 8] {
    let rank = |square: usize, inner: usize| {
        let attacks = Slider::Rook.attacks(square, (inner as u64) << 1);
        // The mask removes the attacks along the file.
        (attacks & 0xff) as u8
    };
    from_fn(|square| from_fn(|inner| rank(square, inner)))
}

/// Returns the attacks along the a-file: `[rank][occupancy of a2 to a7, gathered by the factor]`.
pub fn file_attacks() -> [[u64; 64]; 8] {
    from_fn(|rank| {
        let mut row = [0; 64];
        for occupied in subsets(INNER_FILE_A) {
            let index = occupied.wrapping_mul(FILE_FACTOR) >> 58;
            // The index has six bits.
            row[index as usize] = Slider::Rook.attacks(8 * rank, occupied) & file(0);
        }
        row
    })
}
