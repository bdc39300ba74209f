//! What the rights to castle are in a key.

use tabiya_core::{Bitboard, CastlingSide, Color, Square};
use tabiya_tables::keys;

use crate::Position;

/// A key with the rights of some rooks lost, or gained.
///
/// It takes the key: where no right is lost, which is so in nine of ten moves, there is no 0 to
/// combine.
#[inline(always)]
pub(crate) fn with_rooks_changed(key: u64, position: &Position, rooks: Bitboard) -> u64 {
    if rooks.is_empty() {
        key
    } else if (rooks - CORNERS).is_empty() {
        key ^ corners_key(rooks)
    } else {
        key ^ rooks_key(*position, rooks)
    }
}

/// What the rights of some rooks, wherever they stand, are in a key.
///
/// Takes a copy: lent to a call that is not inlined, the caller's position would have to live
/// in memory, and the make before it would be read back before it is written.
#[cold]
#[inline(never)]
pub(crate) fn rooks_key(position: Position, rooks: Bitboard) -> u64 {
    let mut key = 0;
    for rook in rooks {
        key ^= keys::castling(position.castling_owner(rook), position.castling_side(rook));
    }
    key
}

/// Where rooks stand in standard chess: there they have their wing wherever the king is.
const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// Whose right a rook in a corner stands for, and on which wing.
const RIGHTS: [(Square, Color, CastlingSide); 4] = [
    (Square::A1, Color::White, CastlingSide::QueenSide),
    (Square::H1, Color::White, CastlingSide::KingSide),
    (Square::A8, Color::Black, CastlingSide::QueenSide),
    (Square::H8, Color::Black, CastlingSide::KingSide),
];

/// What rooks in corners are in a key: the four corners are brought together by a
/// multiplication, which carries nothing, to the highest bits.
#[inline(always)]
fn corners_key(rooks: Bitboard) -> u64 {
    CORNERS_KEYS[(rooks.0.wrapping_mul(GATHER) >> 60) as usize]
}

/// Takes the corners, in the order of [`RIGHTS`], to bits 60 to 63.
const GATHER: u64 = {
    let mut factor = 0;
    let mut corner = 0;
    while corner < RIGHTS.len() {
        factor |= 1 << (60 + corner - RIGHTS[corner].0 as usize);
        corner += 1;
    }
    factor
};

/// The keys of all sets of corners.
static CORNERS_KEYS: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < table.len() {
        let mut corner = 0;
        while corner < RIGHTS.len() {
            let (_, color, side) = RIGHTS[corner];
            table[set] ^= (set as u64 >> corner & 1) * keys::castling(color, side);
            corner += 1;
        }
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_as_rook_by_rook() -> Result<(), crate::FenError> {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
        assert_eq!(CORNERS, RIGHTS.iter().map(|&(corner, ..)| corner).collect());
        for rooks in CORNERS.subsets() {
            assert_eq!(corners_key(rooks), rooks_key(position, rooks), "{rooks}");
            assert_eq!(with_rooks_changed(7, &position, rooks), 7 ^ corners_key(rooks), "{rooks}");
        }
        Ok(())
    }
}
