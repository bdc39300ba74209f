//! Times boards and move lists at each offset from a page boundary: `cargo run --release --bin layout` in
//! the folder `lab`.
//!
//! The operating system randomizes where each process's stack starts, in 16-byte steps, and a
//! search's locals are at a fixed distance from there. Whether a board or a list crosses a cache
//! line or a page therefore depends on the process. This program sets the offset instead: it stores
//! objects in a page-aligned array after padding, and times each object. `docs/benchmarking.md`
//! reports the results.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use clap::Parser;
use tabiya::{Board, Move, MoveList};
use tabiya_benches::positions;

const PAGE_SIZE: usize = 4096;
const CACHE_LINE_SIZE: usize = 64;

/// Time boards and move lists at each offset from a page boundary
#[derive(Debug, Parser)]
struct Arguments {
    /// Number of rounds; each times every offset once
    #[arg(long, default_value_t = 40)]
    rounds: u32,
    /// Print every offset, not only one line per class
    #[arg(long)]
    all: bool,
}

/// Values at a fixed byte distance after a page boundary.
#[repr(C, align(4096))]
struct OffsetArray<const PADDING: usize, T, const N: usize> {
    padding: [u8; PADDING],
    values: [T; N],
}

/// The boards that the program times, with their legal moves.
struct BoardSample {
    boards: Vec<(Board, Vec<Move>)>,
    moves: usize,
}

/// The minimum time at each offset from a page boundary, in nanoseconds.
type MinimumTimes = BTreeMap<usize, f64>;

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let boards = positions::standard_texts()?.into_iter().map(|text| {
        let board = Board::from_fen(&text.fen)?;
        anyhow::Ok((board, board.legal_moves().to_vec()))
    });
    let boards = boards.collect::<Result<Vec<_>>>()?;
    let work = BoardSample { moves: boards.iter().map(|(_, moves)| moves.len()).sum(), boards };
    let mut makes = MinimumTimes::new();
    let mut lists = MinimumTimes::new();
    for _ in 0..arguments.rounds {
        time_round::<0>(&work, &mut makes, &mut lists);
        time_round::<8>(&work, &mut makes, &mut lists);
        time_round::<16>(&work, &mut makes, &mut lists);
        time_round::<24>(&work, &mut makes, &mut lists);
        time_round::<32>(&work, &mut makes, &mut lists);
        time_round::<40>(&work, &mut makes, &mut lists);
        time_round::<48>(&work, &mut makes, &mut lists);
        time_round::<56>(&work, &mut makes, &mut lists);
    }
    print_classes(&arguments, "copy a board and make a move, ns/move", size_of::<Board>(), &makes);
    // In most positions the moves fill less than 100 bytes in a list.
    print_classes(&arguments, "list the legal moves, ns/position", 100, &lists);
    Ok(())
}

/// Times all boards and lists in a round at the offsets after one padding.
fn time_round<const PADDING: usize>(
    work: &BoardSample,
    makes: &mut MinimumTimes,
    lists: &mut MinimumTimes,
) {
    let mut boards = Box::new(OffsetArray::<PADDING, _, 128> {
        padding: [0; PADDING],
        values: [Board::default(); 128],
    });
    black_box(&mut boards.padding);
    for board in &mut boards.values {
        let seconds = measure_seconds(|| make_all_moves(work, board));
        record_minimum(makes, board, seconds / work.moves as f64);
    }
    let mut moves = Box::new(OffsetArray::<PADDING, _, 512> {
        padding: [0; PADDING],
        values: [const { MoveList::new() }; 512],
    });
    black_box(&mut moves.padding);
    // Trains the branch predictor on the positions.
    (0..10).for_each(|_| generate_all_moves(work, &mut moves.values[0]));
    for list in &mut moves.values {
        // The first write to a page causes a page fault, which would dominate the time.
        generate_all_moves(work, list);
        let seconds = measure_seconds(|| generate_all_moves(work, list));
        record_minimum(lists, list, seconds / work.boards.len() as f64);
    }
}

/// Copies a board into `board` and makes a move there, for each board and legal move.
fn make_all_moves(work: &BoardSample, board: &mut Board) {
    for (start, moves) in &work.boards {
        for &mv in moves {
            *black_box(&mut *board) = *start;
            board.make_move(mv);
            black_box(&mut *board);
        }
    }
}

/// Generates each board's legal moves into `list`.
fn generate_all_moves(work: &BoardSample, list: &mut MoveList) {
    for (board, _) in &work.boards {
        list.clear();
        board.legal_moves_into(list);
        black_box(&mut *list);
    }
}

fn measure_seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Records a time at a value's offset, if it is the minimum.
fn record_minimum<T>(times: &mut MinimumTimes, value: &T, seconds: f64) {
    let offset = std::ptr::from_ref(value).addr() % PAGE_SIZE;
    let shortest = times.entry(offset).or_insert(f64::INFINITY);
    *shortest = shortest.min(seconds * 1e9);
}

/// Prints the minimum, median and maximum time for each offset class.
fn print_classes(arguments: &Arguments, title: &str, size: usize, times: &MinimumTimes) {
    println!("{title}");
    let mut classes = BTreeMap::<_, Vec<f64>>::new();
    for (&offset, &time) in times {
        if arguments.all {
            println!("  {offset:5} {time:8.2}");
        }
        let class =
            match (offset + size > PAGE_SIZE, offset % CACHE_LINE_SIZE + size > CACHE_LINE_SIZE) {
                (true, _) => "2: across two pages".to_owned(),
                (false, true) => {
                    format!("1: across cache lines, at offset {:2}", offset % CACHE_LINE_SIZE)
                }
                (false, false) => "0: within a cache line".to_owned(),
            };
        classes.entry(class).or_default().push(time);
    }
    for (class, mut times) in classes {
        times.sort_by(f64::total_cmp);
        let median = times[times.len() / 2];
        let min = times[0];
        let max = times[times.len() - 1];
        println!("  {class:40} {median:7.2}  ({min:.2} to {max:.2}, {} offsets)", times.len());
    }
}
