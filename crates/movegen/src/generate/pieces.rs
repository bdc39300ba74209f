//! Piece moves to target sets, and the squares that the opponent attacks.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, PieceType, Side, Square};
use tabiya_movelist::{MoveSink, PawnStep};
use tabiya_tables::{
    bishop_attacks, knight_attacks, line, pseudo_attacks, queen_attacks, rook_attacks,
};

use crate::side_context::SideContext;

/// An implementation of move generation from piece and target sets.
///
/// `ByLine` and `Avx512` generate lists in the same order, [`Scalar`] in another one.
pub(crate) trait PieceGenerator<S: Side, K: MoveSink + ?Sized>: Copy {
    /// Generates the double pushes to `targets` on the side's fourth rank.
    #[inline(always)]
    fn generate_double_pushes(self, targets: Bitboard, sink: &mut K) -> ControlFlow<K::Break> {
        self.generate_pawn_moves(PawnStep::double(S::UP), targets, sink)
    }

    /// Generates the single pushes to `targets`, none of them a promotion.
    #[inline(always)]
    fn generate_single_pushes(self, targets: Bitboard, sink: &mut K) -> ControlFlow<K::Break> {
        self.generate_pawn_moves(PawnStep::single(S::UP), targets, sink)
    }

    /// Generates the pawn moves by a step to `targets`, none of them a promotion.
    #[inline(always)]
    fn generate_pawn_moves(
        self,
        step: PawnStep,
        targets: Bitboard,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        sink.push_pawn_moves(step, targets)
    }

    /// Generates the moves to `targets` by the knights and sliders among `movers`, none of which is
    /// pinned.
    fn generate_piece_moves(
        self,
        context: &SideContext<S>,
        movers: Bitboard,
        targets: Bitboard,
        sink: &mut K,
    ) -> ControlFlow<K::Break>;

    /// Generates the king's steps to `targets`, none of which the opponent attacks.
    #[inline(always)]
    fn generate_king_steps(
        self,
        king: Square,
        targets: Bitboard,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        sink.push_piece_moves(PieceType::King, king, targets)
    }

    /// Returns the squares that the opponent attacks with our king removed as a blocker.
    ///
    /// The result contains all these squares if castling is possible, otherwise at least those next
    /// to the king.
    fn danger(self, context: &SideContext<S>, may_castle: bool) -> Bitboard;
}

/// The [`PieceGenerator`] by table lookups for one piece at a time.
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

impl<S: Side, K: MoveSink + ?Sized> PieceGenerator<S, K> for Scalar {
    #[inline(always)]
    fn generate_piece_moves(
        self,
        context: &SideContext<S>,
        movers: Bitboard,
        targets: Bitboard,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        for from in context.knights & movers {
            sink.push_piece_moves(PieceType::Knight, from, knight_attacks(from) & targets)?;
        }
        for from in context.diagonal_sliders & movers {
            let piece_type = context.slider_type(from, PieceType::Bishop);
            let attacks = bishop_attacks(from, context.occupied);
            sink.push_piece_moves(piece_type, from, attacks & targets)?;
        }
        for from in context.orthogonal_sliders & movers {
            let piece_type = context.slider_type(from, PieceType::Rook);
            let attacks = rook_attacks(from, context.occupied);
            sink.push_piece_moves(piece_type, from, attacks & targets)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn danger(self, context: &SideContext<S>, may_castle: bool) -> Bitboard {
        let sliders = if may_castle { context.sliders() } else { context.sliders_near_king() };
        context.danger(sliders)
    }
}

/// Generates the moves to `targets` by pinned sliders along their pin's line.
///
/// Pinned knights have no moves. In check, no pinned piece has any, because the pin's line and the
/// check's line meet only at the king.
#[inline(always)]
pub(super) fn generate_pinned_slider_moves<S: Side, K: MoveSink + ?Sized>(
    context: &SideContext<S>,
    pinned: Bitboard,
    targets: Bitboard,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let from_king = pseudo_attacks(context.king);
    let diagonal = context.diagonal_sliders & from_king.diagonal;
    let orthogonal = context.orthogonal_sliders & from_king.orthogonal;
    for from in (diagonal | orthogonal) & pinned {
        let other = if diagonal.contains(from) { PieceType::Bishop } else { PieceType::Rook };
        let attacks = queen_attacks(from, context.occupied) & line(context.king, from);
        sink.push_piece_moves(context.slider_type(from, other), from, attacks & targets)?;
    }
    ControlFlow::Continue(())
}
