//! Perft for one position and for columns, interruptible by Ctrl-C.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use tabiya::Position;
use tabiya::perft::{Perft, split};

use crate::batch::{Blocks, Threads, lock};
use crate::memory::{filled, memory_error};

/// The greatest depth that is counted without a check for signals.
const MAX_DEPTH_AT_ONCE: u8 = 4;

/// The number of column rows that are counted at once to such a depth.
const ROWS: usize = 128;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Counts the leaves below a position.
pub fn count(py: Python<'_>, position: &Position, depth: u8, threads: usize) -> PyResult<u128> {
    if depth <= MAX_DEPTH_AT_ONCE {
        return Ok(py.detach(|| Perft::new().count(position, depth)));
    }
    count_interruptibly(py, &Threads::new(threads)?, position, depth)
}

/// Counts the leaves below each position.
pub fn count_rows(
    py: Python<'_>,
    positions: &[Position],
    depth: u8,
    threads: usize,
) -> PyResult<Vec<u64>> {
    let threads = Threads::new(threads)?;
    if depth <= MAX_DEPTH_AT_ONCE {
        let perft = Perft::new();
        let blocks = Blocks { block_rows: ROWS, chunk_rows: 1, ..threads.blocks(py) };
        // 272⁴ is below 2⁶⁴.
        return blocks.map(positions.len(), |row| Ok(perft.count(&positions[row], depth) as u64));
    }
    let mut counts = filled(positions.len(), 0).map_err(memory_error)?;
    for (row, (position, slot)) in positions.iter().zip(&mut counts).enumerate() {
        let count = count_interruptibly(py, &threads, position, depth)?;
        *slot = u64::try_from(count)
            .map_err(|_| PyOverflowError::new_err(format!("row {row}: {count} exceeds uint64")))?;
    }
    Ok(counts)
}

/// Counts on other threads, while the calling thread checks for signals.
fn count_interruptibly(
    py: Python<'_>,
    threads: &Threads,
    position: &Position,
    depth: u8,
) -> PyResult<u128> {
    let is_stopped = AtomicBool::new(false);
    let (sender, mut receiver) = mpsc::channel();
    let stopped = &is_stopped;
    let result = Mutex::new(0);
    let slot = &result;
    let work = move || {
        // Subtrees below equal positions are counted once.
        let plies = (depth - MAX_DEPTH_AT_ONCE).min(3);
        let subtrees = split(position, plies);
        let total = threads.sum(&subtrees, |subtree| {
            let leaves = count_unless_stopped(&subtree.position, depth - plies, stopped);
            leaves.saturating_mul(subtree.multiplicity)
        });
        *lock(slot) = total;
        // The receiver exists until the scope ends. A panic drops the sender.
        let _ = sender.send(());
    };
    thread::scope(|scope| {
        let start = thread::Builder::new().spawn_scoped(scope, work);
        start.map_err(|error| PyRuntimeError::new_err(format!("threads: {error}")))?;
        loop {
            // A unique reference to the receiver can leave the thread, a shared one cannot.
            let receiver = &mut receiver;
            match py.detach(move || receiver.recv_timeout(INTERVAL)) {
                Ok(()) => return Ok(*lock(slot)),
                Err(RecvTimeoutError::Timeout) => {}
                // The scope resumes the panic.
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
            if let Err(error) = py.check_signals() {
                is_stopped.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
    })
}

/// Counts the leaves below a position, or less after a stop.
///
/// The recursion is as deep as the depth, at most 255.
fn count_unless_stopped(position: &Position, depth: u8, is_stopped: &AtomicBool) -> u128 {
    if is_stopped.load(Ordering::Relaxed) {
        return 0;
    }
    if depth <= MAX_DEPTH_AT_ONCE {
        return Perft::new().count(position, depth);
    }
    let moves = position.legal_moves();
    let counts =
        moves.iter().map(|&mv| count_unless_stopped(&position.after(mv), depth - 1, is_stopped));
    counts.fold(0, u128::saturating_add)
}
