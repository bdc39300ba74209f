//! Generates and makes moves for ten plies with chess.

use chess::{Board, MoveGen};

fn main() {
    let mut board = Board::default();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves: Vec<_> = MoveGen::new_legal(&board).collect();
        moves.sort_by_key(|mv| mv.to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board = board.make_move_new(mv);
    }
    println!("{count}");
}
