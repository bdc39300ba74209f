//! King moves: steps to squares that are not attacked, and castling.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Side, Square};
use tabiya_movelist::MoveSink;
use tabiya_tables::king_attacks;

use super::filter::FilterSelection;
use super::{LegalitySets, PieceGenerator};
use crate::castling;

impl<S: Side> LegalitySets<'_, S> {
    /// Generates the king moves that a filter selects, castling included.
    #[inline(always)]
    pub(super) fn generate_king_moves<K: MoveSink + ?Sized>(
        &self,
        piece_generator: impl PieceGenerator<S, K>,
        selection: &FilterSelection,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        let king = self.context.king;
        let steps = king_attacks(king) & selection.targets;
        let rooks = self.castling_rooks() & selection.castling_targets;
        if steps.is_empty() && rooks.is_empty() {
            return ControlFlow::Continue(());
        }
        let danger = self.danger(piece_generator);
        piece_generator.generate_king_steps(king, steps - danger, sink)?;
        if rooks.any() {
            let occupied = self.context.occupied;
            for rook in legal_castling_rooks::<S>(king, rooks - self.pinned, occupied, danger) {
                sink.push_castling(king, rook)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tests whether castling with a rook is legal, given its castling right.
    pub(crate) fn may_castle_with(&self, rook: Square) -> bool {
        let rooks = (self.castling_rooks() & rook.bitboard()) - self.pinned;
        let danger = self.scalar_danger();
        legal_castling_rooks::<S>(self.context.king, rooks, self.context.occupied, danger).any()
    }
}

/// Returns those of the given rooks with which castling is legal: no piece blocks it, and the king
/// neither crosses nor reaches an attacked square.
///
/// The rooks must not be pinned. A rook pinned on the back rank would expose the king on its
/// target: `4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1` has no castling.
#[inline]
fn legal_castling_rooks<S: Side>(
    king: Square,
    rooks: Bitboard,
    occupied: Bitboard,
    danger: Bitboard,
) -> Bitboard {
    let may_castle = |rook: &Square| {
        castling::castling_blockers::<S>(occupied, king, *rook).is_empty()
            && danger.is_disjoint(castling::castling_king_path::<S>(king, *rook))
    };
    rooks.into_iter().filter(may_castle).collect()
}
