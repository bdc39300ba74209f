//! All knights and sliders of a player at once, by AVX-512: eight lanes, one for each way to go.
//!
//! Sliders go set-wise, by Kogge-Stone fills: each lane goes on in its direction over empty squares,
//! by one, two and four steps, and then one more, onto what stops it. No two pieces come to a square
//! from one direction, so the squares of all lanes, counted, are the moves; joined, they are what is
//! attacked. Nothing is looked up, and there is no loop whose end nobody can foresee.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512, _mm512_mask_blend_epi64,
    _mm512_or_si512, _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_reduce_or_epi64,
    _mm512_rolv_epi64, _mm512_set1_epi64,
};
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Direction};
use tabiya_movelist::MoveCounter;
use tabiya_tables::king_attacks;

use crate::attacks::View;
use crate::generate::Pieces;
use crate::placement::first_of;

/// Pieces that are looked at all at once, to count their moves. Whoever has one runs on a processor
/// that can.
#[derive(Clone, Copy)]
pub(super) struct AllAtOnce(());

impl AllAtOnce {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
    pub(super) fn new() -> Self {
        Self(())
    }
}

impl Pieces<MoveCounter> for AllAtOnce {
    #[inline(always)]
    #[expect(unsafe_code, reason = "a function for some processors is called on them")]
    fn moves(
        self,
        view: &View,
        movers: Bitboard,
        targets: Bitboard,
        counter: &mut MoveCounter,
    ) -> ControlFlow<()> {
        // SAFETY: the processor has what it asks for, as `self` shows.
        counter.add(unsafe { count(view, movers, targets) });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "a function for some processors is called on them")]
    fn danger(self, view: &View, of_pawns: Bitboard, _: bool) -> Bitboard {
        let their_king = first_of(view.kings & view.them);
        // SAFETY: the processor has what it asks for, as `self` shows.
        of_pawns | king_attacks(their_king) | unsafe { attacked_through_king(view) }
    }
}

/// How many moves the knights and sliders among `movers` have to `targets`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn count(view: &View, movers: Bitboard, targets: Bitboard) -> usize {
    let rays = rays(view.straight & movers, view.diagonal & movers, !view.occupied);
    let leaps = stepped(all(view.knights & movers), &LEAPS);
    let targets = all(targets);
    let sums = _mm512_add_epi64(
        _mm512_popcnt_epi64(_mm512_and_si512(rays, targets)),
        _mm512_popcnt_epi64(_mm512_and_si512(leaps, targets)),
    );
    _mm512_reduce_add_epi64(sums) as usize
}

/// What the opponent's knights and sliders attack, seen through our king.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn attacked_through_king(view: &View) -> Bitboard {
    let open = !view.occupied.without(view.king);
    let rays = rays(view.straight & view.them, view.diagonal & view.them, open);
    let leaps = stepped(all(view.knights & view.them), &LEAPS);
    Bitboard(_mm512_reduce_or_epi64(_mm512_or_si512(rays, leaps)).cast_unsigned())
}

/// Where sliders may go from where they stand, a lane for each [direction](Direction::ALL): over
/// empty squares, and onto the one that stops them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn rays(straight: Bitboard, diagonal: Bitboard, empty: Bitboard) -> __m512i {
    let over = |open, reached, places: &Words| {
        _mm512_or_si512(reached, _mm512_and_si512(open, turned(reached, places)))
    };
    // Every other direction is a diagonal.
    let sliders = _mm512_mask_blend_epi64(0b1010_1010, all(straight), all(diagonal));
    let open = _mm512_and_si512(all(empty), words(&STEPS.onto));
    let reached = over(open, sliders, &STEPS.turns);
    let open = _mm512_and_si512(open, turned(open, &STEPS.turns));
    let reached = over(open, reached, &TWICE);
    let open = _mm512_and_si512(open, turned(open, &TWICE));
    stepped(over(open, reached, &FOUR_TIMES), &STEPS)
}

/// Each set a step on in its lane; what leaves the board vanishes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn stepped(sets: __m512i, steps: &Steps) -> __m512i {
    _mm512_and_si512(turned(sets, &steps.turns), words(&steps.onto))
}

/// Each set rotated by as many places to the left as its lane says.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn turned(sets: __m512i, places: &Words) -> __m512i {
    _mm512_rolv_epi64(sets, words(places))
}

/// One set in all lanes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
fn all(set: Bitboard) -> __m512i {
    _mm512_set1_epi64(set.0.cast_signed())
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2")]
#[expect(unsafe_code, reason = "a load takes a pointer")]
fn words(words: &Words) -> __m512i {
    // SAFETY: eight words are as long as a register, and these are aligned to its length.
    unsafe { _mm512_load_si512(words.0.as_ptr().cast()) }
}

/// A word for each lane, where one load takes all.
#[repr(align(64))]
struct Words([u64; 8]);

/// A step in each lane.
struct Steps {
    /// By how many places it turns a set to the left, of 64.
    turns: Words,
    /// Where it may end: on the others it came around an edge of the board.
    onto: Words,
}

/// Of a king.
static STEPS: Steps = steps(false);
/// Of a knight: one in the lane's direction, and one in the next.
static LEAPS: Steps = steps(true);
static TWICE: Words = turns(&STEPS, 2);
static FOUR_TIMES: Words = turns(&STEPS, 4);

const fn steps(and_next: bool) -> Steps {
    let mut steps = Steps { turns: Words([0; 8]), onto: Words([0; 8]) };
    let mut lane = 0;
    while lane < 8 {
        let (direction, next) = (Direction::ALL[lane], Direction::ALL[(lane + 1) % 8]);
        let mut turn = direction.index_step();
        let mut onto = Bitboard::FULL.shift(direction);
        if and_next {
            turn += next.index_step();
            onto = onto.shift(next);
        }
        steps.turns.0[lane] = turn.rem_euclid(64) as u64;
        steps.onto.0[lane] = onto.0;
        lane += 1;
    }
    steps
}

const fn turns(steps: &Steps, times: u64) -> Words {
    let mut turns = steps.turns.0;
    let mut lane = 0;
    while lane < 8 {
        turns[lane] = turns[lane] * times % 64;
        lane += 1;
    }
    Words(turns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::generate::OneByOne;

    /// Kings in corners and in the middle, sliders side by side, against edges, and many.
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
    fn as_one_by_one() {
        for fen in FENS {
            let position = Position::from_fen(fen).expect(fen);
            let us = position.side_to_move();
            let view = View::of(&position, us);
            let (all_at_once, one_by_one) = (AllAtOnce::new(), OneByOne);
            for targets in [Bitboard::FULL, !view.us, view.them, Bitboard(0x5555_5555_5555_5555)] {
                for movers in [view.us, view.us & Bitboard(0x3333_3333_3333_3333)] {
                    let (mut count, mut expected) = (MoveCounter::new(), MoveCounter::new());
                    let _ = all_at_once.moves(&view, movers, targets, &mut count);
                    let _ = one_by_one.moves(&view, movers, targets, &mut expected);
                    assert_eq!(count, expected, "{fen}, {movers:?} to {targets:?}");
                }
            }
            let of_pawns = Bitboard(0xff00);
            let expected = Pieces::<MoveCounter>::danger(one_by_one, &view, of_pawns, true);
            assert_eq!(all_at_once.danger(&view, of_pawns, true), expected, "{fen}");
        }
    }

    #[test]
    #[expect(unsafe_code, reason = "a function for some processors is called on them")]
    fn all_at_once_as_one_by_one() {
        if tabiya_core::cpu::is_testable(tabiya_core::cpu::CpuLevel::Avx512) {
            // SAFETY: the processor was just found to have all features that it asks for.
            unsafe { as_one_by_one() }
        }
    }
}
