//! Transposition from piece codes, one byte per square, to bitplanes.
//!
//! A FEN lists the piece on each square. SSE2 transposes sixteen squares at once.

/// Returns the four bitplanes for piece codes: `ranks` has one integer per rank, the eighth first,
/// and one byte per square, the a-file lowest.
#[inline]
pub(super) fn bitplanes_from_codes(ranks: [u64; 8]) -> [u64; 4] {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return bitplanes_from_codes_sse2(ranks);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    bitplanes_from_codes_scalar(ranks)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
#[inline]
fn bitplanes_from_codes_scalar(ranks: [u64; 8]) -> [u64; 4] {
    [0, 1, 2, 3].map(|bit| {
        ranks.iter().fold(0, |plane: u64, codes| {
            let bits = codes >> bit & 0x0101_0101_0101_0101;
            // The product gathers the lowest bit of each byte in the highest byte.
            plane << 8 | bits.wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    })
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline]
#[expect(unsafe_code, reason = "intrinsics of a target feature that every x86-64 build has")]
fn bitplanes_from_codes_sse2(ranks: [u64; 8]) -> [u64; 4] {
    use core::arch::x86_64::{_mm_movemask_epi8, _mm_set_epi64x, _mm_slli_epi16};
    let mut planes = [0; 4];
    for pair in 0..4 {
        let upper = ranks[2 * pair];
        let lower = ranks[2 * pair + 1];
        // SAFETY: the intrinsics require SSE2 only, which `cfg(target_feature = "sse2")`
        // guarantees.
        unsafe {
            let codes = _mm_set_epi64x(upper.cast_signed(), lower.cast_signed());
            // The bytes' sign bits form a mask; the fourth bit is shifted to the sign first, then
            // the third.
            let mut signs = _mm_slli_epi16::<4>(codes);
            for shifts in 0..4 {
                let squares = u64::from(_mm_movemask_epi8(signs).cast_unsigned());
                planes[3 - shifts] |= squares << (48 - 16 * pair);
                signs = _mm_slli_epi16::<1>(signs);
            }
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::{bitplanes_from_codes, bitplanes_from_codes_scalar};
    use tabiya_core::Square;

    #[test]
    fn sse2_and_portable_transposition_agree() {
        for piece in 0..16 {
            for square in Square::ALL {
                let mut ranks = [[15 - piece; 8]; 8];
                ranks[7 - square.rank().index()][square.file().index()] = piece;
                let ranks = ranks.map(u64::from_le_bytes);
                let planes = bitplanes_from_codes(ranks);
                assert_eq!(planes, bitplanes_from_codes_scalar(ranks), "{piece} on {square}");
                for other in Square::ALL {
                    let code = if other == square { piece } else { 15 - piece };
                    let bits = (0..4).map(|i| (planes[i] >> other as u8 & 1) << i).sum::<u64>();
                    assert_eq!(bits, u64::from(code), "{piece} on {square}, {other}");
                }
            }
        }
    }
}
