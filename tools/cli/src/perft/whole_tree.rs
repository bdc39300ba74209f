//! Perft counts for whole trees: by subtree, with progress and Ctrl-C.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Instant;

use indicatif::{HumanCount, ProgressBar};
use tabiya::Position;
use tabiya::perft::{ParallelPerft, Subtree, perft};
use tabiya_program::counting::start_thread;
use tabiya_program::progress;
use tabiya_program::report::{
    FinishedParts, Leaves, Output, Progress, REPORT_INTERVAL, Report, Work,
};
use tabiya_program::verdict::{self, Failure, Verdict};

/// A message to the main thread of a count.
enum Event {
    /// The message that a subtree is counted, with its index and its leaves.
    SubtreeFinished(usize, u128),
    /// The message that all subtrees are counted.
    AllFinished,
    /// The message that the user pressed Ctrl-C.
    Interrupted,
}

/// Counts a tree, split as suits the number of threads, and prints the result.
///
/// # Errors
///
/// Returns an error if the counting thread cannot start or the output cannot be written.
pub fn run(
    counter: ParallelPerft,
    root: Position,
    depth: u8,
    output: Output,
    out: &mut dyn Write,
) -> verdict::Result {
    let (sender, events) = channel();
    let interrupt_sender = sender.clone();
    progress::on_interrupt(move || drop(interrupt_sender.send(Event::Interrupted)));
    let (plies, subtrees) = counter.split(&root, depth);
    let mut count = RunningCount::new(subtrees, output);
    start_counting(counter, count.subtrees.clone(), depth - plies, sender)?;
    count.report_progress(out)?;
    let verdict = loop {
        match events.recv_timeout(REPORT_INTERVAL) {
            Ok(Event::SubtreeFinished(index, leaves)) => count.finish_subtree(index, leaves),
            Ok(Event::AllFinished) | Err(RecvTimeoutError::Disconnected) => break Verdict::Success,
            Ok(Event::Interrupted) => break Verdict::Interrupted,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if count.last_report.elapsed() >= REPORT_INTERVAL {
            count.report_progress(out)?;
        }
    };
    count.bar.finish_and_clear();
    let leaves = Leaves { nodes: count.nodes, resumed_nodes: 0, time: count.start.elapsed() };
    let mut report = Report::new(&root, depth, leaves, None::<()>);
    if verdict == Verdict::Interrupted {
        report = report.interrupted(count.finished_parts());
    }
    report.print(output, &"", out)?;
    Ok(verdict)
}

/// Counts subtrees on a detached thread, which an interrupt does not wait for.
fn start_counting(
    counter: ParallelPerft,
    subtrees: Vec<Subtree>,
    depth: u8,
    sender: Sender<Event>,
) -> anyhow::Result<()> {
    start_thread(move || {
        let flow = counter.count_each(&subtrees, depth, |index, leaves| {
            match sender.send(Event::SubtreeFinished(index, leaves)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        if flow.is_continue() {
            // The receiver is gone after an interrupt.
            let _ = sender.send(Event::AllFinished);
        }
    })
}

/// The state of a running count on the main thread.
struct RunningCount {
    subtrees: Vec<Subtree>,
    output: Output,
    finished_subtrees: u64,
    start: Instant,
    last_report: Instant,
    bar: ProgressBar,
    /// The estimated work for each subtree: its leaves at depth 2.
    subtree_work: Vec<u64>,
    total_work: u64,
    finished_work: u64,
    nodes: u128,
}

impl RunningCount {
    fn new(subtrees: Vec<Subtree>, output: Output) -> Self {
        // A one-ply count ignores the opponent's mobility, so two plies estimate better.
        let estimate = |tree: &Subtree| perft(&tree.position, 2).max(1) as u64;
        let subtree_work: Vec<_> = subtrees.iter().map(estimate).collect();
        let total_work = subtree_work.iter().sum();
        let template = "{wide_bar} {percent_precise} %, {msg}, {eta} left";
        Self {
            subtrees,
            output,
            finished_subtrees: 0,
            start: Instant::now(),
            last_report: Instant::now(),
            bar: progress::new_bar(total_work, template),
            subtree_work,
            total_work,
            finished_work: 0,
            nodes: 0,
        }
    }

    fn finish_subtree(&mut self, index: usize, leaves: u128) {
        let nodes = leaves.saturating_mul(self.subtrees[index].multiplicity);
        self.nodes = self.nodes.saturating_add(nodes);
        self.finished_subtrees += 1;
        self.finished_work += self.subtree_work[index];
        self.bar.set_position(self.finished_work);
    }

    /// Reports the progress on the bar, and as JSON if the output is JSON lines.
    fn report_progress(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        self.last_report = Instant::now();
        let seconds = self.start.elapsed().as_secs_f64();
        let rate = self.nodes as f64 / seconds.max(1e-9);
        self.bar.set_message(format!("{} leaves/s", HumanCount(rate as u64)));
        if self.output == Output::JsonLines {
            let work = Work { finished: self.finished_work, total: self.total_work };
            Progress::new(self.finished_parts(), self.nodes, work, self.start).print(out)?;
        }
        Ok(())
    }

    fn finished_parts(&self) -> FinishedParts {
        let total = self.subtrees.len() as u64;
        FinishedParts { name: "subtrees", finished: self.finished_subtrees, total }
    }
}
