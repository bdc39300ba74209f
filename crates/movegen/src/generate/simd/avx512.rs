//! The implementation with AVX-512: one register with eight lanes.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512, _mm512_mask_blend_epi64,
    _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_reduce_or_epi64,
    _mm512_rolv_epi64, _mm512_set1_epi64,
};

use tabiya_core::{Bitboard, Direction};

use super::{PieceSets, SimdFill};

/// The [`SimdFill`] that fills all rays at once for counts and danger.
///
/// A value exists only if the CPU has the AVX-512 features that [`new`](Self::new) requires.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
    )]
    #[inline]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl SimdFill for Avx512 {
    #[inline(always)]
    fn count_moves(self, pieces: PieceSets, occupied: Bitboard, targets: Bitboard) -> usize {
        // SAFETY: `Avx512::new`, the only constructor, requires the function's features.
        unsafe { count_moves(pieces, occupied, targets) }
    }

    #[inline(always)]
    fn attacked_squares(self, pieces: PieceSets, occupied: Bitboard) -> Bitboard {
        // SAFETY: `Avx512::new`, the only constructor, requires the function's features.
        unsafe { attacked_squares(pieces, occupied) }
    }
}

/// Counts the moves by some pieces to `targets`.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn count_moves(pieces: PieceSets, occupied: Bitboard, targets: Bitboard) -> usize {
    let rays = slider_rays(pieces, occupied);
    let leaps = step_lanes(splat_set(pieces.knights), &KNIGHT_STEPS);
    let targets = splat_set(targets);
    let sums = _mm512_add_epi64(
        _mm512_popcnt_epi64(_mm512_and_si512(rays, targets)),
        _mm512_popcnt_epi64(_mm512_and_si512(leaps, targets)),
    );
    _mm512_reduce_add_epi64(sums) as usize
}

/// Returns the squares that some pieces attack.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn attacked_squares(pieces: PieceSets, occupied: Bitboard) -> Bitboard {
    let rays = slider_rays(pieces, occupied);
    let leaps = step_lanes(splat_set(pieces.knights), &KNIGHT_STEPS);
    Bitboard(_mm512_reduce_or_epi64(_mm512_or_si512(rays, leaps)).cast_unsigned())
}

/// Returns the squares that sliders reach, one lane per [direction](Direction::ALL): empty squares,
/// and the first occupied one.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn slider_rays(pieces: PieceSets, occupied: Bitboard) -> __m512i {
    let fill = |open, reached, counts: &U64Lanes| {
        _mm512_or_si512(reached, _mm512_and_si512(open, rotate_lanes_left(reached, counts)))
    };
    // The odd lanes are the diagonal directions.
    let sliders = _mm512_mask_blend_epi64(
        0b1010_1010,
        splat_set(pieces.orthogonal),
        splat_set(pieces.diagonal),
    );
    let open = _mm512_and_si512(splat_set(!occupied), load_lanes(&KING_STEPS.wrap_masks));
    let reached = fill(open, sliders, &KING_STEPS.rotations);
    let open = _mm512_and_si512(open, rotate_lanes_left(open, &KING_STEPS.rotations));
    let reached = fill(open, reached, &TWO_STEP_ROTATIONS);
    let open = _mm512_and_si512(open, rotate_lanes_left(open, &TWO_STEP_ROTATIONS));
    step_lanes(fill(open, reached, &FOUR_STEP_ROTATIONS), &KING_STEPS)
}

/// Moves each set one step in its lane's direction and drops squares off the board.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn step_lanes(sets: __m512i, steps: &DirectionSteps) -> __m512i {
    _mm512_and_si512(rotate_lanes_left(sets, &steps.rotations), load_lanes(&steps.wrap_masks))
}

/// Rotates the set in each lane left by the lane's count.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn rotate_lanes_left(sets: __m512i, counts: &U64Lanes) -> __m512i {
    _mm512_rolv_epi64(sets, load_lanes(counts))
}

/// Returns a register with one set in all lanes.
#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn splat_set(set: Bitboard) -> __m512i {
    _mm512_set1_epi64(set.0.cast_signed())
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn load_lanes(lanes: &U64Lanes) -> __m512i {
    // SAFETY: `U64Lanes` is eight `u64` with `repr(align(64))`: 64 readable bytes, aligned to 64.
    unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) }
}

/// A 64-bit integer for each lane, aligned for one load.
#[repr(align(64))]
struct U64Lanes([u64; 8]);

/// One king or knight step in each lane, as a rotation and a mask.
struct DirectionSteps {
    /// The left rotation of each step, modulo 64.
    rotations: U64Lanes,
    /// The squares where the step may end: the others are wrapped around one of the board's edges.
    wrap_masks: U64Lanes,
}

static KING_STEPS: DirectionSteps = direction_steps(false);
static KNIGHT_STEPS: DirectionSteps = direction_steps(true);
static TWO_STEP_ROTATIONS: U64Lanes = repeated_rotations(&KING_STEPS, 2);
static FOUR_STEP_ROTATIONS: U64Lanes = repeated_rotations(&KING_STEPS, 4);

/// Returns one step per direction: a king step, which for a knight is followed by one in the next
/// direction.
const fn direction_steps(is_knight: bool) -> DirectionSteps {
    let mut steps = DirectionSteps { rotations: U64Lanes([0; 8]), wrap_masks: U64Lanes([0; 8]) };
    let mut lane = 0;
    while lane < 8 {
        let direction = Direction::ALL[lane];
        let next = Direction::ALL[(lane + 1) % 8];
        let mut rotation = direction.index_step();
        let mut wrap_mask = Bitboard::FULL.shift(direction);
        if is_knight {
            rotation += next.index_step();
            wrap_mask = wrap_mask.shift(next);
        }
        steps.rotations.0[lane] = rotation.rem_euclid(64) as u64;
        steps.wrap_masks.0[lane] = wrap_mask.0;
        lane += 1;
    }
    steps
}

/// Returns the rotations for taking each step `times` times.
const fn repeated_rotations(steps: &DirectionSteps, times: u64) -> U64Lanes {
    let mut rotations = steps.rotations.0;
    let mut lane = 0;
    while lane < 8 {
        rotations[lane] = rotations[lane] * times % 64;
        lane += 1;
    }
    U64Lanes(rotations)
}
