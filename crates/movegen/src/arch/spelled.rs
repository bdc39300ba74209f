//! Planes gathered from squares, sixteen at once.
//!
//! A FEN names what stands on each square. Planes spelled from that square by square take 76
//! instructions by SSE2, and twice as many rank by rank.

/// The planes of what stands on each square, rank by rank, the eighth first.
#[inline]
pub(crate) fn spelled(ranks: [[u8; 8]; 8]) -> [u64; 4] {
    let ranks = ranks.map(u64::from_le_bytes);
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return spelled_by_sse2(ranks);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    spelled_by_ranks(ranks)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
#[inline]
fn spelled_by_ranks(ranks: [u64; 8]) -> [u64; 4] {
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
#[expect(unsafe_code, reason = "intrinsics ask for a feature that every x86-64 build has")]
fn spelled_by_sse2(ranks: [u64; 8]) -> [u64; 4] {
    use core::arch::x86_64::{_mm_movemask_epi8, _mm_set_epi64x, _mm_slli_epi16};
    let (pairs, _) = ranks.as_chunks::<2>();
    let mut planes = [0; 4];
    for (shift, [first, second]) in (0..).step_by(16).zip(pairs) {
        // SAFETY: all of these need SSE2 and nothing else, and this function is compiled only
        // where the whole build may use it.
        unsafe {
            let codes = _mm_set_epi64x(second.cast_signed(), first.cast_signed());
            // The signs of the bytes make a mask; the fourth bit becomes the sign, then the third.
            let mut signs = _mm_slli_epi16::<4>(codes);
            for plane in planes.iter_mut().rev() {
                *plane |= u64::from(_mm_movemask_epi8(signs).cast_unsigned()) << shift;
                signs = _mm_slli_epi16::<1>(signs);
            }
        }
    }
    // The first rank read was the eighth.
    planes.map(u64::swap_bytes)
}

#[cfg(test)]
mod tests {
    use super::{spelled, spelled_by_ranks};
    use tabiya_core::Square;

    #[test]
    fn sixteen_squares_at_once_as_rank_by_rank() {
        for piece in 0..16 {
            for square in Square::ALL {
                let mut ranks = [[15 - piece; 8]; 8];
                ranks[7 - square.rank().index()][square.file().index()] = piece;
                let planes = spelled(ranks);
                let one_by_one = spelled_by_ranks(ranks.map(u64::from_le_bytes));
                assert_eq!(planes, one_by_one, "{piece} on {square}");
                for other in Square::ALL {
                    let code = if other == square { piece } else { 15 - piece };
                    let bits = (0..4).map(|i| (planes[i] >> other as u8 & 1) << i).sum::<u64>();
                    assert_eq!(bits, u64::from(code), "{piece} on {square}, {other}");
                }
            }
        }
    }
}
