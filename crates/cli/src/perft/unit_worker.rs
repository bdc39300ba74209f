//! The thread that counts units.

use std::fs::File;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use tabiya::perft::ParallelPerft;

use super::results::{Method, Process, UnitResult};
use super::units::{UnitsError, UnitsFile};

/// A message of the thread that counts units.
pub enum Event {
    /// The message that a unit is counted.
    Finished(Box<UnitResult>),
    /// The message that a unit cannot be read. No further unit is counted.
    Failed(UnitsError),
    /// The message that all units are counted.
    AllFinished,
}

/// A counter of units.
pub struct UnitWorker {
    counter: ParallelPerft,
    depth: u8,
    method: Method,
    process: Process,
    /// The number of positions that are counted.
    finished_records: Arc<AtomicU64>,
}

impl UnitWorker {
    /// Creates a counter to a depth below the root of a units file.
    pub fn new(counter: ParallelPerft, depth: u8, method: Method, process: Process) -> Self {
        Self { counter, depth, method, process, finished_records: Arc::default() }
    }

    /// Returns the depth of the leaves below the root.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// Returns the means of the count.
    pub const fn method(&self) -> Method {
        self.method
    }

    /// Returns the number of positions that are counted, which changes during a count.
    pub fn finished_records(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.finished_records)
    }

    /// Counts units one after the other, each with all threads, and sends the results. Ends early
    /// if `stop` is set or the receiver is gone.
    pub fn run(
        &self,
        mut file: UnitsFile<File>,
        units: &[Range<u64>],
        stop: &AtomicBool,
        events: &SyncSender<Event>,
    ) {
        for unit in units.iter().cloned().flatten() {
            let sent = match self.count(&mut file, unit, stop) {
                Ok(Some(result)) => events.send(Event::Finished(Box::new(result))),
                Ok(None) => return,
                Err(error) => {
                    // The receiver is gone after an interrupt.
                    let _ = events.send(Event::Failed(error));
                    return;
                }
            };
            if sent.is_err() {
                return;
            }
        }
        // The receiver is gone after an interrupt.
        let _ = events.send(Event::AllFinished);
    }

    /// Counts a unit. Returns `None` if `stop` is set.
    fn count(
        &self,
        file: &mut UnitsFile<File>,
        unit: u64,
        stop: &AtomicBool,
    ) -> Result<Option<UnitResult>, UnitsError> {
        let (start, now) = (Instant::now(), SystemTime::now());
        let subtrees = file.read_unit(unit)?;
        let header = file.header();
        let sums = Mutex::new((0, 0));
        let finished = |index: usize, leaves: u128| {
            let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
            let nodes = leaves.saturating_mul(subtrees[index].multiplicity);
            *sums = (u128::saturating_add(sums.0, leaves), u128::saturating_add(sums.1, nodes));
            self.finished_records.fetch_add(1, Relaxed);
            if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let depth = self.depth - header.plies;
        if self.counter.count_each(&subtrees, depth, finished).is_break() {
            return Ok(None);
        }
        let (leaves, nodes) = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
        let started = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
        Ok(Some(UnitResult {
            unit,
            content_hash: header.content_hash,
            depth: self.depth,
            leaves,
            nodes,
            method: self.method,
            process: self.process.clone(),
            started,
            duration: start.elapsed().as_millis() as u64,
        }))
    }
}
