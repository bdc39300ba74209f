//! Counts that may take long: subtree by subtree, with progress, checkpoints and Ctrl-C.

use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{HumanCount, ProgressBar};
use serde::Serialize;
use tabiya::Position;
use tabiya::perft::{ParallelPerft, Subtree, perft, split};

use super::files::of_file;
use crate::checkpoint::Checkpoint;
use crate::perft::report::{Finished, Output, Report};
use crate::position::format_fen;
use crate::verdict::{self, Failure, Verdict};
use crate::{json, progress};

/// What is to be counted.
pub struct Task {
    /// The root of the tree.
    pub root: Position,
    /// How deep leaves lie below it.
    pub depth: u8,
    /// How deep the tree is cut.
    pub plies: u8,
    /// The subtrees to count.
    pub subtrees: Vec<Subtree>,
    /// Which shard of all subtrees they are, if not all.
    pub shard: Option<(usize, usize)>,
}

impl Task {
    /// A whole tree, cut as suits the threads, or as a checkpoint of it has it.
    pub fn whole(
        counter: &ParallelPerft,
        root: Position,
        depth: u8,
        known: Option<&Checkpoint>,
    ) -> Self {
        let uncut = Checkpoint::new(&root, depth, 0, &[]);
        let (plies, subtrees) = match known {
            Some(known) if (&known.fen, known.depth) == (&uncut.fen, depth) => {
                let plies = known.plies.min(depth);
                (plies, split(&root, plies))
            }
            _ => counter.split(&root, depth),
        };
        Self { root, depth, plies, subtrees, shard: None }
    }
}

/// Where the progress of a count is saved, and what was saved before.
#[derive(Default)]
pub struct Saved<'a> {
    /// The file of the checkpoint, if there is to be one.
    pub path: Option<&'a Path>,
    /// The checkpoint that was found there.
    pub known: Option<Checkpoint>,
}

impl<'a> Saved<'a> {
    /// Reads the checkpoint at a path, if there is a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is no checkpoint.
    pub fn load(path: &'a Path) -> anyhow::Result<Self> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Self { path: Some(path), known: None });
            }
            Err(error) => return Err(of_file(path)(error)),
        };
        let checkpoint = Checkpoint::from_bytes(&bytes);
        let known = checkpoint.with_context(|| path.display().to_string())?;
        Ok(Self { path: Some(path), known: Some(known) })
    }
}

/// What a thread has to tell.
enum Event {
    /// A subtree is counted.
    Finished(usize, u128),
    /// All are.
    Done,
    /// The user has had enough.
    Interrupted,
}

/// Progress in the shape of `--json-lines`.
#[derive(Serialize)]
struct Progress {
    event: &'static str,
    subtrees: usize,
    of: usize,
    nodes: u128,
    /// What part of the work is done, 0 to 1.
    part: f64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds_left: Option<f64>,
}

/// How often progress is told.
const TELL: Duration = Duration::from_secs(1);
/// Checkpoints are no closer than this, and take no more than a part of the time.
const SAVE: Duration = Duration::from_millis(250);
const SAVE_SHARE: u32 = 20;

/// Counts, from where a checkpoint left it.
///
/// # Errors
///
/// If the checkpoint is refused or cannot be written, or the output cannot be written.
pub fn run(
    counter: ParallelPerft,
    task: Task,
    saved: Saved<'_>,
    output: Output,
    out: &mut dyn Write,
) -> verdict::Result {
    let mut run = Run::begin(task, saved, output)?;
    let (sender, events) = channel();
    let interrupted = sender.clone();
    progress::on_interrupt(move || drop(interrupted.send(Event::Interrupted)));
    run.start(counter, sender);
    run.tell(out)?;
    let verdict = loop {
        match events.recv_timeout(TELL.min(SAVE)) {
            Ok(Event::Finished(place, leaves)) => run.finish(place, leaves),
            Ok(Event::Done) | Err(RecvTimeoutError::Disconnected) => break Verdict::Success,
            Ok(Event::Interrupted) => break Verdict::Interrupted,
            Err(RecvTimeoutError::Timeout) => {}
        }
        run.save_in_time()?;
        if run.told.elapsed() >= TELL {
            run.tell(out)?;
        }
    };
    run.bar.finish_and_clear();
    run.save()?;
    run.report(verdict).print(output, out)?;
    Ok(verdict)
}

/// A count under way.
struct Run {
    task: Task,
    output: Output,
    /// Where finished subtrees are kept, and whether that is up to date.
    path: Option<PathBuf>,
    known: Checkpoint,
    is_saved: bool,
    saved: Instant,
    saving: Duration,
    start: Instant,
    told: Instant,
    bar: ProgressBar,
    /// What each subtree is thought to take.
    work: Vec<u64>,
    all_work: u64,
    work_before: u64,
    work_done: u64,
    nodes: u128,
    nodes_before: u128,
}

impl Run {
    /// Takes up what a checkpoint holds.
    fn begin(
        task: Task,
        Saved { path, known: found }: Saved<'_>,
        output: Output,
    ) -> anyhow::Result<Self> {
        let Task { root, depth, plies, subtrees, .. } = &task;
        let mut known = Checkpoint::new(root, *depth, *plies, subtrees);
        if let (Some(path), Some(found)) = (path, found) {
            let same = known.expect_same_count(&found);
            same.with_context(|| path.display().to_string())?;
            known = found;
        }
        // Two plies tell more than one: who has many moves may leave few to the other.
        let two_plies = |tree: &Subtree| perft(&tree.position, 2).max(1) as u64;
        let work: Vec<_> = subtrees.iter().map(two_plies).collect();
        let all_work = work.iter().sum();
        let work_done = known.finished.iter().map(|&(place, _)| work[place]).sum();
        let template = "{wide_bar} {percent_precise} %, {msg}, {eta} left";
        let bar = progress::bar(all_work, template).with_position(work_done);
        bar.reset_eta();
        let mut run = Self {
            task,
            output,
            path: path.map(Path::to_owned),
            is_saved: false,
            saved: Instant::now(),
            saving: Duration::ZERO,
            start: Instant::now(),
            told: Instant::now(),
            bar,
            work,
            all_work,
            work_before: work_done,
            work_done,
            nodes: 0,
            nodes_before: 0,
            known,
        };
        let nodes = |&(place, leaves): &(usize, u128)| run.weighed(place, leaves);
        run.nodes = run.known.finished.iter().map(nodes).fold(0, u128::saturating_add);
        run.nodes_before = run.nodes;
        // That the path can be written to is better known now.
        run.save()?;
        Ok(run)
    }

    /// Counts what is left on threads that outlive an interrupt.
    fn start(&self, counter: ParallelPerft, sender: Sender<Event>) {
        let is_left = |&place: &usize| {
            self.known.finished.binary_search_by_key(&place, |&(place, _)| place).is_err()
        };
        let places: Vec<_> = (0..self.task.subtrees.len()).filter(is_left).collect();
        let subtrees: Vec<_> = places.iter().map(|&place| self.task.subtrees[place]).collect();
        let below = self.task.depth - self.task.plies;
        thread::spawn(move || {
            let ended = counter.count_each(&subtrees, below, |place, leaves| {
                match sender.send(Event::Finished(places[place], leaves)) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            if ended.is_continue() {
                // If nobody listens, nobody needs to know.
                let _ = sender.send(Event::Done);
            }
        });
    }

    /// Leaves, as often as moves lead to them.
    fn weighed(&self, place: usize, leaves: u128) -> u128 {
        leaves.saturating_mul(self.task.subtrees[place].multiplicity)
    }

    fn finish(&mut self, place: usize, leaves: u128) {
        self.known.finished.push((place, leaves));
        self.is_saved = false;
        self.nodes = self.nodes.saturating_add(self.weighed(place, leaves));
        self.work_done += self.work[place];
        self.bar.set_position(self.work_done);
    }

    /// Saves if there is something new, and time enough has passed.
    fn save_in_time(&mut self) -> anyhow::Result<()> {
        if self.saved.elapsed() < SAVE.max(self.saving * SAVE_SHARE) { Ok(()) } else { self.save() }
    }

    fn save(&mut self) -> anyhow::Result<()> {
        if let (Some(path), false) = (&self.path, self.is_saved) {
            let start = Instant::now();
            self.known.finished.sort_unstable();
            self.known.save(path).map_err(of_file(path)).context("cannot save the checkpoint")?;
            self.saving = start.elapsed();
            self.saved = Instant::now();
            self.is_saved = true;
        }
        Ok(())
    }

    /// Tells of progress, in the manner that was asked for.
    fn tell(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.told = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = (self.nodes - self.nodes_before) as f64 / seconds.max(1e-9);
        self.bar.set_message(format!("{} leaves/s", HumanCount(rate as u64)));
        if self.output == Output::JsonLines {
            let done = self.work_done - self.work_before;
            let left = (self.all_work - self.work_done) as f64;
            let progress = Progress {
                event: "progress",
                subtrees: self.known.finished.len(),
                of: self.known.subtrees,
                nodes: self.nodes,
                part: self.work_done as f64 / self.all_work.max(1) as f64,
                seconds,
                seconds_left: (done > 0).then(|| seconds * left / done as f64),
            };
            json::write(out, &progress)?;
            out.flush()?;
        }
        Ok(())
    }

    fn report(&self, verdict: Verdict) -> Report {
        let Task { root, depth, shard, .. } = &self.task;
        let new = self.nodes - self.nodes_before;
        let report = Report::new(format_fen(root), *depth, self.nodes, new, self.start.elapsed());
        let finished = Finished { subtrees: self.known.finished.len(), of: self.known.subtrees };
        Report {
            shard: shard.map(|(which, of)| format!("{which}/{of}")),
            interrupted: (verdict == Verdict::Interrupted).then_some(finished),
            ..report
        }
    }
}
