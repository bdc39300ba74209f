//! Proofs that the functions which count perft are right on every board: for each square of the king and both colors, a
//! table of lemmas.
//!
//! | module | content |
//! |---|---|
//! | `graph` | symbolic bits |
//! | `symbols` | a register of symbolic bits, for the functions of `tabiya-perft` |
//! | `specification`, `rules` | the rules of chess |
//! | `boards` | every board with a king on a square, in both forms |
//! | `cases` | the squares of a king, with both colors |
//! | `lemmas` | the statements: a set of the library equals what the rules say |
//! | `deltas` | the same about moves that perft counts without making them |
//! | `sums`, `numbers` | the changes in the number of replies are those that are added |
//! | `counterexample` | the smallest boards that a wrong rule gets wrong |
//! | `edits` | the same for the edits of the diagnosis, by counts |
//! | `solver` | clauses, and a SAT solver |
//! | `certificates` | proofs as files that a second program checks |

mod boards;
mod cases;
mod certificates;
mod counterexample;
mod deltas;
mod edits;
mod graph;
mod lemmas;
mod numbers;
mod rules;
mod solver;
mod specification;
mod sums;
mod symbols;

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use tabiya_explain::diagnosis::Edit;
use tabiya_suites::parallel::{cpu_count, parallel_for_each};

use self::cases::{Subject, all_cases};
use self::lemmas::Lemma;
use self::solver::Problem;
use self::specification::Bug;

/// Prove that the sets of the functions that count perft are those of the rules, on every board
#[derive(Parser)]
struct Arguments {
    /// Find a board for each wrong rule instead
    #[arg(long, group = "mode")]
    bugs: bool,
    /// Find boards for the edits of the diagnosis instead
    #[arg(long, group = "mode")]
    edits: bool,
    /// Have `cadical` write the proofs as files, and the program `rate` check them instead
    #[arg(long, group = "mode")]
    certify: bool,
}

/// All problems of a lemma: their number, the size of the largest one, and their time.
#[derive(Default)]
struct Row {
    problems: usize,
    failures: usize,
    variables: usize,
    clauses: usize,
    conflicts: usize,
    time: Duration,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.bugs {
        print_counterexamples()
    } else if arguments.edits {
        print_edits()
    } else if arguments.certify {
        certificates::check_all()
    } else {
        prove()
    }
}

/// Solves all problems, and prints a row for each lemma. Fails if one is wrong.
fn prove() -> Result<()> {
    let rows = Mutex::new(BTreeMap::<(bool, &str), Row>::new());
    parallel_for_each(all_cases(), cpu_count(), |case| {
        let (board, lemmas) = case.lemmas();
        // Equal problems are solved once, and one solver keeps what it has learned.
        let mut results = HashMap::new();
        let mut problem = Problem::new(&board.conditions);
        for Lemma { name, difference } in lemmas {
            let start = Instant::now();
            if case.has_small_problems() {
                problem = Problem::new(&board.conditions);
            }
            let conflicts = problem.size().conflicts;
            let fails =
                *results.entry(difference).or_insert_with(|| problem.can_be_one(&[difference]));
            let size = problem.size();
            let mut rows = rows.lock().unwrap_or_else(|error| error.into_inner());
            let row = rows.entry((case.subject != Subject::Moves, name)).or_default();
            row.problems += 1;
            row.failures += usize::from(fails);
            row.variables = row.variables.max(size.variables);
            row.clauses = row.clauses.max(size.clauses);
            row.conflicts += size.conflicts - conflicts;
            row.time += start.elapsed();
        }
    });
    let rows = rows.into_inner().unwrap_or_else(|error| error.into_inner());
    for (is_before_last, ply) in [(false, "last ply"), (true, "ply before it")] {
        println!(
            "| {ply} | problems | variables, at most | clauses, at most | conflicts | seconds | result |"
        );
        println!("|---|---:|---:|---:|---:|---:|---|");
        for ((_, name), row) in rows.iter().filter(|((group, _), _)| *group == is_before_last) {
            let Row { problems, failures, variables, clauses, conflicts, time } = row;
            let result = if *failures == 0 { "proved" } else { "wrong" };
            let seconds = time.as_secs_f64();
            println!(
                "| {name} | {problems} | {variables} | {clauses} | {conflicts} | {seconds:.1} | {result} |"
            );
        }
        println!();
    }
    ensure!(rows.values().all(|row| row.failures == 0), "a lemma is wrong");
    Ok(())
}

/// Prints boards, each with the edits of the diagnosis that it refutes.
fn print_edits() -> Result<()> {
    for (fen, edits) in edits::find_boards()? {
        let codes: Vec<_> = edits.into_iter().map(Edit::code).collect();
        println!("{fen}\t{}", codes.join(" "));
    }
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
    use crate::boards::AnyBoard;
    use crate::graph::Bit;
    use crate::lemmas::all_lemmas;
    use crate::specification::place;

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
