//! The thread that counts units.

use std::fs::File;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::SyncSender;

use tabiya_units::counter::UnitCounter;
use tabiya_units::results::{Method, UnitResult};
use tabiya_units::units_file::{UnitsError, UnitsFile};

/// A message from the thread that counts units.
pub enum Event {
    /// The message that a unit is counted.
    Finished(Box<UnitResult>),
    /// The message that a unit cannot be read. No further unit is counted.
    Failed(UnitsError),
    /// The message that all units are counted.
    AllFinished,
}

/// A thread's unit counter to a depth.
pub struct UnitWorker {
    counter: UnitCounter,
    depth: u8,
    /// The number of positions that are counted.
    finished_records: Arc<AtomicU64>,
}

impl UnitWorker {
    /// Creates a counter to a depth below a units file's root.
    pub fn new(counter: UnitCounter, depth: u8) -> Self {
        Self { counter, depth, finished_records: Arc::default() }
    }

    /// Returns the leaf depth below the root.
    pub const fn depth(&self) -> u8 {
        self.depth
    }

    /// Returns the counting method.
    pub const fn method(&self) -> Method {
        self.counter.method()
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
        let finished = || {
            self.finished_records.fetch_add(1, Relaxed);
            if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        for unit in units.iter().cloned().flatten() {
            let sent = match self.counter.count(&mut file, unit, self.depth, finished) {
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
}
