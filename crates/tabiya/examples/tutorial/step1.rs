//! Step 1: a board and its legal moves.

use tabiya::prelude::*;
use tabiya::san;

#[test]
fn pinned_knight_has_no_moves() {
    let board = Board::from_fen("4r2k/8/8/8/8/8/3PN3/4K3 w - - 0 1").expect("a valid FEN");
    let moves = board.legal_moves();
    let mut texts: Vec<String> =
        moves.iter().map(|&mv| san::display(&board, mv).to_string()).collect();
    texts.sort();
    println!("{}", texts.join(" "));
    assert_eq!(texts, ["Kd1", "Kf1", "Kf2", "d3", "d4"]);
    assert!(board.generator().pinned().contains(Square::E2));
}
