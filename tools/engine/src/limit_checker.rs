//! The checks that end a search: limits, clock and signals from the input thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// The error for an interrupted search, whose unfinished results are invalid.
pub(crate) struct InterruptError;

/// Signals between the input thread and the search thread.
#[derive(Default)]
pub(crate) struct Signals {
    pub(crate) stop: AtomicBool,
    /// The `ponderhit` signal: the opponent has played the expected move.
    pub(crate) ponderhit: AtomicBool,
    /// The signal in the other direction: the search is queued or runs.
    pub(crate) is_searching: AtomicBool,
}

/// A node counter that checks the search limits at intervals.
pub(crate) struct LimitChecker {
    pub(crate) nodes: u64,
    pub(crate) start: Instant,
    /// The node count at which the limits are checked next.
    next_check: u64,
    limits: Limits,
    signals: Arc<Signals>,
}

/// The number of nodes between two checks of the limits.
const CHECK_INTERVAL: u64 = 1024;

impl LimitChecker {
    pub(crate) fn new(limits: Limits, signals: Arc<Signals>) -> Self {
        let start = Instant::now();
        Self { nodes: 0, start, next_check: 0, limits, signals }
    }

    pub(crate) const fn limits(&self) -> Limits {
        self.limits
    }

    /// Counts a node. Returns an error if a limit has been reached or `stop` has been received.
    #[inline]
    pub(crate) fn count_node(&mut self) -> Result<(), InterruptError> {
        if self.nodes >= self.next_check {
            self.next_check = self.limits.nodes.min(self.nodes + CHECK_INTERVAL);
            let is_over = self.nodes >= self.limits.nodes || self.has_passed(self.limits.hard);
            if is_over || self.signals.stop.load(Relaxed) {
                return Err(InterruptError);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// Tests whether a time limit has passed, which cannot happen while pondering.
    pub(crate) fn has_passed(&self, time_limit: Option<Duration>) -> bool {
        !self.is_pondering() && time_limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }

    fn is_pondering(&self) -> bool {
        self.limits.is_pondering && !self.signals.ponderhit.load(Relaxed)
    }

    /// Waits for `stop` or `ponderhit`, because UCI forbids `bestmove` before them in an infinite
    /// search and while pondering.
    pub(crate) fn wait_for_stop(&self) {
        while (self.limits.is_infinite || self.is_pondering()) && !self.signals.stop.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
