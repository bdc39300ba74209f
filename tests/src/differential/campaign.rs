//! Comparing the boards of many games, shared out over threads.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::compare::compare;
use super::contestant::Contestant;
use super::difference::Difference;
use super::tally::Tally;
use crate::playouts::{KINDS, Playouts};
use crate::walk::share_out;

/// What has been compared, and what differed.
#[derive(Clone, Debug)]
pub struct Report {
    /// How much was compared.
    pub tally: Tally,
    /// Boards of each kind of game, in the order of [`KINDS`].
    pub boards: [u64; KINDS.len()],
    /// On how many boards somebody disagreed.
    pub differences: usize,
    names: Vec<&'static str>,
}

/// Compares the boards of `playouts` on `threads` threads, telling `observer` of each game's
/// boards and differences when they are done. Stops after `enough` differences.
///
/// The games are taken in their order, so that the boards are the same for any number of
/// threads.
///
/// # Panics
///
/// If a contestant panics.
pub fn run(
    playouts: Playouts<'_>,
    contestants: &[&dyn Contestant],
    threads: usize,
    enough: usize,
    observer: impl Fn(usize, &[Difference]) + Sync,
) -> Report {
    let names = contestants.iter().map(|contestant| contestant.name()).collect();
    let mut tally = Tally::default();
    // Named, even if there is no board.
    tally.counts.resize_with(contestants.len(), Default::default);
    let report = Report { tally, boards: [0; KINDS.len()], differences: 0, names };
    let report = Mutex::new(report);
    let is_enough = AtomicBool::new(false);
    let playouts = playouts.take_while(|_| !is_enough.load(Ordering::Relaxed));
    share_out(playouts, threads, |playout| {
        let mut tally = Tally::default();
        let mut differences = Vec::new();
        for board in &playout.boards {
            match compare(&board.position(), contestants) {
                Ok(board) => tally.add(&board),
                Err(difference) => differences.push(*difference),
            }
        }
        let mut report = report.lock().expect("no thread panicked");
        if report.differences >= enough {
            return;
        }
        report.tally.add(&tally);
        report.boards[playout.kind as usize] += tally.boards;
        differences.truncate(enough - report.differences);
        report.differences += differences.len();
        is_enough.store(report.differences >= enough, Ordering::Relaxed);
        observer(playout.boards.len(), &differences);
    });
    report.into_inner().expect("no thread panicked")
}

/// One line: boards by the kind of their game, moves, and what was compared with whom.
/// Boards that differ are counted as differences alone.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tally, boards: [standard, chess960, double, suites], differences, names } = self;
        write!(
            f,
            "{} boards (standard {standard}, Chess960 {chess960}, double Chess960 {double}, \
             suite rows {suites}), {} of them checks, {} checkmates, {} stalemates; \
             {} moves, {} of them castling, {} en passant, {} promotions",
            tally.boards,
            tally.checks,
            tally.checkmates,
            tally.stalemates,
            tally.moves,
            tally.castlings,
            tally.en_passants,
            tally.promotions
        )?;
        for (name, count) in names.iter().zip(&tally.counts) {
            write!(f, "; {name}: {} boards, {} successors", count.boards, count.successors)?;
            if count.skipped > 0 {
                write!(f, " (skipped {} boards)", count.skipped)?;
            }
        }
        write!(f, "; {differences} differences")
    }
}
