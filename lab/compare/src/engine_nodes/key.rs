//! The shared key: the search's Zobrist key, the same for every library.

use tabiya_suites::random::SplitMix;

/// The random numbers for one key.
pub(super) struct KeyTable {
    /// By piece and square: `64 * piece + square`.
    pub(super) pieces: [u64; 1024],
    /// By a state's fields: castling rights, en passant file and side to move.
    pub(super) fields: [u64; 512],
}

/// The tables for the shared key and for a second one, which only costs time.
pub(super) static KEY_TABLES: [KeyTable; 2] = [table(1), table(1 << 32)];

const fn table(seed: u64) -> KeyTable {
    let mut table = KeyTable { pieces: [0; 1024], fields: [0; 512] };
    let mut index = 0;
    while index < 1024 {
        table.pieces[index] = SplitMix::nth(seed + index as u64);
        index += 1;
    }
    let mut index = 0;
    while index < 512 {
        table.fields[index] = SplitMix::nth(seed + 1024 + index as u64);
        index += 1;
    }
    table
}
