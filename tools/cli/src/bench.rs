//! `tabiya bench`: benchmarks for this build on this machine.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use tabiya::perft::{Backend, Perft};
use tabiya::tables::sliders::{Classical, Hyperbola, SliderBackend};
use tabiya::{Bitboard, Board, MoveList, Position, Square};
use tabiya_program::verdict::{self, Verdict};
use tabiya_program::{json, progress};

/// The arguments of `tabiya bench`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya bench\n  \
        tabiya bench --seconds 1 --json\n\n\
        Single-threaded; run on an idle machine.")]
pub struct Arguments {
    /// Measure for this long in total
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = clap::value_parser!(u16).range(1..=3600))]
    seconds: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The results from all benchmarks, which are also the JSON output from `tabiya bench`.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    /// The CPU features that the build assumes.
    target_features: Vec<&'static str>,
    /// The CPU features that this machine has.
    cpu_features: Vec<&'static str>,
    results: Vec<BenchmarkResult>,
}

/// A benchmark result with its name, value and unit.
#[derive(Serialize)]
struct BenchmarkResult {
    name: String,
    value: f64,
    unit: &'static str,
}

/// A benchmark: a function that runs a round, and the name and unit of its result.
struct Benchmark {
    name: String,
    unit: Unit,
    /// The function that runs a round and returns how many operations the round had.
    run_round: Box<dyn Fn() -> u64>,
}

/// The unit for a benchmark's result.
#[derive(Clone, Copy)]
enum Unit {
    /// Million operations per second.
    MillionsPerSecond,
    /// Nanoseconds per operation.
    Nanoseconds,
}

/// The six usual perft positions, each with a depth that takes a few milliseconds.
const POSITIONS: [(&str, u8); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

impl Arguments {
    /// Runs all benchmarks.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let benchmarks = benchmarks();
        let duration = Duration::from_secs(self.seconds.into()) / benchmarks.len() as u32;
        let bar = progress::new_bar(benchmarks.len() as u64, "{wide_bar} {pos}/{len}, {msg}");
        let results = benchmarks.iter().map(|benchmark| {
            bar.set_message(benchmark.name.clone());
            let result = benchmark.run(duration);
            bar.inc(1);
            result
        });
        let report = Report {
            version: env!("CARGO_PKG_VERSION"),
            target_features: target_features(),
            cpu_features: cpu_features(),
            results: results.collect(),
        };
        bar.finish_and_clear();
        if self.json {
            json::write_line(out, &report)?;
        } else {
            report.print(out)?;
        }
        Ok(Verdict::Success)
    }
}

impl Report {
    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let target_features = join_features(&self.target_features);
        writeln!(out, "tabiya {}, target features: {target_features}", self.version)?;
        writeln!(out, "CPU features: {}", join_features(&self.cpu_features))?;
        writeln!(out)?;
        let width = self.results.iter().map(|result| result.name.len()).max().unwrap_or(0);
        for BenchmarkResult { name, value, unit } in &self.results {
            let digits = if *value < 100.0 { 2 } else { 0 };
            writeln!(out, "{name:width$}  {value:>8.digits$} {unit}")?;
        }
        Ok(())
    }
}

fn join_features(features: &[&str]) -> String {
    if features.is_empty() { "none".to_owned() } else { features.join(" ") }
}

impl Benchmark {
    /// Runs rounds for a duration. The fastest round gives the result, since other load on the
    /// machine only adds time.
    fn run(&self, duration: Duration) -> BenchmarkResult {
        let end = Instant::now() + duration;
        let mut best = f64::INFINITY;
        while best.is_infinite() || Instant::now() < end {
            let start = Instant::now();
            let operations = (self.run_round)();
            best = best.min(start.elapsed().as_secs_f64() / operations as f64);
        }
        let (value, unit) = match self.unit {
            Unit::MillionsPerSecond => (1e-6 / best, "Mnps"),
            Unit::Nanoseconds => (best * 1e9, "ns"),
        };
        BenchmarkResult { name: self.name.clone(), value, unit }
    }
}

fn benchmarks() -> Vec<Benchmark> {
    let positions: Vec<_> = POSITIONS
        .iter()
        .filter_map(|&(fen, depth)| Some((Position::from_fen(fen).ok()?, depth)))
        .collect();
    let boards: Vec<Board> = positions.iter().map(|&(position, _)| position.into()).collect();
    let occupied: Vec<_> = positions.iter().map(|(position, _)| position.occupied()).collect();
    let mut benchmarks = Vec::new();
    let counters = Backend::ALL.into_iter().filter_map(|backend| Perft::with(backend).ok());
    for perft in counters {
        let positions = positions.clone();
        let count = move || {
            let counts = positions.iter().map(|(position, depth)| perft.count(position, *depth));
            counts.sum::<u128>() as u64
        };
        let name = format!("perft, {}", perft.backend());
        let unit = Unit::MillionsPerSecond;
        let run_round = Box::new(count);
        benchmarks.push(Benchmark { name, unit, run_round });
    }
    let generation_boards = boards.clone();
    let generate = move || generate_moves(&generation_boards);
    benchmarks.push(nanosecond_benchmark("generate legal moves", generate));
    benchmarks.push(nanosecond_benchmark("make a move on a board", move || make_moves(&boards)));
    benchmarks.push(nanosecond_benchmark("parse a FEN", parse_fens));
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    benchmarks.push(slider_attack_benchmark::<tabiya::tables::sliders::Magic>("magic", &occupied));
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    benchmarks.push(slider_attack_benchmark::<tabiya::tables::sliders::Pext>("PEXT", &occupied));
    benchmarks.push(slider_attack_benchmark::<Classical>("classical", &occupied));
    benchmarks.push(slider_attack_benchmark::<Hyperbola>("hyperbola", &occupied));
    benchmarks
}

/// Creates a benchmark whose result is in nanoseconds per operation.
fn nanosecond_benchmark(
    name: impl Into<String>,
    run_round: impl Fn() -> u64 + 'static,
) -> Benchmark {
    Benchmark { name: name.into(), unit: Unit::Nanoseconds, run_round: Box::new(run_round) }
}

/// The number of times that a benchmark round repeats a short operation.
const REPETITIONS: u64 = 1000;

fn generate_moves(boards: &[Board]) -> u64 {
    for _ in 0..REPETITIONS {
        for board in boards {
            let moves: MoveList = black_box(board).legal_moves();
            black_box(&moves);
        }
    }
    REPETITIONS * boards.len() as u64
}

fn make_moves(boards: &[Board]) -> u64 {
    let mut operations = 0;
    for board in boards {
        let moves = board.legal_moves();
        for _ in 0..REPETITIONS / 10 {
            for &mv in &moves {
                black_box(black_box(board).after(mv));
            }
        }
        operations += REPETITIONS / 10 * moves.len() as u64;
    }
    operations
}

fn parse_fens() -> u64 {
    for _ in 0..REPETITIONS {
        for (fen, _) in POSITIONS {
            black_box(Position::from_fen(black_box(fen)).is_ok());
        }
    }
    REPETITIONS * POSITIONS.len() as u64
}

fn slider_attack_benchmark<B: SliderBackend + 'static>(
    name: &str,
    occupied: &[Bitboard],
) -> Benchmark {
    let occupied = occupied.to_vec();
    nanosecond_benchmark(format!("slider attacks, {name}"), move || {
        let mut attacks = Bitboard::EMPTY;
        for _ in 0..REPETITIONS / 10 {
            for &occupied in &occupied {
                for square in Square::ALL {
                    attacks ^= B::rook_attacks(square, black_box(occupied));
                    attacks ^= B::bishop_attacks(square, black_box(occupied));
                }
            }
        }
        black_box(attacks);
        REPETITIONS / 10 * occupied.len() as u64 * 128
    })
}

/// Returns the relevant CPU features that the build assumes.
fn target_features() -> Vec<&'static str> {
    let features = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512vbmi2", cfg!(target_feature = "avx512vbmi2")),
    ];
    features.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}

/// Returns the relevant CPU features that run-time detection finds.
fn cpu_features() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let features = [
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("bmi1", is_x86_feature_detected!("bmi1")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("avx512vbmi2", is_x86_feature_detected!("avx512vbmi2")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let features: [(&str, bool); 0] = [];
    features.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}
