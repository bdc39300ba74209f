//! A search that must not change by accident: so many nodes for some positions at a fixed
//! depth. A change that means to leave the search alone leaves the sum alone.

use std::sync::Arc;

use tabiya::Board;

use crate::deepening::Watch;
use crate::limits::Limits;
use crate::search::Search;

/// Openings, middle games, Chess960, endings, a mate and a stalemate.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w GBgb - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "4k3/4pp2/8/8/8/8/3PP3/4K3 w - - 0 1",
    "8/8/8/8/4k3/8/4P3/4K3 w - - 96 120",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// The nodes that it takes to search ten positions to a depth, each with an empty table.
///
/// # Panics
///
/// If one of the positions, which are constants, is not valid.
///
/// ```
/// // Whoever means to change the search changes this number with it.
/// assert_eq!(tabiya_engine::bench(6), 19_671);
/// ```
pub fn bench(depth: u16) -> u64 {
    let nodes = POSITIONS.map(|fen| {
        let board = Board::from_fen(fen).expect(fen);
        let limits = Limits::depth(depth.into());
        let mut search = Search::new(4);
        let watch = Watch::new(limits, Arc::default());
        search.think(board, vec![board.key()], watch, |_, _, _| {});
        search.watch.nodes
    });
    nodes.iter().sum()
}
