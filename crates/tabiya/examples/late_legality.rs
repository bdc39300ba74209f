//! A search that tests legality late: it generates pseudo-legal moves into one buffer for
//! all plies, and asks whether the king hangs only of the moves it makes.
//!
//! ```console
//! cargo run --release -p tabiya --example late_legality -- 6
//! ```
//!
//! The argument is the depth in plies, 5 unless given.

use std::error::Error;

use tabiya::{Board, Color, Frame, Move, MoveStack, PieceType};

/// Room for the moves of all plies.
const ROOM: usize = 8192;

/// More than any material.
const MATE: i32 = 30_000;

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(5), |text| text.parse())?;
    // Anastasia's mate: the queen gives herself up on h7, the rook mates on h5.
    let board = Board::from_fen("5r1k/1b2Nppp/8/2R5/4Q3/8/5PPP/6K1 w - - 0 1")?;

    let mut search = Search { generated: 0, made: 0, refused: 0 };
    let mut stack = MoveStack::new();
    let (score, best) = search.best(&board, depth, -MATE, MATE, stack.frame());

    let best = best.map_or("none".to_owned(), |mv| mv.to_string());
    println!("{board}\nbest move {best}, score {score}, depth {depth}");
    let Search { generated, made, refused } = search;
    println!("{generated} moves generated, {made} tried, {refused} of them left the king hanging");
    Ok(())
}

/// What the search has done so far.
struct Search {
    generated: u64,
    made: u64,
    refused: u64,
}

impl Search {
    /// Negamax with alpha-beta: the score for the side to move, and the move that has it.
    fn best(
        &mut self,
        board: &Board,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        mut moves: Frame<'_, ROOM>,
    ) -> (i32, Option<Move>) {
        if depth == 0 {
            return (material(board), None);
        }
        let _ = board.generate_pseudo_legal_moves(&mut moves);
        self.generated += moves.len() as u64;
        // Captures first: a cutoff spares the rest its test.
        moves.sort_by_key(|mv| board.piece_on(mv.to()).is_none());

        let mut best = None;
        let mut has_legal_move = false;
        for place in 0..moves.len() {
            let mv = moves[place];
            let mut after = *board;
            self.made += 1;
            if after.try_make_pseudo_legal(mv).is_err() {
                self.refused += 1;
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

/// The material of the side to move less its opponent's, in centipawns.
fn material(board: &Board) -> i32 {
    let worth = |color: Color| {
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
    worth(board.side_to_move()) - worth(!board.side_to_move())
}
