//! Generates and makes moves for ten plies with shakmaty.

use shakmaty::{CastlingMode, Chess, Position};

fn main() {
    let mut board = Chess::default();
    let mut count = 0;
    for _ in 0..10 {
        let mut moves: Vec<_> = board.legal_moves().into_iter().collect();
        moves.sort_by_key(|mv| mv.to_uci(CastlingMode::Standard).to_string());
        count += moves.len();
        let Some(&mv) = moves.get(moves.len() / 2) else { break };
        board.play_unchecked(mv);
    }
    println!("{count}");
}
