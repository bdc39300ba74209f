//! Compares the generator with others on the boards of random games: the program behind
//! `cargo xtask differential`.
#![forbid(unsafe_code)]

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use tabiya_tests::count::perfts;
use tabiya_tests::differential::{CONTESTANTS, run, run_perft};
use tabiya_tests::number::read_number;
use tabiya_tests::playouts::Playouts;
use tabiya_tests::suite::all_positions;
use tabiya_tests::walk::processors;

/// Differences after which it stops.
const ENOUGH: usize = 20;

/// How deep the back ends of perft count.
const DEPTH: u8 = 3;

/// Compare the legal generator with the late one, two oracles, cozy-chess, shakmaty and
/// owlchess on the boards of random games
#[derive(Parser)]
#[command(
    name = "differential",
    after_help = "A tenth of the boards is of games from rows of the suites, the rest in equal \
                  parts of standard chess, Chess960 and double Chess960. All moves and all \
                  successors are compared with everyone, field by field.\n\n\
                  Exit code: 0 if all agree, 1 if somebody does not, 2 if an argument is \
                  unusable."
)]
struct Arguments {
    /// How many boards to compare; also written like 2e7
    #[arg(long, value_name = "N", default_value = "1e5", value_parser = read_number)]
    positions: u64,
    /// Compare the back ends of perft instead, three plies deep on each board
    #[arg(long)]
    perft: bool,
    /// The seed of the games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads compare [default: one for each processor]
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

/// Compares, prints, and answers how many boards differ.
fn compare(arguments: &Arguments) -> Result<usize> {
    let rows = all_positions()?;
    let playouts = Playouts::new(arguments.positions, arguments.seed, &rows);
    let threads = arguments.threads.map_or_else(processors, NonZeroUsize::get);

    let bar = progress_bar(arguments.positions);
    let start = Instant::now();
    if arguments.perft {
        return Ok(compare_perft(arguments, playouts, threads, &bar));
    }
    let report = run(playouts, &CONTESTANTS, threads, ENOUGH, |boards, differences| {
        for difference in differences {
            bar.suspend(|| println!("{difference}"));
        }
        bar.inc(boards as u64);
    });
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let rate = report.tally.boards as f64 / seconds.max(1e-9);
    println!("{report} in {seconds:.1} s, {rate:.0} boards/s, seed {}", arguments.seed);
    Ok(report.differences)
}

/// Compares the back ends of perft, prints, and answers on how many boards they differ.
fn compare_perft(
    arguments: &Arguments,
    playouts: Playouts<'_>,
    threads: usize,
    bar: &ProgressBar,
) -> usize {
    let perfts = perfts().collect::<Vec<_>>();
    let differing = AtomicUsize::new(0);
    let leaves = run_perft(playouts, &perfts, DEPTH, threads, |boards, differences| {
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
        "{} boards to depth {DEPTH} by {}, {leaves} leaves, {differing} differences, seed {}",
        arguments.positions,
        names.join(", "),
        arguments.seed
    );
    differing
}

/// A bar over the boards to compare, on stderr; hidden where that is no terminal.
fn progress_bar(boards: u64) -> ProgressBar {
    let template = "{wide_bar} {human_pos}/{human_len} boards, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::new(boards).with_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
