//! Our pseudo-legal generator and checked make as a contestant.

use tabiya::{Board, Move, Position};

use super::contestant::{Contestant, Game, Refusal, Status, first_halves};
use super::fields::Fields;

/// Pseudo-legal moves that `try_make_pseudo_legal` does not refuse, on a keyed board.
#[derive(Clone, Copy, Debug)]
pub struct Late;

struct Listed {
    board: Board,
    moves: Vec<(Move, Board)>,
}

impl Contestant for Late {
    fn name(&self) -> &'static str {
        "late"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal> {
        let board = Board::from(*position);
        let make = |mv| {
            let mut after = board;
            after.try_make_pseudo_legal(mv).ok().map(|()| (mv, after))
        };
        let mut moves: Vec<_> =
            board.pseudo_legal_moves().iter().copied().filter_map(make).collect();
        moves.sort_unstable_by_key(|&(mv, _)| mv);
        Ok(Box::new(Listed { board, moves }))
    }
}

impl Game for Listed {
    fn moves(&self) -> Vec<Move> {
        first_halves(&self.moves)
    }

    /// By the attackers of the king, without the checkers that the legal generator finds.
    fn status(&self) -> Status {
        let us = self.board.side_to_move();
        let attackers = self.board.attackers_to(self.board.king(us), self.board.occupied());
        let check = !attackers.is_disjoint(self.board.colors(!us));
        let is_over = self.moves.is_empty();
        Status { check, checkmate: check && is_over, stalemate: !check && is_over }
    }

    fn after(&self, place: usize) -> Fields {
        Fields::of(&self.moves[place].1.position())
    }
}
