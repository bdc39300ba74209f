//! `tabiya-units count`: unit counts, each of which is saved as soon as it is finished.

use std::fmt;
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
use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use serde::Serialize;
use tabiya::Position;
use tabiya::perft::ParallelPerftError;
use tabiya_program::counting::{CounterArgs, start_thread};
use tabiya_program::report::{
    FinishedParts, Leaves, Output, OutputArgs, Progress, REPORT_INTERVAL, Report, Work,
};
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{message, progress};
use tabiya_units::counter::UnitCounter;
use tabiya_units::results::{Claim, Resolution, ResultStore, Variant};

use crate::error_context::path_context;
use crate::job::{UnitsArgs, UnitsJob};
use crate::saver::Saver;
use crate::unit_list::UnitList;
use crate::unit_worker::{Event, UnitWorker};

/// The interval at which the main thread looks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The arguments of `tabiya-units count`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-units count five.units 10 --out results\n  \
        tabiya-units count five.units 10 --out results --unit 0..100 --hash 8G\n\n\
        Units that have a result in FOLDER are not counted again, so that the repeated command resumes.\n\
        Sizes are in bytes, or end in K, M, G or T; 1K is 1024 bytes.\n\
        Hash collisions: see `tabiya perft --help`.\n\
        Ctrl-C prints the partial count and exits with code 130.")]
pub struct Arguments {
    #[command(flatten)]
    units: UnitsArgs,
    /// Save the result of each unit in this folder
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Count units again that have a result in the folder
    #[arg(long)]
    recount: bool,
    /// Count the positions with swapped colors
    #[arg(long)]
    swap_colors: bool,
    #[command(flatten)]
    counter: CounterArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A job that counts a file's units into a result store.
struct CountFileJob {
    job: UnitsJob,
    store: ResultStore,
    /// `true` if units that have a result are counted again.
    recount: bool,
}

/// A store's units before a count.
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

impl Arguments {
    /// Counts the units, and prints their sum.
    ///
    /// If results cannot be saved, counting goes on, and saving is tried again.
    ///
    /// # Errors
    ///
    /// Returns an error if the units file or the result folder cannot be used, or if the output
    /// cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let job = self.units.open()?;
        let counter = self.unit_counter()?;
        let folder = &self.out;
        let claim = Claim::acquire(folder, job.units.clone(), counter.process());
        let claim = claim.map_err(path_context(folder))?;
        if !claim.is_locked() {
            let warning = "no file locks; claims do not protect";
            message::print_line(&format!("warning: {}: {warning}", folder.display()));
        }
        let worker = UnitWorker::new(counter, job.count.depth);
        let store = ResultStore::new(folder, job.count);
        CountFileJob { job, store, recount: self.recount }.run(worker, self.output.into(), out)
    }

    /// Returns a counter with the threads, the back end, the hash table and the variant.
    fn unit_counter(&self) -> anyhow::Result<UnitCounter> {
        let threads = self.counter.threads.thread_count();
        let counter = UnitCounter::new(self.counter.perft()?, threads, self.counter.hash_bytes());
        let counter = counter.map_err(|error| match error {
            ParallelPerftError::Threads { .. } => anyhow::Error::new(error),
            error => anyhow::Error::new(error).context("--hash"),
        })?;
        let variant = if self.swap_colors { Variant::ColorsFlipped } else { Variant::Unchanged };
        Ok(counter.with_variant(variant))
    }
}

impl CountFileJob {
    /// Reads the units' results, and lists the units that have none. A damaged file counts as none,
    /// and so does a dispute that an exact count may settle.
    fn scan(&self, is_exact: bool) -> anyhow::Result<Scan> {
        let mut scan = Scan::default();
        for units in ResultStore::walk(slice::from_ref(&self.store), self.job.units.clone()) {
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

    /// Returns how many positions some units have.
    fn records(&self, units: &[Range<u64>]) -> u64 {
        let header = self.job.header();
        let end = |unit: u64| (unit * u64::from(header.records_per_unit)).min(header.positions);
        units.iter().map(|units| end(units.end) - end(units.start)).sum()
    }

    fn run(self, worker: UnitWorker, output: Output, out: &mut dyn Write) -> verdict::Result {
        let units = self.job.units.clone();
        let folder = self.store.folder();
        self.store.remove_incomplete(units.clone()).map_err(path_context(folder))?;
        let scan = self.scan(worker.method().is_exact())?;
        let stop = progress::interrupt_flag();
        let template = "{wide_bar} {percent_precise} %, {msg}, {eta} left";
        let bar = progress::new_bar(self.records(&scan.todo), template);
        let mut run = Run {
            totals: Totals {
                root: self.job.header().root,
                depth: worker.depth(),
                units,
                before: scan.counted,
                counted: 0,
                disputed_before: scan.disputed.count,
                resumed_nodes: scan.nodes,
            },
            saver: Saver::new(self.store, bar.clone(), scan.nodes, scan.disputed),
            meter: Meter {
                output,
                bar,
                finished_records: worker.finished_records(),
                start: Instant::now(),
                last_report: Instant::now(),
            },
        };
        // The channel is short, so that a kill loses few results: counting waits for a slow disk.
        let (sender, events) = sync_channel(1);
        let file = self.job.file;
        let worker_stop = Arc::clone(&stop);
        // A detached thread, which an interrupt does not wait for.
        start_thread(move || worker.run(file, &scan.todo, &worker_stop, &sender))?;
        let outcome = run.count(&events, &stop, out);
        // The results are saved on every path, also those that wait in the channel.
        while let Ok(Event::Finished(result)) = events.try_recv() {
            run.totals.counted += 1;
            run.saver.add(*result);
        }
        run.saver.save(true);
        run.meter.bar.finish_and_clear();
        match outcome {
            Err(Failure::Input(error)) => {
                Err(error.context(self.job.path.display().to_string()).into())
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

/// A running count on the main thread.
struct Run {
    totals: Totals,
    saver: Saver,
    meter: Meter,
}

/// The tree that is counted, and its unit totals.
struct Totals {
    root: Position,
    /// The leaf depth below the root.
    depth: u8,
    /// All units in the count.
    units: Range<u64>,
    /// The number of units that were counted before this run.
    before: u64,
    /// The number of units that this run has counted.
    counted: u64,
    /// The number of units that were disputed before this run and are not counted again.
    disputed_before: u64,
    /// The leaves that were counted before this run.
    resumed_nodes: u128,
}

impl Totals {
    fn finished_parts(&self) -> FinishedParts {
        let finished = self.before + self.counted;
        FinishedParts { name: "units", finished, total: self.units.end - self.units.start }
    }
}

/// The progress on the terminal and in JSON lines.
struct Meter {
    output: Output,
    bar: ProgressBar,
    /// The number of positions that are counted.
    finished_records: Arc<AtomicU64>,
    start: Instant,
    last_report: Instant,
}

impl Meter {
    fn report(&mut self, totals: &Totals, nodes: u128, out: &mut dyn Write) -> Result<(), Failure> {
        self.last_report = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = (nodes - totals.resumed_nodes) as f64 / seconds.max(1e-9);
        let work = Work {
            finished: self.finished_records.load(Relaxed),
            total: self.bar.length().unwrap_or_default(),
        };
        self.bar.set_position(work.finished);
        self.bar.set_message(format!("{} leaves/s", HumanCount(rate as u64)));
        if self.output == Output::JsonLines {
            Progress::new(totals.finished_parts(), nodes, work, self.start).print(out)?;
        }
        Ok(())
    }
}

impl Run {
    /// Receives and saves results until the last, or until Ctrl-C.
    fn count(
        &mut self,
        events: &Receiver<Event>,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        self.meter.report(&self.totals, self.saver.known_nodes(), out)?;
        while !stop.load(Relaxed) && self.receive(events, stop)? {
            self.saver.save(false);
            if self.meter.last_report.elapsed() >= REPORT_INTERVAL {
                self.meter.report(&self.totals, self.saver.known_nodes(), out)?;
            }
        }
        Ok(())
    }

    /// Waits for a result for a short time. Returns `false` if there will be none.
    fn receive(&mut self, events: &Receiver<Event>, stop: &AtomicBool) -> anyhow::Result<bool> {
        if self.saver.is_full() {
            thread::sleep(POLL_INTERVAL);
            return Ok(true);
        }
        match events.recv_timeout(POLL_INTERVAL) {
            Ok(Event::Finished(result)) => {
                self.totals.counted += 1;
                self.saver.add(*result);
                Ok(true)
            }
            Ok(Event::Failed(error)) => Err(error.into()),
            Ok(Event::AllFinished) => Ok(false),
            Err(RecvTimeoutError::Disconnected) if stop.load(Relaxed) => Ok(false),
            Err(RecvTimeoutError::Disconnected) => bail!("the counting thread ended too early"),
            Err(RecvTimeoutError::Timeout) => Ok(true),
        }
    }

    fn print_result(&self, out: &mut dyn Write) -> verdict::Result {
        let Totals { root, depth, resumed_nodes, .. } = self.totals;
        let finished = self.totals.finished_parts();
        let units = UnitsReport {
            first: self.totals.units.start,
            end: self.totals.units.end,
            counted: self.totals.counted,
            before: self.totals.before,
            unsaved: self.saver.unsaved(),
            disputed: self.saver.disputed.clone(),
        };
        // An interrupt may come after the last unit.
        let is_interrupted = finished.finished + self.totals.disputed_before < finished.total;
        let has_problem = !units.unsaved.is_empty() || !units.disputed.is_empty();
        let nodes = self.saver.known_nodes();
        let leaves = Leaves { nodes, resumed_nodes, time: self.meter.start.elapsed() };
        let mut report = Report::new(&root, depth, leaves, Details { units: &units });
        if is_interrupted {
            report = report.interrupted(finished);
        }
        if !units.disputed.is_empty() {
            report = report.with_lower_bound();
        }
        report.print(self.meter.output, &units, out)?;
        if is_interrupted {
            return Ok(Verdict::Interrupted);
        }
        Ok(Verdict::mismatch_if(has_problem))
    }
}

/// The part of the JSON output that other counts do not have.
#[derive(Serialize)]
struct Details<'a> {
    units: &'a UnitsReport,
}

/// The units in a count: the half-open range, and what became of it.
#[derive(Serialize)]
struct UnitsReport {
    first: u64,
    end: u64,
    /// The number of units that this run has counted.
    counted: u64,
    /// The number of units that had a result before this run.
    before: u64,
    /// The units whose results could not be saved.
    #[serde(skip_serializing_if = "UnitList::is_empty")]
    unsaved: UnitList,
    /// The units whose results differ.
    #[serde(skip_serializing_if = "UnitList::is_empty")]
    disputed: UnitList,
}

impl fmt::Display for UnitsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, end, counted, before, unsaved, disputed } = self;
        writeln!(f, "Units {first}..{end}: {counted} counted, {before} counted before")?;
        for (title, list) in [("Not saved", unsaved), ("Disputed", disputed)] {
            if !list.is_empty() {
                writeln!(f, "{title}: {list}")?;
            }
        }
        Ok(())
    }
}
