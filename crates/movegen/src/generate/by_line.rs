//! List generation without loops over targets: slider lines and leaper attacks as bytes.
//!
//! A rook has two lines, and so has a bishop. A line's occupied squares are a byte, and so are its
//! targets. A lookup finds the attacks along the line, which select a byte of moves among the
//! targets, and this byte indexes a list of positions on the line. One multiplication turns eight
//! positions into eight moves, because a move's bits grow by a constant along a line. Compilers use
//! SIMD instructions for it, on x86-64 without AVX and on ARM alike.
//!
//! For knights, sliders, king and pushes, no branch depends on the number of moves; only the loops
//! over pieces remain.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, Side, Square};
use tabiya_movelist::{MoveCounter, MoveGroup, MoveListWriter, PawnStep};
use tabiya_tables::expand::{self, LeaperTargets, LineSquares};
use tabiya_tables::{Line, knight_attacks};

use super::PieceGenerator;
use crate::side_context::SideContext;

/// An implementation of [`PieceGenerator`] for move lists, by groups of up to eight moves.
///
/// `D` computes the squares that the opponent attacks.
#[derive(Clone, Copy)]
pub(crate) struct ByLine<D>(pub(crate) D);

impl<S, D> PieceGenerator<S, MoveListWriter<'_>> for ByLine<D>
where
    S: Side,
    D: PieceGenerator<S, MoveCounter>,
{
    #[inline(always)]
    fn generate_double_pushes(
        self,
        targets: Bitboard,
        list: &mut MoveListWriter<'_>,
    ) -> ControlFlow<Infallible> {
        let fourth_rank = if S::COLOR.is_white() { Square::A4 } else { Square::A5 };
        list.append(pushes_to_rank(PawnStep::double(S::UP), fourth_rank, targets));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn generate_single_pushes(
        self,
        targets: Bitboard,
        list: &mut MoveListWriter<'_>,
    ) -> ControlFlow<Infallible> {
        // The third to the seventh rank as `S` sees them, from the board's first row to the last.
        let ranks = if S::COLOR.is_white() { 2..7 } else { 1..6 };
        for rank in ranks {
            list.append(pushes_to_rank(PawnStep::single(S::UP), Square::ALL[8 * rank], targets));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn generate_piece_moves(
        self,
        context: &SideContext<S>,
        movers: Bitboard,
        targets: Bitboard,
        list: &mut MoveListWriter<'_>,
    ) -> ControlFlow<Infallible> {
        let occupied = context.occupied;
        for from in context.knights & movers {
            let targets = expand::knight_targets(from, knight_attacks(from) & targets);
            list.append(leaper_moves(from, targets));
        }
        for from in context.diagonal_sliders & movers {
            list.append(line_moves(Line::Diagonal, from, occupied, targets));
            list.append(line_moves(Line::Antidiagonal, from, occupied, targets));
        }
        for from in context.orthogonal_sliders & movers {
            list.append(line_moves(Line::Rank, from, occupied, targets));
            list.append(line_moves(Line::File, from, occupied, targets));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn generate_king_steps(
        self,
        king: Square,
        targets: Bitboard,
        list: &mut MoveListWriter<'_>,
    ) -> ControlFlow<Infallible> {
        list.append(leaper_moves(king, expand::king_targets(king, targets)));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn danger(self, context: &SideContext<S>, may_castle: bool) -> Bitboard {
        self.0.danger(context, may_castle)
    }
}

/// The target's lowest bit in a move.
const TARGET_SHIFT: u32 = 6;

/// Returns a slider's moves along a line to `targets`.
#[inline(always)]
fn line_moves(line: Line, from: Square, occupied: Bitboard, targets: Bitboard) -> MoveGroup<8> {
    let attacks = expand::line_attacks(line, from, expand::gather_line(line, from, occupied));
    let LineSquares { start, step } = expand::line_squares(line, from);
    // The start can be off the board; the sum with a multiple of the step is not.
    let first = (from as u16).wrapping_add((start << TARGET_SHIFT).cast_unsigned());
    let step = (step << TARGET_SHIFT).cast_unsigned();
    sequence(first, step, attacks & expand::gather_line(line, from, targets))
}

/// Returns the pawn moves by a push to `targets` on the rank that begins at `rank_start`.
#[inline(always)]
fn pushes_to_rank(step: PawnStep, rank_start: Square, targets: Bitboard) -> MoveGroup<8> {
    let first = Move::new(step.origin(rank_start), rank_start);
    // The next pawn has the next origin and the next target.
    let step = 1 + (1 << TARGET_SHIFT);
    sequence(first.to_bits(), step, expand::gather_line(Line::Rank, rank_start, targets))
}

/// Returns the moves with the bits `first + index * step`, where `index` is each set bit's index in
/// `selected`.
#[inline(always)]
fn sequence(first: u16, step: u16, selected: u8) -> MoveGroup<8> {
    let to_move = |index: u16| Move::from_low_bits(first.wrapping_add(index.wrapping_mul(step)));
    let moves = expand::byte_indices(selected).map(to_move);
    MoveGroup { moves, len: expand::byte_length(selected) }
}

/// Returns a knight's or a king's moves to a target list.
#[inline(always)]
fn leaper_moves(from: Square, LeaperTargets { gathered, offsets }: LeaperTargets) -> MoveGroup<8> {
    let stay = Move::new(from, from).to_bits();
    let to_move = |offset: u16| Move::from_low_bits(stay.wrapping_add(offset << TARGET_SHIFT));
    MoveGroup { moves: offsets.map(to_move), len: expand::byte_length(gathered) }
}
