//! Proofs that the functions which count perft are right on every board: for each square of the king and both colors, a
//! table of lemmas.
//!
//! | module | content |
//! |---|---|
//! | `graph` | symbolic bits |
//! | `symbols` | a register of symbolic bits, for the functions of `tabiya-perft` |
//! | `specification`, `rules` | the rules of chess |
//! | `boards` | every board with a king on a square, in both forms |
//! | `lemmas` | the statements: a set of the library equals what the rules say |
//! | `counterexample` | the smallest boards that a wrong rule gets wrong |
//! | `solver` | clauses, and a SAT solver |

mod boards;
mod counterexample;
mod graph;
mod lemmas;
mod rules;
mod solver;
mod specification;
mod symbols;

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use tabiya_suites::parallel::{cpu_count, parallel_for_each};

use self::boards::AnyBoard;
use self::lemmas::{Lemma, all_lemmas, castling_lemma};
use self::solver::Problem;
use self::specification::{Bug, place};

/// Prove that the sets of the functions that count perft are those of the rules, on every board
#[derive(Parser)]
struct Arguments {
    /// Find a board for each wrong rule instead
    #[arg(long)]
    bugs: bool,
}

/// All problems of a lemma: their number, the size of the largest one, and their time.
#[derive(Default)]
struct Row {
    problems: usize,
    failures: usize,
    variables: usize,
    clauses: usize,
    time: Duration,
}

fn main() -> Result<()> {
    let Arguments { bugs } = Arguments::parse();
    if bugs {
        return print_counterexamples();
    }
    let rows = Mutex::new(BTreeMap::<&str, Row>::new());
    let cases = (0..64).flat_map(|square| [1, -1].map(|up| (square, up)));
    parallel_for_each(cases, cpu_count(), |(square, up)| {
        symbols::clear();
        let board = AnyBoard::new(place(square), up, None);
        let mut statements = all_lemmas(&board);
        let is_home = board.king.1 == if up > 0 { 0 } else { 7 };
        // A castling rook is on either side of the king.
        if is_home && (1..7).contains(&board.king.0) {
            let files = (0..8).filter(|&file| file != board.king.0);
            statements.extend(files.map(|file| castling_lemma(&board, file)));
        }
        // Equal problems are solved once, and one solver keeps what it has learned.
        let mut results = HashMap::new();
        let mut problem = Problem::new(&board.conditions);
        for Lemma { name, difference } in statements {
            let start = Instant::now();
            let (fails, size) = *results
                .entry(difference)
                .or_insert_with(|| (problem.can_be_one(&[difference]), problem.size()));
            let mut rows = rows.lock().unwrap_or_else(|error| error.into_inner());
            let row = rows.entry(name).or_default();
            row.problems += 1;
            row.failures += usize::from(fails);
            row.variables = row.variables.max(size.variables);
            row.clauses = row.clauses.max(size.clauses);
            row.time += start.elapsed();
        }
    });
    let rows = rows.into_inner().unwrap_or_else(|error| error.into_inner());
    println!("| lemma | problems | variables, at most | clauses, at most | seconds | result |");
    println!("|---|---:|---:|---:|---:|---|");
    for (name, row) in &rows {
        let Row { problems, failures, variables, clauses, time } = row;
        let result = if *failures == 0 { "proved" } else { "wrong" };
        let seconds = time.as_secs_f64();
        println!("| {name} | {problems} | {variables} | {clauses} | {seconds:.1} | {result} |");
    }
    ensure!(rows.values().all(|row| row.failures == 0), "a lemma is wrong");
    Ok(())
}

/// Prints a board for each wrong rule. Fails if there is one that no lemma notices.
fn print_counterexamples() -> Result<()> {
    let found = Mutex::new(Vec::new());
    let bugs = Bug::ALL.into_iter().enumerate();
    parallel_for_each(bugs, cpu_count(), |(index, bug)| {
        let counterexample = counterexample::find(bug);
        let mut found = found.lock().unwrap_or_else(|error| error.into_inner());
        found.push((index, bug, counterexample));
    });
    let mut found = found.into_inner().unwrap_or_else(|error| error.into_inner());
    found.sort_unstable_by_key(|&(index, ..)| index);
    for (_, bug, counterexample) in found {
        let found = counterexample.with_context(|| format!("{bug:?}: no lemma is wrong"))?;
        println!("{}\t{bug:?}\t{}", found.fen, found.lemma);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tabiya::Position;
    use tabiya_suites::suite::all_positions;

    use super::*;
    use crate::graph::Bit;

    /// Returns the values of the inputs of a board with the king on its square.
    fn values(board: &AnyBoard, position: &Position) -> Vec<(Bit, bool)> {
        let us = position.colors(position.side_to_move());
        let [ones, twos, fours, _] = position.bitplanes();
        let sets = board.boards.bitplanes.into_iter().zip([ones, twos, fours]);
        let ep = position.ep_square().map_or(0, |square| square.bitboard().0);
        let others = [
            (board.boards.us, us.0),
            (board.boards.castling_rooks, position.castling_rooks().0),
            (board.boards.ep_squares, ep),
        ];
        let sets = sets.map(|(set, plane)| (set, plane.0)).chain(others);
        let bits = |(set, value): (symbols::Symbols, u64)| {
            set.bits().into_iter().enumerate().map(move |(i, bit)| (bit, value >> i & 1 == 1))
        };
        sets.flat_map(bits).collect()
    }

    /// The conditions hold on positions, where no lemma is wrong: neither is empty.
    #[test]
    fn lemmas_hold_on_positions() {
        let positions = all_positions().expect("the suites exist");
        for position in positions.iter().step_by(199) {
            let us = position.side_to_move();
            symbols::clear();
            let up = if us.is_white() { 1 } else { -1 };
            let board = AnyBoard::new(place(position.king(us) as usize), up, None);
            let values = values(&board, position);
            let conditions = board.conditions.iter().map(|&bit| graph::evaluate(bit, &values));
            assert!(conditions.into_iter().all(|holds| holds), "{position}");
            for Lemma { name, difference } in all_lemmas(&board) {
                assert!(!graph::evaluate(difference, &values), "{position}: {name}");
            }
        }
    }

    #[test]
    fn wrong_rule_yields_board() {
        let found = counterexample::find(Bug::CastlingUncovers).expect("a lemma is wrong");
        assert_eq!(found.lemma, "castling is legal as the rules say");
        assert!(
            found.position.legal_moves().iter().all(|mv| !mv.is_castling()),
            "{}",
            found.position
        );
    }
}
