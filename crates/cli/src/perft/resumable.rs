//! Perft counts of long duration: by subtree, with progress, checkpoints and Ctrl-C.

use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use indicatif::{HumanCount, ProgressBar};
use serde::Serialize;
use tabiya::Position;
use tabiya::perft::{ParallelPerft, Subtree, perft, split};

use super::files::path_context;
use crate::checkpoint::Checkpoint;
use crate::node_count::NodeCount;
use crate::perft::report::{FinishedSubtrees, Output, Report};
use crate::position::format_fen;
use crate::verdict::{self, Failure, Verdict};
use crate::{json, progress};

/// A perft count to run, split into subtrees.
pub struct PerftJob {
    /// The root of the counted tree.
    pub root: Position,
    /// The depth of the leaves below the root.
    pub depth: u8,
    /// The ply at which the tree is split into subtrees.
    pub plies: u8,
    /// The subtrees to count.
    pub subtrees: Vec<Subtree>,
    /// The 1-based number of the shard and the number of shards, if the job is a shard.
    pub shard: Option<(usize, usize)>,
}

impl PerftJob {
    /// Creates the job of a whole tree. The tree is split at the ply of its checkpoint, or else as
    /// suits the number of threads.
    pub fn whole_tree(
        counter: &ParallelPerft,
        root: Position,
        depth: u8,
        checkpoint: Option<&Checkpoint>,
    ) -> Self {
        let unsplit = Checkpoint::new(&root, depth, 0, &[]);
        let (plies, subtrees) = match checkpoint {
            Some(checkpoint) if (&checkpoint.fen, checkpoint.depth) == (&unsplit.fen, depth) => {
                let plies = checkpoint.plies.min(depth);
                (plies, split(&root, plies))
            }
            _ => counter.split(&root, depth),
        };
        Self { root, depth, plies, subtrees, shard: None }
    }
}

/// The path of a checkpoint, and its contents before the count.
#[derive(Default)]
pub struct CheckpointFile<'a> {
    /// The path of the checkpoint, if progress is saved.
    pub path: Option<&'a Path>,
    /// The contents of the checkpoint, if the file exists.
    pub checkpoint: Option<Checkpoint>,
}

impl<'a> CheckpointFile<'a> {
    /// Reads the checkpoint at a path, if the file exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a checkpoint.
    pub fn load(path: &'a Path) -> anyhow::Result<Self> {
        // A device may be endless, and a pipe cannot be replaced.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            bail!("{}: not a regular file", path.display());
        }
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Self { path: Some(path), checkpoint: None });
            }
            Err(error) => return Err(path_context(path)(error)),
        };
        let checkpoint = Checkpoint::from_bytes(&bytes);
        let checkpoint = checkpoint.with_context(|| path.display().to_string())?;
        Ok(Self { path: Some(path), checkpoint: Some(checkpoint) })
    }
}

/// A message to the main thread of a count.
enum Event {
    /// The message that a subtree is counted, with its index and its leaves.
    SubtreeFinished(usize, u128),
    /// The message that all subtrees are counted.
    AllFinished,
    /// The message that the user pressed Ctrl-C.
    Interrupted,
}

/// The JSON output of the progress of a count.
#[derive(Serialize)]
struct Progress {
    event: &'static str,
    subtrees: usize,
    #[serde(rename = "of")]
    total_subtrees: usize,
    #[serde(flatten)]
    nodes: NodeCount,
    /// The fraction of the work that is finished, from 0 to 1.
    #[serde(rename = "part")]
    finished_fraction: f64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

/// The interval of progress reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(1);
/// The minimum interval of checkpoints.
const MIN_SAVE_INTERVAL: Duration = Duration::from_millis(250);
/// The minimum interval of checkpoints, divided by the time that saving one takes.
const MIN_SAVE_RATIO: u32 = 20;

/// Runs a count, from its checkpoint on, and prints the result.
///
/// # Errors
///
/// Returns an error if the checkpoint belongs to another count or cannot be written, or if the
/// output cannot be written.
pub fn run(
    counter: ParallelPerft,
    job: PerftJob,
    checkpoint_file: CheckpointFile<'_>,
    output: Output,
    out: &mut dyn Write,
) -> verdict::Result {
    let mut count = RunningCount::resume(job, checkpoint_file, output)?;
    let (sender, events) = channel();
    let interrupt_sender = sender.clone();
    progress::on_interrupt(move || drop(interrupt_sender.send(Event::Interrupted)));
    count.start_counting(counter, sender);
    count.report_progress(out)?;
    let verdict = loop {
        match events.recv_timeout(REPORT_INTERVAL.min(MIN_SAVE_INTERVAL)) {
            Ok(Event::SubtreeFinished(index, leaves)) => count.finish_subtree(index, leaves),
            Ok(Event::AllFinished) | Err(RecvTimeoutError::Disconnected) => break Verdict::Success,
            Ok(Event::Interrupted) => break Verdict::Interrupted,
            Err(RecvTimeoutError::Timeout) => {}
        }
        count.save_if_due()?;
        if count.last_report.elapsed() >= REPORT_INTERVAL {
            count.report_progress(out)?;
        }
    };
    count.bar.finish_and_clear();
    count.save()?;
    count.final_report(verdict).print(output, out)?;
    Ok(verdict)
}

/// The state of a running count on the main thread.
struct RunningCount {
    job: PerftJob,
    output: Output,
    /// The path of the checkpoint, if progress is saved.
    path: Option<PathBuf>,
    checkpoint: Checkpoint,
    /// `true` if the checkpoint file contains all finished subtrees.
    is_saved: bool,
    last_save: Instant,
    /// The time that the last save of the checkpoint took.
    save_duration: Duration,
    start: Instant,
    last_report: Instant,
    bar: ProgressBar,
    /// The estimated work of each subtree: its leaves at depth 2.
    subtree_work: Vec<u64>,
    total_work: u64,
    /// The estimated work that was finished before this run.
    resumed_work: u64,
    finished_work: u64,
    nodes: u128,
    /// The leaves that were counted before this run.
    resumed_nodes: u128,
}

impl RunningCount {
    /// Sets up a count from a checkpoint.
    fn resume(
        job: PerftJob,
        checkpoint_file: CheckpointFile<'_>,
        output: Output,
    ) -> anyhow::Result<Self> {
        let PerftJob { root, depth, plies, subtrees, .. } = &job;
        let mut checkpoint = Checkpoint::new(root, *depth, *plies, subtrees);
        if let (Some(path), Some(saved)) = (checkpoint_file.path, checkpoint_file.checkpoint) {
            let is_same = checkpoint.expect_same_count(&saved);
            is_same.with_context(|| path.display().to_string())?;
            checkpoint = saved;
        }
        // A count of one ply ignores the mobility of the opponent, so two plies estimate better.
        let estimate = |tree: &Subtree| perft(&tree.position, 2).max(1) as u64;
        let subtree_work: Vec<_> = subtrees.iter().map(estimate).collect();
        let total_work = subtree_work.iter().sum();
        let finished_work = checkpoint.finished.iter().map(|&(index, _)| subtree_work[index]).sum();
        let template = "{wide_bar} {percent_precise} %, {msg}, {eta} left";
        let bar = progress::new_bar(total_work, template).with_position(finished_work);
        bar.reset_eta();
        let mut count = Self {
            job,
            output,
            path: checkpoint_file.path.map(Path::to_owned),
            is_saved: false,
            last_save: Instant::now(),
            save_duration: Duration::ZERO,
            start: Instant::now(),
            last_report: Instant::now(),
            bar,
            subtree_work,
            total_work,
            resumed_work: finished_work,
            finished_work,
            nodes: 0,
            resumed_nodes: 0,
            checkpoint,
        };
        let nodes = |&(index, leaves): &(usize, u128)| count.path_count(index, leaves);
        count.nodes = count.checkpoint.finished.iter().map(nodes).fold(0, u128::saturating_add);
        count.resumed_nodes = count.nodes;
        // An unwritable path is an error before the count, not after it.
        count.save()?;
        Ok(count)
    }

    /// Counts the unfinished subtrees on a detached thread, which an interrupt does not wait for.
    fn start_counting(&self, counter: ParallelPerft, sender: Sender<Event>) {
        let is_unfinished = |&index: &usize| {
            let finished = &self.checkpoint.finished;
            finished.binary_search_by_key(&index, |&(index, _)| index).is_err()
        };
        let indices: Vec<_> = (0..self.job.subtrees.len()).filter(is_unfinished).collect();
        let subtrees: Vec<_> = indices.iter().map(|&index| self.job.subtrees[index]).collect();
        let depth = self.job.depth - self.job.plies;
        thread::spawn(move || {
            let flow = counter.count_each(&subtrees, depth, |index, leaves| {
                match sender.send(Event::SubtreeFinished(indices[index], leaves)) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            if flow.is_continue() {
                // The receiver is gone after an interrupt.
                let _ = sender.send(Event::AllFinished);
            }
        });
    }

    /// Returns the leaves of a subtree, multiplied by its multiplicity.
    fn path_count(&self, index: usize, leaves: u128) -> u128 {
        leaves.saturating_mul(self.job.subtrees[index].multiplicity)
    }

    fn finish_subtree(&mut self, index: usize, leaves: u128) {
        self.checkpoint.finished.push((index, leaves));
        self.is_saved = false;
        self.nodes = self.nodes.saturating_add(self.path_count(index, leaves));
        self.finished_work += self.subtree_work[index];
        self.bar.set_position(self.finished_work);
    }

    /// Saves the checkpoint if the interval between saves has passed.
    fn save_if_due(&mut self) -> anyhow::Result<()> {
        let interval = MIN_SAVE_INTERVAL.max(self.save_duration * MIN_SAVE_RATIO);
        if self.last_save.elapsed() < interval { Ok(()) } else { self.save() }
    }

    /// Saves the checkpoint unless the file is up to date.
    fn save(&mut self) -> anyhow::Result<()> {
        if let (Some(path), false) = (&self.path, self.is_saved) {
            let start = Instant::now();
            self.checkpoint.finished.sort_unstable();
            let result = self.checkpoint.save(path).map_err(path_context(path));
            result.context("cannot save the checkpoint")?;
            self.save_duration = start.elapsed();
            self.last_save = Instant::now();
            self.is_saved = true;
        }
        Ok(())
    }

    /// Reports the progress on the bar, and as JSON if the output is JSON lines.
    fn report_progress(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.last_report = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = (self.nodes - self.resumed_nodes) as f64 / seconds.max(1e-9);
        self.bar.set_message(format!("{} leaves/s", HumanCount(rate as u64)));
        if self.output == Output::JsonLines {
            let run_work = self.finished_work - self.resumed_work;
            let work_left = (self.total_work - self.finished_work) as f64;
            let progress = Progress {
                event: "progress",
                subtrees: self.checkpoint.finished.len(),
                total_subtrees: self.checkpoint.subtrees,
                nodes: NodeCount::from_saturating(self.nodes),
                finished_fraction: self.finished_work as f64 / self.total_work.max(1) as f64,
                seconds,
                seconds_left: (run_work > 0).then(|| seconds * work_left / run_work as f64),
            };
            json::write_line(out, &progress)?;
            out.flush()?;
        }
        Ok(())
    }

    fn final_report(&self, verdict: Verdict) -> Report {
        let PerftJob { root, depth, shard, .. } = &self.job;
        let elapsed = self.start.elapsed();
        let report = Report::new(format_fen(root), *depth, self.nodes, self.resumed_nodes, elapsed);
        let (subtrees, total_subtrees) = (self.checkpoint.finished.len(), self.checkpoint.subtrees);
        let finished = FinishedSubtrees { subtrees, total_subtrees };
        Report {
            shard: shard.map(|(number, count)| format!("{number}/{count}")),
            interrupted: (verdict == Verdict::Interrupted).then_some(finished),
            ..report
        }
    }
}
