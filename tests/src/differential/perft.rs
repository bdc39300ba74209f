//! Comparing the back ends of perft on the boards of many games, shared out over threads.

use std::sync::Mutex;

use tabiya::perft::Perft;
use tabiya::{EnPassantStyle, Position};

use crate::playouts::Playouts;
use crate::walk::share_out;

/// Counts every board of `playouts` to a depth in every way, on `threads` threads; tells
/// `observer` of each game's boards, and of each board on which they differ. Answers how many
/// leaves there were, by the first way to count.
///
/// # Panics
///
/// If a thread panics.
pub fn run_perft(
    playouts: Playouts<'_>,
    perfts: &[Perft],
    depth: u8,
    threads: usize,
    observer: impl Fn(usize, &[String]) + Sync,
) -> u128 {
    let leaves = Mutex::new(0);
    share_out(playouts, threads, |playout| {
        let (mut sum, mut differences) = (0, Vec::new());
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

/// The count on which all agree.
fn compare(position: &Position, perfts: &[Perft], depth: u8) -> Result<u128, String> {
    let counts = perfts.iter().map(|perft| perft.count(position, depth)).collect::<Vec<_>>();
    if counts.iter().all(|count| *count == counts[0]) {
        return Ok(counts[0]);
    }
    let fen = position.fen().en_passant(EnPassantStyle::Always);
    let by_name = perfts.iter().zip(counts).map(|(perft, count)| (perft.backend(), count));
    Err(format!("{fen}: depth {depth}: {:?}", by_name.collect::<Vec<_>>()))
}
