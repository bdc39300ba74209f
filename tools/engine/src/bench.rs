//! Regression benchmark: node counts from fixed-depth searches.
//!
//! A change that does not intend to alter the search must keep the node count.

use std::sync::Arc;

use tabiya::KeyStack;
use tabiya::prelude::*;

use crate::limit_checker::LimitChecker;
use crate::limits::Limits;
use crate::state::Search;

/// The benchmark FENs: openings, middle games, Chess960, endgames, a checkmate and a stalemate.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "8/8/8/8/4k3/8/4P3/4K3 w - - 96 120",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// Returns how many nodes it takes to search the benchmark positions to a depth, each with an empty
/// table.
pub(crate) fn bench(depth: u16) -> u64 {
    let nodes = POSITIONS.map(|fen| {
        let board = Board::from_fen(fen).expect(fen);
        let limit_checker = LimitChecker::new(Limits::fixed_depth(depth.into()), Arc::default());
        let mut search = Search::new(4);
        search.search_root(board, KeyStack::new(board.key()), limit_checker, |_, _, _| {});
        search.limit_checker.nodes
    });
    nodes.iter().sum()
}

/// A change that alters the search updates this node count.
#[test]
fn bench_depth_6_node_count_is_unchanged() {
    assert_eq!(bench(6), 22_421);
}
