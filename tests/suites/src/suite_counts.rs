//! Verifies the perft counts in suites, on several threads.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use tabiya::Position;
use tabiya::perft::{Backend, Perft};

use crate::parallel::parallel_for_each;
use crate::suite::Row;

/// A count to verify.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The suite's row.
    pub row: &'a Row,
    /// The row's position.
    pub position: Position,
    /// The count's depth.
    pub depth: u8,
    /// The leaf count in the suite.
    pub expected: u64,
}

/// A count that differs from the suite's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    file: Arc<Path>,
    line: usize,
    fen: String,
    depth: u8,
    expected: u64,
    found: u128,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, fen, depth, expected, found } = self;
        let file = file.display();
        write!(f, "{file}:{line}: {fen}: depth {depth}: expected {expected}, found {found}")
    }
}

/// Returns the counts in `rows` up to `max_nodes` nodes, and how many larger counts there are.
///
/// The largest count comes first, so that all threads finish at about the same time.
///
/// # Errors
///
/// Returns an error if a row's FEN is rejected. The error names the file and the line.
pub fn jobs(rows: &[Row], max_nodes: u64) -> Result<(Vec<Job<'_>>, usize)> {
    let mut jobs = Vec::new();
    let mut skipped = 0;
    for row in rows {
        let position = row
            .position()
            .with_context(|| format!("{}:{}: {}", row.file.display(), row.line, row.fen))?;
        for &(depth, expected) in &row.counts {
            if expected <= max_nodes {
                jobs.push(Job { row, position, depth, expected });
            } else {
                skipped += 1;
            }
        }
    }
    jobs.sort_by_key(|job| std::cmp::Reverse(job.expected));
    Ok((jobs, skipped))
}

/// Counts a job's leaves and compares them with the expected number.
///
/// # Errors
///
/// Returns a [`Failure`] if the numbers differ.
pub fn check(job: &Job<'_>, perft: Perft) -> Result<(), Failure> {
    let &Job { row, ref position, depth, expected } = job;
    let found = perft.count(position, depth);
    if found == u128::from(expected) {
        return Ok(());
    }
    let file = Arc::clone(&row.file);
    let line = row.line;
    let fen = row.fen.clone();
    Err(Failure { file, line, fen, depth, expected, found })
}

/// Checks all jobs on `threads` threads, and calls `observer` after each.
pub fn check_all(
    jobs: &[Job<'_>],
    perft: Perft,
    threads: usize,
    observer: impl Fn(&Job<'_>, &Result<(), Failure>) + Sync,
) {
    parallel_for_each(jobs, threads, |job| observer(job, &check(job, perft)));
}

/// Returns a [`Perft`] for each back end that this CPU supports.
pub fn available_perfts() -> impl Iterator<Item = Perft> {
    Backend::ALL.into_iter().filter_map(|backend| Perft::with(backend).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message names the file, the line, the position and both counts.
    #[test]
    fn check_all_wrong_count_is_reported_with_location() {
        let row = Row {
            fen: Position::START.to_string(),
            is_composed: false,
            counts: vec![(1, 20), (2, 401), (3, 8_902), (9, 2_439_530_234_167)],
            file: Arc::from(Path::new("wrong.epd")),
            line: 7,
        };
        let rows = [row];
        let (jobs, skipped) = jobs(&rows, 10_000).expect("the FEN is valid");
        assert_eq!((jobs.len(), skipped), (3, 1));
        let failures = std::sync::Mutex::new(Vec::new());
        check_all(&jobs, Perft::new(), 2, |_, outcome| {
            if let Err(failure) = outcome {
                failures.lock().expect("no thread panicked").push(failure.to_string());
            }
        });
        assert_eq!(
            failures.into_inner().expect("no thread panicked"),
            ["wrong.epd:7: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1: depth 2: \
             expected 401, found 400"]
        );
    }
}
