//! Moves by SIMD: counts and attacks with a lane per direction, and lists with AVX-512.
//!
//! For counts and attacks, sliders use Kogge-Stone fills: each lane moves along its direction over
//! empty squares by one, two and four steps, and then one step onto the first blocker. No two
//! pieces reach a square from one direction. So the number of moves is the popcount over all lanes,
//! and the attacks are their union. There is no lookup and no loop with an unpredictable trip
//! count.

mod avx2;
mod avx512;
mod avx512_lists;
#[cfg(target_feature = "sse2")]
mod sse2;

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Side};
use tabiya_movelist::MoveCounter;
use tabiya_tables::king_attacks;

pub(crate) use self::avx2::Avx2;
pub(crate) use self::avx512::Avx512;
#[cfg(target_feature = "sse2")]
pub(crate) use self::sse2::Sse2;
use super::PieceGenerator;
use crate::placement::first_square;
use crate::side_context::SideContext;

/// The knights and sliders whose moves are generated.
#[derive(Clone, Copy)]
pub(crate) struct PieceSets {
    orthogonal: Bitboard,
    diagonal: Bitboard,
    knights: Bitboard,
}

impl PieceSets {
    /// Returns the knights and sliders among some pieces.
    #[inline(always)]
    fn new<S: Side>(context: &SideContext<S>, pieces: Bitboard) -> Self {
        Self {
            orthogonal: context.orthogonal_sliders & pieces,
            diagonal: context.diagonal_sliders & pieces,
            knights: context.knights & pieces,
        }
    }
}

/// Counts and attacks for knights and sliders by fills; see the module page.
pub(crate) trait SimdFill: Copy {
    /// Counts the moves by some pieces to `targets`.
    fn count_moves(self, pieces: PieceSets, occupied: Bitboard, targets: Bitboard) -> usize;

    /// Returns the squares that some pieces attack.
    fn attacked_squares(self, pieces: PieceSets, occupied: Bitboard) -> Bitboard;
}

impl<S: Side, F: SimdFill> PieceGenerator<S, MoveCounter> for F {
    #[inline(always)]
    fn generate_piece_moves(
        self,
        context: &SideContext<S>,
        movers: Bitboard,
        targets: Bitboard,
        counter: &mut MoveCounter,
    ) -> ControlFlow<Infallible> {
        counter.add(self.count_moves(PieceSets::new(context, movers), context.occupied, targets));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn danger(self, context: &SideContext<S>, _: bool) -> Bitboard {
        let pieces = PieceSets::new(context, context.them);
        self.attacked_squares(pieces, context.occupied.without(context.king))
            | context.pawn_danger()
            | king_attacks(first_square(context.kings & context.them))
    }
}

#[cfg(test)]
mod tests {
    use tabiya_core::by_side;
    use tabiya_core::cpu::{self, CpuLevel};
    use tabiya_movelist::{MoveList, MoveListWriter, MoveSink, PawnStep};

    use super::*;
    use crate::Position;
    use crate::generate::{ByLine, Scalar};

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

    /// Compares a counter with the scalar one, for several piece and target sets.
    fn assert_counts_agree<S: Side>(fen: &str, simd: impl PieceGenerator<S, MoveCounter>) {
        let position = Position::from_fen(fen).expect(fen);
        let context = SideContext::<S>::new(&position.state);
        for (movers, targets) in movers_and_targets(&context) {
            let mut count = MoveCounter::new();
            let mut expected = MoveCounter::new();
            let _ = simd.generate_piece_moves(&context, movers, targets, &mut count);
            let _ = Scalar.generate_piece_moves(&context, movers, targets, &mut expected);
            assert_eq!(count, expected, "{fen}, {movers:?} to {targets:?}");
        }
        let expected = PieceGenerator::<S, MoveCounter>::danger(Scalar, &context, true);
        assert_eq!(simd.danger(&context, true), expected, "{fen}");
    }

    fn movers_and_targets<S: Side>(
        context: &SideContext<S>,
    ) -> impl Iterator<Item = (Bitboard, Bitboard)> + use<S> {
        let us = context.us;
        let them = context.them;
        let movers = [us, us & Bitboard(0x3333_3333_3333_3333)];
        let targets = [!us, them, Bitboard(0x5555_5555_5555_5555) - us];
        movers.into_iter().flat_map(move |movers| targets.map(|targets| (movers, targets)))
    }

    /// Lists the knight, slider and king moves.
    fn listed<S: Side>(
        context: &SideContext<S>,
        generator: impl for<'a> PieceGenerator<S, MoveListWriter<'a>>,
        movers: Bitboard,
        targets: Bitboard,
    ) -> MoveList {
        let mut list = MoveList::new();
        list.append_with(&mut |list| {
            let _ = generator.generate_piece_moves(context, movers, targets, list);
            let steps = king_attacks(context.king) & targets;
            let _ = generator.generate_king_steps(context.king, steps, list);
        });
        list
    }

    /// Lists the pawn moves by each step, without promotions, for up to eight pawns on some
    /// squares.
    fn listed_pawn_moves<S: Side>(
        generator: impl for<'a> PieceGenerator<S, MoveListWriter<'a>>,
        squares: Bitboard,
    ) -> MoveList {
        let mut list = MoveList::new();
        let pawns = squares - S::FIRST_RANK - S::SEVENTH_RANK - S::EIGHTH_RANK;
        let pawns: Bitboard = pawns.into_iter().take(8).collect();
        let double = (pawns.shift(S::UP) & S::THIRD_RANK).shift(S::UP);
        list.append_with(&mut |list| {
            let _ = generator.generate_double_pushes(double, list);
            let _ = generator.generate_single_pushes(pawns.shift(S::UP), list);
            for direction in [S::UP_WEST, S::UP_EAST] {
                let step = PawnStep::single(direction);
                let targets = pawns.shift(direction);
                let _ = generator.generate_pawn_moves(step, targets, list);
            }
        });
        list
    }

    /// Compares an implementation's lists with those from [`ByLine`].
    fn assert_lists_agree<S: Side>(
        fen: &str,
        simd: impl for<'a> PieceGenerator<S, MoveListWriter<'a>>,
    ) {
        let position = Position::from_fen(fen).expect(fen);
        let context = SideContext::<S>::new(&position.state);
        for (movers, targets) in movers_and_targets(&context) {
            let expected = listed(&context, ByLine(Scalar), movers, targets);
            let actual = listed(&context, simd, movers, targets);
            assert_eq!(actual, expected, "{fen}, {movers:?} to {targets:?}");
            let expected = listed_pawn_moves::<S>(ByLine(Scalar), targets);
            assert_eq!(listed_pawn_moves::<S>(simd, targets), expected, "pawns on {targets:?}");
        }
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2"
    )]
    fn assert_avx512_agrees<S: Side>(fen: &str) {
        assert_counts_agree::<S>(fen, Avx512::new());
        assert_lists_agree::<S>(fen, Avx512::new());
    }

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn assert_avx2_agrees<S: Side>(fen: &str) {
        assert_counts_agree::<S>(fen, Avx2::new());
    }

    #[test]
    fn simd_and_scalar_generation_agree() {
        for fen in FENS {
            by_side!(Position::from_fen(fen).expect(fen).side_to_move(), S => {
                #[cfg(target_feature = "sse2")]
                assert_counts_agree::<S>(fen, Sse2);
                if cpu::is_testable(CpuLevel::Avx2) {
                    // SAFETY: the CPU has every feature that the function enables.
                    unsafe { assert_avx2_agrees::<S>(fen) }
                }
                if cpu::is_testable(CpuLevel::Avx512) {
                    // SAFETY: the CPU has every feature that the function enables.
                    unsafe { assert_avx512_agrees::<S>(fen) }
                }
            });
        }
    }
}
