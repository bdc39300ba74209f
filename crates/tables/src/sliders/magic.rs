//! Sliders by multiplication: magic bitboards for bishops, Kindergarten bitboards for rooks.

use tabiya_core::{Bitboard, Square};

use crate::arch::Block;
use crate::generated::bishops::{BISHOP_MASKS, BISHOP_OFFSETS};
use crate::generated::kindergarten::{FILE_ATTACKS, FILE_FACTOR, INNER_FILE_A, RANK_ATTACKS};
use crate::generated::magics::{BISHOP_ATTACKS, BISHOP_MAGICS};

use super::backend::SliderBackend;

/// Sliders by multiplications that turn blockers into an index.
///
/// Bishops use "fancy" magic bitboards. The blockers that matter (the rays without their last
/// squares) are masked out and multiplied by a number found by trial, so that the high bits of
/// the product tell any two sets of blockers with different attacks apart. Those bits index the
/// square's block of the table.
///
/// Rooks use a table for each line, since magics would need twenty times as large a table. The
/// six inner squares of the rank are shifted down and index a byte. Those of the file are
/// gathered by a multiplication with a fixed factor (Kindergarten bitboards).
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::sliders::{Magic, SliderBackend};
///
/// assert_eq!(Magic::bishop_attacks(Square::A1, Square::C3.into()).len(), 2); // b2 and c3
/// assert_eq!(Magic::rook_attacks(Square::A1, Square::A3.into()).len(), 9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Magic;

impl SliderBackend for Magic {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rank_attacks(square, occupied.0) | file_attacks(square, occupied.0))
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        BISHOPS[square as usize].attacks(occupied)
    }
}

/// Returns the squares attacked along the rank.
#[inline]
fn rank_attacks(square: Square, occupied: u64) -> u64 {
    let (file, a_file) = (square as usize % 8, square as usize & 56);
    let inner = occupied >> (a_file + 1) & 63;
    u64::from(RANK_ATTACKS[file][inner as usize]) << a_file
}

/// Returns the squares attacked along the file.
#[inline]
fn file_attacks(square: Square, occupied: u64) -> u64 {
    let (file, rank) = (square as usize % 8, square as usize / 8 % 8);
    let index = (occupied >> file & INNER_FILE_A).wrapping_mul(FILE_FACTOR) >> 58;
    FILE_ATTACKS[rank][index as usize] << file
}

/// The data of the look-up for one square besides the attacks, side by side.
struct Entry {
    block: Block<{ BISHOP_ATTACKS.len() }>,
    magic: u64,
}

impl Entry {
    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        Bitboard(self.block.by_magic(&BISHOP_ATTACKS, occupied.0, self.magic))
    }
}

static BISHOPS: [Entry; 64] = {
    let mut entries = [const { Entry { block: Block::new(1, 0), magic: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] = Entry {
            block: Block::new(BISHOP_MASKS[index], BISHOP_OFFSETS[index] as usize),
            magic: BISHOP_MAGICS[index],
        };
        index += 1;
    }
    entries
};
