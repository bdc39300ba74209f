//! What a hash table takes of the memory: in a process of its own, where nothing else does.
#![cfg(all(feature = "threads", target_os = "linux"))]

use std::fs;

use tabiya_movegen::Position;
use tabiya_perft::{Deep, Perft};

/// Threads, subtrees, and what the allocator keeps.
const REST: u64 = 4 << 20;

/// A line of what the system knows of this process, in bytes.
#[track_caller]
fn field(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    number.expect("a number of kilobytes") << 10
}

/// What counting with a table of so many bytes takes.
#[track_caller]
fn taken(fen: &str, depth: u8, bytes: u64, leaves: u128) -> u64 {
    let before = field("VmRSS:");
    let deep = Deep::new(Perft::new(), 2).and_then(|deep| deep.with_hash(bytes));
    let deep = deep.expect("two threads and memory");
    assert_eq!(deep.count(&Position::from_fen(fen).expect(fen), depth), leaves, "{fen}");
    field("VmRSS:").saturating_sub(before)
}

/// One after the other: the memory is that of the whole process.
#[test]
fn a_table_takes_the_memory_that_was_given_and_that_it_needs() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let small = taken(start, 6, 1 << 30, 119_060_324);
    assert!(small < 16 << 20, "{small} bytes for a tree that keeps some thousand counts");
    // Twice what fits is thought to be kept.
    let bytes = 4 << 20;
    let full = taken("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 8, bytes, 3_009_794_393);
    assert!(full <= bytes + REST, "{full} bytes for a table of {bytes}");
    assert!(full >= bytes / 4 * 3, "{full} bytes: the table was not used");
}
