//! Generates and makes moves for ten plies with gigachess.

use gigachess::Board;

fn main() {
    let mut board = Board::startpos();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves = board.legal_moves().to_vec();
        moves.sort_by_key(|mv| mv.to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board.make_move_unchecked(mv);
    }
    println!("{count}");
}
