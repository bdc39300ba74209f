//! Generates and makes moves for ten plies with Tabiya.

use tabiya::Board;
use tabiya::uci::UciMove;

fn main() {
    let mut board = Board::default();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves: Vec<_> = board.legal_moves().into_iter().collect();
        moves.sort_by_key(|&mv| UciMove::from(mv).to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board.make_move(mv);
    }
    println!("{count}");
}
