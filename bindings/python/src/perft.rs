//! Perft of one position and of columns, interruptible by Ctrl-C.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyRuntimeError};
use pyo3::prelude::*;
use tabiya::Position;
use tabiya::perft::{ParallelPerft, Perft};

use crate::batch::{Threads, fill_blocks};

/// The greatest depth that is counted without a check for signals.
const MAX_DEPTH_AT_ONCE: u8 = 3;

/// The greatest depth at which rows of a column are counted in blocks, and not one by one.
const MAX_DEPTH_IN_BLOCKS: u8 = 4;

/// The number of rows in such a block.
const ROWS: usize = 128;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Counts the leaves below a position.
pub fn count(py: Python<'_>, position: &Position, depth: u8, threads: usize) -> PyResult<u128> {
    if depth <= MAX_DEPTH_AT_ONCE {
        return Ok(py.detach(|| Perft::new().count(position, depth)));
    }
    count_interruptibly(py, &counter(threads)?, position, depth)
}

/// Counts the leaves below each position.
pub fn count_rows(
    py: Python<'_>,
    positions: &[Position],
    depth: u8,
    threads: usize,
) -> PyResult<Vec<u64>> {
    let mut counts = vec![0; positions.len()];
    if depth <= MAX_DEPTH_IN_BLOCKS {
        let perft = Perft::new();
        fill_blocks(py, &Threads::new(threads)?, (&mut counts, 1), (ROWS, 1), |start, chunk| {
            for (position, count) in positions[start..].iter().zip(chunk) {
                // 272⁴ is below 2⁶⁴.
                *count = perft.count(position, depth) as u64;
            }
            Ok(())
        })?;
        return Ok(counts);
    }
    let counter = counter(threads)?;
    for (row, (position, slot)) in positions.iter().zip(&mut counts).enumerate() {
        let count = count_interruptibly(py, &counter, position, depth)?;
        *slot = u64::try_from(count)
            .map_err(|_| PyOverflowError::new_err(format!("row {row}: {count} exceeds uint64")))?;
    }
    Ok(counts)
}

fn counter(threads: usize) -> PyResult<ParallelPerft> {
    ParallelPerft::new(Perft::new(), threads)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Counts on other threads, while the calling thread checks for signals.
fn count_interruptibly(
    py: Python<'_>,
    counter: &ParallelPerft,
    position: &Position,
    depth: u8,
) -> PyResult<u128> {
    let (is_stopped, total) = (AtomicBool::new(false), Mutex::new(0_u128));
    let (sender, mut receiver) = mpsc::channel();
    let (stopped, sum) = (&is_stopped, &total);
    let work = move || {
        let (plies, subtrees) = counter.split(position, depth);
        let _ = counter.count_each(&subtrees, depth - plies, |index, leaves| {
            let leaves = leaves.saturating_mul(subtrees[index].multiplicity);
            if let Ok(mut total) = sum.lock() {
                *total = total.saturating_add(leaves);
            }
            match stopped.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        // The receiver exists until the end of the scope. A panic drops the sender.
        let _ = sender.send(());
    };
    thread::scope(|scope| {
        scope.spawn(work);
        loop {
            // A unique reference to the receiver can leave the thread, a shared one cannot.
            let receiver = &mut receiver;
            let received = py.detach(move || receiver.recv_timeout(INTERVAL));
            if received != Err(RecvTimeoutError::Timeout) {
                return Ok(());
            }
            if let Err(error) = py.check_signals() {
                is_stopped.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
    })?;
    Ok(total.into_inner().unwrap_or_default())
}
