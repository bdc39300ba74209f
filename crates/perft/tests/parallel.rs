//! Counts with threads, hash tables and split trees verified against plain recursion.
#![cfg(feature = "threads")]

use std::ops::ControlFlow;
use std::sync::Mutex;

use tabiya_movegen::Position;
use tabiya_perft::{ParallelPerft, Perft, split};

const POSITIONS: [(&str, u8, u128); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
    // A narrow tree: few positions even at a high depth.
    ("8/8/8/8/8/p1p1p1pk/P1P1P1pP/6K1 w - - 0 1", 8, 0),
    ("r4kr1/6p1/8/8/8/8/6P1/R4KR1 w GAga - 0 1", 4, 0),
    ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 6, 0),
];

/// Asserts that counts with `threads` threads and, if given, a hash table of `bytes` bytes equal
/// those with one thread.
#[track_caller]
fn assert_counts_agree(threads: usize, bytes: Option<u64>) {
    let mut counter = ParallelPerft::new(Perft::new(), threads).expect("threads start");
    if let Some(bytes) = bytes {
        counter = counter.with_hash(bytes).expect("the allocation succeeds");
    }
    for (fen, depth, published) in POSITIONS {
        let position = Position::from_fen(fen).expect(fen);
        for depth in 0..=depth {
            let expected = Perft::new().count(&position, depth);
            let count = counter.count(&position, depth);
            assert_eq!(count, expected, "{fen}: depth {depth}, {threads} threads, {bytes:?}");
        }
        assert!(published == 0 || counter.count(&position, depth) == published, "{fen}");
    }
}

#[test]
fn counts_with_any_thread_count_agree() {
    for threads in [1, 2, 7] {
        assert_counts_agree(threads, None);
    }
}

#[test]
fn counts_with_any_hash_size_agree() {
    // From two buckets, where most entries are replaced, to more than is needed.
    for bytes in [128, 1000, 100_000, 64 << 20] {
        assert_counts_agree(3, Some(bytes));
    }
    assert_counts_agree(1, Some(1 << 20));
}

#[test]
fn counts_split_at_any_ply_agree() {
    let counter =
        ParallelPerft::new(Perft::new(), 2).and_then(|counter| counter.with_hash(1 << 20));
    let counter = counter.expect("threads start and the allocation succeeds");
    for (fen, _, _) in POSITIONS {
        let position = Position::from_fen(fen).expect(fen);
        let expected = Perft::new().count(&position, 4);
        for plies in 0..=4 {
            let subtrees = split(&position, plies);
            let total = Mutex::new((0, vec![false; subtrees.len()]));
            let ended = counter.count_each(&subtrees, 4 - plies, |index, leaves| {
                let (sum, reported) = &mut *total.lock().expect("no thread panics");
                *sum += leaves * subtrees[index].multiplicity;
                assert!(
                    !std::mem::replace(&mut reported[index], true),
                    "{fen}: subtree {index} reported twice"
                );
                ControlFlow::Continue(())
            });
            let (sum, reported) = total.into_inner().expect("no thread panics");
            assert!(
                ended.is_continue() && reported.iter().all(|&reported| reported),
                "{fen}: split at ply {plies}"
            );
            assert_eq!(sum, expected, "{fen}: split at ply {plies}");
        }
    }
}

#[test]
fn count_each_stops_after_break() {
    let counter = ParallelPerft::new(Perft::new(), 2).expect("threads start");
    let subtrees = split(&Position::START, 3);
    let reported = Mutex::new(0);
    let ended = counter.count_each(&subtrees, 1, |_, _| {
        *reported.lock().expect("no thread panics") += 1;
        ControlFlow::Break(())
    });
    let reported = reported.into_inner().expect("no thread panics");
    assert!(ended.is_break());
    // One per thread, and those already started.
    assert!((1..=4).contains(&reported), "{reported} subtrees reported");
}

/// Splitting merges equal positions, and so reaches depths that recursion cannot count.
#[test]
fn multiplicities_above_u128_saturate() {
    let total_multiplicity = |plies| {
        let kings = Position::from_fen("k7/8/8/8/8/8/8/7K w - - 0 1").expect("the FEN is valid");
        split(&kings, plies).iter().fold(0, |sum: u128, tree| sum.saturating_add(tree.multiplicity))
    };
    let kings = Position::from_fen("k7/8/8/8/8/8/8/7K w - - 0 1").expect("the FEN is valid");
    assert_eq!(total_multiplicity(7), Perft::new().count(&kings, 7));
    // Totals above 64 bits, and above 128: each position has at least three moves, and 3²⁵⁵
    // exceeds 2¹²⁸.
    let paths = total_multiplicity(40);
    assert!(paths > 1 << 80 && paths < u128::MAX, "{paths}");
    assert_eq!(total_multiplicity(255), u128::MAX);
    let counter =
        ParallelPerft::new(Perft::new(), 2).and_then(|counter| counter.with_hash(1 << 20));
    assert_eq!(
        counter.expect("threads start and the allocation succeeds").count(&kings, 16),
        total_multiplicity(16)
    );
}
