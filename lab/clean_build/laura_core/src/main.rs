//! Generates and makes moves for ten plies with laura_core.

use laura_core::{AllMoves, Board, gen_moves};

fn main() {
    let mut board = Board::default();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves = gen_moves::<AllMoves>(&board).to_vec();
        moves.sort_by_key(|mv| mv.to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board = board.make_move(mv);
    }
    println!("{count}");
}
