//! The implementation with SSE2, which every x86-64 CPU has: two lanes, the board and its mirror image.
//!
//! SSE2 shifts both lanes by the same count in the same direction. The second lane therefore holds the
//! board with its ranks in reverse order: a step to the north in it is one to the south on the board.
//!
//! This module is compiled only where SSE2 is a target feature for the whole build.

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_and_si128, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_or_si128,
    _mm_sad_epu8, _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi64x, _mm_setzero_si128, _mm_sll_epi64,
    _mm_srl_epi64, _mm_srli_epi64, _mm_sub_epi8, _mm_unpackhi_epi64, _mm_unpacklo_epi64,
};

use tabiya_core::{Bitboard, Direction};
use tabiya_tables::{knight_attacks, setwise};

use super::{PieceSets, SimdFill};

/// The [`SimdFill`] that fills the rays for all sliders, two directions at once, for counts.
#[derive(Clone, Copy)]
pub(crate) struct Sse2;

impl SimdFill for Sse2 {
    #[inline(always)]
    fn count_moves(self, pieces: PieceSets, occupied: Bitboard, targets: Bitboard) -> usize {
        let knight_moves = |from| (knight_attacks(from) & targets).len();
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        let slider_moves = unsafe { count_slider_moves(pieces, occupied, targets) };
        slider_moves + pieces.knights.into_iter().map(knight_moves).sum::<usize>()
    }

    #[inline(always)]
    fn attacked_squares(self, pieces: PieceSets, occupied: Bitboard) -> Bitboard {
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        let rays = unsafe { attacked_by_sliders(pieces, occupied) };
        rays | setwise::knight_attacks(pieces.knights)
    }
}

/// The squares that sliders reach in eight directions: empty squares, and the first occupied one.
///
/// For the vertical and diagonal rays, the second lane holds the rays to the south, mirrored.
struct Rays {
    vertical: __m128i,
    east_diagonal: __m128i,
    west_diagonal: __m128i,
    /// The rays to the east, in both lanes.
    east: __m128i,
    /// The rays to the west, in both lanes.
    west: __m128i,
}

/// Counts the moves by some sliders to `targets`.
#[inline]
#[target_feature(enable = "sse2")]
fn count_slider_moves(pieces: PieceSets, occupied: Bitboard, targets: Bitboard) -> usize {
    let rays = slider_rays(pieces, occupied);
    let mirrored = mirrored_lanes(targets);
    let both = splat_set(targets);
    let count = |sets| nibble_popcounts(_mm_and_si128(sets, mirrored));
    let horizontal = _mm_and_si128(_mm_unpacklo_epi64(rays.east, rays.west), both);
    // A nibble counts up to four bits from each register, so that two sum to at most 8.
    let orthogonal = _mm_add_epi8(count(rays.vertical), nibble_popcounts(horizontal));
    let diagonal = _mm_add_epi8(count(rays.east_diagonal), count(rays.west_diagonal));
    let bytes = _mm_add_epi8(sum_nibbles(orthogonal), sum_nibbles(diagonal));
    let [low, high] = lanes(_mm_sad_epu8(bytes, _mm_setzero_si128()));
    (low + high) as usize
}

/// Returns the squares that some sliders attack.
#[inline]
#[target_feature(enable = "sse2")]
fn attacked_by_sliders(pieces: PieceSets, occupied: Bitboard) -> Bitboard {
    let rays = slider_rays(pieces, occupied);
    let diagonal = _mm_or_si128(rays.east_diagonal, rays.west_diagonal);
    let [north, mirrored_south] = lanes(_mm_or_si128(rays.vertical, diagonal));
    let [horizontal, _] = lanes(_mm_or_si128(rays.east, rays.west));
    Bitboard(north | mirrored_south.swap_bytes() | horizontal)
}

#[inline]
#[target_feature(enable = "sse2")]
fn slider_rays(pieces: PieceSets, occupied: Bitboard) -> Rays {
    let orthogonal = mirrored_lanes(pieces.orthogonal);
    let diagonal = mirrored_lanes(pieces.diagonal);
    let empty = mirrored_lanes(!occupied);
    Rays {
        vertical: ray(orthogonal, empty, Direction::North),
        east_diagonal: ray(diagonal, empty, Direction::NorthEast),
        west_diagonal: ray(diagonal, empty, Direction::NorthWest),
        east: ray(orthogonal, empty, Direction::East),
        west: ray(orthogonal, empty, Direction::West),
    }
}

/// Returns the squares that sliders reach in one direction, by a Kogge-Stone fill.
#[inline]
#[target_feature(enable = "sse2")]
fn ray(sliders: __m128i, empty: __m128i, direction: Direction) -> __m128i {
    let shift = i32::from(direction.index_step());
    let on_board = splat_set(Bitboard::FULL.shift(direction));
    let fill = |open, reached, steps| {
        _mm_or_si128(reached, _mm_and_si128(open, shifted(reached, steps * shift)))
    };
    let open = _mm_and_si128(empty, on_board);
    let reached = fill(open, sliders, 1);
    let open = _mm_and_si128(open, shifted(open, shift));
    let reached = fill(open, reached, 2);
    let open = _mm_and_si128(open, shifted(open, 2 * shift));
    let reached = fill(open, reached, 4);
    _mm_and_si128(shifted(reached, shift), on_board)
}

/// Shifts both lanes to the left, or to the right if the step is negative.
#[inline]
#[target_feature(enable = "sse2")]
fn shifted(sets: __m128i, step: i32) -> __m128i {
    if step > 0 {
        _mm_sll_epi64(sets, _mm_cvtsi32_si128(step))
    } else {
        _mm_srl_epi64(sets, _mm_cvtsi32_si128(-step))
    }
}

/// Counts the bits in each group of four.
#[inline]
#[target_feature(enable = "sse2")]
fn nibble_popcounts(sets: __m128i) -> __m128i {
    let odd = _mm_set1_epi8(0x55);
    let pairs = _mm_set1_epi8(0x33);
    let sums = _mm_sub_epi8(sets, _mm_and_si128(_mm_srli_epi64::<1>(sets), odd));
    _mm_add_epi8(_mm_and_si128(sums, pairs), _mm_and_si128(_mm_srli_epi64::<2>(sums), pairs))
}

/// Adds both halves of each byte.
#[inline]
#[target_feature(enable = "sse2")]
fn sum_nibbles(nibbles: __m128i) -> __m128i {
    let low = _mm_set1_epi8(0x0f);
    _mm_add_epi8(_mm_and_si128(nibbles, low), _mm_and_si128(_mm_srli_epi64::<4>(nibbles), low))
}

/// Returns a set and its mirror image.
#[inline]
#[target_feature(enable = "sse2")]
fn mirrored_lanes(set: Bitboard) -> __m128i {
    _mm_set_epi64x(set.0.swap_bytes().cast_signed(), set.0.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn splat_set(set: Bitboard) -> __m128i {
    _mm_set1_epi64x(set.0.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn lanes(register: __m128i) -> [u64; 2] {
    let high = _mm_unpackhi_epi64(register, register);
    [register, high].map(|lane| _mm_cvtsi128_si64(lane).cast_unsigned())
}
