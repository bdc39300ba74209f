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
    fn moves(
        self,
        view: &View,
        movers: Bitboard,
        targets: Bitboard,
        counter: &mut MoveCounter,
    ) -> ControlFlow<()> {
        let rays = Lanes::rays(view.straight & movers, view.diagonal & movers, !view.occupied);
        let leaps = Lanes::leaps(view.knights & movers);
        let targets = Lanes::all(targets);
        counter.add(rays.and(targets).len_with(leaps.and(targets)));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn danger(self, view: &View, of_pawns: Bitboard, _: bool) -> Bitboard {
        let through_king = view.occupied.without(view.king);
        let (straight, diagonal) = (view.straight & view.them, view.diagonal & view.them);
        let rays = Lanes::rays(straight, diagonal, !through_king);
        let leaps = Lanes::leaps(view.knights & view.them);
        of_pawns | king_attacks(first_of(view.kings & view.them)) | rays.or(leaps).joined()
    }
}

/// A set for each direction, in the order of [`Direction::ALL`].
#[derive(Clone, Copy)]
struct Lanes(__m512i);

/// Evaluates intrinsics of AVX-512.
macro_rules! instruction {
    ($($intrinsics:tt)*) => {{
        // SAFETY: they need AVX-512 and its popcount, which are there: only `AllAtOnce`, whose
        // owner has them, comes here.
        #[expect(unsafe_code, reason = "intrinsics ask for features")]
        let result = unsafe { $($intrinsics)* };
        result
    }};
}

impl Lanes {
    /// Where sliders may go from where they stand: over empty squares, and onto the one that
    /// stops them.
    #[inline(always)]
    fn rays(straight: Bitboard, diagonal: Bitboard, empty: Bitboard) -> Self {
        // Every other direction is a diagonal.
        let (straight, diagonal) = (Self::all(straight), Self::all(diagonal));
        let sliders =
            Self(instruction!(_mm512_mask_blend_epi64(0b1010_1010, straight.0, diagonal.0)));
        let open = Self::all(empty).and(Self::of(&STEPS.onto));
        let reached = sliders.or(open.and(sliders.turned(&STEPS.turns)));
        let open = open.and(open.turned(&STEPS.turns));
        let reached = reached.or(open.and(reached.turned(&TWICE)));
        let open = open.and(open.turned(&TWICE));
        let reached = reached.or(open.and(reached.turned(&FOUR_TIMES)));
        reached.stepped(&STEPS)
    }

    /// Where knights may go.
    #[inline(always)]
    fn leaps(knights: Bitboard) -> Self {
        Self::all(knights).stepped(&LEAPS)
    }

    /// One set in all lanes.
    #[inline(always)]
    fn all(set: Bitboard) -> Self {
        Self(instruction!(_mm512_set1_epi64(set.0.cast_signed())))
    }

    #[inline(always)]
    fn of(words: &Words) -> Self {
        Self(instruction!(_mm512_load_si512(words.0.as_ptr().cast())))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(instruction!(_mm512_and_si512(self.0, other.0)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(instruction!(_mm512_or_si512(self.0, other.0)))
    }

    /// Each set rotated by as many places to the left as its lane says.
    #[inline(always)]
    fn turned(self, places: &Words) -> Self {
        Self(instruction!(_mm512_rolv_epi64(self.0, Self::of(places).0)))
    }

    /// Each set a step on in its lane's direction; what leaves the board vanishes.
    #[inline(always)]
    fn stepped(self, steps: &Steps) -> Self {
        self.turned(&steps.turns).and(Self::of(&steps.onto))
    }

    /// The squares of all lanes in one set.
    #[inline(always)]
    fn joined(self) -> Bitboard {
        Bitboard(instruction!(_mm512_reduce_or_epi64(self.0)).cast_unsigned())
    }

    /// How many squares there are in these lanes and in others.
    #[inline(always)]
    fn len_with(self, other: Self) -> usize {
        let sums = instruction!(_mm512_add_epi64(
            _mm512_popcnt_epi64(self.0),
            _mm512_popcnt_epi64(other.0)
        ));
        instruction!(_mm512_reduce_add_epi64(sums)).cast_unsigned() as usize
    }
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
        if super::super::doors::has_avx512() {
            // SAFETY: the processor was just found to have all features that it asks for.
            unsafe { as_one_by_one() }
        }
    }
}
