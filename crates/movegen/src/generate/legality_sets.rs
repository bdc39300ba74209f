//! The sets that decide which of a side's moves are legal, and generation by them.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Side};
use tabiya_movelist::{MoveCounter, MoveSink};

use super::filter::{FilterSelection, MoveFilter};
use super::lazy::LazySet;
use super::pawns::{PawnMovers, generate_pushes_and_captures};
use super::pieces::{PieceGenerator, Scalar, generate_pinned_slider_moves};
use crate::side_context::SideContext;
use crate::state::State;
use crate::{castling, en_passant};

/// The sets in a [`Generator`](super::Generator). They do not depend on the board's key, so neither
/// does the code that generates.
#[derive(Clone)]
pub(crate) struct LegalitySets<'a, S: Side> {
    pub(crate) state: &'a State,
    pub(crate) context: SideContext<S>,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    pub(crate) check_mask: Bitboard,
    /// The squares that the opponent attacks, as [`PieceGenerator::danger`] returns them.
    danger: LazySet,
}

impl<'a, S: Side> LegalitySets<'a, S> {
    #[inline(always)]
    pub(crate) fn new(state: &'a State) -> Self {
        let context = SideContext::new(state);
        let (checkers, pinned) = context.checkers_and_pinned();
        let check_mask = context.check_mask(checkers);
        Self { state, context, checkers, pinned, check_mask, danger: LazySet::new() }
    }

    #[inline]
    pub(crate) const fn is_check(&self) -> bool {
        self.checkers.0 != 0
    }

    /// Generates the moves that a filter selects, with an implementation for piece sets.
    #[inline(always)]
    pub(crate) fn generate_with<P, K>(
        &self,
        piece_generator: P,
        filter: &MoveFilter,
        sink: &mut K,
    ) -> ControlFlow<K::Break>
    where
        P: PieceGenerator<S, K>,
        K: MoveSink + ?Sized,
    {
        let context = &self.context;
        let Some(selection) = filter.select(context, self.checkers) else {
            return ControlFlow::Continue(());
        };
        let movers = context.us & selection.origins;
        let pawn_targets = selection.pawn_targets & self.check_mask;
        let pawns = PawnMovers { movers, pinned: self.pinned };
        generate_pushes_and_captures(piece_generator, context, pawns, pawn_targets, sink)?;
        self.generate_en_passant(&selection, sink)?;
        let targets = selection.targets & self.check_mask;
        piece_generator.generate_piece_moves(context, movers - self.pinned, targets, sink)?;
        if self.pinned.any() {
            generate_pinned_slider_moves(context, movers & self.pinned, targets, sink)?;
        }
        if selection.origins.contains(context.king) {
            self.generate_king_moves(piece_generator, &selection, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Generates the en passant captures.
    ///
    /// The check mask does not apply: the captured pawn may be the checker.
    #[inline(always)]
    fn generate_en_passant<K: MoveSink + ?Sized>(
        &self,
        selection: &FilterSelection,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        let Some(target) = self.state.state_word.ep_square() else {
            return ControlFlow::Continue(());
        };
        if selection.en_passant_targets.contains(target) {
            for from in en_passant::legal_capturers::<S>(self.state, target) & selection.origins {
                sink.push_en_passant(from, target)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the rooks with a castling right, or an empty set in check.
    #[inline(always)]
    pub(super) fn castling_rooks(&self) -> Bitboard {
        if self.is_check() { Bitboard::EMPTY } else { castling::castling_rooks::<S>(self.state) }
    }

    /// Returns the squares that the opponent attacks with our king removed as a blocker.
    ///
    /// The result contains all these squares if a rook may castle, otherwise at least those next to
    /// the king.
    #[inline(always)]
    pub(super) fn danger<K: MoveSink + ?Sized>(
        &self,
        piece_generator: impl PieceGenerator<S, K>,
    ) -> Bitboard {
        if let Some(danger) = self.danger.get() {
            return danger;
        }
        // Never empty: the opponent's king attacks at least three squares.
        let danger = piece_generator.danger(&self.context, self.castling_rooks().any());
        self.danger.set(danger);
        danger
    }

    /// Returns the squares that the opponent attacks, as [`danger`](Self::danger) does, without SIMD.
    #[inline]
    pub(crate) fn scalar_danger(&self) -> Bitboard {
        self.danger::<MoveCounter>(Scalar)
    }
}
