//! `tabiya suite`: runs perft suites and verifies the expected counts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use serde::Serialize;
use tabiya::{FenOptions, Position, epd};
use tabiya_program::counting::{ThreadArgs, count_leaves_within};
use tabiya_program::node_count::NodeCount;
use tabiya_program::number::parse_number;
use tabiya_program::position::format_fen;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{causes, json, lines, progress};

use crate::notes::{LineNotes, RefusedLine};

/// The arguments of `tabiya suite`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya suite positions.epd\n  \
        tabiya suite --max-nodes 1e9 --threads 4 *.epd\n\n\
        Each line is a position with expected counts: `FEN ;D1 20 ;D2 400`, or EPD with\n\
        `D1 20; D2 400;`. Empty lines and lines that begin with # are ignored.\n\
        Refused lines are listed after the counts of the others, with warnings of operations\n\
        that are not EPD.\n\
        Exit code 0 if all counts match, 1 if one differs or a line is refused.")]
pub struct Arguments {
    /// Read these suites; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Skip counts of more leaves than this (e.g. 1e9)
    #[arg(long, value_name = "NODES", default_value = "1e8", value_parser = parse_number)]
    max_nodes: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Accept positions whose checks no legal move can have produced
    #[arg(long)]
    allow_impossible_checks: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A perft count in a suite to verify.
struct CountJob {
    /// The file and line number where the count is, such as `a.epd:7`.
    location: String,
    position: Position,
    depth: u8,
    expected: u128,
}

/// The number of leaves up to which every count is exact. It takes a fraction of a second.
const MIN_COUNT_LIMIT: u128 = 10_000_000;

/// The counts in a suite line.
struct Line {
    jobs: Vec<CountJob>,
    /// The number of counts beyond `--max-nodes`.
    skipped: usize,
}

impl CountJob {
    /// Returns the expected count as `u64`, the type to which `--max-nodes` limits counts.
    fn expected_leaves(&self) -> u64 {
        u64::try_from(self.expected).unwrap_or(u64::MAX)
    }

    /// Counts the leaves. A number far above the expected one is not counted to the end.
    fn count(&self) -> NodeCount {
        let limit = self.expected.saturating_mul(2).max(MIN_COUNT_LIMIT);
        count_leaves_within(limit, &self.position, self.depth)
    }
}

/// A wrong count, which the JSON output contains.
#[derive(Serialize)]
struct WrongCount {
    location: String,
    fen: String,
    depth: u8,
    expected: u128,
    found: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found_at_least: Option<u128>,
}

/// The result for all suites, which is also the JSON output.
#[derive(Default, Serialize)]
struct Report {
    positions: usize,
    counts: usize,
    skipped: usize,
    nodes: u128,
    seconds: f64,
    nodes_per_second: u64,
    failures: Vec<WrongCount>,
    #[serde(flatten)]
    notes: LineNotes,
}

impl Arguments {
    /// Verifies the counts in all suites, and prints the wrong counts, the refused lines and a
    /// summary.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read or is empty, or if the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let mut report = Report::default();
        let jobs = self.read_jobs(&mut report)?;
        let start = Instant::now();
        self.run_jobs(&jobs, &mut report, out)?;
        report.seconds = start.elapsed().as_secs_f64();
        report.nodes_per_second = (report.nodes as f64 / report.seconds.max(1e-9)) as u64;
        if self.json {
            json::write_line(out, &report)?;
        } else {
            report.print(out)?;
        }
        Ok(Verdict::mismatch_if(!report.failures.is_empty() || !report.notes.refused.is_empty()))
    }

    /// Reads the counts to verify from all files, the largest first, for load balancing at the end.
    fn read_jobs(&self, report: &mut Report) -> anyhow::Result<Vec<CountJob>> {
        let mut jobs = Vec::new();
        for file in &self.files {
            let mut is_empty = true;
            lines::for_each::<anyhow::Error>(file, |number, line| {
                is_empty = false;
                let location = format!("{}:{number}", file.display());
                let line = line.map_err(anyhow::Error::new);
                let notes = &mut report.notes;
                match line.and_then(|line| self.parse_line(line, &location, notes)) {
                    Ok(line) => {
                        report.positions += 1;
                        report.skipped += line.skipped;
                        jobs.extend(line.jobs);
                    }
                    Err(error) => {
                        let error = causes::join_messages(&error);
                        report.notes.refused.push(RefusedLine { location, error });
                    }
                }
                Ok(())
            })?;
            ensure!(!is_empty, "{}: empty; expected a position per line", display_path(file));
        }
        jobs.sort_by_key(|job| std::cmp::Reverse(job.expected));
        report.counts = jobs.len();
        Ok(jobs)
    }

    /// Parses the counts in a suite line, and notes operations that cannot be read.
    fn parse_line(
        &self,
        line: &[u8],
        location: &str,
        notes: &mut LineNotes,
    ) -> anyhow::Result<Line> {
        let options = FenOptions::new().allow_impossible_checks(self.allow_impossible_checks);
        let epd = epd::read_lenient(options, line)?;
        notes.add_warnings(location, &epd);
        let mut jobs = Vec::new();
        let mut skipped = 0;
        for operation in epd.operations() {
            let depth = operation.opcode().strip_prefix('D').and_then(|depth| depth.parse().ok());
            let Some(depth) = depth else { continue };
            let expected = operation
                .number::<u128>()
                .with_context(|| format!("{}: invalid count", operation.opcode()))?;
            if expected > self.max_nodes.into() {
                skipped += 1;
                continue;
            }
            let location = location.to_owned();
            let position = *epd.position();
            jobs.push(CountJob { location, position, depth, expected });
        }
        ensure!(!jobs.is_empty() || skipped > 0, "no count; expected e.g. `;D4 197281`");
        Ok(Line { jobs, skipped })
    }

    /// Runs the jobs on all threads, and prints wrong counts at once.
    fn run_jobs(
        &self,
        jobs: &[CountJob],
        report: &mut Report,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let nodes = jobs.iter().map(|job| job.expected_leaves()).fold(0, u64::saturating_add);
        let template = "{wide_bar} {human_pos}/{human_len} leaves, {per_sec}, {eta} left";
        let bar = progress::new_bar(nodes, template);
        let next = &AtomicUsize::new(0);
        let result = thread::scope(|scope| {
            let (sender, results) = channel();
            for _ in 0..self.threads.thread_count() {
                let sender = sender.clone();
                let work = move || {
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        // The receiver is gone if the output is closed.
                        if sender.send((job, job.count())).is_err() {
                            break;
                        }
                    }
                };
                let start = thread::Builder::new().spawn_scoped(scope, work);
                start.context("cannot start a thread")?;
            }
            drop(sender);
            self.collect_results(&results, &bar, report, out)
        });
        bar.finish_and_clear();
        result
    }

    /// Adds job results to the report, and prints wrong counts.
    fn collect_results(
        &self,
        results: &Receiver<(&CountJob, NodeCount)>,
        bar: &indicatif::ProgressBar,
        report: &mut Report,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        for (job, count) in results {
            bar.inc(job.expected_leaves());
            let (NodeCount::Exact(nodes) | NodeCount::AtLeast(nodes)) = count;
            report.nodes = report.nodes.saturating_add(nodes);
            if count == NodeCount::Exact(job.expected) {
                continue;
            }
            let &CountJob { depth, expected, .. } = job;
            let location = job.location.clone();
            let fen = format_fen(&job.position);
            if !self.json {
                bar.suspend(|| {
                    writeln!(
                        out,
                        "{location}: {fen}: depth {depth}: found {count}, expected {expected}"
                    )
                })?;
            }
            let found = count.exact();
            let found_at_least = count.lower_bound();
            let wrong = WrongCount { location, fen, depth, expected, found, found_at_least };
            report.failures.push(wrong);
        }
        Ok(())
    }
}

fn display_path(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

impl Report {
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { positions, counts, skipped, nodes, seconds, nodes_per_second, .. } = self;
        let wrong = self.failures.len();
        self.notes.print(out)?;
        write!(out, "{positions} positions, {counts} counts, {skipped} skipped, {wrong} wrong")?;
        match self.notes.refused.len() {
            0 => writeln!(out)?,
            refused => writeln!(out, ", {refused} refused")?,
        }
        Ok(writeln!(out, "{nodes} leaves in {seconds:.2} s, {nodes_per_second} leaves/s")?)
    }
}
