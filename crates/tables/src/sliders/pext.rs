//! PEXT: one instruction gathers the blockers into an index.

use tabiya_core::{Bitboard, Square};

use crate::arch::{Block, pdep};
use crate::generated::bishops::{BISHOP_MASKS, BISHOP_OFFSETS};
use crate::generated::pext_attacks::{BISHOP_ATTACKS, ROOK_ATTACKS};
use crate::generated::rays::{BISHOP_RAYS, ROOK_RAYS};
use crate::generated::rooks::{ROOK_MASKS, ROOK_OFFSETS};

use super::backend::SliderBackend;

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
        ROOKS[square as usize].attacks(&ROOK_ATTACKS, occupied)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        BISHOPS[square as usize].attacks(&BISHOP_ATTACKS, occupied)
    }
}

/// The data of the look-up for one square besides the attacks, side by side.
struct Entry<const LEN: usize> {
    block: Block<LEN>,
    rays: u64,
}

impl<const LEN: usize> Entry<LEN> {
    #[inline]
    fn attacks(&self, table: &[u16; LEN], occupied: Bitboard) -> Bitboard {
        let packed = self.block.by_pext(table, occupied.0);
        Bitboard(pdep(u64::from(packed), self.rays))
    }
}

static ROOKS: [Entry<{ ROOK_ATTACKS.len() }>; 64] = entries(&ROOK_MASKS, &ROOK_OFFSETS, &ROOK_RAYS);

static BISHOPS: [Entry<{ BISHOP_ATTACKS.len() }>; 64] =
    entries(&BISHOP_MASKS, &BISHOP_OFFSETS, &BISHOP_RAYS);

const fn entries<const LEN: usize>(
    masks: &[u64; 64],
    offsets: &[u32; 64],
    rays: &[u64; 64],
) -> [Entry<LEN>; 64] {
    let mut entries = [const { Entry { block: Block::new(1, 0), rays: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] =
            Entry { block: Block::new(masks[index], offsets[index] as usize), rays: rays[index] };
        index += 1;
    }
    entries
}
