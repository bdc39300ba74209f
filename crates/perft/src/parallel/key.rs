//! 128-bit hash keys: one half is compared, the other selects the bucket.

use tabiya_movegen::Position;

/// Two independent hashes for a position, which share no constant.
///
/// Positions that are equal by the repetition rule have the same key: the halfmove clock and the
/// fullmove number are not hashed. The bitplanes are hashed by folded products of 64-bit words,
/// which need no table lookups, unlike Zobrist keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    /// The key half that the hash table stores and compares in full.
    pub(crate) stored_hash: u64,
    /// The key half that selects the hash table bucket.
    pub(crate) bucket_hash: u64,
}

/// The first hexadecimal digits of pi, as in Blowfish: nothing-up-my-sleeve numbers.
const PI_DIGITS: [u64; 12] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6c,
    0xc0ac_29b7_c97c_50dd,
    0x3f84_d5b5_b547_0917,
    0x9216_d5d9_8979_fb1b,
    0xd131_0ba6_98df_b5ac,
    0x2ffd_72db_d01a_dfb7,
    0xb8e1_afed_6a26_7e96,
];

impl Key {
    /// Computes the hash key of a position.
    #[inline]
    pub(crate) fn new(position: &Position) -> Self {
        let [ones, twos, fours, white] = position.bitplanes().map(|plane| plane.0);
        // Rooks with castling rights are on the first and the last rank. Bits for the ranks between
        // hold the en passant square and the side to move.
        let en_passant = position.legal_ep_square().map_or(0, |square| 0x100 + square as u64);
        let others = position.castling_rooks().0
            ^ en_passant << 16
            ^ u64::from(position.side_to_move().is_white()) << 32;
        let values = [ones, twos, fours, white, others];
        let [stored_hash, bucket_hash] =
            [0, 6].map(|start| hash_values(values, &PI_DIGITS[start..start + 6]));
        Self { stored_hash, bucket_hash }
    }
}

/// Hashes five 64-bit values by folded products with `constants`.
#[inline(always)]
fn hash_values(values: [u64; 5], constants: &[u64]) -> u64 {
    let [a, b, c, d, e] = values;
    let first = fold_multiply(a ^ constants[0], b ^ constants[1]);
    let second = fold_multiply(c ^ constants[2], d ^ constants[3]);
    fold_multiply(first ^ second.rotate_left(32) ^ constants[4], second ^ e ^ constants[5])
}

/// Multiplies two 64-bit values to 128 bits, and XORs the halves of the product (folded
/// multiplication).
#[inline(always)]
fn fold_multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::vec::Vec;

    use super::*;
    use crate::parallel::split::split;

    /// Asserts that both halves of two keys are equal, or that both differ.
    #[track_caller]
    fn assert_keys(one: &str, other: &str, are_equal: bool) {
        let [a, b] = [one, other].map(|fen| Key::new(&Position::from_fen(fen).expect(fen)));
        assert_eq!(
            [a.stored_hash == b.stored_hash, a.bucket_hash == b.bucket_hash],
            [are_equal; 2],
            "{one} and {other}"
        );
    }

    #[test]
    fn keys_are_equal_for_repeated_positions_only() {
        assert_keys("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 30 80", true);
        assert_keys("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false);
        assert_keys("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", false);
        assert_keys("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", false);
        assert_keys("4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", false);
        assert_keys("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", false);
        // No pawn attacks the en passant square, or the capture is illegal.
        assert_keys("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", true);
        assert_keys("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", "8/8/8/K2pP2q/8/8/8/7k w - - 0 1", true);
    }

    /// Each hash is tested by its 32-bit halves, where random numbers collide measurably.
    #[test]
    fn hash_halves_collide_like_random_numbers() {
        let positions = split(&Position::START, if cfg!(miri) { 2 } else { 4 });
        let keys: Vec<_> = positions.iter().map(|subtree| Key::new(&subtree.position)).collect();
        let halves: [fn(&Key) -> u64; 6] = [
            |key| key.stored_hash >> 32,
            |key| key.stored_hash & 0xffff_ffff,
            |key| key.bucket_hash >> 32,
            |key| key.bucket_hash & 0xffff_ffff,
            |key| (key.stored_hash ^ key.bucket_hash) >> 32,
            |key| (key.stored_hash ^ key.bucket_hash) & 0xffff_ffff,
        ];
        for (index, half) in halves.iter().enumerate() {
            let distinct = keys.iter().map(half).collect::<HashSet<_>>().len();
            // Random numbers have 0.6 expected collisions.
            assert!(keys.len() - distinct <= 6, "half {index}: {distinct} of {}", keys.len());
        }
    }
}
