//! King moves: steps off danger, and castling.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, PieceType, Side};
use tabiya_movelist::MoveSink;
use tabiya_tables::{castling_empty, castling_safe, lookout};

use super::filter::Filter;
use crate::Position;
use crate::attacks::{Lines, View};

/// The king's moves that a filter lets through; castling only if nothing gives check.
#[inline(always)]
pub(super) fn moves<S: Side, K: MoveSink>(
    position: &Position,
    view: &View,
    checkers: Bitboard,
    pinned: Bitboard,
    filter: Filter,
    sink: &mut K,
) -> ControlFlow<()> {
    if !filter.from.contains(view.king) {
        return ControlFlow::Continue(());
    }
    let steps = lookout(view.king).kings & (filter.to - view.us);
    let castling_rooks = position.castling_rooks & S::FIRST_RANK & filter.castling_to;
    let may_castle = checkers.is_empty() && castling_rooks.any();
    if steps.is_empty() && !may_castle {
        return ControlFlow::Continue(());
    }
    // Where the king only steps, what is attacked beside it is enough.
    let mut lines = view.lines_beside_king();
    if may_castle {
        lines = Lines { straight: view.straight, diagonal: view.diagonal };
    }
    let danger = view.danger_by::<S>(position.king(S::Them::COLOR), lines);
    sink.piece_moves(PieceType::King, view.king, steps - danger)?;
    if !may_castle {
        return ControlFlow::Continue(());
    }
    for rook in castling_rooks {
        let empty = castling_empty(S::COLOR, view.king.file(), rook.file());
        let safe = castling_safe(S::COLOR, view.king.file(), rook.file());
        // A rook pinned along the rank would uncover the king where it lands:
        // 4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1 has no castling.
        let shields = pinned.contains(rook);
        if view.occupied.is_disjoint(empty) && danger.is_disjoint(safe) && !shields {
            sink.castling(view.king, rook)?;
        }
    }
    ControlFlow::Continue(())
}
