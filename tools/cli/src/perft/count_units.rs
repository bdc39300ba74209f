//! `--units … --out`: counts of units, each of which is saved as soon as it is counted.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::{HumanCount, ProgressBar};
use tabiya_units::results::{Resolution, ResultError, ResultStore, UnitResult};
use tabiya_units::units_file::UnitsFile;

use super::error_context::path_context;
use super::report::{FinishedParts, Output, Progress, REPORT_INTERVAL, Report, UnitsReport};
use super::unit_list::UnitList;
use super::unit_worker::{Event, UnitWorker};
use crate::position::format_fen;
use crate::verdict::{self, Failure, Verdict};
use crate::{message, progress};

/// The interval at which the main thread looks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// The number of results that wait for the disk before counting waits, too.
const MAX_UNSAVED: usize = 10_000;

/// A count of units of a file into a result store.
pub struct UnitsJob {
    /// The path of the units file.
    pub path: PathBuf,
    /// The units file.
    pub file: UnitsFile<File>,
    /// The units to count.
    pub units: Range<u64>,
    /// The store of the results.
    pub store: ResultStore,
    /// `true` if units that have a result are counted again.
    pub recount: bool,
}

/// The units of a store before a count.
#[derive(Default)]
struct Scan {
    /// The units to count.
    todo: Vec<Range<u64>>,
    /// The number of units that have a count.
    counted: u64,
    /// The leaves of these units.
    nodes: u128,
    /// The units whose results differ.
    disputed: UnitList,
}

impl UnitsJob {
    /// Reads the results of the units, and lists the units that have none. A damaged file counts as
    /// none, and so does a dispute that an exact count may settle.
    fn scan(&self, is_exact: bool) -> anyhow::Result<Scan> {
        let mut scan = Scan::default();
        for units in ResultStore::walk(slice::from_ref(&self.store), self.units.clone()) {
            let unit = units.start;
            let path = self.store.path(unit);
            let resolution = match self.store.read(unit) {
                Ok(results) => Resolution::of(&results),
                Err(error) if error.is_damage() => {
                    let path = path.display();
                    message::print_line(&format!("warning: {path}: {error}; counted again"));
                    Resolution::Missing
                }
                Err(error) => return Err(path_context(&path)(error)),
            };
            match resolution.nodes() {
                Some(nodes) if !self.recount => {
                    scan.counted += 1;
                    scan.nodes = scan.nodes.saturating_add(nodes);
                }
                None if resolution == Resolution::Disputed && !self.recount && !is_exact => {
                    scan.disputed.push(units);
                }
                _ => push_range(&mut scan.todo, units),
            }
        }
        Ok(scan)
    }

    /// Returns the number of positions of some units.
    fn records(&self, units: &[Range<u64>]) -> u64 {
        let header = self.file.header();
        let end = |unit: u64| (unit * u64::from(header.records_per_unit)).min(header.positions);
        units.iter().map(|units| end(units.end) - end(units.start)).sum()
    }

    /// Counts the units, and prints their sum.
    ///
    /// If results cannot be saved, counting goes on, and saving is tried again.
    ///
    /// # Errors
    ///
    /// Returns an error if the units file or the folder of the results cannot be used, or if the
    /// output cannot be written.
    pub fn run(self, worker: UnitWorker, output: Output, out: &mut dyn Write) -> verdict::Result {
        self.store
            .remove_incomplete(self.units.clone())
            .map_err(path_context(self.store.folder()))?;
        let scan = self.scan(worker.method().is_exact())?;
        let stop = progress::interrupt_flag();
        let finished_records = worker.finished_records();
        let total_records = self.records(&scan.todo);
        let template = "{wide_bar} {percent_precise} %, {msg}, {eta} left";
        let mut run = Run {
            output,
            units: self.units.clone(),
            fen: format_fen(&self.file.header().root),
            depth: worker.depth(),
            store: self.store,
            bar: progress::new_bar(total_records, template),
            start: Instant::now(),
            last_report: Instant::now(),
            last_failure: None,
            resumed_nodes: scan.nodes,
            nodes: scan.nodes,
            before: scan.counted,
            counted: 0,
            disputed_before: scan.disputed.count,
            disputed: scan.disputed,
            pending: VecDeque::new(),
            refused: UnitList::default(),
        };
        // The channel is short, so that a kill loses few results: counting waits for a slow disk.
        let (sender, events) = sync_channel(1);
        let (file, worker_stop) = (self.file, Arc::clone(&stop));
        // A detached thread, which an interrupt does not wait for.
        thread::spawn(move || worker.run(file, &scan.todo, &worker_stop, &sender));
        let outcome = run.count(&events, &stop, (&finished_records, total_records), out);
        // The results are saved on every path, also those that wait in the channel.
        while let Ok(Event::Finished(result)) = events.try_recv() {
            run.add(*result);
        }
        run.save_pending(true);
        run.bar.finish_and_clear();
        match outcome {
            Err(Failure::Input(error)) => {
                Err(error.context(self.path.display().to_string()).into())
            }
            outcome => outcome.and_then(|()| run.print_result(out)),
        }
    }
}

/// Appends units to ranges.
fn push_range(ranges: &mut Vec<Range<u64>>, units: Range<u64>) {
    match ranges.last_mut() {
        Some(last) if last.end == units.start => last.end = units.end,
        _ => ranges.push(units),
    }
}

/// The state of a running count on the main thread.
struct Run {
    output: Output,
    units: Range<u64>,
    fen: String,
    depth: u8,
    store: ResultStore,
    bar: ProgressBar,
    start: Instant,
    last_report: Instant,
    /// The time at which a result could not be saved, until one is saved.
    last_failure: Option<Instant>,
    /// The leaves that were counted before this run.
    resumed_nodes: u128,
    /// The leaves of all counted units that are not disputed.
    nodes: u128,
    /// The number of units that were counted before this run.
    before: u64,
    /// The number of units that this run has counted.
    counted: u64,
    /// The number of units that were disputed before this run and are not counted again.
    disputed_before: u64,
    disputed: UnitList,
    /// The results that are not saved yet.
    pending: VecDeque<UnitResult>,
    /// The units whose results the store refuses for another reason than a failure of the disk.
    refused: UnitList,
}

impl Run {
    /// Receives and saves results until the last, or until Ctrl-C. `records` are the number of counted
    /// positions and of all.
    fn count(
        &mut self,
        events: &Receiver<Event>,
        stop: &AtomicBool,
        records: (&AtomicU64, u64),
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let (finished, total) = records;
        self.report_progress(0, total, out)?;
        while !stop.load(Relaxed) && self.receive(events, stop)? {
            self.save_pending(false);
            if self.last_report.elapsed() >= REPORT_INTERVAL {
                self.report_progress(finished.load(Relaxed), total, out)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, result: UnitResult) {
        self.counted += 1;
        self.pending.push_back(result);
    }

    /// Waits for a result for a short time. Returns `false` if there will be none.
    fn receive(&mut self, events: &Receiver<Event>, stop: &AtomicBool) -> anyhow::Result<bool> {
        if self.pending.len() >= MAX_UNSAVED {
            thread::sleep(POLL_INTERVAL);
            return Ok(true);
        }
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(Event::Finished(result)) => {
                self.add(*result);
                Ok(true)
            }
            Ok(Event::Failed(error)) => Err(error.into()),
            Ok(Event::AllFinished) => Ok(false),
            Err(RecvTimeoutError::Disconnected) if stop.load(Relaxed) => Ok(false),
            Err(RecvTimeoutError::Disconnected) => bail!("the counting thread ended too early"),
            Err(RecvTimeoutError::Timeout) => Ok(true),
        }
    }

    /// Saves the results that are not saved yet, unless the last attempt failed a moment ago.
    fn save_pending(&mut self, is_last: bool) {
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
                    // The folders of other units may be writable, so these are tried first next time.
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

    /// Returns the leaves of all counted units, saved or not.
    fn known_nodes(&self) -> u128 {
        self.pending.iter().fold(self.nodes, |sum, result| sum.saturating_add(result.nodes))
    }

    /// Reports the progress on the bar, and as JSON if the output is JSON lines.
    fn report_progress(
        &mut self,
        records: u64,
        total_records: u64,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        self.last_report = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let nodes = self.known_nodes();
        let rate = (nodes - self.resumed_nodes) as f64 / seconds.max(1e-9);
        self.bar.set_position(records);
        self.bar.set_message(format!("{} leaves/s", HumanCount(rate as u64)));
        if self.output == Output::JsonLines {
            let total_units = self.units.end - self.units.start;
            let units = self.before + self.counted;
            let finished = FinishedParts::Units { units, total_units };
            Progress::new(finished, nodes, (records, total_records), self.start).print(out)?;
        }
        Ok(())
    }

    fn print_result(&self, out: &mut dyn Write) -> verdict::Result {
        let total = self.units.end - self.units.start;
        let counted = self.before + self.counted;
        let mut unsaved = self.refused.clone();
        let mut pending: Vec<_> = self.pending.iter().map(|result| result.unit).collect();
        pending.sort_unstable();
        pending.into_iter().for_each(|unit| unsaved.push(unit..unit + 1));
        // An interrupt may come after the last unit.
        let is_interrupted = counted + self.disputed_before < total;
        let verdict = match is_interrupted {
            true => Verdict::Interrupted,
            false => Verdict::mismatch_if(!unsaved.is_empty() || !self.disputed.is_empty()),
        };
        let units = UnitsReport {
            first: self.units.start,
            end: self.units.end,
            counted: self.counted,
            before: self.before,
            unsaved,
            disputed: self.disputed.clone(),
        };
        let (nodes, elapsed) = (self.known_nodes(), self.start.elapsed());
        let report = Report::new(self.fen.clone(), self.depth, nodes, self.resumed_nodes, elapsed);
        let mut report = Report { units: Some(units), ..report };
        if is_interrupted {
            let finished = FinishedParts::Units { units: counted, total_units: total };
            report = report.interrupted(finished);
        }
        if !self.disputed.is_empty() {
            report = report.with_lower_bound();
        }
        report.print(self.output, out)?;
        Ok(verdict)
    }
}
