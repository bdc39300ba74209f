//! Castling by hand, for standard chess and Chess960, and by brute force.

use super::set;
use crate::tables::derive::castling;

/// Checks one pair of files, `king` and `rook` as letters.
fn check(king: char, rook: char, empty: &str, safe: &str) {
    let index = |file: char| "abcdefgh".find(file).expect("a file");
    let (king_file, rook_file) = (index(king), index(rook));
    assert_eq!(castling::empty()[king_file][rook_file], set(empty), "empty, {king} and {rook}");
    assert_eq!(castling::safe()[king_file][rook_file], set(safe), "safe, {king} and {rook}");
}

#[test]
fn standard_chess() {
    check('e', 'h', "f1 g1", "e1 f1 g1");
    check('e', 'a', "b1 c1 d1", "c1 d1 e1");
}

#[test]
fn chess960() {
    // The king stays, the rook jumps over it.
    check('g', 'h', "f1", "g1");
    // The king stays on c and the rook passes it: b and d must be empty.
    check('c', 'a', "b1 d1", "c1");
    // Queen-side, yet both go to the right: king b to c, rook a to d.
    check('b', 'a', "c1 d1", "b1 c1");
    // The longest walk of a king, past its rook.
    check('b', 'c', "d1 e1 f1 g1", "b1 c1 d1 e1 f1 g1");
    // King and rook change places.
    check('f', 'g', "", "f1 g1");
}

#[test]
fn every_pair_by_walking_each_piece() {
    for king in 0..8_i32 {
        for rook in 0..8_i32 {
            let (mut empty, mut safe) = (0, 0);
            if king != rook {
                let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
                safe = walked(king, king_to);
                empty = walked(king, king_to) | walked(rook, rook_to) | walked(king, rook);
                empty &= !(1 << king | 1 << rook);
            }
            let (king, rook) = (king.unsigned_abs() as usize, rook.unsigned_abs() as usize);
            assert_eq!(castling::empty()[king][rook], empty, "empty, {king} and {rook}");
            assert_eq!(castling::safe()[king][rook], safe, "safe, {king} and {rook}");
        }
    }
}

/// The files that a piece going from one to the other stands on, step by step.
fn walked(mut from: i32, to: i32) -> u64 {
    let mut files = 1 << from;
    while from != to {
        from += (to - from).signum();
        files |= 1 << from;
    }
    files
}
