//! Verifies perft suites to any depth, for `cargo xtask suites`.
#![forbid(unsafe_code)]

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use tabiya::perft::{Backend, Perft};
use tabiya_suites::numbers::parse_number;
use tabiya_suites::parallel::cpu_count;
use tabiya_suites::progress::progress_bar;
use tabiya_suites::suite::{all_suites, load};
use tabiya_suites::suite_counts::{Job, available_perfts, check_all, jobs};

/// Run perft suites and verify the expected counts
#[derive(Parser)]
#[command(
    name = "suites",
    after_help = "Exit code: 0 if all counts are as expected, 1 if a count differs, 2 if a file or an \
                  argument is invalid."
)]
struct Arguments {
    /// Skip counts above NODES (e.g. 1e8)
    #[arg(long, value_name = "NODES", default_value = "1e6", value_parser = parse_number)]
    max_nodes: u64,
    /// Use N threads [default: one per CPU]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Use one back end [default: each that the CPU supports]
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
    /// Suites of lines `FEN ;D1 n ;D2 n …` [default: tests/data/perft]
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

/// Verifies the suites with each back end, prints the results, and returns how many counts are
/// wrong.
fn run(arguments: &Arguments) -> Result<usize> {
    let files = if arguments.files.is_empty() { all_suites()? } else { arguments.files.clone() };
    let mut rows = Vec::new();
    for file in &files {
        rows.extend(load(file)?);
    }
    let (jobs, skipped) = jobs(&rows, arguments.max_nodes)?;
    let threads = arguments.threads.map_or_else(cpu_count, NonZeroUsize::get);
    println!("{} positions, {} counts ({skipped} over the limit skipped)", rows.len(), jobs.len());
    let perfts = match arguments.backend {
        Some(backend) => vec![Perft::with(backend)?],
        None => available_perfts().collect(),
    };
    Ok(perfts.into_iter().map(|perft| verify(&jobs, perft, threads)).sum())
}

/// Verifies all jobs with one back end, prints the result, and returns how many counts are wrong.
fn verify(jobs: &[Job<'_>], perft: Perft, threads: usize) -> usize {
    let nodes = jobs.iter().map(|job| job.expected).sum();
    let bar = progress_bar(nodes, "nodes");
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
