//! The adapter for Tabiya's pseudo-legal generator.

use tabiya::{Board, Move, Position, pseudo_legal};

use super::adapter::{GeneratorAdapter, PositionAdapter, SetUpError, Status, encoded_moves};
use super::position_fields::PositionFields;

/// The adapter for pseudo-legal generation: the moves that [`pseudo_legal::try_make`] makes.
#[derive(Clone, Copy, Debug)]
pub struct PseudoLegal;

struct PseudoLegalPosition {
    board: Board,
    moves: Vec<(Move, Board)>,
}

impl GeneratorAdapter for PseudoLegal {
    fn name(&self) -> &'static str {
        "pseudo-legal"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn PositionAdapter>, SetUpError> {
        let board = Board::from(*position);
        let make = |mv| {
            let mut after = board;
            pseudo_legal::try_make(&mut after, mv).ok().map(|()| (mv, after))
        };
        let mut moves: Vec<_> =
            pseudo_legal::moves(&board).iter().copied().filter_map(make).collect();
        moves.sort_unstable_by_key(|&(mv, _)| mv);
        Ok(Box::new(PseudoLegalPosition { board, moves }))
    }
}

impl PositionAdapter for PseudoLegalPosition {
    fn moves(&self) -> Vec<Move> {
        encoded_moves(&self.moves)
    }

    /// Uses the king's attackers, since the checkers are computed by the legal generator.
    fn status(&self) -> Status {
        let us = self.board.side_to_move();
        let attackers = self.board.attackers_to(self.board.king(us), self.board.occupied());
        let check = !attackers.is_disjoint(self.board.colors(!us));
        let is_over = self.moves.is_empty();
        Status { check, checkmate: check && is_over, stalemate: !check && is_over }
    }

    fn fields_after(&self, index: usize) -> PositionFields {
        PositionFields::from_position(&self.moves[index].1.position())
    }
}
