//! Bulk counting for all boards: popcounts of to square sets give how many moves are legal.
//!
//! In one direction at most one slider reaches a square: the nearest behind it. So the popcount of
//! the to squares in a direction is the number of moves. The same holds for each knight step and
//! each pawn step; the king is one piece.

use tabiya_core::Side;

use crate::lanes::boards::{Boards, SideContext};
use crate::lanes::castling::Castling;
use crate::lanes::checks_and_pins::ChecksAndPins;
use crate::lanes::moves::{PawnMoves, castling_lanes, ep_capturers};
use crate::lanes::rays::{KNIGHT_AXES, Propagators, RayDirection, for_each_direction};
use crate::lanes::vector::Lanes;

/// Counts the legal moves for `S`, the side to move, in each lane.
#[inline(always)]
pub(crate) fn legal_moves<V: Lanes, S: Side>(castling: &Castling, boards: &Boards<V>) -> V {
    let propagators = Propagators::new(!boards.occupied());
    let context = SideContext::new(castling, boards, &propagators);
    let checks = ChecksAndPins::new::<S>(&context);
    let movable = checks.movable_pieces(&context);
    let slider_attacks = movable.slider_attacks(&context);
    let pawns = PawnMoves::generate::<S>(&context, &movable, checks.check_mask);
    legal_moves_except_ep::<V, S>(&context, &checks, &slider_attacks, &pawns)
        + ep_capturers::<V, S>(&context).popcount()
}

/// Counts the legal moves for `S` without en passant captures, given its slider attacks and pawn
/// moves.
#[inline(always)]
pub(crate) fn legal_moves_except_ep<V: Lanes, S: Side>(
    context: &SideContext<'_, V>,
    checks: &ChecksAndPins<V>,
    slider_attacks: &[V; 8],
    pawns: &PawnMoves<V>,
) -> V {
    let targets = !context.us & checks.check_mask;
    let mut moves = pawns.count::<S>() + checks.king_targets(context).popcount();
    for attacks in slider_attacks {
        moves = moves + (*attacks & targets).popcount();
    }
    let knights = context.knights & context.us & !checks.pinned;
    for_each_direction!(KNIGHT_AXES, direction =>
        moves = moves + (direction.step(knights) & targets).popcount());
    for lanes in castling_lanes::<V, S>(context, checks) {
        moves = moves + V::splat(1).keep_where_nonzero(lanes);
    }
    moves
}
