//! Pawn moves: pushes and captures of all pawns at once, and en passant.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Direction, Side};
use tabiya_movelist::{MoveSink, PawnStep};
use tabiya_tables::{Line, line_through};

use crate::side_context::SideContext;

/// Generates the pawn moves of `S` from `movers` to `targets`, except en passant.
///
/// A pinned pawn may move only along the line through its king. So only unpinned pawns and those on
/// the king's file are pushed. Only unpinned pawns and those on the king's diagonal of the same
/// direction capture. No pawn needs a lookup of its own.
#[inline(always)]
pub(super) fn generate_pushes_and_captures<S: Side, K: MoveSink + ?Sized>(
    context: &SideContext<S>,
    movers: Bitboard,
    pinned: Bitboard,
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
    sink.push_pawn_moves(PawnStep::double(S::UP), double)?;
    push_single_steps::<S, _>(S::UP, single & targets, sink)?;

    let capture_targets = context.them & targets;
    for direction in [S::UP_WEST, S::UP_EAST] {
        let captures = movable(direction).shift(direction) & capture_targets;
        push_single_steps::<S, _>(direction, captures, sink)?;
    }
    ControlFlow::Continue(())
}

/// Passes the pawn moves by one step in a direction to a sink; promotions are a separate call.
#[inline(always)]
fn push_single_steps<S: Side, K: MoveSink + ?Sized>(
    direction: Direction,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let step = PawnStep::single(direction);
    sink.push_pawn_moves(step, targets - S::EIGHTH_RANK)?;
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
