//! Compares one loop over lists in Rust, through `tabiya.hpp`, and with chess-library, a header of C++, in one run.
//!
//! Run `cargo xtask c --install PREFIX` before, and get chess-library by
//! `git clone https://github.com/Disservin/chess-library`.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use tabiya::Board;

/// Positions of all phases, from the perft suites.
const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];

const DEPTH: u32 = 4;

const ROUNDS: usize = 9;

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let usage = "expected: c-header PREFIX [FOLDER of chess.hpp]";
    let prefix = args.next().context(usage)?;
    let mut loops = vec![("Rust", None), ("tabiya.hpp", Some(build(&prefix, None)?))];
    if let Some(folder) = args.next() {
        loops.push(("chess-library", Some(build(&prefix, Some(&folder))?)));
    }
    let mut least = vec![f64::INFINITY; loops.len()];
    let mut counts = vec![0; loops.len()];
    // The loops alternate, so that all of them meet the same load.
    for _ in 0..ROUNDS {
        for (index, (_, program)) in loops.iter().enumerate() {
            let (count, seconds) = program.as_ref().map_or_else(|| Ok(run_rust()), |p| run(p))?;
            counts[index] = count;
            least[index] = least[index].min(seconds);
        }
    }
    ensure!(counts.iter().all(|count| *count == counts[0]), "different counts: {counts:?}");
    println!("| loop | million leaves/s | leaves/s, ratio to Rust |\n|---|---:|---:|");
    for (index, (name, _)) in loops.iter().enumerate() {
        let speed = counts[index] as f64 / least[index] / 1e6;
        println!("| {name} | {speed:.0} | {:.2} |", least[0] / least[index]);
    }
    Ok(())
}

/// Compiles the loop by clang, with chess-library if its folder is given. Returns the program's path.
fn build(prefix: &str, folder: Option<&str>) -> Result<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/list_loop.cpp");
    let name = if folder.is_some() { "list_loop_other" } else { "list_loop" };
    let program = std::env::temp_dir().join(name).display().to_string();
    let mut command = Command::new("clang++");
    command.args(["-std=c++20", "-O3", "-DNDEBUG"]).arg(source);
    match folder {
        Some(folder) => command.args(["-DCHESS_LIBRARY", &format!("-I{folder}")]),
        None => {
            let library = format!("{prefix}/lib/libtabiya_c.a");
            command.args([&format!("-I{prefix}/include"), &library, "-lpthread", "-ldl", "-lm"])
        }
    };
    let status = command.args(["-o", &program]).status().context("clang++")?;
    ensure!(status.success(), "{command:?}: {status}");
    Ok(program)
}

/// Returns a program's leaves and seconds.
fn run(program: &str) -> Result<(u64, f64)> {
    let output = Command::new(program).arg(DEPTH.to_string()).args(FENS).output()?;
    let text = String::from_utf8(output.stdout)?;
    let (count, seconds) = text.trim().split_once(' ').context("no figures")?;
    Ok((count.parse()?, seconds.parse()?))
}

fn run_rust() -> (u64, f64) {
    let start = Instant::now();
    let boards = FENS.iter().filter_map(|fen| Board::from_fen(fen).ok());
    let count = boards.map(|board| leaves(&board, DEPTH)).sum();
    (count, start.elapsed().as_secs_f64())
}

fn leaves(board: &Board, depth: u32) -> u64 {
    let moves = board.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| leaves(&board.after(mv), depth - 1)).sum()
}
