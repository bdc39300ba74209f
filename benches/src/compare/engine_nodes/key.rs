//! The shared key: the Zobrist key of the search, the same for every library.

/// The random numbers of one key.
pub(super) struct KeyTable {
    /// By piece and square: `64 * piece + square`.
    pub(super) pieces: [u64; 1024],
    /// By the fields of a state: castling rights, en passant file and side to move.
    pub(super) fields: [u64; 512],
}

/// The tables of the shared key and of a second one, which only costs time.
pub(super) static KEY_TABLES: [KeyTable; 2] = [table(1), table(1 << 32)];

const fn table(seed: u64) -> KeyTable {
    let mut table = KeyTable { pieces: [0; 1024], fields: [0; 512] };
    let mut index = 0;
    while index < 1024 {
        table.pieces[index] = mixed(seed + index as u64);
        index += 1;
    }
    let mut index = 0;
    while index < 512 {
        table.fields[index] = mixed(seed + 1024 + index as u64);
        index += 1;
    }
    table
}

/// Returns a pseudo-random number by SplitMix64.
pub(super) const fn mixed(index: u64) -> u64 {
    let mut value = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}
