//! Counting suites: the counts to verify, shared out over threads.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use tabiya::Position;
use tabiya::perft::{Backend, Perft};

use crate::suite::Row;
use crate::walk::share_out;

/// One count to verify.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Where it stands.
    pub row: &'a Row,
    /// The position of the row.
    pub position: Position,
    /// How deep to count.
    pub depth: u8,
    /// What the suite says.
    pub expected: u64,
}

/// A count that is not what the suite says.
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

/// The counts of some rows up to `max_nodes` nodes each, the largest first so that no
/// thread is left with one at the end; and how many are larger.
///
/// # Errors
///
/// If the FEN of a row is refused; the error names the file and the line.
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

/// Counts one, and compares.
///
/// # Errors
///
/// [`Failure`] if the count is another.
pub fn check(job: &Job<'_>, perft: Perft) -> Result<(), Failure> {
    let &Job { row, ref position, depth, expected } = job;
    let found = perft.count(position, depth);
    if found == u128::from(expected) {
        return Ok(());
    }
    let (file, line, fen) = (Arc::clone(&row.file), row.line, row.fen.clone());
    Err(Failure { file, line, fen, depth, expected, found })
}

/// Checks all by one way to count, on `threads` threads, and tells `observer` of each as it is done.
pub fn check_all(
    jobs: &[Job<'_>],
    perft: Perft,
    threads: usize,
    observer: impl Fn(&Job<'_>, &Result<(), Failure>) + Sync,
) {
    share_out(jobs, threads, |job| observer(job, &check(job, perft)));
}

/// Every way to count that this processor has.
pub fn perfts() -> impl Iterator<Item = Perft> {
    Backend::ALL.into_iter().filter_map(|backend| Perft::with(backend).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wrong count is found, and the message says all that one needs to look at it.
    #[test]
    fn a_failure_says_where_and_what() {
        let row = Row {
            fen: Position::START.to_string(),
            composed: false,
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
