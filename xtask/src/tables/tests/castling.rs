//! Tests for castling tables: examples from standard chess and Chess960, and brute force.

use super::parse_set;
use crate::tables::derive::castling;

/// Checks one file pair.
fn check(king: char, rook: char, empty: &str, safe: &str) {
    let index = |file: char| "abcdefgh".find(file).expect("a file");
    let king_file = index(king);
    let rook_file = index(rook);
    assert_eq!(
        castling::empty()[king_file][rook_file],
        parse_set(empty),
        "empty, {king} and {rook}"
    );
    assert_eq!(castling::safe()[king_file][rook_file], parse_set(safe), "safe, {king} and {rook}");
}

#[test]
fn standard_chess_matches_examples() {
    check('e', 'h', "f1 g1", "e1 f1 g1");
    check('e', 'a', "b1 c1 d1", "c1 d1 e1");
}

#[test]
fn chess960_matches_examples() {
    // The king stays on g, and the rook moves to its other side.
    check('g', 'h', "f1", "g1");
    // The king stays on c, and the rook moves to d: b and d must be empty.
    check('c', 'a', "b1 d1", "c1");
    // In queenside castling, both pieces move right: the king from b to c, the rook from a to d.
    check('b', 'a', "c1 d1", "b1 c1");
    // The longest path that a king has, across its rook.
    check('b', 'c', "d1 e1 f1 g1", "b1 c1 d1 e1 f1 g1");
    // King and rook swap squares.
    check('f', 'g', "", "f1 g1");
}

#[test]
fn every_pair_matches_single_steps() {
    for king in 0..8_i32 {
        for rook in 0..8_i32 {
            let mut empty = 0;
            let mut safe = 0;
            if king != rook {
                let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
                safe = path(king, king_to);
                empty = path(king, king_to) | path(rook, rook_to) | path(king, rook);
                empty &= !(1 << king | 1 << rook);
            }
            let king = king.unsigned_abs() as usize;
            let rook = rook.unsigned_abs() as usize;
            assert_eq!(castling::empty()[king][rook], empty, "empty, {king} and {rook}");
            assert_eq!(castling::safe()[king][rook], safe, "safe, {king} and {rook}");
        }
    }
}

/// Returns the files from one file to another, including both, by single steps.
fn path(mut from: i32, to: i32) -> u64 {
    let mut files = 1 << from;
    while from != to {
        from += (to - from).signum();
        files |= 1 << from;
    }
    files
}
