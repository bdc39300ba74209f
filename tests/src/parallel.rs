//! Work on several threads, such as a check of the boards of many random games.

use std::sync::Mutex;
use std::thread;

use tabiya::Board;

use crate::playouts::Playouts;
use crate::suite::all_positions;

/// Calls `check` on each of `boards` boards of the games of [`Playouts`], on all CPUs.
///
/// # Panics
///
/// Panics if `check` panics or the suites cannot be read.
pub fn for_each_board(boards: u64, seed: u64, check: impl Fn(&Board) + Sync) {
    let rows = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    let playouts = Playouts::new(boards, seed, &rows);
    parallel_for_each(playouts, cpu_count(), |playout| playout.boards.iter().for_each(&check));
}

/// Calls `work` on every item, on `threads` threads.
///
/// The items are fetched one by one, in their order. The order of the calls is unspecified.
///
/// # Panics
///
/// Panics if `work` panics.
pub fn parallel_for_each<T: Send>(
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

/// Returns the number of CPUs, or 1 if it is unknown.
pub fn cpu_count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{for_each_board, parallel_for_each};

    #[test]
    fn parallel_for_each_visits_each_item_once() {
        for threads in [1, 2, 7] {
            let sum = AtomicU64::new(0);
            parallel_for_each(1..=1_000, threads, |item| {
                sum.fetch_add(item, Ordering::Relaxed);
            });
            assert_eq!(sum.into_inner(), 500_500, "{threads} threads");
        }
    }

    #[test]
    fn for_each_board_visits_requested_number_of_boards() {
        let boards = AtomicU64::new(0);
        for_each_board(2_345, 1, |_| {
            boards.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(boards.into_inner(), 2_345);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn for_each_board_with_failing_check_panics() {
        for_each_board(100, 1, |board| assert!(board.occupied().is_empty()));
    }
}
