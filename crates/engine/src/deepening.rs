//! One depth after another, until time is up: each makes the next one's ordering better.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tabiya::{Board, Move};

use crate::limits::Limits;
use crate::node::Node;
use crate::search::{INFINITE, Score, Search};

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
    fn is_past(&self, time: Option<Duration>) -> bool {
        !self.is_pondering() && time.is_some_and(|time| self.start.elapsed() >= time)
    }

    fn is_pondering(&self) -> bool {
        self.limits.is_pondering && !self.signals.ponderhit.load(Relaxed)
    }

    /// UCI wants no answer to an endless search, or while pondering, before it asks.
    fn wait_until_wanted(&self) {
        while (self.limits.is_endless || self.is_pondering()) && !self.signals.stop.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Search {
    /// The best move of a board as far as the watch lets it see, or `None` if there is no
    /// legal one. The keys are those of the game so far, the board's last; `report` is told
    /// of each depth and its score.
    pub(crate) fn think(
        &mut self,
        board: Board,
        keys: Vec<u64>,
        watch: Watch,
        mut report: impl FnMut(&Self, i32, i32),
    ) -> Option<Move> {
        let limits = watch.limits;
        (self.watch, self.keys, self.first_key) = (watch, keys, 0);
        self.table.grow_older();

        let (root, legal) = (Node::new(board), board.legal_moves());
        let mut best = legal.first().copied();
        let mut score = 0;
        for depth in 1..=limits.depth {
            let found = self.aspire(&root, depth, score);
            // Of a depth that was broken off, the best move so far is still better than the
            // one of the depth before.
            best = self.lines[0].first().copied().or(best);
            let Ok(found) = found else { break };
            score = found;
            report(self, depth, score);
            let is_forced = legal.len() == 1 && limits.soft.is_some();
            if best.is_none() || is_forced || self.watch.is_past(limits.soft) {
                break;
            }
        }
        self.watch.wait_until_wanted();
        best
    }

    /// The score of the root: looked for near the last one, in windows that widen.
    fn aspire(&mut self, root: &Node, depth: i32, last: i32) -> Score {
        let mut width = if depth < 5 { INFINITE } else { 25 };
        let (mut alpha, mut beta) = (last - width, last + width);
        loop {
            let score = self.score(root, (alpha, beta), depth, 0)?;
            width *= 4;
            if score <= alpha && score > -INFINITE {
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta && score < INFINITE {
                beta = (score + width).min(INFINITE);
            } else {
                return Ok(score);
            }
        }
    }
}
