//! Comparison with other generators on boards from random games, for `cargo xtask differential`.
#![forbid(unsafe_code)]

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use indicatif::ProgressBar;
use tabiya_differential::GENERATORS;
use tabiya_suites::numbers::parse_number;
use tabiya_suites::parallel::cpu_count;
use tabiya_suites::progress::progress_bar;
use tabiya_suites::suite::all_positions;
use tabiya_suites::suite_counts::available_perfts;
use tabiya_tests::differential::{Difference, compare_perft, compare_playouts};
use tabiya_tests::playouts::Playouts;

/// The number of differences after which the comparison stops.
const MAX_DIFFERENCES: usize = 20;

/// The perft depth with `--perft`.
const PERFT_DEPTH: u8 = 3;

/// Compare the legal generator with others on boards of random games
#[derive(Parser)]
#[command(
    name = "differential",
    after_help = "The other generators are pseudo-legal generation, two oracles, cozy-chess, \
                  shakmaty and owlchess. A tenth of the boards is from games that start from \
                  suite positions. The others are in equal parts from standard chess, Chess960 \
                  and double Chess960. All moves and successors are compared, field by field.\n\n\
                  Exit code: 0 if all agree, 1 if there is a difference, 2 if an argument is \
                  invalid."
)]
struct Arguments {
    /// Compare N boards (e.g. 2e7)
    #[arg(long, value_name = "N", default_value = "1e5", value_parser = parse_number)]
    positions: u64,
    /// Compare the back ends of perft at depth 3 instead
    #[arg(long)]
    perft: bool,
    /// Seed of the random games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Use T threads [default: one per CPU]
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

fn main() -> ExitCode {
    match compare(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Compares, prints the report, and returns how many boards have a difference.
fn compare(arguments: &Arguments) -> Result<usize> {
    let rows = all_positions()?;
    let playouts = Playouts::new(arguments.positions, arguments.seed, &rows);
    let threads = arguments.threads.map_or_else(cpu_count, NonZeroUsize::get);

    let bar = progress_bar(arguments.positions, "boards");
    let start = Instant::now();
    if arguments.perft {
        return Ok(compare_back_ends(arguments, playouts, threads, &bar));
    }
    let observer = |boards, differences: &[Difference]| {
        for difference in differences {
            bar.suspend(|| println!("{difference}"));
        }
        bar.inc(boards as u64);
    };
    let report = compare_playouts(playouts, &GENERATORS, threads, MAX_DIFFERENCES, observer);
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let rate = report.tally.boards as f64 / seconds.max(1e-9);
    println!("{report} in {seconds:.1} s, {rate:.0} boards/s, seed {}", arguments.seed);
    Ok(report.differences)
}

/// Compares the perft back ends, prints the result, and returns how many boards have a difference.
fn compare_back_ends(
    arguments: &Arguments,
    playouts: Playouts<'_>,
    threads: usize,
    bar: &ProgressBar,
) -> usize {
    let perfts = available_perfts().collect::<Vec<_>>();
    let differing = AtomicUsize::new(0);
    let leaves = compare_perft(playouts, &perfts, PERFT_DEPTH, threads, |boards, differences| {
        for difference in differences {
            bar.suspend(|| println!("{difference}"));
        }
        differing.fetch_add(differences.len(), Ordering::Relaxed);
        bar.inc(boards as u64);
    });
    bar.finish_and_clear();
    let differing = differing.into_inner();
    let names = perfts.iter().map(|perft| perft.backend().to_string()).collect::<Vec<_>>();
    println!(
        "{} boards to depth {PERFT_DEPTH} by {}, {leaves} leaves, {differing} differences, seed {}",
        arguments.positions,
        names.join(", "),
        arguments.seed
    );
    differing
}
