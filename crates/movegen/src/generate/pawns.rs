//! Pawn moves: pushes and captures for all pawns at once, and en passant.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Direction, Side};
use tabiya_movelist::{MoveSink, PawnStep};
use tabiya_tables::{Line, line_through};

use super::PieceGenerator;
use crate::side_context::SideContext;

/// The pieces whose pawns move.
#[derive(Clone, Copy)]
pub(super) struct PawnMovers {
    pub(super) movers: Bitboard,
    pub(super) pinned: Bitboard,
}

/// Generates the pawn moves by `S` to `targets`, except en passant.
///
/// A pinned pawn may move only along the line through its king. So only unpinned pawns and those on
/// the king's file can push, and only unpinned pawns and those on the king's diagonal in the same
/// direction can capture. No pawn needs a separate lookup.
#[inline(always)]
pub(super) fn generate_pushes_and_captures<S: Side, K: MoveSink + ?Sized>(
    piece_generator: impl PieceGenerator<S, K>,
    context: &SideContext<S>,
    PawnMovers { movers, pinned }: PawnMovers,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let pawns = context.pawns & movers;
    let unpinned = pawns - pinned;
    let movable =
        |direction| unpinned | pawns & line_through(context.king, line_of_direction(direction));

    let empty = !context.occupied;
    let single = movable(S::UP).shift(S::UP) & empty;
    let double = (single & S::THIRD_RANK).shift(S::UP) & empty & targets;
    piece_generator.generate_double_pushes(double, sink)?;
    let single = single & targets;
    piece_generator.generate_single_pushes(single - S::EIGHTH_RANK, sink)?;
    generate_promotions::<S, K>(PawnStep::single(S::UP), single, sink)?;

    // A loop over the two directions would not be unrolled, and their steps would not be constants.
    let capture_targets = context.them & targets;
    let captures = movable(S::UP_WEST).shift(S::UP_WEST) & capture_targets;
    let step = PawnStep::single(S::UP_WEST);
    piece_generator.generate_pawn_moves(step, captures - S::EIGHTH_RANK, sink)?;
    generate_promotions::<S, K>(step, captures, sink)?;
    let captures = movable(S::UP_EAST).shift(S::UP_EAST) & capture_targets;
    let step = PawnStep::single(S::UP_EAST);
    piece_generator.generate_pawn_moves(step, captures - S::EIGHTH_RANK, sink)?;
    generate_promotions::<S, K>(step, captures, sink)
}

/// Generates the promotions among the pawn moves by a step to `targets`.
#[inline(always)]
fn generate_promotions<S: Side, K: MoveSink + ?Sized>(
    step: PawnStep,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let promoting = targets & S::EIGHTH_RANK;
    if promoting.any() {
        sink.push_promotions(step, promoting)?;
    }
    ControlFlow::Continue(())
}

/// Returns the line through a square that a direction follows.
#[inline]
const fn line_of_direction(direction: Direction) -> Line {
    match direction {
        Direction::North | Direction::South => Line::File,
        Direction::East | Direction::West => Line::Rank,
        Direction::NorthEast | Direction::SouthWest => Line::Diagonal,
        Direction::NorthWest | Direction::SouthEast => Line::Antidiagonal,
    }
}
