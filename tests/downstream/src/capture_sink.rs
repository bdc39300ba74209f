//! A move sink that keeps captures and promotions, and ignores quiet moves as whole sets.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tabiya::{Bitboard, Board, Frame, Move, MoveSink, PawnStep, PieceType, Square};

/// A sink that passes captures and promotions to a frame.
pub struct CaptureSink<'a, 'b, const N: usize> {
    capture_targets: Bitboard,
    moves: &'a mut Frame<'b, N>,
}

impl<'a, 'b, const N: usize> CaptureSink<'a, 'b, N> {
    /// Creates a sink for the captures on `board`, which are pushed to `moves`.
    pub fn new(board: &Board, moves: &'a mut Frame<'b, N>) -> Self {
        Self { capture_targets: board.colors(!board.side_to_move()), moves }
    }
}

impl<const N: usize> MoveSink for CaptureSink<'_, '_, N> {
    type Break = Infallible;

    /// Ignores the move: only castling has no other method below, and it captures nothing.
    fn push_move(&mut self, _: Move) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    fn push_piece_moves(
        &mut self,
        kind: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.moves.push_piece_moves(kind, from, targets & self.capture_targets)
    }

    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        if step.is_capture() {
            self.moves.push_pawn_moves(step, targets)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.moves.push_promotions(step, targets)
    }

    fn push_en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Infallible> {
        self.moves.push_en_passant(from, to)
    }
}
