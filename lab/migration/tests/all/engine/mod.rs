//! The search in `docs/migration/port-an-engine.md`, before and after the library change.

use crate::page::read;

mod after;
mod before;

/// The folder that contains both files.
const FOLDER: &str = "lab/migration/tests/all/engine";

/// Positions with castling, promotions, en passant captures, checks and quiet moves.
const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 96 47",
];

/// A difference's lines: `-` and `+` begin the removed and added lines.
fn difference(before: &str, after: &str) -> Vec<String> {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    // `common[i][j]`: the length of the longest common subsequence of `before[i..]` and `after[j..]`.
    let mut common = vec![vec![0; after.len() + 1]; before.len() + 1];
    for (i, removed) in before.iter().enumerate().rev() {
        for (j, added) in after.iter().enumerate().rev() {
            common[i][j] = if removed == added {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    let mut i = 0;
    let mut j = 0;
    let mut lines = Vec::new();
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || i < before.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(format!("-{}", before[i]));
            i += 1;
        } else {
            lines.push(format!("+{}", after[j]));
            j += 1;
        }
    }
    lines
}

#[test]
fn searches_visit_same_nodes() {
    let mut all_nodes = 0;
    let window = (-100_000, 100_000);
    for fen in FENS {
        let board = fen.parse().expect(fen);
        let port = fen.parse().expect(fen);
        for depth in 1..=4 {
            let mut before = before::Search::new(&board);
            let mut after = after::Search::new(&port);
            let score = before.search(&board, depth, 0, window);
            assert_eq!(after.search(&port, depth, 0, window), score, "{fen}, depth {depth}");
            assert_eq!(after.nodes, before.nodes, "{fen}, depth {depth}");
            all_nodes += after.nodes;
        }
    }
    assert!(all_nodes > 30_000, "{all_nodes} nodes");
}

#[test]
fn searches_find_mate_in_two() {
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let port = fen.parse().expect(fen);
    let score = after::Search::new(&port).search(&port, 4, 0, (-100_000, 100_000));
    assert_eq!(score, 30_000 - 3);
}

/// The page's block with the difference must show the difference between the two files.
#[test]
fn page_shows_engine_difference() {
    let page = read("docs/migration/port-an-engine.md");
    let [before, after] = ["before.rs", "after.rs"].map(|name| read(&format!("{FOLDER}/{name}")));
    let block = page.split("```").find_map(|block| block.strip_prefix("diff\n"));
    let shown: Vec<&str> =
        block.expect("a difference").lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(shown, difference(&before, &after));
}

#[test]
fn difference_is_removed_and_added_lines() {
    assert_eq!(difference("a\nb\nc", "a\nd\nc\ne"), ["-b", "+d", "+e"]);
    assert!(difference("a\nb", "a\nb").is_empty());
}
