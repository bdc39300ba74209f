//! Set-wise moves of knights and sliders with AVX-512: eight lanes, one per direction.
//!
//! Sliders use Kogge-Stone fills: each lane moves along its direction over empty squares by one,
//! two and four steps, and then one step onto the first blocker. No two pieces reach a square from
//! one direction. So the number of moves is the popcount of all lanes, and the attacks are their
//! union. There is no lookup and no loop with an unpredictable trip count.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512, _mm512_mask_blend_epi64,
    _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_reduce_or_epi64,
    _mm512_rolv_epi64, _mm512_set1_epi64,
};
use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Direction, Side};
use tabiya_movelist::MoveCounter;
use tabiya_tables::king_attacks;

use super::PieceGenerator;
use crate::placement::first_square;
use crate::side_context::SideContext;

/// The set-wise implementation of [`PieceGenerator`], which fills all rays at once.
///
/// A value exists only if the CPU has the AVX-512 features of [`new`](Self::new).
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
    #[inline]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl<S: Side> PieceGenerator<S, MoveCounter> for Avx512 {
    #[inline(always)]
    fn generate_piece_moves(
        self,
        context: &SideContext<S>,
        movers: Bitboard,
        targets: Bitboard,
        counter: &mut MoveCounter,
    ) -> ControlFlow<Infallible> {
        let pieces = PieceSets {
            orthogonal: context.orthogonal_sliders & movers,
            diagonal: context.diagonal_sliders & movers,
            knights: context.knights & movers,
        };
        // SAFETY: `Avx512::new`, the only constructor, requires the features of the function.
        counter.add(unsafe { count_moves(pieces, context.occupied, targets) });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn danger(self, context: &SideContext<S>, _: bool) -> Bitboard {
        let them = context.them;
        let pieces = PieceSets {
            orthogonal: context.orthogonal_sliders & them,
            diagonal: context.diagonal_sliders & them,
            knights: context.knights & them,
        };
        let through_king = context.occupied.without(context.king);
        // SAFETY: `Avx512::new`, the only constructor, requires the features of the function.
        let danger = unsafe { attacked_squares(pieces, through_king) };
        let their_king = first_square(context.kings & them);
        danger | context.pawn_danger() | king_attacks(their_king)
    }
}

/// The sets of knights and sliders whose moves are generated.
#[derive(Clone, Copy)]
struct PieceSets {
    orthogonal: Bitboard,
    diagonal: Bitboard,
    knights: Bitboard,
}

/// Counts the moves of some pieces to `targets`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
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
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn attacked_squares(pieces: PieceSets, occupied: Bitboard) -> Bitboard {
    let rays = slider_rays(pieces, occupied);
    let leaps = step_lanes(splat_set(pieces.knights), &KNIGHT_STEPS);
    Bitboard(_mm512_reduce_or_epi64(_mm512_or_si512(rays, leaps)).cast_unsigned())
}

/// Returns the squares that sliders reach, one lane per [direction](Direction::ALL): empty squares,
/// and the first occupied one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
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

/// Moves each set one step in the direction of its lane and drops squares off the board.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn step_lanes(sets: __m512i, steps: &DirectionSteps) -> __m512i {
    _mm512_and_si512(rotate_lanes_left(sets, &steps.rotations), load_lanes(&steps.wrap_masks))
}

/// Rotates the set in each lane left by the count of the lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn rotate_lanes_left(sets: __m512i, counts: &U64Lanes) -> __m512i {
    _mm512_rolv_epi64(sets, load_lanes(counts))
}

/// Returns a register with one set in all lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn splat_set(set: Bitboard) -> __m512i {
    _mm512_set1_epi64(set.0.cast_signed())
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn load_lanes(lanes: &U64Lanes) -> __m512i {
    // SAFETY: `U64Lanes` is eight `u64` with `repr(align(64))`: 64 readable bytes, aligned to 64.
    unsafe { _mm512_load_si512(lanes.0.as_ptr().cast()) }
}

/// A 64-bit integer for each lane, aligned for one load.
#[repr(align(64))]
struct U64Lanes([u64; 8]);

/// One step of a king or a knight in each lane, as a rotation and a mask.
struct DirectionSteps {
    /// The left rotation of each step, modulo 64.
    rotations: U64Lanes,
    /// The squares where the step may end: the others are wrapped around an edge of the board.
    wrap_masks: U64Lanes,
}

static KING_STEPS: DirectionSteps = build_steps(false);
static KNIGHT_STEPS: DirectionSteps = build_steps(true);
static TWO_STEP_ROTATIONS: U64Lanes = repeated_rotations(&KING_STEPS, 2);
static FOUR_STEP_ROTATIONS: U64Lanes = repeated_rotations(&KING_STEPS, 4);

/// Returns one step per direction: of a king, or for a knight followed by one in the next direction.
const fn build_steps(is_knight: bool) -> DirectionSteps {
    let mut steps = DirectionSteps { rotations: U64Lanes([0; 8]), wrap_masks: U64Lanes([0; 8]) };
    let mut lane = 0;
    while lane < 8 {
        let (direction, next) = (Direction::ALL[lane], Direction::ALL[(lane + 1) % 8]);
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

/// Returns the rotations for taking each of the steps `times` times.
const fn repeated_rotations(steps: &DirectionSteps, times: u64) -> U64Lanes {
    let mut rotations = steps.rotations.0;
    let mut lane = 0;
    while lane < 8 {
        rotations[lane] = rotations[lane] * times % 64;
        lane += 1;
    }
    U64Lanes(rotations)
}

#[cfg(test)]
mod tests {
    use tabiya_core::cpu;

    use super::*;
    use crate::Position;
    use crate::by_side::by_side;
    use crate::generate::Scalar;

    /// Kings in corners and in the center, sliders side by side and on edges, and many sliders.
    const FENS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 b - - 0 1",
        "7k/8/8/3rq3/3bn3/8/8/1K6 b - - 0 1",
        "n6n/1b4b1/8/3k4/8/2K5/1N4N1/N6N w - - 0 1",
        "7k/8/8/8/8/8/8/RBBRNNQK w - - 0 1",
        "K7/Q7/8/8/8/8/7q/7k w - - 0 1",
    ];

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
    fn assert_generators_agree<S: Side>(fen: &str, position: &Position) {
        let context = SideContext::<S>::new(&position.state);
        let (simd, scalar) = (Avx512::new(), Scalar);
        for targets in [Bitboard::FULL, !context.us, context.them, Bitboard(0x5555_5555_5555_5555)]
        {
            for movers in [context.us, context.us & Bitboard(0x3333_3333_3333_3333)] {
                let (mut count, mut expected) = (MoveCounter::new(), MoveCounter::new());
                let _ = simd.generate_piece_moves(&context, movers, targets, &mut count);
                let _ = scalar.generate_piece_moves(&context, movers, targets, &mut expected);
                assert_eq!(count, expected, "{fen}, {movers:?} to {targets:?}");
            }
        }
        let expected = PieceGenerator::<S, MoveCounter>::danger(scalar, &context, true);
        assert_eq!(simd.danger(&context, true), expected, "{fen}");
    }

    #[test]
    fn avx512_and_scalar_generation_agree() {
        if !cpu::has_avx512() {
            return;
        }
        for fen in FENS {
            let position = Position::from_fen(fen).expect(fen);
            by_side!(position.side_to_move(), S => {
                // SAFETY: `has_avx512` returned true, so the CPU has every feature of the function.
                unsafe { assert_generators_agree::<S>(fen, &position) }
            });
        }
    }
}
