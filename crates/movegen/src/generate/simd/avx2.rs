//! The implementation with AVX2: two registers with four lanes each, for the directions up and down
//! the board.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64,
    _mm256_add_epi8, _mm256_and_si256, _mm256_blend_epi32, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256, _mm256_sad_epu8, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setr_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_sllv_epi64, _mm256_srli_epi16, _mm256_srlv_epi64,
};

use tabiya_core::{Bitboard, Direction};

use super::{PieceSets, SimdFill};

/// The [`SimdFill`] that fills all rays at once, for counts.
///
/// A value exists only if the CPU has the features that [`new`](Self::new) requires.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    #[inline]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl SimdFill for Avx2 {
    #[inline(always)]
    fn count_moves(self, pieces: PieceSets, occupied: Bitboard, targets: Bitboard) -> usize {
        // SAFETY: `Avx2::new`, the only constructor, requires the function's features.
        unsafe { count_moves(pieces, occupied, targets) }
    }

    #[inline(always)]
    fn attacked_squares(self, pieces: PieceSets, occupied: Bitboard) -> Bitboard {
        // SAFETY: `Avx2::new`, the only constructor, requires the function's features.
        unsafe { attacked_squares(pieces, occupied) }
    }
}

/// Sets for eight directions: four up the board, and the opposite ones.
#[derive(Clone, Copy)]
struct Lanes {
    up: __m256i,
    down: __m256i,
}

/// Counts the moves by some pieces to `targets`.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn count_moves(pieces: PieceSets, occupied: Bitboard, targets: Bitboard) -> usize {
    let rays = slider_rays(pieces, occupied);
    let leaps = step_lanes(splat_lanes(pieces.knights), &KNIGHT_STEPS);
    let targets = splat_set(targets);
    let count = |sets| popcount_bytes(_mm256_and_si256(sets, targets));
    let sums = _mm256_add_epi8(
        _mm256_add_epi8(count(rays.up), count(rays.down)),
        _mm256_add_epi8(count(leaps.up), count(leaps.down)),
    );
    let sums = _mm256_sad_epu8(sums, _mm256_setzero_si256());
    let [low, high] = halves(sums);
    let sums = _mm_add_epi64(low, high);
    (_mm_cvtsi128_si64(sums) + _mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums))) as usize
}

/// Returns the squares that some pieces attack.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn attacked_squares(pieces: PieceSets, occupied: Bitboard) -> Bitboard {
    let rays = slider_rays(pieces, occupied);
    let leaps = step_lanes(splat_lanes(pieces.knights), &KNIGHT_STEPS);
    let up = _mm256_or_si256(rays.up, leaps.up);
    let down = _mm256_or_si256(rays.down, leaps.down);
    let [low, high] = halves(_mm256_or_si256(up, down));
    let union = _mm_or_si128(low, high);
    let union = _mm_cvtsi128_si64(union) | _mm_cvtsi128_si64(_mm_unpackhi_epi64(union, union));
    Bitboard(union.cast_unsigned())
}

/// Returns the squares that sliders reach, one lane per direction: empty squares, and the first
/// occupied one.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn slider_rays(pieces: PieceSets, occupied: Bitboard) -> Lanes {
    // The odd lanes, whose halves have two bits each, are the diagonal directions.
    let sliders =
        _mm256_blend_epi32::<0b1100_1100>(splat_set(pieces.orthogonal), splat_set(pieces.diagonal));
    let empty = splat_set(!occupied);
    let open = Lanes {
        up: _mm256_and_si256(empty, load_lanes(KING_STEPS.up_masks)),
        down: _mm256_and_si256(empty, load_lanes(KING_STEPS.down_masks)),
    };
    let reached = fill(open, Lanes { up: sliders, down: sliders }, ONE_STEP);
    let open = narrow(open, ONE_STEP);
    let reached = fill(open, reached, TWO_STEPS);
    let open = narrow(open, TWO_STEPS);
    step_lanes(fill(open, reached, FOUR_STEPS), &KING_STEPS)
}

/// Adds the open squares that the sets reach by some steps.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn fill(open: Lanes, reached: Lanes, steps: [i64; 4]) -> Lanes {
    let shifted = shift_lanes(reached, steps);
    Lanes {
        up: _mm256_or_si256(reached.up, _mm256_and_si256(open.up, shifted.up)),
        down: _mm256_or_si256(reached.down, _mm256_and_si256(open.down, shifted.down)),
    }
}

/// Keeps the open squares from which the squares some steps before are open too.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn narrow(open: Lanes, steps: [i64; 4]) -> Lanes {
    let shifted = shift_lanes(open, steps);
    Lanes {
        up: _mm256_and_si256(open.up, shifted.up),
        down: _mm256_and_si256(open.down, shifted.down),
    }
}

/// Moves each set one step in its lane's direction and drops squares off the board.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn step_lanes(sets: Lanes, steps: &DirectionSteps) -> Lanes {
    let shifted = shift_lanes(sets, steps.shifts);
    Lanes {
        up: _mm256_and_si256(shifted.up, load_lanes(steps.up_masks)),
        down: _mm256_and_si256(shifted.down, load_lanes(steps.down_masks)),
    }
}

/// Shifts the sets for the directions up to the left, and the others to the right.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn shift_lanes(sets: Lanes, shifts: [i64; 4]) -> Lanes {
    let shifts = load_lanes(shifts);
    Lanes { up: _mm256_sllv_epi64(sets.up, shifts), down: _mm256_srlv_epi64(sets.down, shifts) }
}

/// Counts the bits in each byte by Muła's method: a byte shuffle looks up each nibble's count.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn popcount_bytes(sets: __m256i) -> __m256i {
    let counts = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let nibble = _mm256_set1_epi8(15);
    let low = _mm256_and_si256(sets, nibble);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(sets), nibble);
    _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high))
}

/// Returns both halves of a register.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn halves(register: __m256i) -> [__m128i; 2] {
    [_mm256_castsi256_si128(register), _mm256_extracti128_si256::<1>(register)]
}

/// Returns lanes that all hold one set.
#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn splat_lanes(set: Bitboard) -> Lanes {
    Lanes { up: splat_set(set), down: splat_set(set) }
}

#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn splat_set(set: Bitboard) -> __m256i {
    _mm256_set1_epi64x(set.0.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn load_lanes([lane0, lane1, lane2, lane3]: [i64; 4]) -> __m256i {
    _mm256_setr_epi64x(lane0, lane1, lane2, lane3)
}

/// One king or knight step in each direction up and in the opposite ones.
struct DirectionSteps {
    /// The left shift of each step up, and the right shift of the opposite step.
    shifts: [i64; 4],
    /// The squares where a step up may end: the others are wrapped around one of the board's edges.
    up_masks: [i64; 4],
    /// The squares where a step down may end.
    down_masks: [i64; 4],
}

/// The king steps, in directions alternately orthogonal and diagonal.
const KING_STEPS: DirectionSteps = direction_steps([
    &[Direction::North],
    &[Direction::NorthEast],
    &[Direction::East],
    &[Direction::NorthWest],
]);

/// The knight steps: a king step followed by one in a neighboring direction.
const KNIGHT_STEPS: DirectionSteps = direction_steps([
    &[Direction::North, Direction::NorthEast],
    &[Direction::NorthEast, Direction::East],
    &[Direction::North, Direction::NorthWest],
    &[Direction::NorthWest, Direction::West],
]);

const ONE_STEP: [i64; 4] = KING_STEPS.shifts;
const TWO_STEPS: [i64; 4] = repeated(ONE_STEP, 2);
const FOUR_STEPS: [i64; 4] = repeated(ONE_STEP, 4);

/// Returns the steps up, each given as king steps, and the opposite ones.
const fn direction_steps(paths: [&[Direction]; 4]) -> DirectionSteps {
    let mut steps = DirectionSteps { shifts: [0; 4], up_masks: [0; 4], down_masks: [0; 4] };
    let mut lane = 0;
    while lane < 4 {
        let mut up_mask = Bitboard::FULL;
        let mut down_mask = Bitboard::FULL;
        let mut index = 0;
        while index < paths[lane].len() {
            let direction = paths[lane][index];
            steps.shifts[lane] += direction.index_step() as i64;
            up_mask = up_mask.shift(direction);
            down_mask = down_mask.shift(direction.opposite());
            index += 1;
        }
        steps.up_masks[lane] = up_mask.0.cast_signed();
        steps.down_masks[lane] = down_mask.0.cast_signed();
        lane += 1;
    }
    steps
}

/// Returns the shifts for taking each step `times` times.
const fn repeated(shifts: [i64; 4], times: i64) -> [i64; 4] {
    [shifts[0] * times, shifts[1] * times, shifts[2] * times, shifts[3] * times]
}
