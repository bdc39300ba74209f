//! Leaf categories: the tables in the Chess Programming Wiki, and single moves.

use std::env;
use std::fs;

use tabiya::{Move, MoveKind, Position, Square};
use tabiya_explain::leaf_categories::LeafCategories;

/// The positions from the page "Perft Results" in the Chess Programming Wiki.
const POSITIONS: [(&str, &str); 6] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("position 2", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];

/// The largest leaf count in rows that every test run recounts. `TABIYA_CATEGORY_NODES` sets
/// another.
const MAX_NODES: u128 = 5_000_000;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Returns the number in a cell that a recount must yield, or `None` if the cell is empty.
fn expected(cell: &str) -> Option<u128> {
    let recounted = cell.split_once('=').map_or(cell, |(_, recounted)| recounted);
    (recounted != "-").then(|| recounted.parse().expect(cell))
}

#[test]
fn counts_equal_published_tables() {
    let limit = env::var("TABIYA_CATEGORY_NODES")
        .map_or(MAX_NODES, |number| number.parse().expect("TABIYA_CATEGORY_NODES is a number"));
    let table = fs::read_to_string("../../tests/data/perft/categories.tsv").expect("the table");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut counted = 0;
    for row in rows {
        let cells: Vec<_> = row.split('\t').collect();
        let [name, depth, numbers @ ..] = &cells[..] else { panic!("{row}") };
        let (_, fen) = POSITIONS.iter().find(|(other, _)| other == name).expect(row);
        let expected: Vec<_> = numbers.iter().copied().map(expected).collect();
        assert_eq!(expected.len(), LeafCategories::NAMES.len(), "{row}");
        if expected[0].expect(row) > limit {
            continue;
        }
        let leaves = LeafCategories::count(&position(fen), depth.parse().expect(row));
        for ((name, found), expected) in
            LeafCategories::NAMES.iter().zip(leaves.values()).zip(expected)
        {
            assert_eq!(found, expected.unwrap_or(found), "{name}: {row}");
        }
        counted += 1;
    }
    assert!(counted >= 25, "{counted} rows");
}

/// Asserts which categories a move belongs to, without nodes.
#[track_caller]
fn check(fen: &str, mv: Move, names: &[&str]) {
    let leaf = LeafCategories::of_move(&position(fen), mv);
    let members = LeafCategories::NAMES.iter().zip(leaf.values()).filter(|(_, count)| *count == 1);
    let members: Vec<_> = members.map(|(name, _)| *name).collect();
    assert_eq!(members, [&["nodes"], names].concat(), "{mv:?} in {fen}");
}

#[test]
fn single_move_categories_follow_definitions() {
    use Square as S;
    check(POSITIONS[0].1, Move::new(S::E2, S::E4), &[]);
    let ep = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check(ep, Move::with_kind(S::E5, S::D6, MoveKind::EnPassant), &["captures", "en passant"]);
    // The captured pawn leaves the bishop's diagonal.
    let ep = "8/8/8/k1pP4/8/8/5B2/4K3 w - c6 0 1";
    let ep_move = Move::with_kind(S::D5, S::C6, MoveKind::EnPassant);
    check(ep, ep_move, &["captures", "en passant"]);
    let ep = "8/8/1k6/2pP4/8/8/5B2/4K3 w - c6 0 1";
    check(ep, ep_move, &["captures", "en passant", "checks", "discovered"]);
    // The rook gives check after castling: not discovered.
    let castling = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
    check(castling, Move::with_kind(S::E1, S::H1, MoveKind::Castling), &["castles", "checks"]);
    let promotion = "3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let capture = Move::with_kind(S::E7, S::D8, MoveKind::PromoteToQueen);
    check(promotion, capture, &["captures", "promotions", "checks"]);
    let double = "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1";
    check(double, Move::new(S::E2, S::C3), &["checks", "discovered"]);
    let double = "4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1";
    check(double, Move::new(S::E5, S::C6), &["checks", "discovered"]);
    check(double, Move::new(S::E5, S::G6), &["checks", "discovered"]);
    let double = "4k3/8/4N3/8/8/8/8/4RK2 w - - 0 1";
    check(double, Move::new(S::E6, S::C7), &["checks", "double"]);
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    check(mate, Move::new(S::A1, S::A8), &["checks", "checkmates"]);
}

#[test]
fn sums_saturate() {
    let most = LeafCategories { nodes: u128::MAX, checks: 1, ..LeafCategories::default() };
    let sum: LeafCategories = [most, most].into_iter().sum();
    assert_eq!((sum.nodes, sum.checks), (u128::MAX, 2));
    let leaf = LeafCategories::count(&Position::START, 2);
    let sum = leaf + leaf;
    assert_eq!(sum.values(), leaf.values().map(|value| 2 * value));
}

#[test]
fn count_at_depth_0_is_one_leaf() {
    let leaves = LeafCategories::count(&Position::START, 0);
    assert_eq!(leaves, LeafCategories { nodes: 1, ..LeafCategories::default() });
    let mated = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(LeafCategories::count(&mated, 1), LeafCategories::default());
}
