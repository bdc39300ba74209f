//! Step 1: a board and its legal moves.

use tabiya::prelude::*;

#[test]
fn pinned_knight_has_no_moves() {
    let board = Board::from_fen("4r2k/8/8/8/8/8/3PN3/4K3 w - - 0 1").expect("a valid FEN");
    let moves = board.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
    texts.sort();
    println!("{}", texts.join(" "));
    assert_eq!(texts, ["d2d3", "d2d4", "e1d1", "e1f1", "e1f2"]);
    assert!(board.pinned().contains(Square::E2));
}
