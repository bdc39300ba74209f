//! Comparison on boards from random games, on several threads, and its report.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::adapter::GeneratorAdapter;
use super::compare::compare;
use super::difference::Difference;
use super::tally::Tally;
use crate::playouts::{Playouts, StartKind};
use tabiya_suites::parallel::parallel_for_each;

/// The result from comparing generators on random games.
///
/// `Display` writes one line. Boards with a difference count as differences only.
#[derive(Clone, Debug)]
pub struct Report {
    /// The counts of compared boards, moves and successors.
    pub tally: Tally,
    /// The number of boards per start position kind, in the same order as [`StartKind::ALL`].
    pub boards: [u64; StartKind::ALL.len()],
    /// The number of boards on which a generator disagrees.
    pub differences: usize,
    names: Vec<&'static str>,
}

/// Compares the boards in `playouts` on `threads` threads, and stops after `max_differences`
/// differences.
///
/// After each game, `observer` is called with its board count and its differences. Unless the
/// comparison stops early, the boards do not depend on the thread count.
///
/// # Panics
///
/// Panics if a generator panics.
pub fn compare_playouts(
    playouts: Playouts<'_>,
    generators: &[&dyn GeneratorAdapter],
    threads: usize,
    max_differences: usize,
    observer: impl Fn(usize, &[Difference]) + Sync,
) -> Report {
    let names = generators.iter().map(|generator| generator.name()).collect();
    let mut tally = Tally::default();
    // The report lists all generators, even if there is no board.
    tally.generators.resize_with(generators.len(), Default::default);
    let report = Report { tally, boards: [0; StartKind::ALL.len()], differences: 0, names };
    let report = Mutex::new(report);
    let is_stopped = AtomicBool::new(false);
    let playouts = playouts.take_while(|_| !is_stopped.load(Ordering::Relaxed));
    parallel_for_each(playouts, threads, |playout| {
        let mut tally = Tally::default();
        let mut differences = Vec::new();
        for board in &playout.boards {
            match compare(&board.position(), generators) {
                Ok(board) => tally.add(&board),
                Err(difference) => differences.push(*difference),
            }
        }
        let mut report = report.lock().expect("no thread panicked");
        if report.differences >= max_differences {
            return;
        }
        report.tally.add(&tally);
        report.boards[playout.kind as usize] += tally.boards;
        differences.truncate(max_differences - report.differences);
        report.differences += differences.len();
        is_stopped.store(report.differences >= max_differences, Ordering::Relaxed);
        observer(playout.boards.len(), &differences);
    });
    report.into_inner().expect("no thread panicked")
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, boards: [standard, chess960, double, suite], differences, names } = self;
        write!(
            f,
            "{} boards (standard {standard}, Chess960 {chess960}, double Chess960 {double}, \
             suites {suite}), with {} checks, {} checkmates, {} stalemates; \
             {} moves, with {} castling moves, {} en passant captures, {} promotions",
            tally.boards,
            tally.checks,
            tally.checkmates,
            tally.stalemates,
            tally.moves,
            tally.castling_moves,
            tally.ep_captures,
            tally.promotions
        )?;
        for (name, generator) in names.iter().zip(&tally.generators) {
            write!(
                f,
                "; {name}: {} boards, {} successors",
                generator.boards, generator.successors
            )?;
            if generator.skipped > 0 {
                write!(f, " (skipped {} boards)", generator.skipped)?;
            }
        }
        write!(f, "; {differences} differences")
    }
}
