//! Walks over many boards, shared out over all processors.

use std::sync::Mutex;
use std::thread;

use tabiya::Board;

use crate::playouts::Playouts;
use crate::suite::all_positions;

/// Calls `check` on so many boards of seeded games: standard chess, Chess960, double Chess960 and
/// rows of the suites, as [`Playouts`] has them.
///
/// # Panics
///
/// If `check` does, or the suites cannot be read.
pub fn on_boards(boards: u64, seed: u64, check: impl Fn(&Board) + Sync) {
    let rows = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    let playouts = Playouts::new(boards, seed, &rows);
    share_out(playouts, processors(), |playout| playout.boards.iter().for_each(&check));
}

/// Calls `work` on every item, in no order, on `threads` threads. The items are taken in their
/// order, one by one.
///
/// # Panics
///
/// If `work` does.
pub fn share_out<T: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    threads: usize,
    work: impl Fn(T) + Sync,
) {
    let items = Mutex::new(items.into_iter());
    let next = || items.lock().ok()?.next();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = next() {
                    work(item);
                }
            });
        }
    });
}

/// Returns how many threads run at once on this machine.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{on_boards, share_out};

    #[test]
    fn every_item_is_worked_on_once_by_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let sum = AtomicU64::new(0);
            share_out(1..=1_000, threads, |item| {
                sum.fetch_add(item, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 500_500, "{threads} threads");
        }
    }

    #[test]
    fn every_board_is_checked() {
        let boards = AtomicU64::new(0);
        on_boards(2_345, 1, |_| {
            boards.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(boards.into_inner(), 2_345);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_failing_check_fails_the_walk() {
        on_boards(100, 1, |board| assert!(board.occupied().is_empty()));
    }
}
