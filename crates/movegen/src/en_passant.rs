//! En passant captures: the pawns that attack the en passant square, and those that may capture.

use tabiya_core::{Bitboard, Side, Square};
use tabiya_tables::pawn_attacks;

use crate::side_context::SideContext;
use crate::state::State;

/// Returns the pawns of `S` that attack the en passant square `target`, pinned or not.
#[inline(always)]
pub(crate) fn capturers<S: Side>(state: &State, target: Square) -> Bitboard {
    let ours = state.placement.pawns() & state.placement.colors(S::COLOR);
    pawn_attacks(S::Them::COLOR, target) & ours
}

/// Returns the pawns of `S` that may legally capture on the en passant square `target`.
#[inline(always)]
pub(crate) fn legal_capturers<S: Side>(state: &State, target: Square) -> Bitboard {
    // Most double pushes are not attacked by an opposing pawn.
    let pawns = capturers::<S>(state, target);
    if pawns.is_empty() { pawns } else { filter_legal_capturers::<S>(state, pawns, target) }
}

/// Returns those of the given pawns whose capture on `target` does not leave their king in check.
#[cold]
#[inline(never)]
fn filter_legal_capturers<S: Side>(state: &State, pawns: Bitboard, target: Square) -> Bitboard {
    let context = SideContext::<S>::new(state);
    let captured_pawn = captured_pawn_square(target).bitboard();
    let snipers = context.snipers() - captured_pawn;
    let mut capturers = Bitboard::EMPTY;
    for pawn in pawns {
        // 8/8/8/K2pP2q/8/8/8/7k w - d6: the capture removes both blockers of the queen's line.
        let occupied = (context.occupied ^ captured_pawn).without(pawn).with(target);
        if context.are_snipers_blocked(snipers, occupied) {
            capturers |= pawn.bitboard();
        }
    }
    capturers
}

/// Returns the square of the pawn that a capture on the en passant square `target` removes.
#[inline]
pub(crate) const fn captured_pawn_square(target: Square) -> Square {
    // The target's rank and the captured pawn's differ in their index's lowest bit: 3 and 4, or 6
    // and 5.
    Square::from_low_bits(target as u8 ^ 8)
}
