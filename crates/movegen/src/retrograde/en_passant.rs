//! Retractions of en passant captures.

use core::ops::ControlFlow;

use tabiya_core::{Move, MoveKind, PieceType, Side, Square};
use tabiya_movelist::PawnStep;
use tabiya_tables::pawn_attacks;

use super::king::position_of;
use super::retraction::Retraction;
use super::sets::RetractionSets;
use super::sink::RetractionSink;
use crate::fen::is_last_move_possible;
use crate::side_context::SideContext;
use crate::state::State;

impl<S: Side> RetractionSets<'_, S> {
    /// Generates the retractions of en passant captures: pawns on the sixth rank, with empty squares before and
    /// behind, between which the captured pawn has moved.
    #[inline(always)]
    pub(super) fn generate_en_passant<T: RetractionSink + ?Sized>(
        &self,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let may_capture_pawn = self.moves_pawns && self.captured[0].contains(PieceType::Pawn);
        if !may_capture_pawn {
            return ControlFlow::Continue(());
        }
        for to in self.context.pawns & self.movers & S::SIXTH_RANK {
            let captured = PawnStep::single(S::UP).origin(to);
            let origin = PawnStep::single(S::Them::UP).origin(to);
            if self.empty.contains(captured) && self.empty.contains(origin) {
                for from in pawn_attacks(S::Them::COLOR, to) & self.empty {
                    if self.is_en_passant(from, to) {
                        let mv = Move::with_kind(from, to, MoveKind::EnPassant);
                        sink.push_retraction(Retraction::new(mv, Some(PieceType::Pawn)))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Tests whether an en passant capture can have led to the position. Three squares change, so the board is tested.
    #[cold]
    #[inline(never)]
    fn is_en_passant(&self, from: Square, to: Square) -> bool {
        let before = self.state_before_en_passant(from, to);
        let opponent = SideContext::<S::Them>::new(&before);
        opponent.checkers_and_pinned().0.is_empty() && self.is_check_possible(&before)
    }

    /// Tests whether a move can have given the check in an earlier position, or the options allow any check.
    pub(super) fn is_check_possible(&self, before: &State) -> bool {
        let (checkers, _) = SideContext::<S>::new(before).checkers_and_pinned();
        self.options.allows_impossible_checks
            || is_last_move_possible(&position_of(*before), checkers)
    }

    /// Returns the state before an en passant capture.
    pub(super) fn state_before_en_passant(&self, from: Square, to: Square) -> State {
        let mut before = *self.state;
        let captured = Square::new(to.file(), from.rank());
        before.placement = before
            .placement
            .without(to.bitboard())
            .with(PieceType::Pawn.of(S::COLOR), from)
            .with(PieceType::Pawn.of(S::Them::COLOR), captured);
        before.state_word = before.state_word.with_side_to_move(S::COLOR).with_ep_square(Some(to));
        before
    }
}
