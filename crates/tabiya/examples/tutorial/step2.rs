//! Step 2: moves made on copies, and the end of the game.

use tabiya::prelude::*;
use tabiya::uci::{self, UciError};

/// Makes moves in UCI notation. Returns the last board and the keys of all boards.
pub fn play(mut board: Board, moves: &str) -> Result<(Board, Vec<u64>), UciError> {
    let mut keys = vec![board.key()];
    for text in moves.split_ascii_whitespace() {
        board = board.after(uci::parse(&board, text)?);
        keys.push(board.key());
    }
    Ok((board, keys))
}

#[test]
fn fools_mate_ends_the_game() {
    let start = Board::default();
    let (mate, _) = play(start, "f2f3 e7e5 g2g4 d8h4").expect("legal moves");
    println!("{mate}");
    assert_eq!(mate.outcome().map(|outcome| outcome.result()), Some("0-1"));
    assert!(play(start, "e2e5").is_err());
}
