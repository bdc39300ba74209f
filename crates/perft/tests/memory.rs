//! The hash table's memory use, measured in a process with no other test.
#![cfg(all(feature = "threads", target_os = "linux"))]

use std::fs;

use tabiya_movegen::Position;
use tabiya_perft::{ParallelPerft, Perft};

/// An upper bound for the memory that threads, subtrees and the allocator use.
const MAX_OTHER_MEMORY: u64 = 4 << 20;

/// Reads a field from `/proc/self/status`, in bytes.
#[track_caller]
fn status_bytes(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has /proc/self/status");
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kilobytes.expect("the field is a number of kilobytes") << 10
}

/// Returns how much resident memory grows during a count with a hash table of `bytes` bytes.
#[track_caller]
fn memory_growth(fen: &str, depth: u8, bytes: u64, leaves: u128) -> u64 {
    let before = status_bytes("VmRSS:");
    let counter = ParallelPerft::new(Perft::new(), 2).and_then(|counter| counter.with_hash(bytes));
    let counter = counter.expect("threads start and the allocation succeeds");
    assert_eq!(counter.count(&Position::from_fen(fen).expect(fen), depth), leaves, "{fen}");
    status_bytes("VmRSS:").saturating_sub(before)
}

/// Both cases are in one test, since resident memory belongs to the whole process.
#[test]
fn hash_table_commits_only_used_memory() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let small = memory_growth(start, 6, 1 << 30, 119_060_324);
    assert!(small < 16 << 20, "{small} bytes for a tree with a few thousand entries");
    // The estimate is twice the number of entries that fit.
    let bytes = 4 << 20;
    let full = memory_growth("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 8, bytes, 3_009_794_393);
    assert!(full <= bytes + MAX_OTHER_MEMORY, "{full} bytes for a table of {bytes}");
    assert!(full >= bytes / 4 * 3, "{full} bytes: most of the table is unused");
}
