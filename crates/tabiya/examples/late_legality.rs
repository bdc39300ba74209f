//! A search that tests legality late: it generates pseudo-legal moves into one buffer for all plies,
//! and tests only the moves that it makes.
//!
//! ```console
//! cargo run --release -p tabiya --example late_legality -- 6
//! ```
//!
//! The argument is the depth in plies; the default is 5.

use std::error::Error;

use tabiya::prelude::*;
use tabiya::uci::{self, CastlingNotation};
use tabiya::{Frame, MoveStack, pseudo_legal};

/// The number of moves that fit in the buffer, for all plies together.
const CAPACITY: usize = 8192;

/// A mate's score, higher than any material.
const MATE: i32 = 30_000;

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    // Anastasia's mate: a queen sacrifice on h7, then the rook mates on h5.
    let board = Board::from_fen("5r1k/1b2Nppp/8/2R5/4Q3/8/5PPP/6K1 w - - 0 1")?;

    let mut search = Search { generated_moves: 0, made_moves: 0, illegal_moves: 0 };
    let mut stack = MoveStack::new();
    let (score, best) = search.best(&board, depth, -MATE, MATE, stack.frame());

    let best = best
        .map_or("none".to_owned(), |mv| uci::display(mv, CastlingNotation::KingMove).to_string());
    println!("{board}\nbest move {best}, score {score}, depth {depth}");
    let Search { generated_moves, made_moves, illegal_moves } = search;
    println!(
        "{generated_moves} moves generated, {made_moves} made, {illegal_moves} of them illegal"
    );
    Ok(())
}

/// A search with its statistics.
struct Search {
    generated_moves: u64,
    made_moves: u64,
    illegal_moves: u64,
}

impl Search {
    /// Returns the score for the side to move, and the best move: negamax with alpha-beta pruning.
    fn best(
        &mut self,
        board: &Board,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        mut moves: Frame<'_, CAPACITY>,
    ) -> (i32, Option<Move>) {
        if depth == 0 {
            return (material(board), None);
        }
        let _ = pseudo_legal::generate(board, &mut moves);
        self.generated_moves += moves.len() as u64;
        // Captures first: after a cutoff, the other moves need no legality test.
        moves.sort_by_key(|mv| board.piece_on(mv.to()).is_none());

        let mut best = None;
        let mut has_legal_move = false;
        while let Some(mv) = moves.next_move() {
            let mut after = *board;
            self.made_moves += 1;
            if pseudo_legal::try_make(&mut after, mv).is_err() {
                self.illegal_moves += 1;
                continue;
            }
            has_legal_move = true;
            let score = -self.best(&after, depth - 1, -beta, -alpha, moves.next_ply()).0;
            if score > alpha {
                (alpha, best) = (score, Some(mv));
            }
            if alpha >= beta {
                break;
            }
        }
        match has_legal_move {
            true => (alpha, best),
            false if board.is_check() => (-MATE + 1, None),
            false => (0, None),
        }
    }
}

/// Returns the material balance for the side to move, in centipawns.
fn material(board: &Board) -> i32 {
    let material_of = |color: Color| {
        [
            (PieceType::Pawn, 100),
            (PieceType::Knight, 320),
            (PieceType::Bishop, 330),
            (PieceType::Rook, 500),
            (PieceType::Queen, 900),
        ]
        .map(|(piece_type, value)| value * board.colored_pieces(color, piece_type).len() as i32)
        .iter()
        .sum::<i32>()
    };
    material_of(board.side_to_move()) - material_of(!board.side_to_move())
}
