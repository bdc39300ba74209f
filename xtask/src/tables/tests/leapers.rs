//! Knights, kings and pawns again, by (file, rank) steps.

use super::{at_steps, coordinates, set};
use crate::tables::derive::{pawns, spans};

#[test]
fn knights_jump_one_and_two() {
    let mut steps = Vec::new();
    for files in -2_i32..=2 {
        for ranks in -2_i32..=2 {
            if files.abs() + ranks.abs() == 3 {
                steps.push((files, ranks));
            }
        }
    }
    assert_eq!(steps.len(), 8);
    same(&spans::knight_attacks(), |from| at_steps(from, &steps));
}

#[test]
fn kings_step_to_every_neighbour() {
    let mut steps = Vec::new();
    for files in -1..=1 {
        for ranks in -1..=1 {
            if (files, ranks) != (0, 0) {
                steps.push((files, ranks));
            }
        }
    }
    same(&spans::king_attacks(), |from| at_steps(from, &steps));
}

#[test]
fn corners_and_centre_by_hand() {
    let knights = spans::knight_attacks();
    assert_eq!(knights[0], set("b3 c2"));
    assert_eq!(knights[24], set("b2 b6 c3 c5"));
    assert_eq!(knights[63], set("f7 g6"));
    let kings = spans::king_attacks();
    assert_eq!(kings[7], set("g1 g2 h2"));
    assert_eq!(kings[27], set("c3 d3 e3 c4 e4 c5 d5 e5"));
}

#[test]
fn pawns_attack_both_diagonals_before_them() {
    let [white, black] = pawns::attacks();
    same(&white, |from| at_steps(from, &[(-1, 1), (1, 1)]));
    same(&black, |from| at_steps(from, &[(-1, -1), (1, -1)]));
}

#[test]
fn pawns_advance_one_step_and_at_first_two() {
    let [white, black] = pawns::pushes();
    same(&white, |from| match from.1 {
        1 => at_steps(from, &[(0, 1), (0, 2)]),
        _ => at_steps(from, &[(0, 1)]),
    });
    same(&black, |from| match from.1 {
        6 => at_steps(from, &[(0, -1), (0, -2)]),
        _ => at_steps(from, &[(0, -1)]),
    });
    assert!(white[56..].iter().chain(&black[..8]).all(|&set| set == 0));
}

fn same(table: &[u64; 64], expected: impl Fn((i32, i32)) -> u64) {
    for (from, &found) in coordinates().into_iter().zip(table) {
        assert_eq!(found, expected(from), "from (file, rank) {from:?}");
    }
}
