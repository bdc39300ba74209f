//! A cuckoo hash table with the moves that a piece can take back, by the difference that each makes
//! to the Zobrist key of a position.
//!
//! The method is by Marcel van Kervinck. Each key has two slots. A move that is put into an
//! occupied slot pushes the other one to its second slot.

use anyhow::{Result, ensure};

use super::polyglot::Keys;
use super::walk::{self, Slider};
use super::{bit, spans};

/// The number of slots, more than twice the number of moves.
pub const SLOTS: usize = 1 << 13;

/// The number of moves on an empty board: by each piece but the pawns, once for both directions.
const MOVES: usize = 3668;

/// The empty slot: a black pawn that stays on a1.
pub const EMPTY: u16 = 0;

/// Returns the moves by slot: the piece in Polyglot's order, times 4096, the lower square, times 64, and the
/// higher square.
///
/// # Errors
/// Returns an error if no arrangement is found, which depends on the keys.
pub fn reversible_moves(keys: &Keys) -> Result<Vec<u16>> {
    let mut table = vec![EMPTY; SLOTS];
    let mut count = 0;
    for entry in moves() {
        insert(&mut table, entry, keys)?;
        count += 1;
    }
    ensure!(count == MOVES, "{count} reversible moves; expected {MOVES}");
    Ok(table)
}

/// Returns the two slots of a key.
pub const fn slots(key: u64) -> [usize; 2] {
    [key as usize % SLOTS, (key >> 16) as usize % SLOTS]
}

/// Returns the difference that a move makes to a position's key.
pub fn key_difference(entry: u16, keys: &Keys) -> u64 {
    let [piece, low, high] = [entry >> 12, entry >> 6 & 63, entry & 63].map(usize::from);
    keys.pieces[piece][low] ^ keys.pieces[piece][high] ^ keys.turn
}

fn insert(table: &mut [u16], mut entry: u16, keys: &Keys) -> Result<()> {
    let [mut slot, _] = slots(key_difference(entry, keys));
    for _ in 0..SLOTS {
        entry = std::mem::replace(&mut table[slot], entry);
        if entry == EMPTY {
            return Ok(());
        }
        let [first, second] = slots(key_difference(entry, keys));
        slot = if slot == first { second } else { first };
    }
    anyhow::bail!("the reversible moves do not fit into {SLOTS} slots")
}

fn moves() -> impl Iterator<Item = u16> {
    let bishop = walk::slider_rays(Slider::Bishop);
    let rook = walk::slider_rays(Slider::Rook);
    let queen = std::array::from_fn(|square| bishop[square] | rook[square]);
    let attacks = [spans::knight_attacks(), bishop, rook, queen, spans::king_attacks()];
    (2_u16..12).flat_map(move |piece| {
        let attacks = attacks[usize::from(piece) / 2 - 1];
        (0_u16..64).flat_map(move |low| {
            let targets = attacks[usize::from(low)];
            let is_move = move |high: &u16| targets & bit((*high).into()) != 0;
            (low + 1..64).filter(is_move).map(move |high| piece << 12 | low << 6 | high)
        })
    })
}
