//! Generates and makes moves for ten plies with pleco.

use pleco::Board;

fn main() {
    let mut board = Board::start_pos();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves = board.generate_moves().vec();
        moves.sort_by_key(|mv| mv.to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board.apply_move(mv);
    }
    println!("{count}");
}
