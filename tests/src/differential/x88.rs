//! The oracle `x88` as a contestant.

use tabiya::{Move, Position};
use tabiya_oracle::x88::Board;

use super::{Contestant, Fields, Game, Refusal, Status, shredder_fen};

/// The oracle `x88`.
#[derive(Clone, Copy, Debug)]
pub struct X88;

struct Listed {
    board: Board,
    moves: Vec<Move>,
}

impl Contestant for X88 {
    fn name(&self) -> &'static str {
        "x88"
    }

    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal> {
        let board = Board::from_fen(&shredder_fen(position)).map_err(Refusal::Unexplained)?;
        let mut moves = board.legal_moves();
        moves.sort_unstable();
        Ok(Box::new(Listed { board, moves }))
    }
}

impl Game for Listed {
    fn moves(&self) -> Vec<Move> {
        self.moves.clone()
    }

    /// Asks about the end where there is no move, since it takes another list.
    fn status(&self) -> Status {
        let is_over = self.moves.is_empty();
        Status {
            check: self.board.is_check(),
            checkmate: is_over && self.board.is_checkmate(),
            stalemate: is_over && self.board.is_stalemate(),
        }
    }

    fn after(&self, place: usize) -> Fields {
        let fen = self.board.after(self.moves[place]).fen();
        Fields::from_shredder_fen(&fen).unwrap_or_else(|| panic!("x88 writes {fen}"))
    }
}
