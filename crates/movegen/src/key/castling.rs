//! Castling rights in a Zobrist key.

use tabiya_core::{Bitboard, CastlingSide, Color, Square};
use tabiya_tables::keys;

use crate::state::State;

/// Returns a key with some rooks' castling rights added or removed.
#[inline]
pub(super) fn toggle_castling_rights(key: u64, state: &State, rooks: Bitboard) -> u64 {
    if rooks.is_empty() {
        key
    } else if (rooks - CORNER_SQUARES).is_empty() {
        key ^ corner_rights_key(rooks)
    } else {
        key ^ castling_rights_key(*state, rooks)
    }
}

/// Returns the key for the castling rights that rooks on any squares have.
///
/// Takes the state by value: a reference passed to a function that is not inlined would force the
/// state into memory on the fast path for making a move too.
#[cold]
#[inline(never)]
pub(super) fn castling_rights_key(state: State, rooks: Bitboard) -> u64 {
    let mut key = 0;
    for rook in rooks {
        key ^= keys::castling(State::castling_rook_owner(rook), state.castling_side(rook));
    }
    key
}

/// The corner squares, which determine a rook's castling side without the king.
const CORNER_SQUARES: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// The castling right for the rook in each corner.
const CORNER_RIGHTS: [(Square, Color, CastlingSide); 4] = [
    (Square::A1, Color::White, CastlingSide::QueenSide),
    (Square::H1, Color::White, CastlingSide::KingSide),
    (Square::A8, Color::Black, CastlingSide::QueenSide),
    (Square::H8, Color::Black, CastlingSide::KingSide),
];

/// Returns the key for the castling rights that rooks in corners have.
///
/// A multiplication gathers the four corners in the highest bits.
#[inline]
fn corner_rights_key(rooks: Bitboard) -> u64 {
    CORNER_RIGHTS_KEYS[(rooks.0.wrapping_mul(CORNER_GATHER_FACTOR) >> 60) as usize]
}

/// The factor that moves the corners, in the order of [`CORNER_RIGHTS`], to bits 60 to 63.
const CORNER_GATHER_FACTOR: u64 = {
    let mut factor = 0;
    let mut corner = 0;
    while corner < CORNER_RIGHTS.len() {
        factor |= 1 << (60 + corner - CORNER_RIGHTS[corner].0 as usize);
        corner += 1;
    }
    factor
};

/// The castling keys for all sets of corner rooks, indexed by the gathered bits.
static CORNER_RIGHTS_KEYS: [u64; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < table.len() {
        let mut corner = 0;
        while corner < CORNER_RIGHTS.len() {
            let (_, color, side) = CORNER_RIGHTS[corner];
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
    fn corner_rights_key_and_castling_rights_key_agree() -> Result<(), crate::FenError> {
        let state = crate::Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?.state;
        assert_eq!(CORNER_SQUARES, CORNER_RIGHTS.iter().map(|&(corner, ..)| corner).collect());
        for rooks in CORNER_SQUARES.subsets() {
            assert_eq!(corner_rights_key(rooks), castling_rights_key(state, rooks), "{rooks}");
            assert_eq!(
                toggle_castling_rights(7, &state, rooks),
                7 ^ corner_rights_key(rooks),
                "{rooks}"
            );
        }
        Ok(())
    }
}
