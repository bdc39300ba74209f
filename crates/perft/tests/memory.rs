//! The memory use of the hash table, measured in a process with no other test.
#![cfg(all(feature = "threads", target_os = "linux"))]

use std::fs;

use tabiya_movegen::Position;
use tabiya_perft::{ParallelPerft, Perft};

/// The memory of threads, subtrees and the allocator.
const REST: u64 = 4 << 20;

/// Reads a field of `/proc/self/status`, in bytes.
#[track_caller]
fn field(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    number.expect("a number of kilobytes") << 10
}

/// Returns the growth of resident memory from a count with a hash table of `bytes` bytes.
#[track_caller]
fn taken(fen: &str, depth: u8, bytes: u64, leaves: u128) -> u64 {
    let before = field("VmRSS:");
    let counter = ParallelPerft::new(Perft::new(), 2).and_then(|counter| counter.with_hash(bytes));
    let counter = counter.expect("two threads and memory");
    assert_eq!(counter.count(&Position::from_fen(fen).expect(fen), depth), leaves, "{fen}");
    field("VmRSS:").saturating_sub(before)
}

/// Both cases are in one test, since resident memory is that of the whole process.
#[test]
fn a_table_takes_the_memory_that_was_given_and_that_it_needs() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let small = taken(start, 6, 1 << 30, 119_060_324);
    assert!(small < 16 << 20, "{small} bytes for a tree that keeps some thousand counts");
    // The estimate is twice the number of entries that fit.
    let bytes = 4 << 20;
    let full = taken("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 8, bytes, 3_009_794_393);
    assert!(full <= bytes + REST, "{full} bytes for a table of {bytes}");
    assert!(full >= bytes / 4 * 3, "{full} bytes: the table was not used");
}
