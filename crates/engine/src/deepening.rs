//! One depth after another, until time is up: each makes the next one's ordering better.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tabiya::{Board, Move, MoveList};

use crate::limits::Limits;
use crate::node::Node;
use crate::search::{INFINITE, MATE_IN_SIGHT, Search};

/// The search was told to end, or its time is up: nothing that it has not yet finished
/// counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// What the thread that listens tells the one that searches.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    pub(crate) stop: AtomicBool,
    /// Whether the opponent has played the expected move.
    pub(crate) ponderhit: AtomicBool,
}

/// A position to search.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) board: Board,
    /// The keys of the game so far, that of `board` last.
    pub(crate) keys: Vec<u64>,
    pub(crate) limits: Limits,
    pub(crate) start: Instant,
    pub(crate) signals: Arc<Signals>,
}

/// What a depth has found.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(crate) depth: i32,
    pub(crate) selective_depth: usize,
    pub(crate) score: i32,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
    pub(crate) fullness: usize,
    pub(crate) line: &'a [Move],
}

/// Counts the nodes, and looks now and then whether it is time to end.
#[derive(Debug)]
pub(crate) struct Watch {
    pub(crate) nodes: u64,
    selective_depth: usize,
    /// Looks again at so many nodes.
    next_look: u64,
    limits: Limits,
    start: Instant,
    signals: Arc<Signals>,
}

/// How many nodes pass between two looks at the clock: about a millisecond.
const LOOK_EVERY: u64 = 1024;

impl Default for Watch {
    fn default() -> Self {
        Self::new(Limits::depth(1), Instant::now(), Arc::default())
    }
}

impl Watch {
    fn new(limits: Limits, start: Instant, signals: Arc<Signals>) -> Self {
        let next_look = limits.nodes.min(LOOK_EVERY);
        Self { nodes: 0, selective_depth: 0, next_look, limits, start, signals }
    }

    /// Counts a node.
    #[inline]
    pub(crate) fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        Ok(())
    }

    fn look(&mut self) -> Result<(), Stopped> {
        self.next_look = self.limits.nodes.min(self.nodes + LOOK_EVERY);
        let is_over = self.nodes >= self.limits.nodes || self.is_past(self.limits.hard);
        if is_over || self.signals.stop.load(Relaxed) { Err(Stopped) } else { Ok(()) }
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
    /// The best move of a position, as far as its limits let it see; `None` if there is no
    /// legal one.
    pub(crate) fn think(&mut self, job: Job, mut report: impl FnMut(&Report)) -> Option<Move> {
        let Job { board, keys, limits, start, signals } = job;
        self.watch = Watch::new(limits, start, signals);
        self.keys = keys;
        self.first_key = 0;
        self.ordering.start_search();
        self.table.grow_older();

        let root = Node::new(board);
        let mut best = board.legal_moves().first().copied();
        let (mut score, mut line) = (0, MoveList::new());
        for depth in 1..=limits.depth {
            let found = match best {
                Some(_) => self.aspire(&root, depth, score, &mut line),
                None => self.score(&root, (-INFINITE, INFINITE), depth, 0, &mut line),
            };
            // Of a depth that was broken off, the best move so far is still better than the
            // one of the depth before.
            best = line.first().copied().or(best);
            let Ok(found) = found else { break };
            score = found;
            report(&Report {
                depth,
                selective_depth: self.watch.selective_depth,
                score,
                nodes: self.watch.nodes,
                elapsed: start.elapsed(),
                fullness: self.table.fullness(),
                line: &line,
            });
            if best.is_none() || self.watch.is_past(limits.soft) {
                break;
            }
        }
        self.watch.wait_until_wanted();
        best
    }

    /// The score of the root: looked for near the last one, in windows that widen.
    fn aspire(
        &mut self,
        root: &Node,
        depth: i32,
        last: i32,
        line: &mut MoveList,
    ) -> Result<i32, Stopped> {
        let mut width = if depth < 5 || last.abs() >= MATE_IN_SIGHT { INFINITE } else { 25 };
        let mut alpha = (last - width).max(-INFINITE);
        let mut beta = (last + width).min(INFINITE);
        loop {
            let score = self.score(root, (alpha, beta), depth, 0, line)?;
            width *= 2;
            if score <= alpha && alpha > -INFINITE {
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta && beta < INFINITE {
                beta = (score + width).min(INFINITE);
            } else {
                return Ok(score);
            }
        }
    }
}
