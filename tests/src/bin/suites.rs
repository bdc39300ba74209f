//! Counts perft suites to any depth: the program behind `cargo xtask suites`.
#![forbid(unsafe_code)]

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use tabiya::perft::{Backend, Perft};
use tabiya_tests::count::{Job, check_all, jobs, perfts};
use tabiya_tests::number::read_number;
use tabiya_tests::suite::{all_suites, load};
use tabiya_tests::walk::processors;

/// Count perft suites and compare with what they say
#[derive(Parser)]
#[command(
    name = "suites",
    after_help = "Exit code: 0 if every count is right, 1 if one is not, 2 if a file or an \
                  argument is unusable."
)]
struct Arguments {
    /// Skip counts over so many nodes; also written like 1e8
    #[arg(long, value_name = "NODES", default_value = "1e6", value_parser = read_number)]
    max_nodes: u64,
    /// How many threads count [default: one for each processor]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Count with this back end alone [default: with each that the processor has]
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
    /// Suites to count, lines of `FEN ;D1 n ;D2 n …` [default: those of the tests]
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Counts, prints, and answers how many counts were wrong.
fn run(arguments: &Arguments) -> Result<usize> {
    let files = if arguments.files.is_empty() { all_suites()? } else { arguments.files.clone() };
    let mut rows = Vec::new();
    for file in &files {
        rows.extend(load(file)?);
    }
    let (jobs, skipped) = jobs(&rows, arguments.max_nodes)?;
    let threads = arguments.threads.map_or_else(processors, NonZeroUsize::get);
    println!("{} positions, {} counts ({skipped} over the limit skipped)", rows.len(), jobs.len());
    let chosen = match arguments.backend {
        Some(backend) => vec![Perft::with(backend)?],
        None => perfts().collect(),
    };
    Ok(chosen.into_iter().map(|perft| count(&jobs, perft, threads)).sum())
}

/// Counts all by one back end, prints, and answers how many counts were wrong.
fn count(jobs: &[Job<'_>], perft: Perft, threads: usize) -> usize {
    let nodes = jobs.iter().map(|job| job.expected).sum();
    let bar = progress_bar(nodes);
    let failures = AtomicUsize::new(0);
    let start = Instant::now();
    check_all(jobs, perft, threads, |job, outcome| {
        if let Err(failure) = outcome {
            failures.fetch_add(1, Ordering::Relaxed);
            bar.suspend(|| println!("{failure}"));
        }
        bar.inc(job.expected);
    });
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let failures = failures.into_inner();
    println!(
        "{}: {nodes} nodes in {seconds:.2} s, {:.0} nodes/s, {failures} failures",
        perft.backend(),
        nodes as f64 / seconds.max(1e-9),
    );
    failures
}

/// A bar over the nodes to count, on stderr; hidden where that is no terminal.
fn progress_bar(nodes: u64) -> ProgressBar {
    let template = "{wide_bar} {human_pos}/{human_len} nodes, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::new(nodes).with_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
