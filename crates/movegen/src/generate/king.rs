//! King moves: steps off danger, and castling.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Color, PieceType, Square};
use tabiya_movelist::MoveSink;
use tabiya_tables::{castling_empty, castling_safe, lookout};

use super::Pieces;
use super::filter::Filter;
use crate::attacks::View;

/// The king's moves that a filter lets through, castling with some of these rooks among them.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "in one structure they take 4 % more of a count")]
pub(super) fn moves<P: Pieces<K>, K: MoveSink>(
    pieces: P,
    us: Color,
    view: &View,
    danger_of_pawns: Bitboard,
    castling_rooks: Bitboard,
    pinned: Bitboard,
    filter: Filter,
    sink: &mut K,
) -> ControlFlow<()> {
    if !filter.from.contains(view.king) {
        return ControlFlow::Continue(());
    }
    let steps = lookout(view.king).kings & (filter.to - view.us);
    let may_castle = castling_rooks.any();
    if steps.is_empty() && !may_castle {
        return ControlFlow::Continue(());
    }
    let danger = pieces.danger(view, danger_of_pawns, may_castle);
    sink.piece_moves(PieceType::King, view.king, steps - danger)?;
    if !may_castle {
        return ControlFlow::Continue(());
    }
    // A rook pinned along the rank would uncover the king where it lands:
    // 4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1 has no castling.
    let rooks = castling_rooks - pinned;
    for rook in free_and_safe(us, view.king, rooks, view.occupied, danger) {
        sink.castling(view.king, rook)?;
    }
    ControlFlow::Continue(())
}

/// Those rooks to which the way of king and rook is free, and the king's not in danger.
///
/// Compiled once, and no part of the generators.
#[inline(never)]
fn free_and_safe(
    us: Color,
    king: Square,
    rooks: Bitboard,
    occupied: Bitboard,
    danger: Bitboard,
) -> Bitboard {
    let may_castle = |rook: &Square| {
        let empty = castling_empty(us, king.file(), rook.file());
        let safe = castling_safe(us, king.file(), rook.file());
        occupied.is_disjoint(empty) && danger.is_disjoint(safe)
    };
    rooks.into_iter().filter(may_castle).collect()
}
