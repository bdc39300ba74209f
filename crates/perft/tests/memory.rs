//! What a hash table takes of the memory: in a process of its own, where nothing else does.
#![cfg(all(feature = "threads", target_os = "linux"))]

use std::fs;

use tabiya_movegen::Position;
use tabiya_perft::{Deep, Perft};

const BYTES: u64 = 64 << 20;
/// Threads, subtrees, and what the allocator keeps.
const REST: u64 = 8 << 20;

/// A line of what the system knows of this process, in bytes.
#[track_caller]
fn field(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    number.expect("a number of kilobytes") << 10
}

#[test]
fn a_table_takes_the_memory_that_was_given() {
    let before = field("VmRSS:");
    let deep = Deep::new(Perft::new(), 2).and_then(|deep| deep.with_hash(BYTES));
    let deep = deep.expect("two threads and memory");
    // Entries fall anywhere: 80,000 of them touch nearly each of 16,384 pages.
    assert_eq!(deep.count(&Position::START, 7), 3_195_901_860);
    let taken = field("VmHWM:") - before;
    assert!(taken <= BYTES + REST, "{taken} bytes for a table of {BYTES}");
    assert!(taken >= BYTES / 2, "{taken} bytes: the table was not used");
}
