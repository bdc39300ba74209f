//! Generates and makes moves for ten plies with owlchess.

use owlchess::Board;
use owlchess::movegen::legal;

fn main() {
    let mut board = Board::initial();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves = legal::gen_all(&board).to_vec();
        moves.sort_by_key(|mv| mv.to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board = board.make_move(mv).expect("a legal move");
    }
    println!("{count}");
}
