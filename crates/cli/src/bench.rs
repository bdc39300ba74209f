//! `tabiya bench`: how fast this build is on this machine, by back end.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use tabiya::tables::sliders::{Classical, Hyperbola, SliderBackend};
use tabiya::{Bitboard, Board, MoveList, Position, Square};

use crate::counting::backends;
use crate::verdict::{self, Verdict};
use crate::{json, progress};

/// What `tabiya bench` is told.
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

/// The figures, in the shape of `--json`.
#[derive(Serialize)]
struct Report {
    version: &'static str,
    /// What the build was allowed to use.
    target_features: Vec<&'static str>,
    /// What the processor has of what matters here.
    processor_features: Vec<&'static str>,
    figures: Vec<Figure>,
}

/// One figure.
#[derive(Serialize)]
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
}

/// One thing to measure: how often it was done in one go.
struct Task {
    name: String,
    unit: Unit,
    work: Box<dyn Fn() -> u64>,
}

/// How a figure is told.
#[derive(Clone, Copy)]
enum Unit {
    MillionASecond,
    Nanoseconds,
}

/// Perft's usual six positions, each with a depth of a few milliseconds.
const POSITIONS: [(&str, u8); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

impl Arguments {
    /// Measures.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let tasks = tasks();
        let share = Duration::from_secs(self.seconds.into()) / tasks.len() as u32;
        let bar = progress::bar(tasks.len() as u64, "{wide_bar} {pos}/{len}, {msg}");
        let figures = tasks.iter().map(|task| {
            bar.set_message(task.name.clone());
            let figure = task.measure(share);
            bar.inc(1);
            figure
        });
        let report = Report {
            version: env!("CARGO_PKG_VERSION"),
            target_features: target_features(),
            processor_features: processor_features(),
            figures: figures.collect(),
        };
        bar.finish_and_clear();
        if self.json {
            json::write(out, &report)?;
        } else {
            report.print(out)?;
        }
        Ok(Verdict::Success)
    }
}

impl Report {
    fn print(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(
            out,
            "tabiya {}, target features: {}",
            self.version,
            listed(&self.target_features)
        )?;
        writeln!(out, "CPU features: {}", listed(&self.processor_features))?;
        writeln!(out)?;
        let width = self.figures.iter().map(|figure| figure.name.len()).max().unwrap_or(0);
        for Figure { name, value, unit } in &self.figures {
            let digits = if *value < 100.0 { 2 } else { 0 };
            writeln!(out, "{name:width$}  {value:>8.digits$} {unit}")?;
        }
        Ok(())
    }
}

fn listed(features: &[&str]) -> String {
    if features.is_empty() { "none".to_owned() } else { features.join(" ") }
}

impl Task {
    /// Works for a while. The best round counts: whatever else the machine does only slows.
    fn measure(&self, time: Duration) -> Figure {
        let end = Instant::now() + time;
        let mut best = f64::INFINITY;
        while best.is_infinite() || Instant::now() < end {
            let start = Instant::now();
            let done = (self.work)();
            best = best.min(start.elapsed().as_secs_f64() / done as f64);
        }
        let (value, unit) = match self.unit {
            Unit::MillionASecond => (1e-6 / best, "Mnps"),
            Unit::Nanoseconds => (best * 1e9, "ns"),
        };
        Figure { name: self.name.clone(), value, unit }
    }
}

fn tasks() -> Vec<Task> {
    let positions: Vec<_> = POSITIONS
        .iter()
        .filter_map(|&(fen, depth)| Some((Position::from_fen(fen).ok()?, depth)))
        .collect();
    let boards: Vec<Board> = positions.iter().map(|&(position, _)| position.into()).collect();
    let occupied: Vec<_> = positions.iter().map(|(position, _)| position.occupied()).collect();
    let mut tasks = Vec::new();
    for perft in backends() {
        let positions = positions.clone();
        let count = move || {
            let counts = positions.iter().map(|(position, depth)| perft.count(position, *depth));
            counts.sum::<u128>() as u64
        };
        let name = format!("perft, {}", perft.backend());
        tasks.push(Task { name, unit: Unit::MillionASecond, work: Box::new(count) });
    }
    let lists = boards.clone();
    tasks.push(nanoseconds("generate legal moves", move || list_moves(&lists)));
    tasks.push(nanoseconds("make a move on a board", move || make_moves(&boards)));
    tasks.push(nanoseconds("parse a FEN", read_fens));
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    tasks.push(slider::<tabiya::tables::sliders::Magic>("magic", &occupied));
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    tasks.push(slider::<tabiya::tables::sliders::Pext>("PEXT", &occupied));
    tasks.push(slider::<Classical>("classical", &occupied));
    tasks.push(slider::<Hyperbola>("hyperbola", &occupied));
    tasks
}

fn nanoseconds(name: impl Into<String>, work: impl Fn() -> u64 + 'static) -> Task {
    Task { name: name.into(), unit: Unit::Nanoseconds, work: Box::new(work) }
}

/// How often a round repeats what takes nanoseconds.
const REPEATS: u64 = 1000;

fn list_moves(boards: &[Board]) -> u64 {
    for _ in 0..REPEATS {
        for board in boards {
            let moves: MoveList = black_box(board).legal_moves();
            black_box(&moves);
        }
    }
    REPEATS * boards.len() as u64
}

fn make_moves(boards: &[Board]) -> u64 {
    let mut made = 0;
    for board in boards {
        let moves = board.legal_moves();
        for _ in 0..REPEATS / 10 {
            for &mv in &moves {
                black_box(black_box(board).after(mv));
            }
        }
        made += REPEATS / 10 * moves.len() as u64;
    }
    made
}

fn read_fens() -> u64 {
    for _ in 0..REPEATS {
        for (fen, _) in POSITIONS {
            black_box(Position::from_fen(black_box(fen)).is_ok());
        }
    }
    REPEATS * POSITIONS.len() as u64
}

fn slider<B: SliderBackend + 'static>(name: &str, occupied: &[Bitboard]) -> Task {
    let occupied = occupied.to_vec();
    nanoseconds(format!("slider attacks, {name}"), move || {
        let mut found = Bitboard::EMPTY;
        for _ in 0..REPEATS / 10 {
            for &occupied in &occupied {
                for square in Square::ALL {
                    found ^= B::rook_attacks(square, black_box(occupied));
                    found ^= B::bishop_attacks(square, black_box(occupied));
                }
            }
        }
        black_box(found);
        REPEATS / 10 * occupied.len() as u64 * 128
    })
}

/// The features that make a difference, as the build may assume them.
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

/// The same features, as the processor has them.
fn processor_features() -> Vec<&'static str> {
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
