//! Compares the perft back ends on boards from random games, on several threads.

use std::sync::Mutex;

use tabiya::perft::Perft;
use tabiya::{EnPassantStyle, Position};
use tabiya_suites::parallel::parallel_for_each;

use crate::playouts::Playouts;

/// Counts each board in `playouts` with each of `perfts`, and returns the total leaf count.
///
/// After each game, `observer` is called with its board count and a message per board on which the
/// counts differ. Such boards do not add to the total.
///
/// # Panics
///
/// Panics if a thread panics.
pub fn compare_perft(
    playouts: Playouts<'_>,
    perfts: &[Perft],
    depth: u8,
    threads: usize,
    observer: impl Fn(usize, &[String]) + Sync,
) -> u128 {
    let leaves = Mutex::new(0);
    parallel_for_each(playouts, threads, |playout| {
        let mut sum = 0;
        let mut differences = Vec::new();
        for board in &playout.boards {
            match compare(&board.position(), perfts, depth) {
                Ok(count) => sum += count,
                Err(difference) => differences.push(difference),
            }
        }
        *leaves.lock().expect("no thread panicked") += sum;
        observer(playout.boards.len(), &differences);
    });
    leaves.into_inner().expect("no thread panicked")
}

/// Returns the count if all back ends agree, or else a message.
fn compare(position: &Position, perfts: &[Perft], depth: u8) -> Result<u128, String> {
    let counts = perfts.iter().map(|perft| perft.count(position, depth)).collect::<Vec<_>>();
    if counts.iter().all(|count| *count == counts[0]) {
        return Ok(counts[0]);
    }
    let fen = position.fen().en_passant(EnPassantStyle::Always);
    let named_counts = perfts.iter().zip(counts).map(|(perft, count)| (perft.backend(), count));
    Err(format!("{fen}: depth {depth}: {:?}", named_counts.collect::<Vec<_>>()))
}
