//! Generates and makes moves for ten plies with cozy-chess.

use cozy_chess::Board;

fn main() {
    let mut board = Board::default();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves = Vec::new();
        board.generate_moves(|listed| {
            moves.extend(listed);
            false
        });
        moves.sort_by_key(|mv| mv.to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board.play_unchecked(mv);
    }
    println!("{count}");
}
