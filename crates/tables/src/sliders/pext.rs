//! PEXT: one instruction gathers the blockers into an index.

use tabiya_core::{Bitboard, Square};

use crate::arch::{Block, pdep};
use crate::generated::magics::{BISHOP_MASKS, BISHOP_OFFSETS, ROOK_MASKS, ROOK_OFFSETS};
use crate::generated::pext_attacks::PEXT_ATTACKS;

use super::{SliderBackend, bishop_rays, rook_rays};

/// Sliders by the BMI2 instructions PEXT and PDEP.
///
/// PEXT packs the blockers that matter into an index without a gap. A slider's attacks lie
/// on its two lines, at most 14 squares, so an entry holds them in 16 bits and PDEP spreads
/// them out again: a quarter of the memory of full bitboards, for one more instruction.
///
/// ```
/// use tabiya_core::{Bitboard, Square};
/// use tabiya_tables::sliders::{Pext, SliderBackend};
///
/// assert_eq!(Pext::rook_attacks(Square::A1, Bitboard::EMPTY).len(), 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl SliderBackend for Pext {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        ROOKS[square as usize].attacks(occupied)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        BISHOPS[square as usize].attacks(occupied)
    }
}

/// All that the look-up for one square reads besides the attacks, side by side.
struct Entry {
    block: Block<ENTRIES>,
    rays: u64,
}

impl Entry {
    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let packed = self.block.by_pext(&PEXT_ATTACKS, occupied.0);
        Bitboard(pdep(u64::from(packed), self.rays))
    }
}

const ENTRIES: usize = PEXT_ATTACKS.len();

static ROOKS: [Entry; 64] = {
    let mut entries = [const { Entry { block: Block::new(1, 0), rays: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] = Entry {
            block: Block::new(ROOK_MASKS[index], ROOK_OFFSETS[index] as usize),
            rays: rook_rays(Square::ALL[index]).0,
        };
        index += 1;
    }
    entries
};

static BISHOPS: [Entry; 64] = {
    let mut entries = [const { Entry { block: Block::new(1, 0), rays: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] = Entry {
            block: Block::new(BISHOP_MASKS[index], BISHOP_OFFSETS[index] as usize),
            rays: bishop_rays(Square::ALL[index]).0,
        };
        index += 1;
    }
    entries
};
