//! Tests for knight, king and pawn attacks, by (file, rank) steps.

use super::{coordinates, parse_set, squares_at_steps};
use crate::tables::derive::{pawns, spans};

#[test]
fn knight_attacks_match_steps() {
    let mut steps = Vec::new();
    for files in -2_i32..=2 {
        for ranks in -2_i32..=2 {
            if files.abs() + ranks.abs() == 3 {
                steps.push((files, ranks));
            }
        }
    }
    assert_eq!(steps.len(), 8);
    check(&spans::knight_attacks(), |from| squares_at_steps(from, &steps));
}

#[test]
fn king_attacks_match_steps() {
    let mut steps = Vec::new();
    for files in -1..=1 {
        for ranks in -1..=1 {
            if (files, ranks) != (0, 0) {
                steps.push((files, ranks));
            }
        }
    }
    check(&spans::king_attacks(), |from| squares_at_steps(from, &steps));
}

#[test]
fn corners_and_center_match_examples() {
    let knights = spans::knight_attacks();
    assert_eq!(knights[0], parse_set("b3 c2"));
    assert_eq!(knights[24], parse_set("b2 b6 c3 c5"));
    assert_eq!(knights[63], parse_set("f7 g6"));
    let kings = spans::king_attacks();
    assert_eq!(kings[7], parse_set("g1 g2 h2"));
    assert_eq!(kings[27], parse_set("c3 d3 e3 c4 e4 c5 d5 e5"));
}

#[test]
fn pawn_attacks_match_steps() {
    let [white, black] = pawns::attacks();
    check(&white, |from| squares_at_steps(from, &[(-1, 1), (1, 1)]));
    check(&black, |from| squares_at_steps(from, &[(-1, -1), (1, -1)]));
}

#[test]
fn pawn_pushes_match_steps() {
    let [white, black] = pawns::pushes();
    check(&white, |from| match from.1 {
        1 => squares_at_steps(from, &[(0, 1), (0, 2)]),
        _ => squares_at_steps(from, &[(0, 1)]),
    });
    check(&black, |from| match from.1 {
        6 => squares_at_steps(from, &[(0, -1), (0, -2)]),
        _ => squares_at_steps(from, &[(0, -1)]),
    });
    assert!(white[56..].iter().chain(&black[..8]).all(|&set| set == 0));
}

fn check(table: &[u64; 64], expected: impl Fn((i32, i32)) -> u64) {
    for (from, &actual) in coordinates().into_iter().zip(table) {
        assert_eq!(actual, expected(from), "from (file, rank) {from:?}");
    }
}
