//! Four planes side by side: shifted, two or four to a register, and gathered from squares,
//! sixteen at once.
//!
//! A make does the same to each plane of a placement. Written as such, the compiler takes them
//! one by one; SSE2, which every x86-64 processor has, takes two at once, and tells which bits
//! a square has in passing: 4.4 ns a copy and move become 3.6, and 7.1 with a key become 5.7.
//! A build for AVX2 takes all four: 56 instructions a copy and move instead of 69. Planes
//! spelled square by square take 76 instructions by SSE2, and twice as many rank by rank.

use tabiya_core::Square;

/// What stands on a square: a bit for each plane, the first the lowest.
type Bits = u32;

/// The planes with what stands on `from` carried to `to`, whatever stood there, and what stood
/// on either square before.
#[inline(always)]
pub(crate) fn carried(planes: [u64; 4], from: Square, to: Square) -> ([u64; 4], Bits, Bits) {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return by_avx2(planes, from, to);
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
    return by_sse2(planes, from, to);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    one_by_one(planes, from, to)
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
#[inline(always)]
fn one_by_one(planes: [u64; 4], from: Square, to: Square) -> ([u64; 4], Bits, Bits) {
    let bit = |plane: u64, square: Square| plane >> square as u8 & 1;
    let bits = |square| (0..4).map(|i| (bit(planes[i], square) as u32) << i).sum();
    let rest = !(from.bitboard().0 | to.bitboard().0);
    let after = planes.map(|plane| plane & rest | bit(plane, from) << to as u8);
    (after, bits(from), bits(to))
}

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
#[expect(unsafe_code, reason = "intrinsics ask for a feature that the whole build has")]
fn by_avx2(planes: [u64; 4], from: Square, to: Square) -> ([u64; 4], Bits, Bits) {
    use core::arch::x86_64::{
        _mm_cvtsi64_si128, _mm256_and_si256, _mm256_castsi256_pd, _mm256_extract_epi64,
        _mm256_movemask_pd, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x,
        _mm256_sll_epi64, _mm256_srl_epi64,
    };
    let [first, second, third, fourth] = planes.map(u64::cast_signed);
    let rest = !(from.bitboard().0 | to.bitboard().0);
    // SAFETY: all of these need AVX2 and what it implies, and this function is compiled only
    // where the whole build may use it.
    unsafe {
        let planes = _mm256_set_epi64x(fourth, third, second, first);
        let from_to_sign = _mm_cvtsi64_si128(63 - from as i64);
        let sign_to_to = _mm_cvtsi64_si128(63 - to as i64);
        // What stands on a square becomes the sign, where a mask of signs tells it.
        let moved = _mm256_sll_epi64(planes, from_to_sign);
        let taken = _mm256_sll_epi64(planes, sign_to_to);
        let signs = _mm256_and_si256(moved, _mm256_set1_epi64x(i64::MIN));
        let stayed = _mm256_and_si256(planes, _mm256_set1_epi64x(rest.cast_signed()));
        let after = _mm256_or_si256(stayed, _mm256_srl_epi64(signs, sign_to_to));
        let words = [
            _mm256_extract_epi64::<0>(after),
            _mm256_extract_epi64::<1>(after),
            _mm256_extract_epi64::<2>(after),
            _mm256_extract_epi64::<3>(after),
        ];
        (
            words.map(i64::cast_unsigned),
            _mm256_movemask_pd(_mm256_castsi256_pd(moved)).cast_unsigned(),
            _mm256_movemask_pd(_mm256_castsi256_pd(taken)).cast_unsigned(),
        )
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
#[inline(always)]
#[expect(unsafe_code, reason = "intrinsics ask for a feature that every x86-64 build has")]
fn by_sse2(planes: [u64; 4], from: Square, to: Square) -> ([u64; 4], Bits, Bits) {
    use core::arch::x86_64::{
        _mm_and_si128, _mm_castsi128_ps, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_movemask_ps,
        _mm_or_si128, _mm_set_epi64x, _mm_set1_epi64x, _mm_shuffle_ps, _mm_sll_epi64,
        _mm_srl_epi64, _mm_unpackhi_epi64,
    };
    let [first, second, third, fourth] = planes;
    let rest = !(from.bitboard().0 | to.bitboard().0);
    // SAFETY: all of these need SSE2 and nothing else, and this function is compiled only where
    // the whole build may use it.
    unsafe {
        let rest = _mm_set1_epi64x(rest.cast_signed());
        let sign = _mm_set1_epi64x(i64::MIN);
        let from_to_sign = _mm_cvtsi64_si128(63 - from as i64);
        let sign_to_to = _mm_cvtsi64_si128(63 - to as i64);
        let carry = |low: u64, high: u64| {
            let pair = _mm_set_epi64x(high.cast_signed(), low.cast_signed());
            // What stands on a square becomes the sign, where a mask of signs tells it.
            let moved = _mm_sll_epi64(pair, from_to_sign);
            let taken = _mm_sll_epi64(pair, sign_to_to);
            let arrived = _mm_srl_epi64(_mm_and_si128(moved, sign), sign_to_to);
            let after = _mm_or_si128(_mm_and_si128(pair, rest), arrived);
            let high = _mm_unpackhi_epi64(after, after);
            let after = [after, high].map(|word| _mm_cvtsi128_si64(word).cast_unsigned());
            (after, _mm_castsi128_ps(moved), _mm_castsi128_ps(taken))
        };
        // The upper half of each word, where the signs are.
        let signs =
            |low, high| _mm_movemask_ps(_mm_shuffle_ps::<0b11_01_11_01>(low, high)).cast_unsigned();
        let ([first, second], moved_low, taken_low) = carry(first, second);
        let ([third, fourth], moved_high, taken_high) = carry(third, fourth);
        let (moved, taken) = (signs(moved_low, moved_high), signs(taken_low, taken_high));
        ([first, second, third, fourth], moved, taken)
    }
}

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
    use super::{carried, one_by_one, spelled, spelled_by_ranks};
    use tabiya_core::Square;

    #[test]
    fn side_by_side_as_one_by_one() {
        let bits = |square: Square| square as u32 & 15;
        let mut planes = [0_u64; 4];
        for square in Square::ALL {
            for (i, plane) in planes.iter_mut().enumerate() {
                *plane |= u64::from(bits(square) >> i & 1) << square as u8;
            }
        }
        for from in Square::ALL {
            for to in Square::ALL {
                let expected = one_by_one(planes, from, to);
                assert_eq!(carried(planes, from, to), expected, "{from}{to}");
                assert_eq!((expected.1, expected.2), (bits(from), bits(to)), "{from}{to}");
                for (i, plane) in expected.0.into_iter().enumerate() {
                    assert_eq!(plane >> to as u8 & 1, u64::from(bits(from) >> i & 1));
                }
            }
        }
    }

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
