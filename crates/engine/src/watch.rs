//! What ends a search: its limits, the clock and the signals of the thread that listens.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// The search was told to end, or its time is up: what it has not yet finished does not
/// count.
pub(crate) struct Stopped;

/// What the thread that listens tells the one that searches.
#[derive(Default)]
pub(crate) struct Signals {
    pub(crate) stop: AtomicBool,
    /// The opponent has played the expected move.
    pub(crate) ponderhit: AtomicBool,
}

/// Counts the nodes, and looks now and then whether it is time to end.
pub(crate) struct Watch {
    pub(crate) nodes: u64,
    pub(crate) start: Instant,
    /// Looks again at so many nodes.
    next_look: u64,
    limits: Limits,
    signals: Arc<Signals>,
}

/// How many nodes pass between two looks at the clock: less than a millisecond.
const LOOK_EVERY: u64 = 1024;

impl Watch {
    pub(crate) fn new(limits: Limits, signals: Arc<Signals>) -> Self {
        let start = Instant::now();
        Self { nodes: 0, start, next_look: 0, limits, signals }
    }

    pub(crate) const fn limits(&self) -> Limits {
        self.limits
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.next_look = self.limits.nodes.min(self.nodes + LOOK_EVERY);
            let is_over = self.nodes >= self.limits.nodes || self.is_past(self.limits.hard);
            if is_over || self.signals.stop.load(Relaxed) {
                return Err(Stopped);
            }
        }
        self.nodes += 1;
        Ok(())
    }

    /// Whether a time has passed that counts already.
    pub(crate) fn is_past(&self, time: Option<Duration>) -> bool {
        !self.is_pondering() && time.is_some_and(|time| self.start.elapsed() >= time)
    }

    fn is_pondering(&self) -> bool {
        self.limits.is_pondering && !self.signals.ponderhit.load(Relaxed)
    }

    /// UCI wants no answer to an endless search, or while pondering, before it asks.
    pub(crate) fn wait_until_wanted(&self) {
        while (self.limits.is_endless || self.is_pondering()) && !self.signals.stop.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
