//! Pawn moves, all pawns at once.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Direction, Side, Square};
use tabiya_movelist::{MoveSink, PawnStep};
use tabiya_tables::{Line, line_through};

use super::filter::Filter;
use crate::Position;
use crate::attacks::View;

/// The moves to `targets` of `S`'s pawns among `movers`, but for en passant.
///
/// A pinned pawn may step along a line through its king, and no other: pushes are left to
/// the free pawns and those on the king's file, captures to the free ones and those on the
/// king's diagonal of the same direction. The lines are the king's, so no pawn is looked
/// at alone.
#[inline(always)]
pub(super) fn pushes_and_captures<S: Side, K: MoveSink>(
    view: &View,
    movers: Bitboard,
    pinned: Bitboard,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    let pawns = view.pawns & movers;
    let free = pawns - pinned;
    let may_step = |direction| free | pawns & line_through(view.king, line_of(direction));

    let empty = !view.occupied;
    let single = may_step(S::UP).shift(S::UP) & empty;
    let double = (single & S::THIRD_RANK).shift(S::UP) & empty & targets;
    sink.pawn_moves(PawnStep::double(S::UP), double)?;
    steps::<S, _>(S::UP, single & targets, sink)?;

    let prey = view.them & targets;
    for direction in [S::UP_WEST, S::UP_EAST] {
        steps::<S, _>(direction, may_step(direction).shift(direction) & prey, sink)?;
    }
    ControlFlow::Continue(())
}

/// The legal captures en passant that a filter lets through. They come apart from the
/// others because in check a capture may help that does not land on the checker.
#[inline(always)]
pub(super) fn en_passant<K: MoveSink>(
    position: &Position,
    filter: Filter,
    sink: &mut K,
) -> ControlFlow<()> {
    let Some(target) = position.ep_square() else { return ControlFlow::Continue(()) };
    if filter.en_passant_to.contains(target) {
        for from in en_passant_capturers(position, target) & filter.from {
            sink.en_passant(from, target)?;
        }
    }
    ControlFlow::Continue(())
}

/// Our pawns that may legally capture en passant on `target`.
///
/// Rare, and so compiled once, from the position: what the generators know by then would have to
/// be kept in memory.
#[cold]
#[inline(never)]
fn en_passant_capturers(position: &Position, target: Square) -> Bitboard {
    let us = position.side_to_move();
    View::of(position, us).en_passant_capturers(us, target)
}

/// Hands on the targets of one step, promotions apart.
#[inline(always)]
fn steps<S: Side, K: MoveSink>(
    direction: Direction,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    let step = PawnStep::single(direction);
    sink.pawn_moves(step, targets - S::EIGHTH_RANK)?;
    let promoting = targets & S::EIGHTH_RANK;
    if promoting.any() {
        sink.promotions(step, promoting)?;
    }
    ControlFlow::Continue(())
}

/// The line along which a direction leads.
#[inline]
const fn line_of(direction: Direction) -> Line {
    match direction {
        Direction::North | Direction::South => Line::File,
        Direction::East | Direction::West => Line::Rank,
        Direction::NorthEast | Direction::SouthWest => Line::Diagonal,
        Direction::NorthWest | Direction::SouthEast => Line::Antidiagonal,
    }
}
