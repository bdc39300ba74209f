//! Bulk counting of the legal moves of all boards, with popcounts of sets of to squares.
//!
//! In one direction at most one slider reaches a square: the nearest behind it. So the popcount
//! of the to squares in a direction is the number of moves. The same holds for each knight step
//! and each pawn step; the king is one piece.

use tabiya_core::Side;

use crate::lanes::boards::{Boards, View};
use crate::lanes::castling::Castling;
use crate::lanes::moves::{PawnMoves, castles, en_passant};
use crate::lanes::rays::{LEAPS, Lines, Way, for_each_way};
use crate::lanes::safety::Safety;
use crate::lanes::vector::Lanes;

/// Counts the legal moves of `S`, the side to move, in each lane.
#[inline(always)]
pub(crate) fn legal_moves<V: Lanes, S: Side>(castling: &Castling, boards: &Boards<V>) -> V {
    let lines = Lines::new(!boards.occupied());
    let view = View::new(castling, boards, &lines);
    let safety = Safety::of::<S>(&view);
    let movers = safety.movers(&view);
    let slides = movers.slides(&view);
    let pawns = PawnMoves::of::<S>(&view, &movers, safety.helps);
    count::<V, S>(&view, &safety, &slides, &pawns) + en_passant::<V, S>(&view).count()
}

/// Counts the legal moves without en passant captures, from known slider attacks.
#[inline(always)]
pub(crate) fn count<V: Lanes, S: Side>(
    view: &View<'_, V>,
    safety: &Safety<V>,
    slides: &[V; 8],
    pawns: &PawnMoves<V>,
) -> V {
    let targets = !view.us & safety.helps;
    let mut moves = pawns.count::<S>() + safety.king_steps(view).count();
    for reached in slides {
        moves = moves + (*reached & targets).count();
    }
    let knights = view.knights & view.us & !safety.pinned;
    for_each_way!(LEAPS, way => moves = moves + (way.step(knights) & targets).count());
    for castle in castles::<V, S>(view, safety) {
        moves = moves + V::splat(1).where_any(castle);
    }
    moves
}
