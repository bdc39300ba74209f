//! [`MoveSink`] for [`MoveList`] without SIMD; the module `simd` replaces it in builds for AVX-512.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Square};

use crate::{MoveList, MoveSink, PawnStep};

impl MoveSink for MoveList {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.push(mv);
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_piece_moves(
        &mut self,
        _: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        for to in targets {
            self.push(Move::new(from, to));
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        for to in targets {
            self.push(Move::new(step.origin(to), to));
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        // Promotions are rare, and generators call this for each pawn step: inlining would copy
        // the loop into all of them.
        #[inline(never)]
        fn append_promotions(list: &mut MoveList, step: PawnStep, targets: Bitboard) {
            for to in targets {
                for &kind in &MoveKind::PROMOTIONS {
                    list.push(Move::with_kind(step.origin(to), to, kind));
                }
            }
        }
        append_promotions(self, step, targets);
        ControlFlow::Continue(())
    }
}
