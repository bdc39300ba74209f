//! The results from a running count on their way to the disk.

use std::collections::VecDeque;
use std::time::Instant;

use indicatif::ProgressBar;
use tabiya_program::message;
use tabiya_program::report::REPORT_INTERVAL;
use tabiya_units::results::{Resolution, ResultError, ResultStore, UnitResult};

use crate::unit_list::UnitList;

/// The number of results that wait for the disk before counting waits, too.
const MAX_UNSAVED: usize = 10_000;

/// Saves results, tries again what failed, and adds the leaves.
pub struct Saver {
    store: ResultStore,
    /// The progress bar, which a warning interrupts.
    bar: ProgressBar,
    /// The leaves in all saved units that are not disputed.
    nodes: u128,
    /// The units whose results differ.
    pub disputed: UnitList,
    /// The results that are not saved yet.
    pending: VecDeque<UnitResult>,
    /// The units whose results the store refuses for another reason than a disk failure.
    refused: UnitList,
    /// The time at which a result could not be saved, until one is saved.
    last_failure: Option<Instant>,
}

impl Saver {
    /// Creates the saver for a store that already has leaves and disputed units.
    pub fn new(store: ResultStore, bar: ProgressBar, nodes: u128, disputed: UnitList) -> Self {
        Self {
            store,
            bar,
            nodes,
            disputed,
            pending: VecDeque::new(),
            refused: UnitList::default(),
            last_failure: None,
        }
    }

    /// Adds a result, which is saved by the next [`save`](Self::save).
    pub fn add(&mut self, result: UnitResult) {
        self.pending.push_back(result);
    }

    /// Tests whether no further result may wait for the disk.
    pub fn is_full(&self) -> bool {
        self.pending.len() >= MAX_UNSAVED
    }

    /// Saves the results that are not saved yet, unless the last attempt failed a moment ago.
    pub fn save(&mut self, is_last: bool) {
        if self.last_failure.is_some_and(|time| time.elapsed() < REPORT_INTERVAL) && !is_last {
            return;
        }
        for _ in 0..self.pending.len() {
            let Some(result) = self.pending.pop_front() else { break };
            let unit = result.unit;
            match self.store.put(&result) {
                Ok(stored) => {
                    match Resolution::of(&stored.results).nodes() {
                        Some(nodes) => self.nodes = self.nodes.saturating_add(nodes),
                        None => self.disputed.push(unit..unit + 1),
                    }
                    self.last_failure = None;
                }
                Err(ResultError::Io(error)) => {
                    if self.last_failure.is_none() {
                        self.warn(unit, &format!("{error}; counting goes on, saving is retried"));
                    }
                    self.last_failure = Some(Instant::now());
                    // Other units' folders may be writable, so these are tried first next time.
                    self.pending.push_back(result);
                    if !is_last {
                        return;
                    }
                }
                Err(error) => {
                    self.warn(unit, &error.to_string());
                    self.nodes = self.nodes.saturating_add(result.nodes);
                    self.refused.push(unit..unit + 1);
                }
            }
        }
    }

    fn warn(&self, unit: u64, problem: &str) {
        let path = self.store.path(unit);
        let line = format!("warning: {}: {problem}", path.display());
        self.bar.suspend(|| message::print_line(&line));
    }

    /// Returns the leaves in all counted units, saved or not.
    pub fn known_nodes(&self) -> u128 {
        self.pending.iter().fold(self.nodes, |sum, result| sum.saturating_add(result.nodes))
    }

    /// Returns the units whose results are not saved.
    pub fn unsaved(&self) -> UnitList {
        let mut unsaved = self.refused.clone();
        let mut pending: Vec<_> = self.pending.iter().map(|result| result.unit).collect();
        pending.sort_unstable();
        pending.into_iter().for_each(|unit| unsaved.push(unit..unit + 1));
        unsaved
    }
}
